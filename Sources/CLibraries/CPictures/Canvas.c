#include "Canvas.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *fs_take(struct fs_answer *answer, uint64_t count, uint64_t size) {
    void *room = size && count <= SIZE_MAX / size ? malloc(count * size) : NULL;
    if (!room) fs_fail(answer, FS_OUTCOME_NO_MEMORY, "it wants more memory than a decoder may have");
    return room;
}

void fs_premultiply(uint8_t *row, uint32_t width) {
    for (uint8_t *end = row + (size_t)width * 4; row < end; row += 4) {
        uint32_t alpha = row[3];
        if (alpha == 255) continue;
        for (int part = 0; part < 3; part++) row[part] = (uint8_t)((row[part] * alpha + 127) / 255);
    }
}

static int is_turned(const struct fs_question *question) { return question->orientation >= 5; }

void fs_canvas_fit(
    const struct fs_question *question, uint32_t width, uint32_t height, uint32_t *kept_width, uint32_t *kept_height) {
    double box_width = is_turned(question) ? question->height : question->width;
    double box_height = is_turned(question) ? question->width : question->height;
    *kept_width = width;
    *kept_height = height;
    if (width <= box_width && height <= box_height) return;
    // Compared as products, so that no rounding decides which side is the tight one.
    if (width * box_height >= height * box_width) {
        *kept_width = (uint32_t)box_width;
        *kept_height = (uint32_t)fmax(1, round(height * box_width / width));
    } else {
        *kept_width = (uint32_t)fmax(1, round(width * box_height / height));
        *kept_height = (uint32_t)box_height;
    }
    // Whoever asks has made the box of the picture's own shape, and rounded it: rounding that again would be one pixel too many.
    if (fabs(box_width - *kept_width) <= 1 && fabs(box_height - *kept_height) <= 1) {
        *kept_width = (uint32_t)fmin(width, box_width);
        *kept_height = (uint32_t)fmin(height, box_height);
    }
}

// Some cameras put black bars into their previews, or leave old ones behind.
static int has_shape_of_picture(const struct fs_question *question, uint32_t width, uint32_t height) {
    if (!question->shown_width || !question->shown_height) return 1;
    double across = is_turned(question) ? height : width, down = is_turned(question) ? width : height;
    double shape = across / down, wanted = (double)question->shown_width / question->shown_height;
    // As much as one pixel of the preview, or 3 in 100.
    return fabs(shape / wanted - 1) <= fmax(0.03, 1.5 / fmin(across, down));
}

int fs_canvas_begin(struct fs_canvas *canvas, uint32_t width, uint32_t height, enum fs_layout layout) {
    const struct fs_question *question = canvas->question;
    canvas->width = width;
    canvas->height = height;
    canvas->layout = layout;
    canvas->answer->full_width = width;
    canvas->answer->full_height = height;
    if (!width || !height) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it has no size");
        return -1;
    }
    if ((uint64_t)width * height > question->pixel_limit) {
        fs_fail(canvas->answer, FS_OUTCOME_TOO_LARGE, "it has more pixels than are decoded");
        return -1;
    }
    if (question->task == FS_TASK_PREVIEW && !has_shape_of_picture(question, width, height)) {
        fs_fail(canvas->answer, FS_OUTCOME_NO_PREVIEW, "the preview has another shape than the picture");
        return -1;
    }
    fs_canvas_fit(question, width, height, &canvas->kept_width, &canvas->kept_height);
    if ((uint64_t)canvas->kept_width * canvas->kept_height > question->capacity / 4) {
        fs_fail(canvas->answer, FS_OUTCOME_DAMAGED, "it is larger than its header says");
        return -1;
    }
    return fs_canvas_rows(canvas, width, height);
}

int fs_canvas_rows(struct fs_canvas *canvas, uint32_t width, uint32_t height) {
    canvas->width = width;
    canvas->height = height;
    free(canvas->sums);
    free(canvas->line);
    canvas->sums = canvas->line = NULL;
    if (!canvas->kept) {
        int in_place = canvas->question->orientation <= 1;
        canvas->kept = in_place ? canvas->pixels
                                : fs_take(canvas->answer, (uint64_t)canvas->kept_width * canvas->kept_height, 4);
        if (!canvas->kept) return -1;
    }
    if (width == canvas->kept_width && height == canvas->kept_height) return 0;
    canvas->sums = fs_take(canvas->answer, (uint64_t)canvas->kept_width * 4, sizeof(float));
    canvas->line = fs_take(canvas->answer, (uint64_t)canvas->kept_width * 4, sizeof(float));
    if (!canvas->sums || !canvas->line) return -1;
    memset(canvas->sums, 0, (size_t)canvas->kept_width * 4 * sizeof(float));
    return 0;
}

uint8_t *fs_canvas_direct(struct fs_canvas *canvas) {
    int is_kept = canvas->width == canvas->kept_width && canvas->height == canvas->kept_height;
    if (is_kept) canvas->row = canvas->height;
    return is_kept ? canvas->kept : NULL;
}

// Averages a row to the kept width: each pixel counts as far as it lies in the new one.
static void narrow(const struct fs_canvas *canvas, const uint8_t *row, float *line) {
    uint32_t width = canvas->width, kept = canvas->kept_width;
    if (width == kept) {
        for (uint32_t at = 0; at < kept * 4; at++) line[at] = row[at];
        return;
    }
    float step = (float)kept / (float)width;
    double ratio = (double)width / kept;
    for (uint32_t to = 0; to < kept; to++, line += 4) {
        double start = to * ratio, end = fmin((to + 1) * ratio, width);
        uint32_t first = (uint32_t)start, last = (uint32_t)ceil(end) - 1;
        if (last >= width) last = width - 1;
        const uint8_t *pixel = row + (size_t)first * 4;
        float weight = (float)(fmin(first + 1, end) - start);
        float blue = pixel[0] * weight, green = pixel[1] * weight, red = pixel[2] * weight, alpha = pixel[3] * weight;
        if (last > first) {
            uint32_t sum_blue = 0, sum_green = 0, sum_red = 0, sum_alpha = 0;
            for (uint32_t from = first + 1; from < last; from++) {
                pixel += 4;
                sum_blue += pixel[0];
                sum_green += pixel[1];
                sum_red += pixel[2];
                sum_alpha += pixel[3];
            }
            pixel += 4;
            weight = (float)(end - last);
            blue += (float)sum_blue + pixel[0] * weight;
            green += (float)sum_green + pixel[1] * weight;
            red += (float)sum_red + pixel[2] * weight;
            alpha += (float)sum_alpha + pixel[3] * weight;
        }
        line[0] = blue * step;
        line[1] = green * step;
        line[2] = red * step;
        line[3] = alpha * step;
    }
}

static void add(float *sums, const float *line, uint32_t count, float weight) {
    for (uint32_t at = 0; at < count; at++) sums[at] += line[at] * weight;
}

static void store(struct fs_canvas *canvas) {
    uint32_t count = canvas->kept_width * 4;
    uint8_t *to = canvas->kept + (size_t)canvas->kept_row * count;
    for (uint32_t at = 0; at < count; at++) {
        float value = canvas->sums[at] + 0.5f;
        to[at] = value >= 255 ? 255 : (uint8_t)value;
        canvas->sums[at] = 0;
    }
    canvas->kept_row++;
}

void fs_canvas_row(struct fs_canvas *canvas, const uint8_t *row) {
    if (canvas->row >= canvas->height) return;
    if (!canvas->sums) {
        memcpy(canvas->kept + (size_t)canvas->row * canvas->kept_width * 4, row, (size_t)canvas->kept_width * 4);
        canvas->row++;
        return;
    }
    narrow(canvas, row, canvas->line);
    // This row covers a part of the new picture's height, perhaps on both sides of a border between two rows.
    double share = (double)canvas->kept_height / canvas->height;
    double start = canvas->row * share, end = (canvas->row + 1) * share;
    double border = canvas->kept_row + 1;
    int is_last = canvas->row + 1 == canvas->height;
    canvas->row++;
    if (canvas->kept_row >= canvas->kept_height) return;
    if (end < border - 1e-9 && !is_last) {
        add(canvas->sums, canvas->line, canvas->kept_width * 4, (float)(end - start));
        return;
    }
    add(canvas->sums, canvas->line, canvas->kept_width * 4, (float)(border - start));
    store(canvas);
    if (!is_last && end > border) add(canvas->sums, canvas->line, canvas->kept_width * 4, (float)(end - border));
}

void fs_canvas_pad(struct fs_canvas *canvas) {
    canvas->answer->is_partial = 1;
    if (canvas->row >= canvas->height) return;
    uint8_t *grey = malloc((size_t)canvas->width * 4);
    if (!grey) {
        // Then what is missing is as empty as the memory.
        canvas->row = canvas->height;
        return;
    }
    memset(grey, 128, (size_t)canvas->width * 4);
    for (uint32_t x = 0; x < canvas->width; x++) grey[(size_t)x * 4 + 3] = 255;
    while (canvas->row < canvas->height) fs_canvas_row(canvas, grey);
    free(grey);
}

// Copies the kept picture to where it is wanted, turned upright.
static void turn(const struct fs_canvas *canvas) {
    uint32_t orientation = canvas->question->orientation;
    int64_t width = canvas->kept_width, height = canvas->kept_height;
    int64_t right = 1, down = width, start = 0;
    uint32_t out_width = (uint32_t)(orientation >= 5 ? height : width);
    uint32_t out_height = (uint32_t)(orientation >= 5 ? width : height);
    int64_t last_row = (height - 1) * width, last = width - 1;
    switch (orientation) {
    case 2: start = last, right = -1, down = width; break;
    case 3: start = last_row + last, right = -1, down = -width; break;
    case 4: start = last_row, right = 1, down = -width; break;
    case 5: start = 0, right = width, down = 1; break;
    case 6: start = last_row, right = -width, down = 1; break;
    case 7: start = last_row + last, right = -width, down = -1; break;
    case 8: start = last, right = width, down = -1; break;
    default: break;
    }
    // In squares, so that what is read column by column stays in the processor's cache.
    enum { side = 32 };
    for (uint32_t top = 0; top < out_height; top += side)
        for (uint32_t left = 0; left < out_width; left += side)
            for (uint32_t y = top; y < out_height && y < top + side; y++)
                for (uint32_t x = left; x < out_width && x < left + side; x++)
                    memcpy(
                        canvas->pixels + ((size_t)y * out_width + x) * 4,
                        canvas->kept + (start + x * right + y * down) * 4, 4);
}

// Many a picture has a place for alpha, and nothing in it.
static int is_transparent(const uint8_t *pixels, uint64_t count) {
    for (uint64_t at = 0; at < count; at++)
        if (pixels[at * 4 + 3] != 255) return 1;
    return 0;
}

void fs_canvas_finish(struct fs_canvas *canvas) {
    if (canvas->answer->outcome != FS_OUTCOME_DONE) return;
    if (canvas->row < canvas->height) fs_canvas_pad(canvas);
    uint64_t count = (uint64_t)canvas->kept_width * canvas->kept_height;
    fs_colour_convert(canvas, canvas->kept, count);
    if (canvas->layout != FS_LAYOUT_BGRA)
        for (uint64_t at = 0; at < count; at++) canvas->kept[at * 4 + 3] = 255;
    if (canvas->kept != canvas->pixels) turn(canvas);
    int turned = canvas->question->orientation >= 5;
    canvas->answer->width = turned ? canvas->kept_height : canvas->kept_width;
    canvas->answer->height = turned ? canvas->kept_width : canvas->kept_height;
    canvas->answer->has_alpha = canvas->layout == FS_LAYOUT_BGRA && is_transparent(canvas->pixels, count);
}

void fs_canvas_free(struct fs_canvas *canvas) {
    free(canvas->sums);
    free(canvas->line);
    if (canvas->kept != canvas->pixels) free(canvas->kept);
}
