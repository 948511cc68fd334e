// What Linux can do with files and the platform's Swift module does not show: calls that glibc declares for GNU
// programs only, and those with variable arguments. Each line below is one such. It includes headers of the kernel
// alone: a type of the C library that came in here would be a stranger to Swift's own Glibc module.
#pragma once
#include <linux/stat.h>
#include <stdint.h>
#include <sys/syscall.h>

extern long syscall(long number, ...);
extern int openat(int folder, const char *name, int flags, ...);

// Renames and fails with EEXIST where the new name is taken: no check that somebody else can overtake.
static inline int fs_rename_exclusively(int from, const char *old_name, int to, const char *new_name) {
    return (int)syscall(SYS_renameat2, from, old_name, to, new_name, 1 /* RENAME_NOREPLACE */);
}

// Copies inside the kernel; file systems that can, share the blocks instead. Both files' positions move.
static inline long fs_copy_range(int from, int to, unsigned long count) {
    return syscall(SYS_copy_file_range, from, (void *)0, to, (void *)0, count, 0u);
}

// Nanoseconds since 1970 at which the file was made on this file system, or 0 where that is not known.
static inline int64_t fs_birth_time(int folder, const char *name) {
    struct statx status;
    if (syscall(SYS_statx, folder, name, 0, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
    return status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec;
}

// Gives one open file the extended attributes of another, as far as the file system lets it.
static inline void fs_copy_attributes(int from, int to) {
    char names[8192], value[65536];
    long all = syscall(SYS_flistxattr, from, names, sizeof names);
    for (long place = 0; place < all;) {
        const char *name = names + place;
        long length = syscall(SYS_fgetxattr, from, name, value, sizeof value);
        if (length >= 0) syscall(SYS_fsetxattr, to, name, value, length, 0);
        while (place < all && names[place]) place++;
        place++;
    }
}

// Opens with a mode, which is a variable argument.
static inline int fs_open(int folder, const char *name, int flags, unsigned mode) { return openat(folder, name, flags, mode); }

// A file in memory, which goes with its descriptor; negative when there can be none.
static inline int fs_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */); }
