#include "Canvas.h"

#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

static void explain(struct heif_error error, struct fs_answer *answer) {
    enum fs_outcome outcome = FS_OUTCOME_DAMAGED;
    if (error.code == heif_error_Memory_allocation_error)
        outcome = error.subcode == heif_suberror_Security_limit_exceeded ? FS_OUTCOME_TOO_LARGE : FS_OUTCOME_NO_MEMORY;
    if (error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype)
        outcome = FS_OUTCOME_UNSUPPORTED;
    if (error.subcode == heif_suberror_End_of_data) outcome = FS_OUTCOME_TRUNCATED;
    // What has frames in a track alone is a movie of pictures, and the library reads stills.
    if (error.code == heif_error_Unsupported_filetype || error.subcode == heif_suberror_No_meta_box ||
        error.subcode == heif_suberror_No_pitm_box) {
        fs_fail(
            answer, FS_OUTCOME_UNSUPPORTED,
            "a sequence without a still picture, or of a brand that the system's HEIF library does not read");
        return;
    }
    fs_fail(answer, outcome, error.message ? error.message : "its data make no sense");
}

// Reads the colours of a picture; the caller frees what is returned.
static uint8_t *take_profile(const struct heif_image_handle *handle, struct fs_canvas *canvas) {
    size_t length = heif_image_handle_get_raw_color_profile_size(handle);
    uint8_t *profile = length ? malloc(length) : NULL;
    if (profile && heif_image_handle_get_raw_color_profile(handle, profile).code == heif_error_Ok) {
        canvas->profile = (struct fs_bytes){profile, length};
        return profile;
    }
    free(profile);
    struct heif_color_profile_nclx *words = NULL;
    if (heif_image_handle_get_nclx_color_profile(handle, &words).code == heif_error_Ok && words) {
        canvas->primaries = (uint32_t)words->color_primaries;
        heif_nclx_color_profile_free(words);
    }
    return NULL;
}

static void copy_rows(struct fs_canvas *canvas, const struct heif_image *image, int has_alpha, int is_multiplied) {
    int stride;
    const uint8_t *plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    uint8_t *row = fs_take(canvas->answer, canvas->width, 4);
    for (uint32_t y = 0; plane && row && y < canvas->height; y++) {
        const uint8_t *from = plane + (size_t)y * (size_t)stride;
        for (uint32_t x = 0; x < canvas->width; x++, from += has_alpha ? 4 : 3) {
            uint8_t *to = row + (size_t)x * 4;
            to[0] = from[2];
            to[1] = from[1];
            to[2] = from[0];
            to[3] = has_alpha ? from[3] : 255;
        }
        if (has_alpha && !is_multiplied) fs_premultiply(row, canvas->width);
        fs_canvas_row(canvas, row);
    }
    free(row);
}

static void decode(struct fs_canvas *canvas, const struct heif_image_handle *handle) {
    int has_alpha = heif_image_handle_has_alpha_channel(handle);
    int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
    if (width < 1 || height < 1) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has no size");
        return;
    }
    // Asked before the work begins; what comes out is asked again.
    if (fs_canvas_begin(canvas, (uint32_t)width, (uint32_t)height, has_alpha ? FS_LAYOUT_BGRA : FS_LAYOUT_BGRX)) return;
    uint8_t *profile = take_profile(handle, canvas);
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    if (options && options->version >= 2) options->convert_hdr_to_8bit = 1;
    struct heif_image *image = NULL;
    struct heif_error error = heif_decode_image(
        handle, &image, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
        options);
    if (error.code != heif_error_Ok) {
        explain(error, canvas->answer);
    } else if (
        heif_image_get_width(image, heif_channel_interleaved) != width ||
        heif_image_get_height(image, heif_channel_interleaved) != height) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has another size than it says");
    } else {
        copy_rows(canvas, image, has_alpha, heif_image_handle_is_premultiplied_alpha(handle));
    }
    if (image) heif_image_release(image);
    if (options) heif_decoding_options_free(options);
    fs_canvas_finish(canvas);
    canvas->profile.count = 0;
    free(profile);
}

// The small picture of that item which the file carries for its main one.
static void decode_preview(struct fs_canvas *canvas, const struct heif_image_handle *handle) {
    enum { most = 16 };
    heif_item_id numbers[most];
    int count = heif_image_handle_get_list_of_thumbnail_IDs(handle, numbers, most), place = 0;
    while (place < count && numbers[place] != canvas->question->preview) place++;
    if (place >= count) {
        fs_fail(canvas->answer, FS_OUTCOME_NO_PREVIEW, "it has no preview of that number");
        return;
    }
    struct heif_image_handle *preview = NULL;
    struct heif_error error = heif_image_handle_get_thumbnail(handle, numbers[place], &preview);
    if (error.code != heif_error_Ok) {
        explain(error, canvas->answer);
        return;
    }
    decode(canvas, preview);
    heif_image_handle_release(preview);
}

void fs_decode_heif(struct fs_canvas *canvas, struct fs_bytes file) {
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    heif_context_set_max_decoding_threads(context, 0);
    struct heif_error error = heif_context_read_from_memory_without_copy(context, file.start, file.count, NULL);
    if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(context, &handle);
    if (error.code != heif_error_Ok) explain(error, canvas->answer);
    else if (canvas->question->task == FS_TASK_PREVIEW) decode_preview(canvas, handle);
    else decode(canvas, handle);
    if (handle) heif_image_handle_release(handle);
    heif_context_free(context);
}
