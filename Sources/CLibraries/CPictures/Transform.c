#include "Canvas.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

// What EXIF calls 1 to 8, in the library's words.
static const int operations[] = {TJXOP_NONE,  TJXOP_NONE,      TJXOP_HFLIP, TJXOP_ROT180,    TJXOP_VFLIP,
                                 TJXOP_TRANSPOSE, TJXOP_ROT90, TJXOP_TRANSVERSE, TJXOP_ROT270};

static void run(
    tjhandle transformer, const struct fs_question *question, struct fs_bytes file, uint8_t *room,
    struct fs_answer *answer) {
    int width, height, sampling, colours;
    if (tjDecompressHeader3(transformer, file.start, file.count, &width, &height, &sampling, &colours)) {
        fs_fail(answer, FS_OUTCOME_DAMAGED, tjGetErrorStr2(transformer));
        return;
    }
    answer->full_width = (uint32_t)width;
    answer->full_height = (uint32_t)height;
    // The library keeps all of it.
    if ((uint64_t)width * (uint64_t)height > question->pixel_limit) {
        fs_fail(answer, FS_OUTCOME_TOO_LARGE, "it has more pixels than allowed");
        return;
    }
    int is_turned = question->orientation >= 5 && question->orientation <= 8;
    uint64_t across = (uint64_t)(is_turned ? height : width), down = (uint64_t)(is_turned ? width : height);
    // The library would fill up what lies outside.
    if (!question->width || !question->height || (uint64_t)question->left + question->width > across ||
        (uint64_t)question->top + question->height > down) {
        fs_fail(answer, FS_OUTCOME_UNSUPPORTED, "the part does not lie in the picture");
        return;
    }
    tjtransform transform = {
        .r = {(int)question->left, (int)question->top, (int)question->width, (int)question->height},
        .op = operations[question->orientation <= 8 ? question->orientation : 1],
        .options = TJXOPT_CROP | TJXOPT_PERFECT | TJXOPT_COPYNONE |
                   (question->is_progressive ? TJXOPT_PROGRESSIVE : 0)};
    unsigned char *made = NULL;
    unsigned long length = 0;
    if (tjTransform(transformer, file.start, file.count, 1, &made, &length, &transform, TJFLAG_LIMITSCANS)) {
        fs_fail(answer, FS_OUTCOME_UNSUPPORTED, tjGetErrorStr2(transformer));
    } else if (length > question->capacity) {
        fs_fail(answer, FS_OUTCOME_NO_MEMORY, "there is no room for the new file");
    } else {
        memcpy(room, made, length);
        answer->width = question->width;
        answer->height = question->height;
        answer->byte_count = length;
    }
    tjFree(made);
}

void fs_transform_jpeg(
    const struct fs_question *question, struct fs_bytes file, uint8_t *room, struct fs_answer *answer) {
    tjhandle transformer = tjInitTransform();
    if (!transformer) {
        fs_fail(answer, FS_OUTCOME_NO_MEMORY, "the JPEG library does not start");
        return;
    }
    run(transformer, question, file, room, answer);
    tjDestroy(transformer);
}
