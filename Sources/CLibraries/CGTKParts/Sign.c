#include "CGTKParts.h"
#include "Signs.h"
#include <math.h>

// The signs of media, which icon themes do not have: drawn in the widget's colour, on a field of 16 by 16.

typedef struct {
    GtkWidget parent;
    FsSignKind kind;
} FsSign;
typedef GtkWidgetClass FsSignClass;

static GType fs_sign_get_type(void);
G_DEFINE_TYPE(FsSign, fs_sign, GTK_TYPE_WIDGET)

static void ring(cairo_t *cr, double radius, double width) {
    cairo_set_line_width(cr, width);
    cairo_new_sub_path(cr);
    cairo_arc(cr, 8, 8, radius, 0, 2 * G_PI);
    cairo_stroke(cr);
}
static void rounded(cairo_t *cr, double x, double y, double width, double height, double radius) {
    cairo_new_sub_path(cr);
    cairo_arc(cr, x + width - radius, y + radius, radius, -G_PI / 2, 0);
    cairo_arc(cr, x + width - radius, y + height - radius, radius, 0, G_PI / 2);
    cairo_arc(cr, x + radius, y + height - radius, radius, G_PI / 2, G_PI);
    cairo_arc(cr, x + radius, y + radius, radius, G_PI, 3 * G_PI / 2);
    cairo_close_path(cr);
}
static void triangle(cairo_t *cr, double left, double top, double height) {
    cairo_move_to(cr, left, top);
    cairo_line_to(cr, left + height * 0.9, top + height / 2);
    cairo_line_to(cr, left, top + height);
    cairo_close_path(cr);
    cairo_fill(cr);
}

static void draw_video(cairo_t *cr) {
    rounded(cr, 0.8, 3.6, 9.8, 8.8, 2);
    cairo_fill(cr);
    cairo_move_to(cr, 11.6, 7.2);
    cairo_line_to(cr, 15.2, 4.4);
    cairo_line_to(cr, 15.2, 11.6);
    cairo_line_to(cr, 11.6, 8.8);
    cairo_close_path(cr);
    cairo_fill(cr);
}
static void draw_slow_motion(cairo_t *cr) {
    // Rays that stand close on one side and far apart on the other.
    cairo_set_line_width(cr, 1.2);
    for (int ray = 0; ray < 18; ray++) {
        if (ray > 9 && ray % 2) continue;
        double angle = ray * 2 * G_PI / 18;
        cairo_move_to(cr, 8 + 4.6 * cos(angle), 8 + 4.6 * sin(angle));
        cairo_line_to(cr, 8 + 7 * cos(angle), 8 + 7 * sin(angle));
    }
    cairo_stroke(cr);
    fs_dot(cr, 8, 8, 2.2);
}
static void draw_time_lapse(cairo_t *cr) {
    ring(cr, 6.4, 1.4);
    cairo_move_to(cr, 8, 4.2);
    cairo_line_to(cr, 8, 8);
    cairo_line_to(cr, 11, 9.4);
    cairo_stroke(cr);
}
static void draw_live_photo(cairo_t *cr) {
    fs_dot(cr, 8, 8, 1.9);
    ring(cr, 4.1, 1.3);
    for (int i = 0; i < 16; i++) fs_dot(cr, 8 + 6.8 * cos(i * G_PI / 8), 8 + 6.8 * sin(i * G_PI / 8), 0.62);
}
static void draw_panorama(cairo_t *cr) {
    cairo_set_line_width(cr, 1.4);
    cairo_move_to(cr, 1, 3.6);
    cairo_curve_to(cr, 5, 5.4, 11, 5.4, 15, 3.6);
    cairo_line_to(cr, 15, 12.4);
    cairo_curve_to(cr, 11, 10.6, 5, 10.6, 1, 12.4);
    cairo_close_path(cr);
    cairo_stroke(cr);
}
static void draw_animated(cairo_t *cr) {
    ring(cr, 6.6, 1.3);
    triangle(cr, 6.2, 4.8, 6.4);
}
static void draw_burst(cairo_t *cr) {
    cairo_set_line_width(cr, 1.3);
    rounded(cr, 5, 5, 10, 9, 1.6);
    cairo_fill(cr);
    cairo_move_to(cr, 3, 11);
    cairo_line_to(cr, 3, 3);
    cairo_line_to(cr, 13, 3);
    cairo_stroke(cr);
    cairo_move_to(cr, 1, 9);
    cairo_line_to(cr, 1, 1);
    cairo_line_to(cr, 11, 1);
    cairo_stroke(cr);
}
static void draw_play(cairo_t *cr) { triangle(cr, 3.6, 1.6, 12.8); }
static void draw_pause(cairo_t *cr) {
    rounded(cr, 3, 2, 3.6, 12, 1);
    rounded(cr, 9.4, 2, 3.6, 12, 1);
    cairo_fill(cr);
}

static void fs_sign_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    static void (*const draw[])(cairo_t *) = {
        draw_video, draw_slow_motion, draw_time_lapse, draw_live_photo, draw_panorama,
        draw_animated, draw_burst, draw_play, draw_pause,
    };
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget), side = MIN(width, height);
    FsSignKind kind = ((FsSign *)widget)->kind;
    int camera = (int)kind - FS_SIGN_FLASH_OFF;
    if (side <= 0 || kind < 0 || camera >= fs_camera_sign_count) return;
    graphene_rect_t bounds;
    graphene_rect_init(&bounds, 0, 0, width, height);
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &bounds);
    GdkRGBA colour;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
    gdk_cairo_set_source_rgba(cr, &colour);
    cairo_translate(cr, (width - side) / 2.0, (height - side) / 2.0);
    cairo_scale(cr, side / 16.0, side / 16.0);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    if (camera >= 0) fs_camera_signs[camera](cr);
    else draw[kind](cr);
    cairo_destroy(cr);
}
static void fs_sign_class_init(FsSignClass *class) {
    class->snapshot = fs_sign_snapshot;
    gtk_widget_class_set_css_name(class, "image");
    // Whoever shows a sign says it in words, too.
    gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}
static void fs_sign_init(FsSign *sign) { (void)sign; }

GtkWidget *fs_sign_new(FsSignKind kind, int size) {
    FsSign *sign = g_object_new(fs_sign_get_type(), NULL);
    sign->kind = kind;
    gtk_widget_set_size_request(GTK_WIDGET(sign), size, size);
    return GTK_WIDGET(sign);
}

void fs_sign_set_kind(GtkWidget *widget, FsSignKind kind) {
    FsSign *sign = (FsSign *)widget;
    if (sign->kind == kind) return;
    sign->kind = kind;
    gtk_widget_queue_draw(widget);
}
