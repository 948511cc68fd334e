#include "CGTKParts.h"
#include "Holder.h"

// The tile of a grid.

typedef struct {
    FsHolder parent;
    GdkTexture *texture;
    void (*act)(int action, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
} FsTile;
typedef GtkWidgetClass FsTileClass;

static GType fs_tile_get_type(void);
G_DEFINE_TYPE(FsTile, fs_tile, fs_holder_get_type())

static void fs_tile_dispose(GObject *object) {
    FsTile *tile = (FsTile *)object;
    g_clear_object(&tile->texture);
    tile->act = NULL;
    if (tile->destroy) tile->destroy(tile->data);
    tile->destroy = NULL;
    G_OBJECT_CLASS(fs_tile_parent_class)->dispose(object);
}
static void fs_tile_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    (void)widget;
    (void)orientation;
    (void)for_size;
    (void)minimum_baseline;
    (void)natural_baseline;
    // The child never widens the tile: a long badge is cut instead.
    *minimum = *natural = 1;
}
static void fs_tile_allocate(GtkWidget *widget, int width, int height, int baseline) {
    GtkWidget *child = ((FsHolder *)widget)->child;
    if (!child) return;
    int minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    width = MAX(width, minimum);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
    gtk_widget_allocate(child, width, MAX(height, minimum), baseline, NULL);
}
static void fs_tile_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    FsTile *tile = (FsTile *)widget;
    if (tile->texture) {
        graphene_rect_t bounds;
        graphene_rect_init(&bounds, 0, 0, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
        fs_pixels_append(snapshot, fs_is_drawn_by_processor(widget), tile->texture, &bounds);
    }
    if (tile->parent.child) gtk_widget_snapshot_child(widget, tile->parent.child, snapshot);
}
static void press(GtkWidget *widget, const char *name, GVariant *parameter) {
    (void)parameter;
    FsTile *tile = (FsTile *)widget;
    static const char *const names[] = {"tile.choose", "tile.look", "tile.earlier", "tile.later"};
    for (int action = 0; action < (int)G_N_ELEMENTS(names); action++)
        if (g_str_equal(name, names[action]) && tile->act) tile->act(action, tile->data);
}
static void fs_tile_class_init(FsTileClass *class) {
    G_OBJECT_CLASS(class)->dispose = fs_tile_dispose;
    class->measure = fs_tile_measure;
    class->size_allocate = fs_tile_allocate;
    class->snapshot = fs_tile_snapshot;
    // Actions without a parameter are what screen readers can do.
    gtk_widget_class_install_action(class, "tile.choose", NULL, press);
    gtk_widget_class_install_action(class, "tile.look", NULL, press);
    gtk_widget_class_install_action(class, "tile.earlier", NULL, press);
    gtk_widget_class_install_action(class, "tile.later", NULL, press);
    gtk_widget_class_set_css_name(class, "filmstrip-tile");
    gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_CHECKBOX);
}
static void fs_tile_init(FsTile *tile) { gtk_widget_set_overflow(GTK_WIDGET(tile), GTK_OVERFLOW_HIDDEN); }

GtkWidget *fs_tile_new(
    GtkAccessibleRole role, gboolean ordered, void (*act)(int, gpointer), gpointer data, GDestroyNotify destroy) {
    FsTile *tile = g_object_new(fs_tile_get_type(), "accessible-role", role, NULL);
    tile->act = act;
    tile->data = data;
    tile->destroy = destroy;
    gtk_widget_action_set_enabled(GTK_WIDGET(tile), "tile.earlier", ordered);
    gtk_widget_action_set_enabled(GTK_WIDGET(tile), "tile.later", ordered);
    if (role == GTK_ACCESSIBLE_ROLE_CHECKBOX) fs_tile_set_checked(GTK_WIDGET(tile), FALSE);
    return GTK_WIDGET(tile);
}

void fs_tile_set_texture(GtkWidget *widget, GdkTexture *texture) {
    FsTile *tile = (FsTile *)widget;
    if (g_set_object(&tile->texture, texture)) gtk_widget_queue_draw(widget);
}

void fs_tile_set_checked(GtkWidget *tile, gboolean checked) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(tile), GTK_ACCESSIBLE_STATE_CHECKED,
        checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

// What tells of its size, and what is of a largest width.

typedef struct {
    FsHolder parent;
    void (*changed)(int width, int height, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
    int width, height;
    /// The largest width of the child; 0 for any.
    int clamp;
} FsFrame;
typedef GtkWidgetClass FsFrameClass;

static GType fs_frame_get_type(void);
G_DEFINE_TYPE(FsFrame, fs_frame, fs_holder_get_type())

static void fs_frame_dispose(GObject *object) {
    FsFrame *frame = (FsFrame *)object;
    frame->changed = NULL;
    if (frame->destroy) frame->destroy(frame->data);
    frame->destroy = NULL;
    G_OBJECT_CLASS(fs_frame_parent_class)->dispose(object);
}
static int clamped(FsFrame *frame, int width) {
    int minimum;
    gtk_widget_measure(frame->parent.child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    return MAX(frame->clamp > 0 ? MIN(width, frame->clamp) : width, minimum);
}
static void fs_frame_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline) {
    FsFrame *frame = (FsFrame *)widget;
    if (!frame->parent.child) return;
    // Without a width, too, the child is as high as it will be: at its largest width it may be higher than at its natural one.
    if (orientation == GTK_ORIENTATION_VERTICAL && (for_size >= 0 || frame->clamp > 0))
        for_size = clamped(frame, for_size >= 0 ? for_size : frame->clamp);
    fs_holder_measure(widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
    if (orientation == GTK_ORIENTATION_HORIZONTAL && frame->clamp > 0)
        *natural = MAX(*minimum, MIN(*natural, frame->clamp));
}
static void fs_frame_allocate(GtkWidget *widget, int width, int height, int baseline) {
    FsFrame *frame = (FsFrame *)widget;
    if (frame->changed && (width != frame->width || height != frame->height)) {
        frame->width = width;
        frame->height = height;
        frame->changed(width, height, frame->data);
    }
    GtkWidget *child = frame->parent.child;
    if (!child) return;
    // What was told may have changed what the child wants.
    int inner = clamped(frame, width), minimum;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, inner, &minimum, NULL, NULL, NULL);
    gtk_widget_size_allocate(
        child, &(GtkAllocation){MAX(0, (width - inner) / 2), 0, inner, MAX(height, minimum)}, baseline);
}
static void fs_frame_class_init(FsFrameClass *class) {
    G_OBJECT_CLASS(class)->dispose = fs_frame_dispose;
    class->measure = fs_frame_measure;
    class->size_allocate = fs_frame_allocate;
}
static void fs_frame_init(FsFrame *frame) { (void)frame; }

GtkWidget *fs_size_watch_new(void (*changed)(int, int, gpointer), gpointer data, GDestroyNotify destroy) {
    FsFrame *frame = g_object_new(fs_frame_get_type(), NULL);
    frame->changed = changed;
    frame->data = data;
    frame->destroy = destroy;
    return GTK_WIDGET(frame);
}

GtkWidget *fs_clamp_new(int width) {
    FsFrame *frame = g_object_new(fs_frame_get_type(), NULL);
    frame->clamp = width;
    return GTK_WIDGET(frame);
}
