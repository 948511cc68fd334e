// What the keeper of a private desktop needs and Swift cannot call: variadic prctl, and fork between two threads' worlds.
#pragma once
#include <sys/types.h>

/// Starts `path` with its standard input and output as pipes. Everything else above standard error is closed in it.
/// @return 0, or the error number.
int fs_keeper_start(const char *path, char *const argv[], char *const envp[], pid_t *pid, int *orders, int *answers);

/// Makes the caller the parent of all its orphaned descendants, so that none of them can outlive it unseen.
void fs_keeper_adopt_orphans(void);

/// Starts `path` as a child that is killed when the calling thread ends. Its standard input, output
/// and error are the descriptors; an input of -1 is an empty one.
/// @return the process, or minus the error number, that of a failed exec included.
pid_t fs_keeper_spawn_tied(const char *path, char *const argv[], char *const envp[], int input, int output, int errors);

/// Detaches the file system mounted at `path`, if there is one.
void fs_keeper_unmount(const char *path);

/// Whether a wait status means a normal end, and its exit code, or minus the signal.
int fs_keeper_exit_code(int status);
