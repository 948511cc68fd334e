#define _GNU_SOURCE
#include "CKeeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int fs_keeper_start(const char *path, char *const argv[], char *const envp[], pid_t *pid, int *orders, int *answers) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC)) return errno;
    if (pipe2(out, O_CLOEXEC)) {
        int error = errno;
        close(in[0]);
        close(in[1]);
        return error;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A group of its own: an interrupt from the terminal must reach the program, and the keeper through it.
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawn(pid, path, &actions, &attributes, argv, envp);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    if (error) {
        close(in[1]);
        close(out[0]);
        return error;
    }
    *orders = in[1];
    *answers = out[0];
    return 0;
}

void fs_keeper_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

pid_t fs_keeper_spawn_tied(
    const char *path, char *const argv[], char *const envp[], int input, int output, int errors) {
    int report[2];
    if (pipe2(report, O_CLOEXEC)) return -errno;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        // The parent may have died before the line above.
        if (getppid() != parent) _exit(127);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        if (input < 0) input = open("/dev/null", O_RDONLY);
        dup2(input, 0);
        dup2(output, 1);
        dup2(errors, 2);
        execve(path, argv, envp);
        int error = errno;
        (void)!write(report[1], &error, sizeof error);
        _exit(127);
    }
    int error = child < 0 ? errno : 0;
    close(report[1]);
    if (child > 0 && read(report[0], &error, sizeof error) == sizeof error) waitpid(child, NULL, 0);
    close(report[0]);
    return error ? -error : child;
}

void fs_keeper_unmount(const char *path) {
    if (umount2(path, MNT_DETACH) == 0 || errno == EINVAL || errno == ENOENT) return;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 2);
        execlp("fusermount3", "fusermount3", "-uz", path, NULL);
        execlp("fusermount", "fusermount", "-uz", path, NULL);
        _exit(127);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

int fs_keeper_exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }
