#include "CEncoders.h"
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

void fs_flatten(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint8_t *rgb) {
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *from = pixels + y * row;
        for (uint32_t x = 0; x < width; x++, from += 4, rgb += 3) {
            unsigned white = 255 - from[3];
            for (int part = 0; part < 3; part++) {
                unsigned value = from[2 - part] + white;
                rgb[part] = value > 255 ? 255 : (uint8_t)value;
            }
        }
    }
}

void fs_straighten(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint8_t *rgba) {
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *from = pixels + y * row;
        for (uint32_t x = 0; x < width; x++, from += 4, rgba += 4) {
            unsigned alpha = from[3];
            for (int part = 0; part < 3; part++) {
                unsigned value = alpha ? (from[2 - part] * 255u + alpha / 2) / alpha : 0;
                rgba[part] = value > 255 ? 255 : (uint8_t)value;
            }
            rgba[3] = (uint8_t)alpha;
        }
    }
}

// Rows without gaps, in the channels that the picture has.
static uint8_t *packed(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, int has_alpha) {
    uint8_t *room = malloc((size_t)width * height * (has_alpha ? 4 : 3));
    if (!room) return NULL;
    if (has_alpha)
        fs_straighten(pixels, width, height, row, room);
    else
        fs_flatten(pixels, width, height, row, room);
    return room;
}

uint8_t *fs_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, int has_alpha, uint64_t *length) {
    uint8_t *room = packed(pixels, width, height, row, has_alpha);
    if (!room) return NULL;
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height};
    image.format = has_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *bytes = malloc(size);
    int made = bytes && png_image_write_to_memory(&image, bytes, &size, 0, room, 0, NULL);
    free(room);
    if (!made) {
        free(bytes);
        return NULL;
    }
    *length = size;
    return bytes;
}

uint8_t *fs_encode_webp(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, int has_alpha, int quality, uint64_t *length) {
    if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) return NULL;
    uint8_t *room = packed(pixels, width, height, row, has_alpha);
    if (!room) return NULL;
    int stride = (int)width * (has_alpha ? 4 : 3);
    uint8_t *made = NULL;
    size_t size;
    if (quality >= 100)
        size = has_alpha ? WebPEncodeLosslessRGBA(room, (int)width, (int)height, stride, &made)
                         : WebPEncodeLosslessRGB(room, (int)width, (int)height, stride, &made);
    else
        size = has_alpha ? WebPEncodeRGBA(room, (int)width, (int)height, stride, (float)quality, &made)
                         : WebPEncodeRGB(room, (int)width, (int)height, stride, (float)quality, &made);
    free(room);
    if (!size) return NULL;
    // One way of freeing for all.
    uint8_t *bytes = malloc(size);
    if (bytes) memcpy(bytes, made, size);
    WebPFree(made);
    *length = size;
    return bytes;
}

void fs_encoded_free(uint8_t *bytes) { free(bytes); }
