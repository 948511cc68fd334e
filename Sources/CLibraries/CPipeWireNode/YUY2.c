// Vectors by hand: debug builds do not optimise, and this must keep pace with a camera in them too.
#include "CPipeWireNode.h"

#include <string.h>

typedef uint16_t words8 __attribute__((vector_size(16)));

#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)

static void convert8(const uint8_t *from, uint8_t *to) {
    words8 low, high;
    memcpy(&low, from, 16);
    memcpy(&high, from + 16, 16);
    // Each pixel is two words, (green << 8 | blue) and (x << 8 | red).
    words8 blue_green = EVEN(low, high);
    words8 red = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15) & 0xff;
    words8 blue = blue_green & 0xff, green = blue_green >> 8;
    words8 luma = ((red * 66 + green * 129 + blue * 25 + 128) >> 8) + 16;
    // Arithmetic modulo 65536 with an offset of 128 << 8 keeps the signed sums in unsigned words.
    words8 cb = (blue * 112 - red * 38 - green * 74 + (128 << 8) + 128) >> 8;
    words8 cr = (red * 112 - green * 94 - blue * 18 + (128 << 8) + 128) >> 8;
    // The chroma of the even pixel stands for the pair: Y0 Cb Y1 Cr.
    words8 chroma = __builtin_shufflevector(cb, cr, 0, 8, 2, 10, 4, 12, 6, 14);
    words8 packed = luma | chroma << 8;
    memcpy(to, &packed, 16);
}

void fs_bgrx_to_yuy2(
    const uint8_t *bgrx, size_t bgrx_stride, uint8_t *yuy2, size_t yuy2_stride, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *from = bgrx + y * bgrx_stride;
        uint8_t *to = yuy2 + y * yuy2_stride;
        uint32_t x = 0;
        for (; x + 8 <= width; x += 8) convert8(from + x * 4, to + x * 2);
        if (x < width) {
            uint8_t last[32] = {0}, converted[16];
            memcpy(last, from + x * 4, (width - x) * 4);
            convert8(last, converted);
            memcpy(to + x * 2, converted, (width - x) * 2);
        }
    }
}
