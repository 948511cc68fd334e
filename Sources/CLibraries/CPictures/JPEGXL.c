#include "Canvas.h"

#include <jxl/decode.h>
#include <stdlib.h>
#include <string.h>

struct state {
    JxlDecoder *decoder;
    JxlBasicInfo info;
    JxlPixelFormat format;
    uint8_t *pixels;
    uint8_t *profile;
};

static uint8_t *take_profile(struct state *state, struct fs_canvas *canvas) {
    size_t length = 0;
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    if (JxlDecoderGetICCProfileSize(state->decoder, JXL_COLOR_PROFILE_TARGET_DATA, &length) != JXL_DEC_SUCCESS)
        return NULL;
#else
    if (JxlDecoderGetICCProfileSize(state->decoder, &state->format, JXL_COLOR_PROFILE_TARGET_DATA, &length) !=
        JXL_DEC_SUCCESS)
        return NULL;
#endif
    uint8_t *profile = length && length < (4 << 20) ? malloc(length) : NULL;
    if (!profile) return NULL;
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    JxlDecoderStatus status =
        JxlDecoderGetColorAsICCProfile(state->decoder, JXL_COLOR_PROFILE_TARGET_DATA, profile, length);
#else
    JxlDecoderStatus status = JxlDecoderGetColorAsICCProfile(
        state->decoder, &state->format, JXL_COLOR_PROFILE_TARGET_DATA, profile, length);
#endif
    if (status != JXL_DEC_SUCCESS) {
        free(profile);
        return NULL;
    }
    canvas->profile = (struct fs_bytes){profile, length};
    return profile;
}

static int begin(struct state *state, struct fs_canvas *canvas) {
    if (JxlDecoderGetBasicInfo(state->decoder, &state->info) != JXL_DEC_SUCCESS) return -1;
    // The library turns pictures by itself, and this is the size before that.
    int swaps = state->info.orientation >= JXL_ORIENT_TRANSPOSE;
    uint32_t width = swaps ? state->info.ysize : state->info.xsize;
    uint32_t height = swaps ? state->info.xsize : state->info.ysize;
    state->format = (JxlPixelFormat){4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    return fs_canvas_begin(canvas, width, height, state->info.alpha_bits ? FS_LAYOUT_BGRA : FS_LAYOUT_BGRX);
}

static int give_room(struct state *state, struct fs_canvas *canvas) {
    size_t size = 0;
    if (JxlDecoderImageOutBufferSize(state->decoder, &state->format, &size) != JXL_DEC_SUCCESS ||
        size != (size_t)canvas->width * canvas->height * 4) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has another size than it says");
        return -1;
    }
    free(state->pixels);
    state->pixels = fs_take(canvas->answer, size, 1);
    if (!state->pixels) return -1;
    memset(state->pixels, 128, size);
    return JxlDecoderSetImageOutBuffer(state->decoder, &state->format, state->pixels, size) == JXL_DEC_SUCCESS ? 0 : -1;
}

static void hand_over(const struct state *state, struct fs_canvas *canvas) {
    for (uint32_t y = 0; y < canvas->height; y++) {
        uint8_t *row = state->pixels + (size_t)y * canvas->width * 4;
        for (uint32_t x = 0; x < canvas->width; x++) {
            uint8_t red = row[(size_t)x * 4];
            row[(size_t)x * 4] = row[(size_t)x * 4 + 2];
            row[(size_t)x * 4 + 2] = red;
        }
        if (canvas->layout == FS_LAYOUT_BGRA && !state->info.alpha_premultiplied) fs_premultiply(row, canvas->width);
        fs_canvas_row(canvas, row);
    }
}

static void run(struct state *state, struct fs_canvas *canvas) {
    for (;;) {
        switch (JxlDecoderProcessInput(state->decoder)) {
        case JXL_DEC_BASIC_INFO:
            if (begin(state, canvas)) {
                if (canvas->answer->outcome == FS_OUTCOME_DONE)
                    fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "its header makes no sense");
                return;
            }
            break;
        case JXL_DEC_COLOR_ENCODING:
            free(state->profile);
            state->profile = take_profile(state, canvas);
            break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (give_room(state, canvas)) return;
            break;
        case JXL_DEC_FULL_IMAGE: hand_over(state, canvas); return;
        case JXL_DEC_SUCCESS: fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has no picture in it"); return;
        case JXL_DEC_NEED_MORE_INPUT:
            // What has come out so far is shown.
            if (state->pixels && JxlDecoderFlushImage(state->decoder) == JXL_DEC_SUCCESS) {
                canvas->answer->is_partial = 1;
                hand_over(state, canvas);
            } else {
                fs_fail(canvas->answer, FS_OUTCOME_TRUNCATED, "it ends too early");
            }
            return;
        default: fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "its data make no sense"); return;
        }
    }
}

void fs_decode_jxl(struct fs_canvas *canvas, struct fs_bytes file) {
    struct state state = {.decoder = JxlDecoderCreate(NULL)};
    if (!state.decoder) {
        fs_fail(canvas->answer, FS_OUTCOME_NO_MEMORY, "there is no memory for a decoder");
        return;
    }
    JxlDecoderSubscribeEvents(state.decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
    JxlDecoderSetInput(state.decoder, file.start, file.count);
    JxlDecoderCloseInput(state.decoder);
    run(&state, canvas);
    fs_canvas_finish(canvas);
    canvas->profile.count = 0;
    JxlDecoderDestroy(state.decoder);
    free(state.pixels);
    free(state.profile);
}
