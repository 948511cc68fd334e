// What a program and its decoder say to each other, and the walls that the decoder builds around itself.
//
// They talk through a socket pair that keeps messages apart. A question carries two descriptors: the picture's file, and a
// sealed memory file for what becomes of it. The answer carries none.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// The descriptor of a worker's end of the socket pair.
#define FS_WORKER_SOCKET 3

enum fs_format {
    FS_FORMAT_JPEG = 1,
    FS_FORMAT_PNG,
    FS_FORMAT_GIF,
    FS_FORMAT_WEBP,
    FS_FORMAT_HEIF,
    FS_FORMAT_TIFF,
    FS_FORMAT_JPEG_XL,
    FS_FORMAT_BMP,
    FS_FORMAT_MOVIE,
};

enum fs_task {
    // The picture itself.
    FS_TASK_PICTURE = 0,
    // The small picture that the file carries beside it.
    FS_TASK_PREVIEW,
    // A part of a JPEG, turned, as a new JPEG: its blocks are moved, and none is coded anew.
    FS_TASK_TRANSFORM,
    // Drills: what a broken decoder may do, on order, so that the walls can be tried at any time.
    FS_TASK_DRILL_CRASH = 100,
    FS_TASK_DRILL_HANG,
    FS_TASK_DRILL_EAT_MEMORY,
    FS_TASK_DRILL_OPEN_FILE,
    FS_TASK_DRILL_OPEN_SOCKET,
    FS_TASK_DRILL_START_PROGRAM,
    FS_TASK_DRILL_KEEP_PIXELS,
};

enum fs_outcome {
    FS_OUTCOME_DONE = 0,
    // The file ends before there is anything to show.
    FS_OUTCOME_TRUNCATED,
    // The bytes make no sense.
    FS_OUTCOME_DAMAGED,
    // A kind that is not decoded, and why not.
    FS_OUTCOME_UNSUPPORTED,
    // More pixels than allowed.
    FS_OUTCOME_TOO_LARGE,
    // Less memory than needed.
    FS_OUTCOME_NO_MEMORY,
    // There is no preview, or none that fits.
    FS_OUTCOME_NO_PREVIEW,
    FS_OUTCOME_INTERNAL,
};

struct fs_question {
    uint32_t task;
    uint32_t format;
    // How the stored picture is turned to be upright, 1 to 8 (EXIF); 1 for containers that turn by themselves. Of a transform: how
    // it is turned.
    uint32_t orientation;
    // The largest size as shown; never enlarged. Of a transform: the size of the part, after the turn.
    uint32_t width, height;
    // Of a transform: where the part begins, after the turn, and whether the new file is read from coarse to fine.
    uint32_t left, top, is_progressive;
    // As shown, what the header said; 0 where it is not known. A preview of another shape is none.
    uint32_t shown_width, shown_height;
    // Which of several previews: the number of its item.
    uint32_t preview;
    // Of a movie: whether the frame of that very moment is wanted, and not the key frame near it.
    uint32_t is_exact;
    // Where the picture lies in the file; a length of 0 is up to the end.
    uint64_t offset, length;
    // Pictures of more pixels are not begun.
    uint64_t pixel_limit;
    // Bytes of memory for the pixels.
    uint64_t capacity;
    // Seconds into a movie.
    double moment;
};

struct fs_answer {
    uint32_t outcome;
    // The picture as it was written: rows of width * 4 bytes, blue, green, red, alpha (premultiplied).
    uint32_t width, height;
    // Whether any pixel is not opaque.
    uint32_t has_alpha;
    // Whether a part of the picture is missing.
    uint32_t is_partial;
    // The size as decoded, before it was made smaller, and not turned.
    uint32_t full_width, full_height;
    // The most memory that the worker ever used, in KiB.
    uint32_t peak_memory;
    // Bytes of a new file.
    uint64_t byte_count;
    char reason[160];
};

// The walls that stand, as the worker reports them in its greeting.
enum fs_wall {
    // Limits on memory, processor time, open files and written bytes.
    FS_WALL_LIMITS = 1 << 0,
    // Nothing can be gained by running a program of another user.
    FS_WALL_NO_PRIVILEGES = 1 << 1,
    // A network of its own, without any device.
    FS_WALL_NETWORK = 1 << 2,
    // No file can be opened (pictures), or only what belongs to the system (movies).
    FS_WALL_FILES = 1 << 3,
    // System calls are filtered: only those on a list are let through.
    FS_WALL_CALLS_LISTED = 1 << 4,
    // System calls are filtered: those on a list are refused.
    FS_WALL_CALLS_REFUSED = 1 << 5,
};

// Whether this was built with a sanitizer, which no wall but the network's lets live.
int fs_wall_is_lowered(void);

struct fs_greeting {
    uint32_t version;
    uint32_t walls;
    // Memory in use after the start, in KiB.
    uint32_t memory;
    uint32_t landlock;
};

#define FS_WORKER_VERSION 3

// What kind of worker builds the walls.
enum fs_worker_kind { FS_WORKER_PICTURES, FS_WORKER_MOVIES };

struct fs_limits {
    // Bytes of address space, 0 for no limit; seconds of processor time.
    uint64_t memory;
    uint32_t seconds;
};

// Answers a question about an open file. `room` is the memory for what becomes of it, of `question->capacity` bytes.
typedef void fs_worker_job(
    void *context, const struct fs_question *question, int file, uint8_t *room, struct fs_answer *answer);

// Worker: reads its limits from the arguments (the most bytes of address space, 0 for no limit; the most seconds of processor
// time), builds its walls, greets, and answers questions until the program goes. Call with one thread, after everything that
// opens files. Returns what `main` returns.
int fs_worker_serve(enum fs_worker_kind kind, int count, char **arguments, fs_worker_job *job, void *context);

// Builds all walls that this system allows. Returns `enum fs_wall` bits.
uint32_t fs_wall_build(enum fs_worker_kind kind, const struct fs_limits *limits, uint32_t *landlock);

// An answer that is none, and why.
void fs_fail(struct fs_answer *answer, enum fs_outcome outcome, const char *reason);

// Program: starts a worker. Its environment is empty but for what `environment` lists. Returns 0 or an error number.
int fs_worker_start(const char *path, char *const arguments[], char *const environment[], pid_t *process, int *socket);
// Program: 0 or an error number. `EPIPE` when the worker is gone.
int fs_worker_ask(int socket, const struct fs_question *question, int file, int pixels);
// Program: waits for a message of exactly that length; 0, `ETIMEDOUT`, or `EPIPE` when the worker is gone.
int fs_worker_listen(int socket, void *message, size_t length, int milliseconds);
// Program: seconds of processor time that a worker has used so far; negative when it is gone.
double fs_worker_processor_time(pid_t process);
// Program: kills a worker and takes its end. Returns how it ended, as of waitpid.
int fs_worker_end(pid_t process);

// A memory file that can neither grow nor shrink; -1 when there is none to be had.
int fs_pixels_make(uint64_t length);
// Maps it for reading, after sealing it against all writing; NULL when somebody still writes to it, or when it fails.
void *fs_pixels_map(int pixels, uint64_t length);
void fs_pixels_unmap(void *bytes, uint64_t length);
