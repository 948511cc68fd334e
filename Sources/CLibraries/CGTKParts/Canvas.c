#include "CGTKParts.h"

// A widget that somebody else draws.

typedef struct {
    GtkWidget parent;
    void (*draw)(GtkSnapshot *snapshot, gboolean by_processor, int width, int height, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
} FsCanvas;
typedef GtkWidgetClass FsCanvasClass;

static GType fs_canvas_get_type(void);
G_DEFINE_TYPE(FsCanvas, fs_canvas, GTK_TYPE_WIDGET)

static void fs_canvas_dispose(GObject *object) {
    FsCanvas *canvas = (FsCanvas *)object;
    canvas->draw = NULL;
    if (canvas->destroy) canvas->destroy(canvas->data);
    canvas->destroy = NULL;
    G_OBJECT_CLASS(fs_canvas_parent_class)->dispose(object);
}
static void fs_canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    FsCanvas *canvas = (FsCanvas *)widget;
    if (canvas->draw)
        canvas->draw(
            snapshot, fs_is_drawn_by_processor(widget), gtk_widget_get_width(widget), gtk_widget_get_height(widget),
            canvas->data);
}
static void fs_canvas_class_init(FsCanvasClass *class) {
    G_OBJECT_CLASS(class)->dispose = fs_canvas_dispose;
    class->snapshot = fs_canvas_snapshot;
    gtk_widget_class_set_css_name(class, "filmstrip-canvas");
}
static void fs_canvas_init(FsCanvas *canvas) { gtk_widget_set_overflow(GTK_WIDGET(canvas), GTK_OVERFLOW_HIDDEN); }

GtkWidget *fs_canvas_new(
    GtkAccessibleRole role, void (*draw)(GtkSnapshot *, gboolean, int, int, gpointer), gpointer data,
    GDestroyNotify destroy) {
    FsCanvas *canvas = g_object_new(fs_canvas_get_type(), "accessible-role", role, NULL);
    canvas->draw = draw;
    canvas->data = data;
    canvas->destroy = destroy;
    return GTK_WIDGET(canvas);
}
