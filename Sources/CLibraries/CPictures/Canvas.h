// What decoders draw on. Rows come in from top to bottom as stored; what they become is smaller, sRGB and upright.
#pragma once
#include "CWall.h"
#include "include/CPictures.h"
#include <stddef.h>
#include <stdint.h>

enum fs_layout {
    // Blue, green, red, and a byte that says nothing.
    FS_LAYOUT_BGRX,
    // Blue, green, red, alpha; premultiplied.
    FS_LAYOUT_BGRA,
    // Cyan, magenta, yellow, black, where 255 is no ink.
    FS_LAYOUT_INK,
};

struct fs_bytes {
    const uint8_t *start;
    uint64_t count;
};

struct fs_canvas {
    struct fs_decoder *decoder;
    const struct fs_question *question;
    struct fs_answer *answer;
    uint8_t *pixels;

    // The picture as its decoder gives it, and as it is kept; neither is turned.
    uint32_t width, height;
    uint32_t kept_width, kept_height;
    enum fs_layout layout;
    // The colours of the rows; empty for sRGB.
    struct fs_bytes profile;
    // Colours that were told in words: primaries as of ISO/IEC 23091-2, 0 for those of sRGB.
    uint32_t primaries;

    uint32_t row;
    // Sums over the rows that become one, and where they are in it.
    float *sums;
    float *line;
    uint32_t kept_row;
    uint8_t *kept;
};

// Where a picture is too large, or shaped otherwise than the preview's picture, the answer says so and this is -1.
// Sets the kept size. Call it as soon as the size is known, before memory is taken for the picture.
int fs_canvas_begin(struct fs_canvas *canvas, uint32_t width, uint32_t height, enum fs_layout layout);
// The size that will be kept of a picture of that size; for decoders that make pictures smaller by themselves.
void fs_canvas_fit(const struct fs_question *question, uint32_t width, uint32_t height, uint32_t *kept_width, uint32_t *kept_height);
// Says that rows will come in another size than the picture has, because the decoder makes it smaller.
int fs_canvas_rows(struct fs_canvas *canvas, uint32_t width, uint32_t height);
// The next row: 4 * width bytes.
void fs_canvas_row(struct fs_canvas *canvas, const uint8_t *row);
// Where a decoder that makes the picture smaller by itself may write; NULL unless rows have the kept size.
uint8_t *fs_canvas_direct(struct fs_canvas *canvas);
// Fills what is missing with grey, and remembers that it is missing.
void fs_canvas_pad(struct fs_canvas *canvas);
// Colours and turning; the answer is done.
void fs_canvas_finish(struct fs_canvas *canvas);
void fs_canvas_free(struct fs_canvas *canvas);

// Memory for `count` things of `size` bytes; NULL, and the answer says so, when there is none.
void *fs_take(struct fs_answer *answer, uint64_t count, uint64_t size);
// Multiplies the colours of a row with its alpha.
void fs_premultiply(uint8_t *row, uint32_t width);

// Brings pixels to sRGB, in place.
void fs_colour_convert(struct fs_canvas *canvas, uint8_t *pixels, uint64_t count);
struct fs_colours;
struct fs_colours *fs_colours_open(void);
void fs_colours_close(struct fs_colours *colours);

struct fs_decoder {
    struct fs_colours *colours;
};

void fs_decode_jpeg(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_png(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_gif(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_webp(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_heif(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_tiff(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_jxl(struct fs_canvas *canvas, struct fs_bytes file);
void fs_decode_bmp(struct fs_canvas *canvas, struct fs_bytes file);
// Moves the blocks of a JPEG; the new file goes into `room`.
void fs_transform_jpeg(
    const struct fs_question *question, struct fs_bytes file, uint8_t *room, struct fs_answer *answer);
// Called once, before a wall closes the file system.
void fs_warm_libraries(void);
