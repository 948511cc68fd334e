#define _GNU_SOURCE
#include "CWall.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define FS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// A sanitizer reserves terabytes of addresses, and opens files of its own when it reports.
#define FS_SANITIZED 1
#endif
#endif

int fs_wall_is_lowered(void) {
#ifdef FS_SANITIZED
    return 1;
#else
    return 0;
#endif
}

static pid_t parent;

static void leave_after_parent(int signal) {
    (void)signal;
    if (getppid() != parent) _exit(0);
}

// A worker does not outlive the program that asks it, however busy it is. The kernel tells of the end of the thread that started
// us, and of each thread that inherits us; what counts is that of the program, when we get another parent.
static void follow_parent(void) {
    parent = getppid();
    struct sigaction action = {.sa_handler = leave_after_parent, .sa_flags = SA_RESTART};
    sigaction(SIGHUP, &action, NULL);
    sigset_t told;
    sigemptyset(&told);
    sigaddset(&told, SIGHUP);
    sigprocmask(SIG_UNBLOCK, &told, NULL);
    prctl(PR_SET_PDEATHSIG, SIGHUP, 0, 0, 0);
    // It may have died before the line above: then nobody holds the other end.
    struct pollfd socket = {FS_WORKER_SOCKET, 0, 0};
    if (getppid() != parent || (poll(&socket, 1, 0) == 1 && socket.revents & POLLHUP)) _exit(0);
}

static int limit(int what, rlim_t value) {
    struct rlimit both = {value, value};
    return setrlimit(what, &both);
}

static int set_limits(const struct fs_limits *limits, rlim_t files) {
    int failed = limit(RLIMIT_CORE, 0);
#ifndef FS_SANITIZED
    if (limits->memory) failed |= limit(RLIMIT_AS, limits->memory);
#endif
    if (limits->seconds) failed |= limit(RLIMIT_CPU, limits->seconds);
#ifndef FS_SANITIZED
    failed |= limit(RLIMIT_NOFILE, files);
    failed |= limit(RLIMIT_FSIZE, 0);
#endif
    return failed;
}

// A network without devices. It wants a user namespace, which some systems refuse.
static int leave_network(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS); }

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

// Closes the file system (Landlock): all of it, or all but what may be read below `readable`.
static int close_files(const char *const readable[], uint32_t *version) {
    long known = syscall(SYS_landlock_create_ruleset, NULL, 0, 1u /* LANDLOCK_CREATE_RULESET_VERSION */);
    if (known < 1) return -1;
    *version = (uint32_t)known;
    // The thirteen rights of the first version, and those that came later.
    uint64_t rights = (1ULL << 13) - 1;
    if (known >= 2) rights |= LANDLOCK_ACCESS_FS_REFER;
    if (known >= 3) rights |= LANDLOCK_ACCESS_FS_TRUNCATE;
    struct landlock_ruleset_attr all = {.handled_access_fs = rights};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0) return -1;
    for (; readable && *readable; readable++) {
        struct landlock_path_beneath_attr rule = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE,
            .parent_fd = open(*readable, O_PATH | O_CLOEXEC)};
        if (rule.parent_fd < 0) continue;
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(rule.parent_fd);
    }
    int failed = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return failed;
}

#ifdef FS_ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define WHEN(call, value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), ANSWER(value)
#define ALLOW(call) WHEN(call, SECCOMP_RET_ALLOW)
#define REFUSE(call) WHEN(call, REFUSED)
// Another machine's calls have other numbers, and a filter that reads them wrongly is none.
#define OWN_CALLS_ONLY                                                                                                 \
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FS_ARCHITECTURE, 1, 0), ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr)

static int install(struct sock_filter *rules, unsigned short count) {
    struct sock_fprog program = {count, rules};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

// For pictures: memory, threads, the descriptors that are open, and nothing else. What is not listed is refused, not
// punished: libraries ask for this and that, and cope.
static int list_calls(void) {
    struct sock_filter rules[] = {
        OWN_CALLS_ONLY,
        ALLOW(read), ALLOW(pread64), ALLOW(readv), ALLOW(preadv), ALLOW(lseek), ALLOW(fstat), ALLOW(close),
        ALLOW(recvmsg), ALLOW(sendto), ALLOW(sendmsg), ALLOW(write), ALLOW(writev),
        ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(brk),
        ALLOW(futex), ALLOW(set_robust_list), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(gettid),
        ALLOW(getpid), ALLOW(getppid), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
        ALLOW(tgkill), ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(gettimeofday),
        ALLOW(getrandom), ALLOW(getrusage), ALLOW(exit), ALLOW(exit_group), ALLOW(restart_syscall), ALLOW(sysinfo),
        ALLOW(setitimer),
#ifdef __NR_alarm
        ALLOW(alarm), ALLOW(time),
#endif
#ifdef __NR_rseq
        ALLOW(rseq),
#endif
#ifdef __NR_newfstatat
        // Only of an open descriptor can it tell anything, as nothing can be reached by name.
        ALLOW(newfstatat),
#endif
#ifdef __NR_clone3
        // Its flags cannot be looked at from here. The C library then takes the older call.
        WHEN(clone3, SECCOMP_RET_ERRNO | ENOSYS),
#endif
        // Threads, and no processes.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3), LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), ANSWER(SECCOMP_RET_ALLOW),
        ANSWER(REFUSED),
    };
    return install(rules, sizeof rules / sizeof *rules);
}

// For movies, whose decoders are plug-ins that are opened when they are needed: everything but what reaches out.
static int refuse_calls(void) {
    struct sock_filter rules[] = {
        OWN_CALLS_ONLY,
        REFUSE(socket), REFUSE(connect), REFUSE(bind), REFUSE(listen), REFUSE(accept), REFUSE(accept4),
        REFUSE(execve), REFUSE(execveat), REFUSE(ptrace), REFUSE(kill), REFUSE(tkill),
        REFUSE(process_vm_readv), REFUSE(process_vm_writev),
        REFUSE(mount), REFUSE(umount2), REFUSE(pivot_root), REFUSE(chroot), REFUSE(unshare), REFUSE(setns),
        REFUSE(unlinkat), REFUSE(renameat2), REFUSE(mkdirat), REFUSE(linkat), REFUSE(symlinkat), REFUSE(fchmodat),
        REFUSE(fchownat), REFUSE(mknodat), REFUSE(truncate), REFUSE(utimensat), REFUSE(setxattr),
        REFUSE(bpf), REFUSE(perf_event_open), REFUSE(userfaultfd), REFUSE(keyctl), REFUSE(add_key),
        REFUSE(request_key), REFUSE(init_module), REFUSE(finit_module), REFUSE(kexec_load), REFUSE(reboot),
        REFUSE(memfd_create), REFUSE(prlimit64), REFUSE(setrlimit),
#ifdef __NR_fork
        REFUSE(fork), REFUSE(vfork), REFUSE(unlink), REFUSE(rename), REFUSE(mkdir), REFUSE(rmdir), REFUSE(link),
        REFUSE(symlink), REFUSE(chmod), REFUSE(chown), REFUSE(mknod), REFUSE(creat),
#endif
#ifdef __NR_renameat
        REFUSE(renameat),
#endif
#ifdef __NR_io_uring_setup
        REFUSE(io_uring_setup), REFUSE(io_uring_enter), REFUSE(io_uring_register),
#endif
#ifdef __NR_pidfd_getfd
        REFUSE(pidfd_getfd), REFUSE(pidfd_open), REFUSE(pidfd_send_signal),
#endif
        WHEN(clone3, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3), LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), ANSWER(REFUSED),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    return install(rules, sizeof rules / sizeof *rules);
}

#endif

uint32_t fs_wall_build(enum fs_worker_kind kind, const struct fs_limits *limits, uint32_t *landlock) {
    uint32_t walls = 0;
    *landlock = 0;
    // Nobody debugs a worker, and nobody reads its memory.
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (leave_network() == 0) walls |= FS_WALL_NETWORK;
    // Not before: who enters a namespace of users is no longer told.
    follow_parent();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) walls |= FS_WALL_NO_PRIVILEGES;
#ifndef FS_SANITIZED
    static const char *const system[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/proc/self", NULL};
    static const char *const nothing[] = {NULL};
    if (close_files(kind == FS_WORKER_MOVIES ? system : nothing, landlock) == 0) walls |= FS_WALL_FILES;
#endif
    if (set_limits(limits, kind == FS_WORKER_MOVIES ? 128 : 16) == 0) walls |= FS_WALL_LIMITS;
#if defined(FS_ARCHITECTURE) && !defined(FS_SANITIZED)
    if (kind == FS_WORKER_PICTURES && list_calls() == 0) walls |= FS_WALL_CALLS_LISTED | FS_WALL_FILES;
    if (kind == FS_WORKER_MOVIES && refuse_calls() == 0) walls |= FS_WALL_CALLS_REFUSED;
#endif
    return walls;
}
