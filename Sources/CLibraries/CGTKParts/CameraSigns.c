#include "Signs.h"
#include <math.h>

// The signs on the buttons of a camera: icon themes have no flash, and name other things by what is near. On a field of 16 by 16.

static void line(cairo_t *cr, double x1, double y1, double x2, double y2) {
    cairo_move_to(cr, x1, y1);
    cairo_line_to(cr, x2, y2);
}
// A closed line through points, each an x and a y.
static void trace(cairo_t *cr, size_t count, const double places[]) {
    cairo_new_sub_path(cr);
    for (size_t i = 0; i + 1 < count; i += 2) cairo_line_to(cr, places[i], places[i + 1]);
    cairo_close_path(cr);
}
#define shape(cr, ...) \
    trace(cr, sizeof((double[]){__VA_ARGS__}) / sizeof(double), (const double[]){__VA_ARGS__})
static void bolt(cairo_t *cr, double x, double scale) {
    cairo_save(cr);
    cairo_translate(cr, x, 8 - 8 * scale);
    cairo_scale(cr, scale, scale);
    shape(cr, 5.4, 0.8, 1.2, 9, 4.3, 9, 3, 15.2, 8.6, 6.2, 5.2, 6.2, 7.4, 0.8);
    cairo_fill(cr);
    cairo_restore(cr);
}
// A stroke from corner to corner, with a gap to what it crosses.
static void strike(cairo_t *cr) {
    cairo_save(cr);
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR);
    cairo_set_line_width(cr, 4);
    line(cr, 2, 2, 14, 14);
    cairo_stroke(cr);
    cairo_restore(cr);
    cairo_set_line_width(cr, 1.5);
    line(cr, 2, 2, 14, 14);
    cairo_stroke(cr);
}
static void text(cairo_t *cr, const char *digits, double size, double x, double y) {
    cairo_text_extents_t extents;
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, digits, &extents);
    cairo_move_to(cr, x - extents.width / 2 - extents.x_bearing, y - extents.height / 2 - extents.y_bearing);
    cairo_show_text(cr, digits);
}
static void arrow_head(cairo_t *cr, double x, double y, double angle) {
    cairo_move_to(cr, x + 3.4 * cos(angle + 2.4), y + 3.4 * sin(angle + 2.4));
    cairo_line_to(cr, x, y);
    cairo_line_to(cr, x + 3.4 * cos(angle - 2.4), y + 3.4 * sin(angle - 2.4));
    cairo_stroke(cr);
}

static void flash_on(cairo_t *cr) { bolt(cr, 3.1, 1); }
static void flash_off(cairo_t *cr) {
    bolt(cr, 3.1, 1);
    strike(cr);
}
static void flash_auto(cairo_t *cr) {
    bolt(cr, 0.2, 0.94);
    cairo_set_line_width(cr, 1.4);
    cairo_move_to(cr, 9.8, 14.4);
    cairo_line_to(cr, 12.5, 7.6);
    cairo_line_to(cr, 15.2, 14.4);
    line(cr, 10.8, 12.2, 14.2, 12.2);
    cairo_stroke(cr);
}
static void clock_face(cairo_t *cr) {
    cairo_set_line_width(cr, 1.4);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 8, 9.2, 5.9, 0, 2 * G_PI);
    line(cr, 6.2, 1, 9.8, 1);
    line(cr, 8, 1, 8, 3.2);
    line(cr, 12.6, 4.2, 13.4, 3.4);
    cairo_stroke(cr);
}
static void timer_off(cairo_t *cr) {
    clock_face(cr);
    line(cr, 8, 9.2, 10.6, 6.6);
    cairo_stroke(cr);
}
static void timer_three(cairo_t *cr) {
    clock_face(cr);
    text(cr, "3", 8, 8, 9.2);
}
static void timer_ten(cairo_t *cr) {
    clock_face(cr);
    text(cr, "10", 6.6, 7.9, 9.2);
}
static void flip(cairo_t *cr) {
    cairo_set_line_width(cr, 1.5);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 8, 8, 6, G_PI * 1.12, G_PI * 1.86);
    cairo_stroke(cr);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 8, 8, 6, G_PI * 0.12, G_PI * 0.86);
    cairo_stroke(cr);
    arrow_head(cr, 8 + 6 * cos(G_PI * 1.9), 8 + 6 * sin(G_PI * 1.9), G_PI * 0.42);
    arrow_head(cr, 8 + 6 * cos(G_PI * 0.9), 8 + 6 * sin(G_PI * 0.9), G_PI * 1.42);
    fs_dot(cr, 8, 8, 2);
}
static void grid(cairo_t *cr) {
    cairo_set_line_width(cr, 1.3);
    cairo_rectangle(cr, 1.7, 1.7, 12.6, 12.6);
    for (int third = 1; third <= 2; third++) {
        line(cr, 1.7 + third * 4.2, 1.7, 1.7 + third * 4.2, 14.3);
        line(cr, 1.7, 1.7 + third * 4.2, 14.3, 1.7 + third * 4.2);
    }
    cairo_stroke(cr);
}
static void torch(cairo_t *cr) {
    cairo_set_line_width(cr, 1.4);
    shape(cr, 4.4, 5.6, 11.6, 5.6, 9.8, 8.6, 9.8, 15, 6.2, 15, 6.2, 8.6);
    cairo_stroke(cr);
    line(cr, 8, 0.9, 8, 3.2);
    line(cr, 4, 1.6, 5, 3.4);
    line(cr, 12, 1.6, 11, 3.4);
    line(cr, 8, 10, 8, 11.4);
    cairo_stroke(cr);
}
static void mirror(cairo_t *cr) {
    cairo_set_line_width(cr, 1.4);
    double dash[] = {1.2, 2.4};
    cairo_save(cr);
    cairo_set_dash(cr, dash, 2, 0);
    line(cr, 8, 1, 8, 15);
    cairo_stroke(cr);
    cairo_restore(cr);
    shape(cr, 5.8, 3.6, 5.8, 12.4, 0.9, 12.4);
    cairo_fill(cr);
    shape(cr, 10.2, 3.6, 10.2, 12.4, 15.1, 12.4);
    cairo_stroke(cr);
}
static void code(cairo_t *cr) {
    static const double eyes[][2] = {{1.2, 1.2}, {9.4, 1.2}, {1.2, 9.4}};
    cairo_set_line_width(cr, 1.3);
    for (size_t i = 0; i < G_N_ELEMENTS(eyes); i++) {
        cairo_rectangle(cr, eyes[i][0] + 0.6, eyes[i][1] + 0.6, 4.2, 4.2);
        cairo_stroke(cr);
        cairo_rectangle(cr, eyes[i][0] + 2, eyes[i][1] + 2, 1.4, 1.4);
        cairo_fill(cr);
    }
    cairo_rectangle(cr, 9.4, 9.4, 2, 2);
    cairo_rectangle(cr, 12.8, 9.4, 2, 2);
    cairo_rectangle(cr, 11.1, 11.1, 2, 2);
    cairo_rectangle(cr, 9.4, 12.8, 2, 2);
    cairo_rectangle(cr, 12.8, 12.8, 2, 2);
    cairo_fill(cr);
}
static void library(cairo_t *cr) {
    cairo_set_line_width(cr, 1.4);
    cairo_rectangle(cr, 1.2, 4.2, 13.6, 10.4);
    line(cr, 3.4, 1.6, 12.6, 1.6);
    cairo_stroke(cr);
    shape(cr, 2.6, 13, 6.2, 8.4, 8.8, 11.4, 10.4, 9.6, 13.4, 13);
    cairo_fill(cr);
    fs_dot(cr, 11.2, 7, 1.1);
}
static void lock(cairo_t *cr) {
    cairo_rectangle(cr, 2.8, 7.2, 10.4, 7.6);
    cairo_fill(cr);
    cairo_set_line_width(cr, 1.6);
    cairo_move_to(cr, 4.9, 7);
    cairo_line_to(cr, 4.9, 4.6);
    cairo_arc(cr, 8, 4.6, 3.1, G_PI, 2 * G_PI);
    cairo_line_to(cr, 11.1, 7);
    cairo_stroke(cr);
}
static void sun(cairo_t *cr) {
    fs_dot(cr, 8, 8, 3);
    cairo_set_line_width(cr, 1.4);
    for (int ray = 0; ray < 8; ray++) {
        double angle = ray * G_PI / 4;
        line(cr, 8 + 4.9 * cos(angle), 8 + 4.9 * sin(angle), 8 + 6.9 * cos(angle), 8 + 6.9 * sin(angle));
    }
    cairo_stroke(cr);
}
static void microphone(cairo_t *cr) {
    cairo_set_line_width(cr, 4.4);
    line(cr, 8, 3.4, 8, 6.8);
    cairo_stroke(cr);
    cairo_set_line_width(cr, 1.4);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 8, 6.8, 4.6, 0, G_PI);
    line(cr, 8, 11.6, 8, 14.6);
    line(cr, 5, 14.8, 11, 14.8);
    cairo_stroke(cr);
}
static void camera_body(cairo_t *cr) {
    shape(cr, 1, 5.2, 4.4, 5.2, 5.6, 3, 10.4, 3, 11.6, 5.2, 15, 5.2, 15, 13.6, 1, 13.6);
    cairo_set_line_width(cr, 1.3);
    cairo_stroke(cr);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 8, 9.2, 2.6, 0, 2 * G_PI);
    cairo_stroke(cr);
}
static void camera_off(cairo_t *cr) {
    camera_body(cr);
    strike(cr);
}
static void shortcuts(cairo_t *cr) {
    cairo_set_line_width(cr, 1.3);
    cairo_rectangle(cr, 0.8, 3.4, 14.4, 9.2);
    cairo_stroke(cr);
    for (int column = 0; column < 4; column++) {
        cairo_rectangle(cr, 2.8 + column * 2.8, 5.4, 1.5, 1.5);
        cairo_rectangle(cr, 2.8 + column * 2.8, 7.7, 1.5, 1.5);
    }
    cairo_rectangle(cr, 4.4, 10, 7, 1.2);
    cairo_fill(cr);
}

void (*const fs_camera_signs[])(cairo_t *) = {
    flash_off, flash_on, flash_auto, timer_off, timer_three, timer_ten, flip, grid, torch, mirror,
    code, library, lock, sun, microphone, camera_body, camera_off, shortcuts,
};
const int fs_camera_sign_count = G_N_ELEMENTS(fs_camera_signs);
