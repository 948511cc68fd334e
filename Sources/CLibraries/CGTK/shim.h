#pragma once
#include <glib-unix.h>
#include <gtk/gtk.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Functions with variable arguments, one inline shim for each use.
static inline void fs_accessible_set_label(GtkWidget *widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void fs_accessible_set_description(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
static inline void fs_accessible_set_value_text(GtkWidget *widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}
/// A number between two others, and how it is said.
static inline void fs_accessible_set_value(
    GtkWidget *widget, double now, double least, double most, const char *text) {
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, least,
        GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, most, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}
static inline void fs_accessible_reset_label(GtkWidget *widget) {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}
static inline void fs_accessible_set_hidden(GtkWidget *widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}
static inline GtkWidget *fs_label_new_with_role(GtkAccessibleRole role) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_LABEL, "accessible-role", role, NULL));
}
static inline GtkWidget *fs_image_new_decoration(void) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
}
static inline GtkWidget *fs_picture_new_decoration(void) {
    return GTK_WIDGET(g_object_new(GTK_TYPE_PICTURE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
}
static inline GtkWidget *fs_box_new_with_role(GtkOrientation orientation, int spacing, GtkAccessibleRole role) {
    return GTK_WIDGET(g_object_new(
        GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing, "accessible-role", role, NULL));
}
/// The content of a window: what the app put there, also where its class keeps that in a property, as libadwaita's do.
static inline GtkWidget *fs_window_get_content(GtkWindow *window) {
    if (!g_object_class_find_property(G_OBJECT_GET_CLASS(window), "content")) return gtk_window_get_child(window);
    GtkWidget *content = NULL;
    g_object_get(window, "content", &content, NULL);
    if (content) g_object_unref(content);
    return content;
}
static inline void fs_window_set_content(GtkWindow *window, GtkWidget *content) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(window), "content")) g_object_set(window, "content", content, NULL);
    else gtk_window_set_child(window, content);
}
static inline void fs_object_set_boolean(gpointer object, const char *name, gboolean value) {
    g_object_set(object, name, value, NULL);
}
static inline int fs_object_get_integer(gpointer object, const char *name) {
    int value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}
static inline void fs_object_set_integer(gpointer object, const char *name, int value) {
    g_object_set(object, name, value, NULL);
}
static inline void fs_object_set_string(gpointer object, const char *name, const char *value) {
    g_object_set(object, name, value, NULL);
}
static inline gboolean fs_object_get_boolean(gpointer object, const char *name) {
    gboolean value = FALSE;
    g_object_get(object, name, &value, NULL);
    return value;
}
/// `list.scroll-to-item` and its like take an unsigned number.
static inline gboolean fs_widget_activate_unsigned(GtkWidget *widget, const char *action, guint value) {
    return gtk_widget_activate_action(widget, action, "u", value);
}
/// Hands memory that was let go of back to the system, where the C library keeps it for itself.
static inline void fs_memory_give_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
/// So much of what a scroll controller tells is a notch of a wheel: touchpads may tell points, ten of which GTK takes for one.
static inline double fs_scroll_notch(gpointer controller) {
#if GTK_CHECK_VERSION(4, 8, 0)
    if (gtk_event_controller_scroll_get_unit(GTK_EVENT_CONTROLLER_SCROLL(controller)) == GDK_SCROLL_UNIT_SURFACE) return 10;
#endif
    return 1;
}
static inline const char *fs_type_name(gpointer object) { return G_OBJECT_TYPE_NAME(object); }
static inline gboolean fs_is_widget(gpointer object) { return object && GTK_IS_WIDGET(object); }
static inline gboolean fs_is_window(gpointer object) { return GTK_IS_WINDOW(object); }
