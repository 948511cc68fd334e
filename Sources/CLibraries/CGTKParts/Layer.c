#include "CGTKParts.h"
#include "Holder.h"

// One child that lies over something that moves. Without a graphics card each frame of what moves draws all that lies over it anew:
// the round shapes, gradients and texts of buttons then cost more than the frame itself. So they are drawn when they change.

typedef FsHolder FsLayer;
typedef GtkWidgetClass FsLayerClass;

static GType fs_layer_get_type(void);
G_DEFINE_TYPE(FsLayer, fs_layer, fs_holder_get_type())

// The child's drawing as pixels; NULL where there are too many of them.
static cairo_surface_t *drawn(GskRenderNode *node, const graphene_rect_t *bounds, int scale) {
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, (int)bounds->size.width * scale, (int)bounds->size.height * scale);
    cairo_surface_set_device_scale(surface, scale, scale);
    cairo_t *cairo = cairo_create(surface);
    cairo_translate(cairo, -bounds->origin.x, -bounds->origin.y);
    gsk_render_node_draw(node, cairo);
    cairo_destroy(cairo);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) return surface;
    cairo_surface_destroy(surface);
    return NULL;
}
// GTK keeps what this says until the child changes.
static void fs_layer_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    FsLayer *layer = (FsLayer *)widget;
    if (!layer->child) return;
    if (!fs_is_drawn_by_processor(widget)) {
        gtk_widget_snapshot_child(widget, layer->child, snapshot);
        return;
    }
    GtkSnapshot *inner = gtk_snapshot_new();
    gtk_widget_snapshot_child(widget, layer->child, inner);
    GskRenderNode *node = gtk_snapshot_free_to_node(inner);
    if (!node) return;
    graphene_rect_t bounds;
    gsk_render_node_get_bounds(node, &bounds);
    graphene_rect_round_extents(&bounds, &bounds);
    if (bounds.size.width < 1 || bounds.size.height < 1) {
        gsk_render_node_unref(node);
        return;
    }
    cairo_surface_t *surface = drawn(node, &bounds, gtk_widget_get_scale_factor(widget));
    if (surface) {
        fs_surface_append(snapshot, surface, &bounds);
        cairo_surface_destroy(surface);
    } else {
        gtk_snapshot_append_node(snapshot, node);
    }
    gsk_render_node_unref(node);
}
// What is beside the child belongs to what lies under it.
static gboolean fs_layer_contains(GtkWidget *widget, double x, double y) {
    (void)widget, (void)x, (void)y;
    return FALSE;
}
static void fs_layer_class_init(FsLayerClass *class) {
    class->snapshot = fs_layer_snapshot;
    class->contains = fs_layer_contains;
}
static void fs_layer_init(FsLayer *layer) {
    // On a screen of other pixels it is drawn anew.
    g_signal_connect(layer, "notify::scale-factor", G_CALLBACK(gtk_widget_queue_draw), NULL);
}

GtkWidget *fs_layer_new(void) { return g_object_new(fs_layer_get_type(), NULL); }
