#include "Canvas.h"

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

// Larger than any real profile but those of printers.
#define PROFILE_LIMIT (4u << 20)

struct fs_colours {
    cmsHPROFILE target;
    // The last conversion, and what it was made of: pictures of one camera have one profile.
    cmsHTRANSFORM transform;
    uint8_t *profile;
    uint64_t length;
    uint32_t primaries;
    enum fs_layout layout;
};

struct fs_colours *fs_colours_open(void) {
    struct fs_colours *colours = calloc(1, sizeof *colours);
    if (colours) colours->target = cmsCreate_sRGBProfile();
    return colours;
}

static void forget(struct fs_colours *colours) {
    if (colours->transform) cmsDeleteTransform(colours->transform);
    free(colours->profile);
    colours->transform = NULL;
    colours->profile = NULL;
    colours->length = 0;
    colours->primaries = 0;
}

void fs_colours_close(struct fs_colours *colours) {
    if (!colours) return;
    forget(colours);
    if (colours->target) cmsCloseProfile(colours->target);
    free(colours);
}

// A profile with the curve of sRGB, and the primaries that a container names by number.
static cmsHPROFILE profile_of_primaries(uint32_t primaries) {
    cmsCIExyY white = {0.3127, 0.3290, 1};
    cmsCIExyYTRIPLE colours;
    switch (primaries) {
    case 9: colours = (cmsCIExyYTRIPLE){{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}}; break;
    case 12: colours = (cmsCIExyYTRIPLE){{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}}; break;
    default: return NULL;
    }
    cmsFloat64Number numbers[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *curve = cmsBuildParametricToneCurve(NULL, 4, numbers);
    if (!curve) return NULL;
    cmsToneCurve *three[3] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &colours, three);
    cmsFreeToneCurve(curve);
    return profile;
}

// The conversion for a canvas; NULL where colours are sRGB already, or the profile is for other pixels than these.
static cmsHTRANSFORM transform_for(const struct fs_canvas *canvas) {
    struct fs_colours *colours = canvas->decoder->colours;
    struct fs_bytes profile = canvas->profile;
    if (!colours) return NULL;
    if (profile.count > PROFILE_LIMIT) profile.count = 0;
    if (!profile.count && !canvas->primaries) return NULL;
    if (colours->length == profile.count && colours->layout == canvas->layout &&
        colours->primaries == canvas->primaries &&
        (!profile.count || memcmp(colours->profile, profile.start, profile.count) == 0))
        return colours->transform;
    forget(colours);
    cmsHPROFILE source = profile.count ? cmsOpenProfileFromMem(profile.start, (cmsUInt32Number)profile.count)
                                       : profile_of_primaries(canvas->primaries);
    if (!source) return NULL;
    int is_ink = canvas->layout == FS_LAYOUT_INK;
    if (cmsGetColorSpace(source) == (is_ink ? cmsSigCmykData : cmsSigRgbData))
        colours->transform = cmsCreateTransform(
            source, is_ink ? TYPE_CMYK_8_REV : TYPE_BGRA_8, colours->target, TYPE_BGRA_8, INTENT_RELATIVE_COLORIMETRIC,
            cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | (is_ink ? 0 : cmsFLAGS_COPY_ALPHA));
    cmsCloseProfile(source);
    if (!colours->transform) return NULL;
    colours->layout = canvas->layout;
    colours->primaries = canvas->primaries;
    colours->profile = malloc(profile.count ? profile.count : 1);
    if (colours->profile) {
        memcpy(colours->profile, profile.start ? profile.start : colours->profile, profile.count);
        colours->length = profile.count;
    }
    return colours->transform;
}

// Ink without a profile: what is left of white light behind each.
static void convert_ink(uint8_t *pixels, uint64_t count) {
    for (uint8_t *at = pixels, *end = pixels + count * 4; at < end; at += 4) {
        uint32_t cyan = at[0], magenta = at[1], yellow = at[2], black = at[3];
        at[0] = (uint8_t)(yellow * black / 255);
        at[1] = (uint8_t)(magenta * black / 255);
        at[2] = (uint8_t)(cyan * black / 255);
        at[3] = 255;
    }
}

static void unpremultiply(uint8_t *pixels, uint64_t count) {
    for (uint8_t *at = pixels, *end = pixels + count * 4; at < end; at += 4) {
        uint32_t alpha = at[3];
        if (alpha == 255 || alpha == 0) continue;
        for (int part = 0; part < 3; part++) {
            uint32_t value = (at[part] * 255 + alpha / 2) / alpha;
            at[part] = value > 255 ? 255 : (uint8_t)value;
        }
    }
}

void fs_colour_convert(struct fs_canvas *canvas, uint8_t *pixels, uint64_t count) {
    cmsHTRANSFORM transform = transform_for(canvas);
    int has_alpha = canvas->layout == FS_LAYOUT_BGRA;
    if (!transform) {
        if (canvas->layout == FS_LAYOUT_INK) convert_ink(pixels, count);
        return;
    }
    if (has_alpha) unpremultiply(pixels, count);
    // In pieces, as the library counts in 32 bits.
    for (uint64_t done = 0; done < count;) {
        uint64_t piece = count - done < (1 << 20) ? count - done : 1 << 20;
        cmsDoTransform(transform, pixels + done * 4, pixels + done * 4, (cmsUInt32Number)piece);
        done += piece;
    }
    if (!has_alpha) return;
    for (uint64_t done = 0; done < count;) {
        uint64_t piece = count - done < (1 << 20) ? count - done : 1 << 20;
        fs_premultiply(pixels + done * 4, (uint32_t)piece);
        done += piece;
    }
}
