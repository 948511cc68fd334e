#include "Canvas.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

static int read_bytes(GifFileType *gif, GifByteType *to, int count) {
    struct fs_bytes *rest = gif->UserData;
    uint64_t given = (uint64_t)count < rest->count ? (uint64_t)count : rest->count;
    memcpy(to, rest->start, given);
    rest->start += given;
    rest->count -= given;
    return (int)given;
}

// Goes to the first picture; the colour number that means "nothing", or -1.
static int find_picture(GifFileType *gif, int *transparent) {
    *transparent = -1;
    for (;;) {
        GifRecordType type;
        if (DGifGetRecordType(gif, &type) == GIF_ERROR || type == TERMINATE_RECORD_TYPE) return -1;
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_ERROR ? -1 : 0;
        if (type != EXTENSION_RECORD_TYPE) continue;
        int code;
        GifByteType *block;
        if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return -1;
        while (block) {
            GraphicsControlBlock control;
            if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
                *transparent = control.TransparentColor;
            if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return -1;
        }
    }
}

// Decodes colour numbers, in the order of the rows; returns how many rows there are.
static uint32_t read_numbers(GifFileType *gif, uint8_t *numbers) {
    static const uint32_t starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    uint32_t width = (uint32_t)gif->Image.Width, height = (uint32_t)gif->Image.Height, rows = 0;
    if (!gif->Image.Interlace) {
        while (rows < height && DGifGetLine(gif, numbers + (size_t)rows * width, (int)width) == GIF_OK) rows++;
        return rows;
    }
    for (int pass = 0; pass < 4; pass++)
        for (uint32_t y = starts[pass]; y < height; y += steps[pass], rows++)
            if (DGifGetLine(gif, numbers + (size_t)y * width, (int)width) == GIF_ERROR) return rows;
    return rows;
}

static void draw(GifFileType *gif, struct fs_canvas *canvas, const uint8_t *numbers, uint8_t *row, int transparent) {
    const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
    int64_t left = gif->Image.Left, top = gif->Image.Top, width = gif->Image.Width, height = gif->Image.Height;
    for (int64_t y = 0; y < canvas->height; y++) {
        memset(row, 0, (size_t)canvas->width * 4);
        for (int64_t x = left; y >= top && y < top + height && x < left + width && x < canvas->width; x++) {
            int number = numbers[(y - top) * width + x - left];
            if (x < 0 || number == transparent || number >= map->ColorCount) continue;
            uint8_t *to = row + x * 4;
            to[0] = map->Colors[number].Blue;
            to[1] = map->Colors[number].Green;
            to[2] = map->Colors[number].Red;
            to[3] = 255;
        }
        fs_canvas_row(canvas, row);
    }
}

static void read_picture(GifFileType *gif, struct fs_canvas *canvas) {
    int transparent;
    if (find_picture(gif, &transparent)) {
        fs_fail(canvas->answer, FS_OUTCOME_TRUNCATED, "it ends before the picture begins");
        return;
    }
    if (!gif->Image.ColorMap && !gif->SColorMap) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has no colours");
        return;
    }
    uint32_t width = (uint32_t)gif->Image.Width, height = (uint32_t)gif->Image.Height;
    uint32_t whole_width = (uint32_t)(gif->SWidth > 0 ? gif->SWidth : gif->Image.Width);
    uint32_t whole_height = (uint32_t)(gif->SHeight > 0 ? gif->SHeight : gif->Image.Height);
    // A picture smaller than the canvas leaves the rest empty.
    int is_whole = gif->Image.Left == 0 && gif->Image.Top == 0 && width >= whole_width && height >= whole_height;
    enum fs_layout layout = transparent >= 0 || !is_whole ? FS_LAYOUT_BGRA : FS_LAYOUT_BGRX;
    if (!width || !height || (uint64_t)width * height > canvas->question->pixel_limit) {
        fs_fail(canvas->answer, FS_OUTCOME_TOO_LARGE, "its first picture has more pixels than are decoded");
        return;
    }
    if (fs_canvas_begin(canvas, whole_width, whole_height, layout)) return;
    uint8_t *numbers = fs_take(canvas->answer, (uint64_t)width * height, 1);
    uint8_t *row = fs_take(canvas->answer, canvas->width, 4);
    if (numbers && row) {
        memset(numbers, gif->SBackGroundColor & 255, (size_t)width * height);
        uint32_t rows = read_numbers(gif, numbers);
        if (rows == 0) fs_fail(canvas->answer, FS_OUTCOME_TRUNCATED, "it ends before the picture begins");
        else draw(gif, canvas, numbers, row, transparent);
        canvas->answer->is_partial = rows < height;
    }
    free(numbers);
    free(row);
    fs_canvas_finish(canvas);
}

void fs_decode_gif(struct fs_canvas *canvas, struct fs_bytes file) {
    int error = 0;
    GifFileType *gif = DGifOpen(&file, read_bytes, &error);
    if (!gif) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has no header");
        return;
    }
    read_picture(gif, canvas);
    DGifCloseFile(gif, &error);
}
