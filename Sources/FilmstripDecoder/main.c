// The program that decodes pictures, and can do nothing else: it reads the descriptors that come through its socket, writes
// pixels into the memory that comes with them, and has neither files nor a network. It ends when its socket closes.
//
// Arguments: the most bytes of address space, 0 for no limit; the most seconds of processor time.
#include <CPictures.h>
#include <CWall.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The program that asks waits less long, and ends us itself; this is for the case that it has died.
#define PATIENCE 120

static void answer(struct fs_decoder *decoder, const struct fs_question *question, int file, int pixels) {
    struct fs_answer answer;
    memset(&answer, 0, sizeof answer);
    if (!fs_worker_drill(question, pixels, &answer)) {
        void *room = mmap(NULL, question->capacity, PROT_READ | PROT_WRITE, MAP_SHARED, pixels, 0);
        if (room == MAP_FAILED) {
            answer.outcome = FS_OUTCOME_NO_MEMORY;
            strcpy(answer.reason, "there is no room for its pixels");
        } else {
            fs_decode_file(decoder, question, file, room, &answer);
            munmap(room, question->capacity);
        }
    }
    answer.peak_memory = fs_worker_peak_memory();
    close(file);
    close(pixels);
    if (fs_worker_send(&answer, sizeof answer)) exit(0);
}

int main(int count, char **arguments) {
    struct fs_limits limits = {0};
    if (count > 1) limits.memory = strtoull(arguments[1], NULL, 10);
    if (count > 2) limits.seconds = (uint32_t)strtoul(arguments[2], NULL, 10);
    struct fs_decoder *decoder = fs_decoder_open();
    if (!decoder) return 1;
    struct fs_greeting greeting = {.version = FS_WORKER_VERSION};
    fs_worker_peak_memory();
    greeting.walls = fs_wall_build(FS_WORKER_PICTURES, &limits, &greeting.landlock);
    greeting.memory = fs_worker_peak_memory();
    if (fs_worker_send(&greeting, sizeof greeting)) return 1;
    struct fs_question question;
    int file, pixels;
    while (fs_worker_receive(&question, &file, &pixels) == 0) {
        fs_worker_set_alarm(PATIENCE);
        answer(decoder, &question, file, pixels);
        fs_worker_set_alarm(0);
    }
    return 0;
}
