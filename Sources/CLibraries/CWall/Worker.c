#define _GNU_SOURCE
#include "CWall.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int receive_question(struct fs_question *question, int *file, int *pixels) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct iovec part = {question, sizeof *question};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count;
    do count = recvmsg(FS_WORKER_SOCKET, &message, MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    struct cmsghdr *header = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (count != sizeof *question || !header || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(2 * sizeof(int)))
        return -1;
    int both[2];
    memcpy(both, CMSG_DATA(header), sizeof both);
    *file = both[0];
    *pixels = both[1];
    return 0;
}

static int send_message(const void *message, size_t length) {
    ssize_t count;
    do count = send(FS_WORKER_SOCKET, message, length, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)length ? 0 : -1;
}

static uint32_t peak_memory(void) {
    // Opened at the first call, which is before the wall. What getrusage tells counts the memory of the program that started us.
    static int status = -1;
    if (status < 0) status = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    char text[4096];
    ssize_t count = pread(status, text, sizeof text - 1, 0);
    if (count <= 0) return 0;
    text[count] = 0;
    const char *line = strstr(text, "VmHWM:");
    return line ? (uint32_t)strtoul(line + 6, NULL, 10) : 0;
}

static void report(struct fs_answer *answer, int succeeded, const char *what) {
    answer->outcome = succeeded ? FS_OUTCOME_DONE : FS_OUTCOME_INTERNAL;
    snprintf(answer->reason, sizeof answer->reason, "%s: %s", what, succeeded ? "it could" : strerror(errno));
}

// Does a drill; false when it is none.
static int drill(const struct fs_question *question, int pixels, struct fs_answer *answer) {
    int descriptor;
    switch (question->task) {
    case FS_TASK_DRILL_CRASH: abort();
    case FS_TASK_DRILL_HANG:
        for (;;) {
            struct timespec moment = {1, 0};
            nanosleep(&moment, NULL);
        }
    case FS_TASK_DRILL_EAT_MEMORY:
        for (;;) {
            void *room = malloc(16 << 20);
            if (!room) break;
            memset(room, 1, 16 << 20);
        }
        answer->outcome = FS_OUTCOME_NO_MEMORY;
        return 1;
    case FS_TASK_DRILL_OPEN_FILE:
        descriptor = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
        report(answer, descriptor >= 0, "open");
        return 1;
    case FS_TASK_DRILL_OPEN_SOCKET:
        descriptor = socket(AF_INET, SOCK_STREAM, 0);
        report(answer, descriptor >= 0, "socket");
        return 1;
    case FS_TASK_DRILL_START_PROGRAM: {
        pid_t child = fork();
        if (child == 0) _exit(0);
        report(answer, child > 0, "fork");
        return 1;
    }
    case FS_TASK_DRILL_KEEP_PIXELS:
        // A decoder that goes on to write after its answer.
        report(
            answer, mmap(NULL, question->capacity, PROT_READ | PROT_WRITE, MAP_SHARED, pixels, 0) != MAP_FAILED, "mmap");
        answer->width = answer->height = 1;
        return 1;
    default: return 0;
    }
}

void fs_fail(struct fs_answer *answer, enum fs_outcome outcome, const char *reason) {
    answer->outcome = outcome;
    snprintf(answer->reason, sizeof answer->reason, "%s", reason);
}

static void answer_question(
    const struct fs_question *question, int file, int pixels, fs_worker_job *job, void *context) {
    struct fs_answer answer;
    memset(&answer, 0, sizeof answer);
    if (!drill(question, pixels, &answer)) {
        void *room = mmap(NULL, question->capacity, PROT_READ | PROT_WRITE, MAP_SHARED, pixels, 0);
        if (room == MAP_FAILED) {
            fs_fail(&answer, FS_OUTCOME_NO_MEMORY, "there is no room for its pixels");
        } else {
            job(context, question, file, room, &answer);
            munmap(room, question->capacity);
        }
    }
    answer.peak_memory = peak_memory();
    close(file);
    close(pixels);
    if (send_message(&answer, sizeof answer)) exit(0);
}

int fs_worker_serve(enum fs_worker_kind kind, int count, char **arguments, fs_worker_job *job, void *context) {
    // The program that asks waits less long, and ends us itself; this is for the case that it has died.
    enum { patience = 120 };
    struct fs_limits limits = {0};
    if (count > 1) limits.memory = strtoull(arguments[1], NULL, 10);
    if (count > 2) limits.seconds = (uint32_t)strtoul(arguments[2], NULL, 10);
    struct fs_greeting greeting = {.version = FS_WORKER_VERSION};
    peak_memory();
    greeting.walls = fs_wall_build(kind, &limits, &greeting.landlock);
    greeting.memory = peak_memory();
    if (send_message(&greeting, sizeof greeting)) return 1;
    struct fs_question question;
    int file, pixels;
    while (receive_question(&question, &file, &pixels) == 0) {
        alarm(patience);
        answer_question(&question, file, pixels, job, context);
        alarm(0);
    }
    return 0;
}

int fs_worker_start(const char *path, char *const arguments[], char *const environment[], pid_t *process, int *end) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    // A descriptor that is put onto its own number keeps its flag and would be closed.
    int other = pair[1] == FS_WORKER_SOCKET ? fcntl(pair[1], F_DUPFD_CLOEXEC, FS_WORKER_SOCKET + 1) : -1;
    posix_spawn_file_actions_adddup2(&actions, other >= 0 ? other : pair[1], FS_WORKER_SOCKET);
    posix_spawn_file_actions_addclosefrom_np(&actions, FS_WORKER_SOCKET + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A group of its own: an interrupt from the terminal is for the program, which ends its workers by itself.
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(pair[1]);
    if (other >= 0) close(other);
    if (error) close(pair[0]);
    else *end = pair[0];
    return error;
}

int fs_worker_ask(int socket, const struct fs_question *question, int file, int pixels) {
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(2 * sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct iovec part = {(void *)question, sizeof *question};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(2 * sizeof(int));
    int both[2] = {file, pixels};
    memcpy(CMSG_DATA(header), both, sizeof both);
    ssize_t count;
    do count = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (count < 0 && errno == EINTR);
    if (count >= 0) return 0;
    return errno == ECONNRESET ? EPIPE : errno;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int fs_worker_listen(int socket, void *message, size_t length, int milliseconds) {
    int64_t end = milliseconds_now() + milliseconds;
    for (;;) {
        int64_t left = end - milliseconds_now();
        struct pollfd wait = {socket, POLLIN, 0};
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return errno;
        if (ready == 0) return ETIMEDOUT;
        ssize_t count = recv(socket, message, length, MSG_DONTWAIT | MSG_TRUNC);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        // Nothing is the end of the connection; any other length is not our language.
        return count == (ssize_t)length ? 0 : EPIPE;
    }
}

double fs_worker_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &used)) return -1;
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

int fs_worker_end(pid_t process) {
    int status = 0;
    kill(process, SIGKILL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

int fs_pixels_make(uint64_t length) {
    int pixels = memfd_create("filmstrip-pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (pixels < 0) return -1;
    if (ftruncate(pixels, (off_t)length) || fcntl(pixels, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)) {
        close(pixels);
        return -1;
    }
    return pixels;
}

void *fs_pixels_map(int pixels, uint64_t length) {
    // Fails while anybody has it mapped for writing: what is looked at cannot change any more.
    if (fcntl(pixels, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL)) return NULL;
    void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, pixels, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

void fs_pixels_unmap(void *bytes, uint64_t length) { munmap(bytes, length); }
