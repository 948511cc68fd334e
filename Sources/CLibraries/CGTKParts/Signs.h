#pragma once
#include <cairo.h>
#include <gtk/gtk.h>

// How the signs of a camera are drawn, in the order of their kinds from FS_SIGN_FLASH_OFF on.
extern void (*const fs_camera_signs[])(cairo_t *);
extern const int fs_camera_sign_count;

// A disc.
static inline void fs_dot(cairo_t *cr, double x, double y, double radius) {
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, y, radius, 0, 2 * G_PI);
    cairo_fill(cr);
}
