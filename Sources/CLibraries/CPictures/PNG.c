#include "Canvas.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct source {
    struct fs_bytes rest;
    int is_cut;
    char reason[120];
};

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->rest.count) {
        source->is_cut = 1;
        png_error(png, "it ends too early");
    }
    memcpy(to, source->rest.start, count);
    source->rest.start += count;
    source->rest.count -= count;
}

static void fail(png_structp png, png_const_charp reason) {
    struct source *source = png_get_error_ptr(png);
    strncpy(source->reason, reason, sizeof source->reason - 1);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp reason) {
    (void)png;
    (void)reason;
}

// Asks for eight bits of blue, green, red and alpha, whatever is stored. Returns whether the alpha means anything.
static int ask_for_bgra(png_structp png, png_infop info) {
    int has_alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    if (!has_alpha) png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    return has_alpha;
}

// An interlaced picture comes in seven passes over all of it, so all of it is kept.
static int read_all(png_structp png, struct fs_canvas *canvas, uint8_t *volatile *room, int has_alpha) {
    uint32_t width = canvas->width, height = canvas->height;
    *room = fs_take(canvas->answer, (uint64_t)width * height, 4);
    if (!*room) return -1;
    memset(*room, 0, (size_t)width * height * 4);
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (uint32_t y = 0; y < height; y++) png_read_row(png, NULL, *room + (size_t)y * width * 4);
    for (uint32_t y = 0; y < height; y++) {
        if (has_alpha) fs_premultiply(*room + (size_t)y * width * 4, width);
        fs_canvas_row(canvas, *room + (size_t)y * width * 4);
    }
    return 0;
}

static int read_rows(png_structp png, struct fs_canvas *canvas, uint8_t *volatile *room, int has_alpha) {
    *room = fs_take(canvas->answer, canvas->width, 4);
    if (!*room) return -1;
    for (uint32_t y = 0; y < canvas->height; y++) {
        png_read_row(png, *room, NULL);
        if (has_alpha) fs_premultiply(*room, canvas->width);
        fs_canvas_row(canvas, *room);
    }
    return 0;
}

static void read_picture(png_structp png, png_infop info, struct fs_canvas *canvas, uint8_t *volatile *room) {
    // Texts and profiles are inflated, too, and small ones may become large.
    png_set_chunk_malloc_max(png, 8 << 20);
    png_set_chunk_cache_max(png, 128);
    png_set_benign_errors(png, 1);
    // Read in small pieces, so that of a cut file all that is there is decoded.
    png_set_compression_buffer_size(png, 512);
    png_read_info(png, info);
    png_charp name;
    png_bytep profile;
    png_uint_32 length;
    int kind;
    if (!png_get_valid(png, info, PNG_INFO_sRGB) &&
        png_get_iCCP(png, info, &name, &kind, &profile, &length) == PNG_INFO_iCCP)
        canvas->profile = (struct fs_bytes){profile, length};
    int has_alpha = ask_for_bgra(png, info);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (fs_canvas_begin(
            canvas, png_get_image_width(png, info), png_get_image_height(png, info),
            has_alpha ? FS_LAYOUT_BGRA : FS_LAYOUT_BGRX))
        return;
    if (png_get_rowbytes(png, info) != (size_t)canvas->width * 4) {
        fs_fail(canvas->answer, FS_OUTCOME_INTERNAL, "rows of another length than asked for");
        return;
    }
    if (passes > 1) read_all(png, canvas, room, has_alpha);
    else read_rows(png, canvas, room, has_alpha);
}

void fs_decode_png(struct fs_canvas *canvas, struct fs_bytes file) {
    struct source source = {.rest = file};
    uint8_t *volatile room = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        fs_fail(canvas->answer, FS_OUTCOME_NO_MEMORY, "there is no memory for a decoder");
        return;
    }
    if (setjmp(png_jmpbuf(png)) == 0) {
        png_set_read_fn(png, &source, read_bytes);
        read_picture(png, info, canvas, &room);
    } else if (canvas->row > 0 || (room && canvas->kept)) {
        // What was decoded so far is shown. Of an interlaced picture that is all of it, coarsely.
        if (canvas->row == 0 && png_get_interlace_type(png, info) != PNG_INTERLACE_NONE)
            for (uint32_t y = 0; y < canvas->height; y++) fs_canvas_row(canvas, room + (size_t)y * canvas->width * 4);
        if (canvas->row == 0) fs_fail(canvas->answer, source.is_cut ? FS_OUTCOME_TRUNCATED : FS_OUTCOME_DAMAGED, source.reason);
        else fs_canvas_pad(canvas);
    } else {
        fs_fail(canvas->answer, source.is_cut ? FS_OUTCOME_TRUNCATED : FS_OUTCOME_DAMAGED, source.reason);
    }
    fs_canvas_finish(canvas);
    canvas->profile.count = 0;
    png_destroy_read_struct(&png, &info, NULL);
    free(room);
}

uint8_t *fs_png_make(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint64_t *length) {
    // PNG's alpha is not multiplied into the colours.
    uint8_t *straight = malloc((size_t)width * height * 4);
    if (!straight) return NULL;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *from = pixels + y * row + (size_t)x * 4;
            uint8_t *to = straight + ((size_t)y * width + x) * 4;
            uint32_t alpha = from[3];
            for (int part = 0; part < 3; part++) {
                uint32_t value = alpha ? (from[part] * 255 + alpha / 2) / alpha : 0;
                to[part] = value > 255 ? 255 : (uint8_t)value;
            }
            to[3] = (uint8_t)alpha;
        }
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_BGRA};
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(size);
    int made = bytes && png_image_write_to_memory(&image, bytes, &size, 0, straight, 0, NULL);
    free(straight);
    if (!made) {
        free(bytes);
        return NULL;
    }
    *length = size;
    return bytes;
}

void fs_png_free(uint8_t *bytes) { free(bytes); }
