#define _GNU_SOURCE
#include "Canvas.h"

#include <libheif/heif.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tiffio.h>

// Pictures of more bytes are not mapped.
#define FILE_LIMIT (1ull << 30)

void fs_warm_libraries(void) {
    // They would write to standard error, where it means nothing to anybody.
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
    // Registers the decoders for HEVC and AV1.
    heif_get_version();
    (void)heif_have_decoder_for_format(heif_compression_HEVC);
    struct heif_context *context = heif_context_alloc();
    heif_context_free(context);
}

struct fs_decoder *fs_decoder_open(void) {
    struct fs_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->colours = fs_colours_open();
    if (!decoder->colours) {
        free(decoder);
        return NULL;
    }
    fs_warm_libraries();
    return decoder;
}

void fs_decoder_close(struct fs_decoder *decoder) {
    if (!decoder) return;
    fs_colours_close(decoder->colours);
    free(decoder);
}

void fs_decode(
    struct fs_decoder *decoder, const struct fs_question *question, const uint8_t *bytes, uint64_t length,
    uint8_t *pixels, struct fs_answer *answer) {
    memset(answer, 0, sizeof *answer);
    if (question->offset >= length) {
        fs_fail(answer, FS_OUTCOME_TRUNCATED, "it ends before the picture begins");
        return;
    }
    struct fs_bytes file = {bytes + question->offset, length - question->offset};
    if (question->length && question->length < file.count) file.count = question->length;
    if (question->task == FS_TASK_TRANSFORM) {
        fs_transform_jpeg(question, file, pixels, answer);
        return;
    }
    struct fs_canvas canvas = {.decoder = decoder, .question = question, .answer = answer, .pixels = pixels};
    switch (question->format) {
    case FS_FORMAT_JPEG: fs_decode_jpeg(&canvas, file); break;
    case FS_FORMAT_PNG: fs_decode_png(&canvas, file); break;
    case FS_FORMAT_GIF: fs_decode_gif(&canvas, file); break;
    case FS_FORMAT_WEBP: fs_decode_webp(&canvas, file); break;
    case FS_FORMAT_HEIF: fs_decode_heif(&canvas, file); break;
    case FS_FORMAT_TIFF: fs_decode_tiff(&canvas, file); break;
    case FS_FORMAT_JPEG_XL: fs_decode_jxl(&canvas, file); break;
    case FS_FORMAT_BMP: fs_decode_bmp(&canvas, file); break;
    default: fs_fail(answer, FS_OUTCOME_UNSUPPORTED, "nothing here decodes its format");
    }
    fs_canvas_free(&canvas);
}

void fs_decode_file(
    struct fs_decoder *decoder, const struct fs_question *question, int file, uint8_t *pixels,
    struct fs_answer *answer) {
    struct stat status;
    memset(answer, 0, sizeof *answer);
    if (fstat(file, &status) || status.st_size <= 0) {
        fs_fail(answer, FS_OUTCOME_TRUNCATED, "it is empty");
        return;
    }
    uint64_t length = (uint64_t)status.st_size;
    if (length > FILE_LIMIT) {
        fs_fail(answer, FS_OUTCOME_TOO_LARGE, "the file is larger than what is decoded");
        return;
    }
    // Only what is asked for is read, so mapping costs less than reading. A file that is cut while it is read ends the
    // worker, which is what workers are for.
    void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) {
        fs_fail(answer, FS_OUTCOME_NO_MEMORY, "the file cannot be mapped");
        return;
    }
    fs_decode(decoder, question, bytes, length, pixels, answer);
    munmap(bytes, length);
    // A large picture leaves nothing behind.
    if ((uint64_t)answer->full_width * answer->full_height > (4u << 20)) malloc_trim(0);
}
