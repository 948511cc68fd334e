// Decoders for pictures: bytes and a question in, upright sRGB pixels out. Each format has a file; all hand their rows to
// `Canvas.c`, which makes them smaller, brings their colours to sRGB, and turns them upright. One job makes no pixels: a JPEG that is cut
// and turned along its blocks (`Transform.c`).
#pragma once
#include <stdint.h>

struct fs_question;
struct fs_answer;

// What is kept from one picture to the next: the last colour conversion.
struct fs_decoder;
// Opens a decoder, and brings all that is needed later into memory. NULL when there is no memory.
struct fs_decoder *fs_decoder_open(void);
void fs_decoder_close(struct fs_decoder *decoder);

// Does what the question asks for with `bytes`, into `pixels`, which has room for `question->capacity` bytes.
void fs_decode(
    struct fs_decoder *decoder, const struct fs_question *question, const uint8_t *bytes, uint64_t length,
    uint8_t *pixels, struct fs_answer *answer);
// The same for an open file.
void fs_decode_file(
    struct fs_decoder *decoder, const struct fs_question *question, int file, uint8_t *pixels,
    struct fs_answer *answer);

// Makes pixels smaller by averaging, into `to`, which has room for the new ones. 0, or -1 when that cannot be.
int fs_frame_shrink(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint32_t new_width, uint32_t new_height,
    uint8_t *to);
// Reads a JPEG or PNG that this program has made itself, of at most `side` pixels each way: without a wall, and without colour
// profiles. 0, or -1 when it is damaged.
int fs_frame_read(
    const uint8_t *bytes, uint64_t length, uint32_t side, uint8_t *to, uint32_t *width, uint32_t *height);

// A PNG of pixels as a decoder gives them; the caller frees it. NULL when there is no memory.
uint8_t *fs_png_make(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint64_t *length);
void fs_png_free(uint8_t *bytes);
