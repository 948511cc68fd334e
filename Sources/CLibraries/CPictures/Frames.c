// What a program may do with pixels of its own, in its own process.
#include "Canvas.h"

#include <stdlib.h>
#include <string.h>

int fs_frame_shrink(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint32_t new_width, uint32_t new_height,
    uint8_t *to) {
    if (!width || !height || new_width > width || new_height > height) return -1;
    struct fs_answer answer = {0};
    struct fs_question question = {.orientation = 1, .width = width, .height = height, .pixel_limit = UINT64_MAX};
    struct fs_canvas canvas = {.question = &question, .answer = &answer, .pixels = to};
    canvas.kept_width = new_width;
    canvas.kept_height = new_height;
    int failed = fs_canvas_rows(&canvas, width, height);
    for (uint32_t y = 0; !failed && y < height; y++) fs_canvas_row(&canvas, pixels + y * row);
    fs_canvas_free(&canvas);
    return failed;
}

int fs_frame_read(const uint8_t *bytes, uint64_t length, uint32_t side, uint8_t *to, uint32_t *width, uint32_t *height) {
    struct fs_question question = {
        .orientation = 1, .width = side, .height = side, .pixel_limit = (uint64_t)side * side,
        .capacity = (uint64_t)side * side * 4};
    question.format = length > 1 && bytes[0] == 0xFF ? FS_FORMAT_JPEG : FS_FORMAT_PNG;
    struct fs_decoder decoder = {.colours = NULL};
    struct fs_answer answer;
    fs_decode(&decoder, &question, bytes, length, to, &answer);
    *width = answer.width;
    *height = answer.height;
    return answer.outcome == FS_OUTCOME_DONE && !answer.is_partial ? 0 : -1;
}
