#include "Canvas.h"

#include <stdlib.h>
#include <string.h>

// Windows bitmaps without compression: palettes of 1, 4 and 8 bits, and 24 or 32 bits a pixel.

static uint32_t number(struct fs_bytes file, uint64_t at, int bytes) {
    uint32_t value = 0;
    for (int part = bytes; part-- > 0;) value = value << 8 | (at + (uint64_t)part < file.count ? file.start[at + (uint64_t)part] : 0);
    return value;
}

struct bitmap {
    int64_t width, height;
    int is_upside_down;
    uint32_t depth, entry;
    uint64_t pixels, palette, colours, row;
};

static int read_header(struct fs_bytes file, struct bitmap *bitmap, struct fs_answer *answer) {
    uint32_t header = number(file, 14, 4);
    int is_old = header == 12;
    bitmap->width = is_old ? (int64_t)number(file, 18, 2) : (int32_t)number(file, 18, 4);
    int64_t height = is_old ? (int64_t)number(file, 20, 2) : (int32_t)number(file, 22, 4);
    bitmap->height = height < 0 ? -height : height;
    bitmap->is_upside_down = height > 0;
    bitmap->depth = number(file, is_old ? 24 : 28, 2);
    uint32_t compression = is_old ? 0 : number(file, 30, 4);
    bitmap->pixels = number(file, 10, 4);
    bitmap->palette = 14 + (uint64_t)header;
    bitmap->entry = is_old ? 3 : 4;
    uint32_t colours = is_old ? 0 : number(file, 46, 4);
    bitmap->colours = colours && colours <= 256 ? colours : 256;
    if (bitmap->width < 1 || bitmap->height < 1) {
        fs_fail(answer, FS_OUTCOME_DAMAGED, "it has no size");
        return -1;
    }
    int is_plain = bitmap->depth == 1 || bitmap->depth == 4 || bitmap->depth == 8 || bitmap->depth == 24 || bitmap->depth == 32;
    if (!is_plain || (compression != 0 && !(compression == 3 && bitmap->depth == 32))) {
        fs_fail(answer, FS_OUTCOME_UNSUPPORTED, "a bitmap that is compressed or of a rare depth");
        return -1;
    }
    bitmap->row = ((uint64_t)bitmap->width * bitmap->depth + 31) / 32 * 4;
    return 0;
}

static void read_row(struct fs_bytes file, const struct bitmap *bitmap, uint64_t start, uint8_t *row) {
    for (int64_t x = 0; x < bitmap->width; x++, row += 4) {
        uint64_t colour;
        if (bitmap->depth >= 24) {
            colour = start + (uint64_t)x * (bitmap->depth / 8);
        } else {
            uint32_t per_byte = 8 / bitmap->depth;
            uint32_t shift = 8 - bitmap->depth * ((uint32_t)(x % per_byte) + 1);
            uint32_t index = number(file, start + (uint64_t)x / per_byte, 1) >> shift & ((1u << bitmap->depth) - 1);
            colour = bitmap->palette + (uint64_t)(index < bitmap->colours ? index : 0) * bitmap->entry;
        }
        for (uint64_t part = 0; part < 3; part++) row[part] = (uint8_t)number(file, colour + part, 1);
        row[3] = 255;
    }
}

void fs_decode_bmp(struct fs_canvas *canvas, struct fs_bytes file) {
    struct bitmap bitmap;
    if (read_header(file, &bitmap, canvas->answer)) return;
    if (fs_canvas_begin(canvas, (uint32_t)bitmap.width, (uint32_t)bitmap.height, FS_LAYOUT_BGRX)) return;
    uint8_t *row = fs_take(canvas->answer, canvas->width, 4);
    for (int64_t y = 0; row && y < bitmap.height; y++) {
        uint64_t start = bitmap.pixels + (uint64_t)(bitmap.is_upside_down ? bitmap.height - 1 - y : y) * bitmap.row;
        if (start + bitmap.row > file.count) canvas->answer->is_partial = 1;
        read_row(file, &bitmap, start, row);
        fs_canvas_row(canvas, row);
    }
    free(row);
    fs_canvas_finish(canvas);
}
