#include "CGTKParts.h"
#include "Holder.h"

// A child that comes in with a movement when it is first seen.

typedef struct {
    FsHolder parent;
    void (*shape)(double seconds, double *scale, double *opacity);
    gint64 start;
    double scale, opacity;
    guint tick, steps;
    gboolean has_begun;
} FsEntrance;
typedef GtkWidgetClass FsEntranceClass;

static GType fs_entrance_get_type(void);
G_DEFINE_TYPE(FsEntrance, fs_entrance, fs_holder_get_type())

static gboolean step(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    (void)data;
    FsEntrance *entrance = (FsEntrance *)widget;
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    // It begins with the first frame that is drawn, however long that took.
    if (entrance->steps++ == 0) entrance->start = now;
    entrance->scale = entrance->opacity = 1;
    entrance->shape((now - entrance->start) / 1e6, &entrance->scale, &entrance->opacity);
    gtk_widget_queue_draw(widget);
    if (entrance->scale < 1 || entrance->opacity < 1) return G_SOURCE_CONTINUE;
    entrance->tick = 0;
    return G_SOURCE_REMOVE;
}
static void fs_entrance_map(GtkWidget *widget) {
    FsEntrance *entrance = (FsEntrance *)widget;
    GTK_WIDGET_CLASS(fs_entrance_parent_class)->map(widget);
    if (entrance->has_begun) return;
    entrance->has_begun = TRUE;
    entrance->shape(0, &entrance->scale, &entrance->opacity);
    entrance->tick = gtk_widget_add_tick_callback(widget, step, NULL, NULL);
}
static void fs_entrance_unmap(GtkWidget *widget) {
    FsEntrance *entrance = (FsEntrance *)widget;
    if (entrance->tick) gtk_widget_remove_tick_callback(widget, entrance->tick);
    entrance->tick = 0;
    // Who comes back is there at once.
    entrance->scale = entrance->opacity = 1;
    GTK_WIDGET_CLASS(fs_entrance_parent_class)->unmap(widget);
}
static void fs_entrance_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    FsEntrance *entrance = (FsEntrance *)widget;
    if (!entrance->parent.child) return;
    gboolean moves = entrance->scale < 1, fades = entrance->opacity < 1;
    if (fades) gtk_snapshot_push_opacity(snapshot, entrance->opacity);
    if (moves) {
        // Not a turn in space: a renderer without a graphics processor cannot draw that.
        float middle = gtk_widget_get_width(widget) / 2.0f;
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(middle, 0));
        gtk_snapshot_scale(snapshot, MAX(entrance->scale, 0.004), 1);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(-middle, 0));
    }
    gtk_widget_snapshot_child(widget, entrance->parent.child, snapshot);
    if (moves) gtk_snapshot_restore(snapshot);
    if (fades) gtk_snapshot_pop(snapshot);
}
static void fs_entrance_class_init(FsEntranceClass *class) {
    class->map = fs_entrance_map;
    class->unmap = fs_entrance_unmap;
    class->snapshot = fs_entrance_snapshot;
}
static void fs_entrance_init(FsEntrance *entrance) { entrance->scale = entrance->opacity = 1; }

GtkWidget *fs_entrance_new(void (*shape)(double, double *, double *)) {
    FsEntrance *entrance = g_object_new(fs_entrance_get_type(), NULL);
    entrance->shape = shape;
    return GTK_WIDGET(entrance);
}
guint fs_entrance_get_steps(GtkWidget *widget) { return ((FsEntrance *)widget)->steps; }
