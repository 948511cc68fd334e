#include "Canvas.h"

#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
#include <stdlib.h>
#include <string.h>

// A real progressive picture has ten scans. Each goes over the whole picture, so thousands of empty ones are an attack.
#define SCAN_LIMIT 200

struct guard {
    struct jpeg_error_mgr manager;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    int is_cut;
};

static void escape(j_common_ptr codec) { longjmp(((struct guard *)codec->err)->escape, 1); }

static void be_silent(j_common_ptr codec) { (void)codec; }

// Warnings tell that something is damaged, and the library goes on.
static void count_warning(j_common_ptr codec, int level) {
    struct guard *guard = (struct guard *)codec->err;
    if (level < 0) {
        guard->manager.num_warnings++;
        if (guard->manager.msg_code == JWRN_JPEG_EOF || guard->manager.msg_code == JWRN_HIT_MARKER) guard->is_cut = 1;
    }
}

static void limit_scans(j_common_ptr codec) {
    if (codec->is_decompressor && ((j_decompress_ptr)codec)->input_scan_number > SCAN_LIMIT)
        longjmp(((struct guard *)codec->err)->escape, 2);
}

// The colour profile lies in up to 255 segments (ICC.1, annex B.4), in any order.
static uint8_t *join_profile(const struct jpeg_decompress_struct *codec, uint64_t *length) {
    *length = 0;
    uint64_t total = 0;
    for (jpeg_saved_marker_ptr marker = codec->marker_list; marker; marker = marker->next)
        if (marker->marker == JPEG_APP0 + 2 && marker->data_length > 14 && memcmp(marker->data, "ICC_PROFILE", 12) == 0)
            total += marker->data_length - 14;
    uint8_t *profile = total ? malloc(total) : NULL;
    if (!profile) return NULL;
    for (int number = 1; number < 256; number++)
        for (jpeg_saved_marker_ptr marker = codec->marker_list; marker; marker = marker->next)
            if (marker->marker == JPEG_APP0 + 2 && marker->data_length > 14 &&
                memcmp(marker->data, "ICC_PROFILE", 12) == 0 && marker->data[12] == number &&
                *length + marker->data_length - 14 <= total) {
                memcpy(profile + *length, marker->data + 14, marker->data_length - 14);
                *length += marker->data_length - 14;
            }
    return profile;
}

// The decoder's own scale: the smallest of eight that still covers what is kept.
static void choose_scale(struct jpeg_decompress_struct *codec, const struct fs_canvas *canvas) {
    codec->scale_denom = 8;
    for (unsigned eighths = 1; eighths <= 8; eighths++) {
        codec->scale_num = eighths;
        if (((uint64_t)codec->image_width * eighths + 7) / 8 >= canvas->kept_width &&
            ((uint64_t)codec->image_height * eighths + 7) / 8 >= canvas->kept_height)
            break;
    }
    codec->do_fancy_upsampling = codec->scale_num == 8;
}

static int read_rows(struct jpeg_decompress_struct *codec, struct fs_canvas *canvas, uint8_t *volatile *room) {
    int is_ink = codec->num_components == 4;
    codec->out_color_space = is_ink ? JCS_CMYK : JCS_EXT_BGRX;
    if (fs_canvas_begin(canvas, codec->image_width, codec->image_height, is_ink ? FS_LAYOUT_INK : FS_LAYOUT_BGRX))
        return -1;
    choose_scale(codec, canvas);
    jpeg_calc_output_dimensions(codec);
    if (fs_canvas_rows(canvas, codec->output_width, codec->output_height)) return -1;
    *room = fs_take(canvas->answer, codec->output_width, 4);
    if (!*room) return -1;
    // Adobe stores ink the other way round, and says so in its marker; others store it as it is.
    int is_reversed = codec->saw_Adobe_marker;
    jpeg_start_decompress(codec);
    while (codec->output_scanline < codec->output_height) {
        JSAMPROW row = *room;
        if (jpeg_read_scanlines(codec, &row, 1) != 1) break;
        if (is_ink && !is_reversed)
            for (uint32_t at = 0; at < codec->output_width * 4; at++) row[at] = 255 - row[at];
        fs_canvas_row(canvas, row);
    }
    return 0;
}

static void explain(struct jpeg_decompress_struct *codec, struct guard *guard, struct fs_answer *answer) {
    char text[JMSG_LENGTH_MAX];
    switch (guard->manager.msg_code) {
    case JERR_BAD_PRECISION:
        fs_fail(
            answer, FS_OUTCOME_UNSUPPORTED, "a JPEG of 12 bits a colour, which the system's JPEG library does not read");
        return;
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY: fs_fail(answer, FS_OUTCOME_TRUNCATED, "it ends before the picture begins"); return;
    case JERR_OUT_OF_MEMORY: fs_fail(answer, FS_OUTCOME_NO_MEMORY, "it wants more memory than a decoder may have"); return;
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
        fs_fail(answer, FS_OUTCOME_UNSUPPORTED, "a JPEG without loss or of another rare kind"); return;
    default:
        guard->manager.format_message((j_common_ptr)codec, text);
        fs_fail(answer, FS_OUTCOME_DAMAGED, text);
    }
}

void fs_decode_jpeg(struct fs_canvas *canvas, struct fs_bytes file) {
    struct jpeg_decompress_struct codec;
    struct guard guard;
    // Volatile, because the escape from an error jumps back over their changes.
    uint8_t *volatile room = NULL;
    uint8_t *volatile profile = NULL;
    codec.err = jpeg_std_error(&guard.manager);
    guard.manager.error_exit = escape;
    guard.manager.output_message = be_silent;
    guard.manager.emit_message = count_warning;
    guard.progress.progress_monitor = limit_scans;
    guard.is_cut = 0;
    jpeg_create_decompress(&codec);
    codec.progress = &guard.progress;
    int jumped = setjmp(guard.escape);
    if (jumped == 2) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has more scans than any camera writes");
    } else if (jumped) {
        // What was decoded so far is shown.
        if (canvas->row > 0) fs_canvas_pad(canvas);
        else explain(&codec, &guard, canvas->answer);
    } else {
        jpeg_mem_src(&codec, file.start, (unsigned long)file.count);
        jpeg_save_markers(&codec, JPEG_APP0 + 2, 0xFFFF);
        jpeg_read_header(&codec, TRUE);
        uint64_t length;
        profile = join_profile(&codec, &length);
        canvas->profile = (struct fs_bytes){profile, profile ? length : 0};
        read_rows(&codec, canvas, &room);
    }
    if (guard.is_cut) canvas->answer->is_partial = 1;
    fs_canvas_finish(canvas);
    canvas->profile.count = 0;
    jpeg_destroy_decompress(&codec);
    free(room);
    free(profile);
}
