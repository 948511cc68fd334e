#include "CGTKParts.h"

// Pixels that are drawn as quickly by the processor as by a graphics card. GTK 4.8 turns each pixel of a texture into four floating
// numbers and back whenever cairo draws it, which takes longer than all the rest of a frame.

static GQuark surface_of(void) { return g_quark_from_static_string("filmstrip-surface"); }

GdkTexture *fs_pixels_new(int width, int height, GBytes *bytes, gsize stride, gboolean is_opaque) {
    GdkTexture *texture = gdk_memory_texture_new(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, stride);
    if ((int)stride != cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, width)) return texture;
    // The same bytes, which nobody changes: cairo's format is that of the texture where bytes run from the lowest. What is opaque is
    // copied, and not blended pixel by pixel.
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (guchar *)g_bytes_get_data(bytes, NULL), is_opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height,
        (int)stride);
    static const cairo_user_data_key_t key;
    // Cairo has no surfaces of more than 32,767 pixels a side.
    gboolean fits = G_BYTE_ORDER == G_LITTLE_ENDIAN && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    if (!fits || cairo_surface_set_user_data(surface, &key, bytes, (cairo_destroy_func_t)g_bytes_unref)) {
        cairo_surface_destroy(surface);
        return texture;
    }
    // The surface's own, which it gives back when it goes.
    g_bytes_ref(bytes);
    g_object_set_qdata_full(G_OBJECT(texture), surface_of(), surface, (GDestroyNotify)cairo_surface_destroy);
    return texture;
}

gboolean fs_is_drawn_by_processor(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    return renderer && g_str_equal(G_OBJECT_TYPE_NAME(renderer), "GskCairoRenderer");
}

void fs_surface_append(GtkSnapshot *snapshot, cairo_surface_t *surface, const graphene_rect_t *bounds) {
    cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, bounds);
    // Cairo copies all pixels of a surface that goes before the drawings that use it: so it stays as long as the last of them.
    static const cairo_user_data_key_t drawn;
    cairo_surface_reference(surface);
    if (cairo_surface_set_user_data(
            cairo_get_target(cairo), &drawn, surface, (cairo_destroy_func_t)cairo_surface_destroy))
        cairo_surface_destroy(surface);
    double across = 1, down = 1;
    cairo_surface_get_device_scale(surface, &across, &down);
    cairo_translate(cairo, bounds->origin.x, bounds->origin.y);
    cairo_scale(
        cairo, bounds->size.width * across / cairo_image_surface_get_width(surface),
        bounds->size.height * down / cairo_image_surface_get_height(surface));
    cairo_set_source_surface(cairo, surface, 0, 0);
    // No edge shines through where it is drawn larger.
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_paint(cairo);
    cairo_destroy(cairo);
}

void fs_pixels_append(GtkSnapshot *snapshot, gboolean by_processor, GdkTexture *texture, const graphene_rect_t *bounds) {
    cairo_surface_t *surface = by_processor ? g_object_get_qdata(G_OBJECT(texture), surface_of()) : NULL;
    if (surface)
        fs_surface_append(snapshot, surface, bounds);
    else
        gtk_snapshot_append_texture(snapshot, texture, bounds);
}
