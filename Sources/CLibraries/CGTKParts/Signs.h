#pragma once
#include <cairo.h>
#include <gtk/gtk.h>

// How the signs of a camera are drawn, in the order of their kinds from FS_SIGN_FLASH_OFF on.
extern void (*const fs_camera_signs[])(cairo_t *);
extern const int fs_camera_sign_count;
