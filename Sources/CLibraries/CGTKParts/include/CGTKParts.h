#pragma once
#include <gtk/gtk.h>

// What GTK wants subclasses for, which Swift cannot make. Everything here is called on the main thread.

/// A view on a content of any length whose children are placed anew at each layout, by `layout`, which is called with the view's
/// size. A million places cost nothing, since only the children that are seen need to be there.
GtkWidget *fs_scroll_area_new(
    GtkOrientation axis, void (*layout)(int width, int height, gpointer data), gpointer data, GDestroyNotify destroy);
/// Adds a child, above the others or below them.
void fs_scroll_area_add(GtkWidget *area, GtkWidget *child, gboolean above);
/// Brings a child to the end of the order in which screen readers walk and children are drawn.
void fs_scroll_area_raise(GtkWidget *area, GtkWidget *child);
void fs_scroll_area_remove(GtkWidget *area, GtkWidget *child);
/// Where a child lies, from the view's corner. Called from `layout`, once for each child that is seen.
void fs_scroll_area_place(GtkWidget *area, GtkWidget *child, int x, int y, int width, int height);
/// How long the content is, how long the view, and how far one step goes. Called from `layout`.
void fs_scroll_area_set_length(GtkWidget *area, double length, double view_length, double step);
/// How far it is scrolled from its beginning, which is at the right where lines run from there.
double fs_scroll_area_get_offset(GtkWidget *area);
void fs_scroll_area_set_offset(GtkWidget *area, double offset);

/// A tile: a texture that fills it and changes without a new layout, and one child over it. Screen readers meet a check box, or what
/// else `role` says. `act` is called with 0 when a screen reader, or a key, presses it, with 1 when it is to be looked at, and, where
/// the tile stands in an order that can be changed, with 2 and 3 when it is to be moved forward or back.
GtkWidget *fs_tile_new(
    GtkAccessibleRole role, gboolean ordered, void (*act)(int action, gpointer data), gpointer data,
    GDestroyNotify destroy);
/// Null for none: then the style's background is seen.
void fs_tile_set_texture(GtkWidget *tile, GdkTexture *texture);
/// Whether screen readers say that it is chosen.
void fs_tile_set_checked(GtkWidget *tile, gboolean checked);

/// A widget that `draw` draws, with the size that it has; it is told whether the processor will paint what it draws.
GtkWidget *fs_canvas_new(
    GtkAccessibleRole role,
    void (*draw)(GtkSnapshot *snapshot, gboolean by_processor, int width, int height, gpointer data), gpointer data,
    GDestroyNotify destroy);

/// A texture of blue, green, red and alpha, premultiplied, that is drawn quickly without a graphics card, too.
GdkTexture *fs_pixels_new(int width, int height, GBytes *bytes, gsize stride, gboolean is_opaque);
/// Whether no graphics card draws the window of a widget.
gboolean fs_is_drawn_by_processor(GtkWidget *widget);
/// Draws a texture into a box.
void fs_pixels_append(GtkSnapshot *snapshot, gboolean by_processor, GdkTexture *texture, const graphene_rect_t *bounds);
/// Draws an image surface into a box, and keeps it for as long as it may be painted.
void fs_surface_append(GtkSnapshot *snapshot, cairo_surface_t *surface, const graphene_rect_t *bounds);

/// One child that lies over something that moves, and is drawn only when it changes. A press beside the child goes to what lies under.
GtkWidget *fs_layer_new(void);

/// Gives a tile, a size watch, a keyboard, a clamp, an entrance, or a layer its one child; NULL for none.
void fs_holder_set_child(GtkWidget *holder, GtkWidget *child);

/// Tells of the sizes that a widget is given: one child that fills it.
GtkWidget *fs_size_watch_new(void (*changed)(int width, int height, gpointer data), gpointer data, GDestroyNotify destroy);

/// One child, as high as `height` says of a window of that height where there is room.
GtkWidget *fs_keyboard_new(int (*height)(int window_height, gpointer data), gpointer data, GDestroyNotify destroy);

/// A box of a wanted largest width, which is centred in more.
GtkWidget *fs_clamp_new(int width);

/// One child that comes in with a movement when it is first seen. `shape` says how it looks so long after the first frame: how wide, as a
/// part of its width, and how opaque. The movement ends when both are 1.
GtkWidget *fs_entrance_new(void (*shape)(double seconds, double *scale, double *opacity));
/// How many frames the movement has had.
guint fs_entrance_get_steps(GtkWidget *entrance);

/// What a sign stands for.
typedef enum {
    FS_SIGN_VIDEO, FS_SIGN_SLOW_MOTION, FS_SIGN_TIME_LAPSE, FS_SIGN_LIVE_PHOTO, FS_SIGN_PANORAMA, FS_SIGN_ANIMATED,
    FS_SIGN_BURST, FS_SIGN_PLAY, FS_SIGN_PAUSE,
    // Those of a camera: see CameraSigns.c.
    FS_SIGN_FLASH_OFF, FS_SIGN_FLASH_ON, FS_SIGN_FLASH_AUTO, FS_SIGN_TIMER, FS_SIGN_TIMER_3, FS_SIGN_TIMER_10, FS_SIGN_FLIP,
    FS_SIGN_GRID, FS_SIGN_TORCH, FS_SIGN_MIRROR, FS_SIGN_CODE, FS_SIGN_LIBRARY, FS_SIGN_LOCK, FS_SIGN_SUN,
    FS_SIGN_MICROPHONE, FS_SIGN_CAMERA, FS_SIGN_CAMERA_OFF, FS_SIGN_KEYS,
} FsSignKind;
/// A sign of media, drawn in the colour of its style.
GtkWidget *fs_sign_new(FsSignKind kind, int size);
void fs_sign_set_kind(GtkWidget *sign, FsSignKind kind);

/// Reads the clipboard in the first of those types that it has. `done` is called at most once, without bytes where it has none of them, where
/// there are more than `most`, and when it is cancelled: never as long as the program that has the clipboard does not answer.
void fs_clipboard_read(
    GtkWidget *widget, const char *const *types, gsize most, GCancellable *cancel,
    void (*done)(const char *type, GBytes *bytes, gpointer data), gpointer data, GDestroyNotify destroy);

/// Squares in lines that wrap, all of one size: at least `side`, and as much larger as fills a line, with `gap` between them. Put children
/// in with `gtk_widget_insert_after`, and take them out with `gtk_widget_unparent`.
GtkWidget *fs_square_flow_new(int side, int gap);

/// Lets `run`, which is given the descriptor, do the work of the main thread that a descriptor tells of: after redrawing, but never kept
/// waiting by it for long. To be detached once.
GSource *fs_main_queue_attach(int descriptor, GSourceFunc run);
void fs_main_queue_detach(GSource *source);

/// Puts a window above the one of another program: `x11:XID` in hexadecimal, or `wayland:HANDLE`. Call it when the window is realized.
/// On X11 it is closed with that window. False when the handle is not understood here, or the window has gone.
gboolean fs_window_set_parent(GtkWindow *window, const char *handle);
