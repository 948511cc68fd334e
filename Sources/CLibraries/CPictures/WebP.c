#include "Canvas.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

static void explain(VP8StatusCode status, struct fs_answer *answer) {
    switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY:
        fs_fail(answer, FS_OUTCOME_NO_MEMORY, "it wants more memory than a decoder may have");
        return;
    case VP8_STATUS_NOT_ENOUGH_DATA: fs_fail(answer, FS_OUTCOME_TRUNCATED, "it ends too early"); return;
    case VP8_STATUS_UNSUPPORTED_FEATURE: fs_fail(answer, FS_OUTCOME_UNSUPPORTED, "a WebP of a rare kind"); return;
    default: fs_fail(answer, FS_OUTCOME_DAMAGED, "its data make no sense");
    }
}

// A single picture: the library makes it smaller while it decodes.
static void read_still(struct fs_canvas *canvas, struct fs_bytes file, WebPDecoderConfig *config) {
    int has_alpha = config->input.has_alpha;
    if (fs_canvas_begin(
            canvas, (uint32_t)config->input.width, (uint32_t)config->input.height,
            has_alpha ? FS_LAYOUT_BGRA : FS_LAYOUT_BGRX))
        return;
    config->options.use_scaling = canvas->kept_width != canvas->width || canvas->kept_height != canvas->height;
    config->options.scaled_width = (int)canvas->kept_width;
    config->options.scaled_height = (int)canvas->kept_height;
    config->output.colorspace = has_alpha ? MODE_bgrA : MODE_BGRA;
    if (fs_canvas_rows(canvas, canvas->kept_width, canvas->kept_height)) return;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = fs_canvas_direct(canvas);
    config->output.u.RGBA.stride = (int)canvas->kept_width * 4;
    config->output.u.RGBA.size = (size_t)canvas->kept_width * canvas->kept_height * 4;
    // Piece by piece, because then what there is of a cut picture is kept.
    memset(config->output.u.RGBA.rgba, 128, config->output.u.RGBA.size);
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, config);
    if (!decoder) {
        fs_fail(canvas->answer, FS_OUTCOME_NO_MEMORY, "it wants more memory than a decoder may have");
        return;
    }
    VP8StatusCode status = WebPIUpdate(decoder, file.start, file.count);
    int last = 0;
    if (status == VP8_STATUS_SUSPENDED) {
        WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL);
        if (last > 0) canvas->answer->is_partial = 1;
        else status = VP8_STATUS_NOT_ENOUGH_DATA;
    }
    if (status != VP8_STATUS_OK && status != VP8_STATUS_SUSPENDED) explain(status, canvas->answer);
    WebPIDelete(decoder);
}

// The first picture of an animation, which may cover a part of the canvas only.
static void read_frame(struct fs_canvas *canvas, const WebPIterator *frame, uint32_t width, uint32_t height) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config) ||
        WebPGetFeatures(frame->fragment.bytes, frame->fragment.size, &config.input) != VP8_STATUS_OK) {
        fs_fail(canvas->answer, FS_OUTCOME_TRUNCATED, "its first picture is missing");
        return;
    }
    uint64_t count = (uint64_t)config.input.width * (uint64_t)config.input.height;
    if (count > canvas->question->pixel_limit) {
        fs_fail(canvas->answer, FS_OUTCOME_TOO_LARGE, "its first picture has more pixels than are decoded");
        return;
    }
    if (fs_canvas_begin(canvas, width, height, FS_LAYOUT_BGRA)) return;
    uint8_t *pixels = fs_take(canvas->answer, count, 4);
    uint8_t *row = fs_take(canvas->answer, width, 4);
    config.output.colorspace = MODE_bgrA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = config.input.width * 4;
    config.output.u.RGBA.size = (size_t)count * 4;
    VP8StatusCode status =
        pixels && row ? WebPDecode(frame->fragment.bytes, frame->fragment.size, &config) : VP8_STATUS_OUT_OF_MEMORY;
    if (status != VP8_STATUS_OK) {
        explain(status, canvas->answer);
    } else {
        int64_t left = frame->x_offset, top = frame->y_offset;
        for (int64_t y = 0; y < height; y++) {
            memset(row, 0, (size_t)width * 4);
            if (y >= top && y < top + config.input.height && left < width) {
                int64_t pixels_of_row = config.input.width < width - left ? config.input.width : width - left;
                memcpy(
                    row + left * 4, pixels + (size_t)(y - top) * (size_t)config.input.width * 4,
                    (size_t)pixels_of_row * 4);
            }
            fs_canvas_row(canvas, row);
        }
    }
    free(pixels);
    free(row);
}

void fs_decode_webp(struct fs_canvas *canvas, struct fs_bytes file) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) {
        fs_fail(canvas->answer, FS_OUTCOME_INTERNAL, "another version of libwebp than this was built for");
        return;
    }
    VP8StatusCode status = WebPGetFeatures(file.start, file.count, &config.input);
    if (status != VP8_STATUS_OK) {
        explain(status, canvas->answer);
        return;
    }
    WebPData data = {file.start, file.count};
    WebPDemuxState state;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    WebPChunkIterator profile;
    WebPIterator frame;
    int has_profile = demuxer && (WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ICCP_FLAG) &&
                      WebPDemuxGetChunk(demuxer, "ICCP", 1, &profile);
    if (has_profile) canvas->profile = (struct fs_bytes){profile.chunk.bytes, profile.chunk.size};
    if (!config.input.has_animation) {
        read_still(canvas, file, &config);
    } else if (demuxer && WebPDemuxGetFrame(demuxer, 1, &frame)) {
        read_frame(
            canvas, &frame, WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH),
            WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT));
        WebPDemuxReleaseIterator(&frame);
    } else {
        fs_fail(canvas->answer, FS_OUTCOME_TRUNCATED, "its first picture is missing");
    }
    fs_canvas_finish(canvas);
    canvas->profile.count = 0;
    if (has_profile) WebPDemuxReleaseChunkIterator(&profile);
    WebPDemuxDelete(demuxer);
}
