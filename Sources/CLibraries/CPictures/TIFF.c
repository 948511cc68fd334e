#include "Canvas.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

struct source {
    struct fs_bytes file;
    uint64_t position;
};

static tmsize_t read_bytes(thandle_t handle, void *to, tmsize_t count) {
    struct source *source = handle;
    if (source->position >= source->file.count || count < 0) return 0;
    uint64_t rest = source->file.count - source->position;
    uint64_t given = (uint64_t)count < rest ? (uint64_t)count : rest;
    memcpy(to, source->file.start + source->position, given);
    source->position += given;
    return (tmsize_t)given;
}

static tmsize_t refuse_to_write(thandle_t handle, void *from, tmsize_t count) {
    (void)handle, (void)from, (void)count;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    struct source *source = handle;
    if (whence == SEEK_CUR) offset += source->position;
    if (whence == SEEK_END) offset += source->file.count;
    return source->position = offset;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of(thandle_t handle) { return ((struct source *)handle)->file.count; }

// The library hands whole pictures over, or any part of their height: strip by strip keeps memory small.
static void read_rows(TIFFRGBAImage *image, struct fs_canvas *canvas, uint32_t strip) {
    uint32_t width = canvas->width;
    uint32_t *raster = fs_take(canvas->answer, (uint64_t)width * strip, 4);
    for (uint32_t y = 0; raster && y < canvas->height; y += strip) {
        uint32_t rows = canvas->height - y < strip ? canvas->height - y : strip;
        image->row_offset = (int)y;
        image->col_offset = 0;
        if (!TIFFRGBAImageGet(image, raster, width, rows)) {
            if (y == 0) fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "its data make no sense");
            else fs_canvas_pad(canvas);
            break;
        }
        for (uint32_t row = 0; row < rows; row++) {
            uint8_t *bytes = (uint8_t *)(raster + (size_t)row * width);
            for (uint32_t x = 0; x < width; x++) {
                uint32_t pixel = raster[(size_t)row * width + x];
                bytes[(size_t)x * 4] = (uint8_t)TIFFGetB(pixel);
                bytes[(size_t)x * 4 + 1] = (uint8_t)TIFFGetG(pixel);
                bytes[(size_t)x * 4 + 2] = (uint8_t)TIFFGetR(pixel);
                bytes[(size_t)x * 4 + 3] = (uint8_t)TIFFGetA(pixel);
            }
            fs_canvas_row(canvas, bytes);
        }
    }
    free(raster);
}

// A strip or tile is decoded as a whole, however little of it is wanted.
static uint32_t strip_height(TIFF *tiff, uint32_t height) {
    uint32_t rows = 0;
    if (TIFFIsTiled(tiff)) TIFFGetField(tiff, TIFFTAG_TILELENGTH, &rows);
    else TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    if (rows == 0 || rows > height) rows = height;
    return rows;
}

// The library makes colours of ink with 8 bits alone. That with 16, as scanners store it, is read as it is.
static int is_deep_ink(TIFF *tiff) {
    uint16_t colours = 0, inks = 0, bits = 0, samples = 0, planes = 0, numbers = 0;
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &colours);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &inks);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &numbers);
    return colours == PHOTOMETRIC_SEPARATED && inks == INKSET_CMYK && bits == 16 && samples >= 4 &&
           planes == PLANARCONFIG_CONTIG && numbers == SAMPLEFORMAT_UINT && !TIFFIsTiled(tiff);
}

static void read_ink(TIFF *tiff, struct fs_canvas *canvas, uint32_t width, uint32_t height) {
    uint16_t samples = 0;
    uint64_t room = (uint64_t)TIFFScanlineSize(tiff);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    if (fs_canvas_begin(canvas, width, height, FS_LAYOUT_INK)) return;
    if (room < (uint64_t)width * samples * 2) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "its rows are too short");
        return;
    }
    uint16_t *line = fs_take(canvas->answer, room, 1);
    uint8_t *row = line ? fs_take(canvas->answer, width, 4) : NULL;
    for (uint32_t y = 0; row && y < height; y++) {
        if (TIFFReadScanline(tiff, line, y, 0) != 1) {
            if (y == 0) fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "its data make no sense");
            else fs_canvas_pad(canvas);
            break;
        }
        for (uint32_t x = 0; x < width; x++)
            for (uint32_t ink = 0; ink < 4; ink++)
                row[(size_t)x * 4 + ink] = (uint8_t)(255 - (line[(size_t)x * samples + ink] + 128) / 257);
        fs_canvas_row(canvas, row);
    }
    free(row);
    free(line);
    fs_canvas_finish(canvas);
}

static void read_picture(TIFF *tiff, struct fs_canvas *canvas) {
    uint32_t width = 0, height = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    char reason[1024] = "";
    TIFFRGBAImage image;
    if (!TIFFRGBAImageOK(tiff, reason)) {
        fs_fail(canvas->answer, FS_OUTCOME_UNSUPPORTED, reason);
        return;
    }
    // The size first: the library takes memory for tables by it.
    int has_profile = 0;
    uint32_t length = 0;
    void *profile = NULL;
    if ((uint64_t)width * height > canvas->question->pixel_limit || !width || !height) {
        fs_canvas_begin(canvas, width, height, FS_LAYOUT_BGRX);
        return;
    }
    has_profile = TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &length, &profile);
    if (has_profile) canvas->profile = (struct fs_bytes){profile, length};
    if (is_deep_ink(tiff)) {
        read_ink(tiff, canvas, width, height);
        canvas->profile.count = 0;
        return;
    }
    if (!TIFFRGBAImageBegin(&image, tiff, 0, reason)) {
        canvas->profile.count = 0;
        // So it says of what it knows, and has no way to read.
        int is_rare = strncmp(reason, "Sorry", 5) == 0;
        fs_fail(
            canvas->answer, is_rare ? FS_OUTCOME_UNSUPPORTED : FS_OUTCOME_DAMAGED,
            is_rare ? "a TIFF of a rare kind, which the system's TIFF library does not read" : reason);
        return;
    }
    // As stored: turning is done behind the decoder, for all formats alike.
    image.req_orientation = image.orientation;
    if (fs_canvas_begin(canvas, width, height, image.alpha ? FS_LAYOUT_BGRA : FS_LAYOUT_BGRX) == 0)
        read_rows(&image, canvas, strip_height(tiff, height));
    fs_canvas_finish(canvas);
    canvas->profile.count = 0;
    TIFFRGBAImageEnd(&image);
}

void fs_decode_tiff(struct fs_canvas *canvas, struct fs_bytes file) {
    struct source source = {file, 0};
    // m: not mapped, because it is memory already.
    TIFF *tiff = TIFFClientOpen(
        "picture", "rm", &source, read_bytes, refuse_to_write, seek, close_nothing, size_of, NULL, NULL);
    if (!tiff) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "its directory makes no sense");
        return;
    }
    read_picture(tiff, canvas);
    TIFFClose(tiff);
}
