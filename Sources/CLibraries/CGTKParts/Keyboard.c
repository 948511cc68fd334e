#include "CGTKParts.h"
#include "Holder.h"

// What stands in place of a keyboard: as high as a part of its window.

typedef struct {
    FsHolder parent;
    GdkSurface *surface;
    int (*height)(int window_height, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
} FsKeyboard;
typedef GtkWidgetClass FsKeyboardClass;

static GType fs_keyboard_get_type(void);
G_DEFINE_TYPE(FsKeyboard, fs_keyboard, fs_holder_get_type())

static void fs_keyboard_dispose(GObject *object) {
    FsKeyboard *keyboard = (FsKeyboard *)object;
    keyboard->height = NULL;
    if (keyboard->destroy) keyboard->destroy(keyboard->data);
    keyboard->destroy = NULL;
    G_OBJECT_CLASS(fs_keyboard_parent_class)->dispose(object);
}
static int window_height(GtkWidget *widget) {
    GtkRoot *root = gtk_widget_get_root(widget);
    if (!root) return 0;
    int height = gtk_widget_get_height(GTK_WIDGET(root)), width = 0, wanted = 0;
    // Before its first layout a window knows only what it was told.
    if (height <= 0 && GTK_IS_WINDOW(root)) gtk_window_get_default_size(GTK_WINDOW(root), &width, &wanted);
    return MAX(height, wanted);
}
static void fs_keyboard_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    FsKeyboard *keyboard = (FsKeyboard *)widget;
    fs_holder_measure(widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
    if (orientation == GTK_ORIENTATION_VERTICAL && keyboard->height)
        *natural = MAX(*minimum, keyboard->height(window_height(widget), keyboard->data));
}
static void forget_surface(FsKeyboard *keyboard) {
    if (!keyboard->surface) return;
    g_signal_handlers_disconnect_by_func(keyboard->surface, gtk_widget_queue_resize, keyboard);
    g_clear_object(&keyboard->surface);
}
static void fs_keyboard_map(GtkWidget *widget) {
    FsKeyboard *keyboard = (FsKeyboard *)widget;
    GtkNative *native = gtk_widget_get_native(widget);
    GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;
    forget_surface(keyboard);
    if (surface) {
        keyboard->surface = g_object_ref(surface);
        g_signal_connect_swapped(surface, "notify::height", G_CALLBACK(gtk_widget_queue_resize), widget);
    }
    GTK_WIDGET_CLASS(fs_keyboard_parent_class)->map(widget);
}
static void fs_keyboard_unmap(GtkWidget *widget) {
    GTK_WIDGET_CLASS(fs_keyboard_parent_class)->unmap(widget);
    forget_surface((FsKeyboard *)widget);
}
static void fs_keyboard_class_init(FsKeyboardClass *class) {
    G_OBJECT_CLASS(class)->dispose = fs_keyboard_dispose;
    class->measure = fs_keyboard_measure;
    class->map = fs_keyboard_map;
    class->unmap = fs_keyboard_unmap;
}
static void fs_keyboard_init(FsKeyboard *keyboard) {
    gtk_widget_set_overflow(GTK_WIDGET(keyboard), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *fs_keyboard_new(int (*height)(int, gpointer), gpointer data, GDestroyNotify destroy) {
    FsKeyboard *keyboard = g_object_new(fs_keyboard_get_type(), NULL);
    keyboard->height = height;
    keyboard->data = data;
    keyboard->destroy = destroy;
    return GTK_WIDGET(keyboard);
}
