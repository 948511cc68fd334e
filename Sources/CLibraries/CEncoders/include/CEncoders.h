// Encoders for pictures: pixels of four bytes in the order blue, green, red, alpha (multiplied into the colours) become a file's
// bytes, which the caller frees with `fs_encoded_free`. They give NULL when there is no memory, or the size is too much for the format.
#pragma once
#include <stdint.h>

// PNG, of three channels when no pixel is transparent.
uint8_t *fs_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, int has_alpha, uint64_t *length);
// WebP. `quality` is 1 to 100; 100 loses nothing.
uint8_t *fs_encode_webp(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, int has_alpha, int quality, uint64_t *length);
void fs_encoded_free(uint8_t *bytes);

// Pixels without their alpha, as every viewer paints them: on white. Three bytes each, in the order red, green, blue.
void fs_flatten(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint8_t *rgb);
// Pixels with alpha no longer multiplied into the colours, in the order red, green, blue, alpha.
void fs_straighten(const uint8_t *pixels, uint32_t width, uint32_t height, uint64_t row, uint8_t *rgba);
