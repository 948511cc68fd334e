#include "CGTKParts.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

#ifdef GDK_WINDOWING_X11
// Closes a window with the one of another program that it stands above.
static gboolean look_at_event(GdkX11Display *display, const XEvent *event, gpointer window) {
    (void)display;
    gpointer parent = g_object_get_data(window, "filmstrip-parent");
    if (event->type == DestroyNotify && event->xdestroywindow.window == GPOINTER_TO_SIZE(parent)) gtk_window_close(window);
    return FALSE;
}
#endif

gboolean fs_window_set_parent(GtkWindow *window, const char *handle) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    if (!surface) return FALSE;
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_SURFACE(surface) && g_str_has_prefix(handle, "x11:")) {
        char *end = NULL;
        unsigned long parent = g_ascii_strtoull(handle + 4, &end, 16);
        if (parent == 0 || *end != '\0') return FALSE;
        GdkDisplay *display = gdk_surface_get_display(surface);
        // The other window may be gone already.
        gdk_x11_display_error_trap_push(display);
        Display *xdisplay = gdk_x11_display_get_xdisplay(display);
        XSetTransientForHint(xdisplay, gdk_x11_surface_get_xid(surface), parent);
        // What this program listens to already goes on, should the window be its own.
        XWindowAttributes attributes = {0};
        XGetWindowAttributes(xdisplay, parent, &attributes);
        XSelectInput(xdisplay, parent, attributes.your_event_mask | StructureNotifyMask);
        if (gdk_x11_display_error_trap_pop(display) != 0) return FALSE;
        g_object_set_data(G_OBJECT(window), "filmstrip-parent", GSIZE_TO_POINTER(parent));
        g_signal_connect_object(display, "xevent", G_CALLBACK(look_at_event), window, 0);
        return TRUE;
    }
#endif
#ifdef GDK_WINDOWING_WAYLAND
    if (GDK_IS_WAYLAND_TOPLEVEL(surface) && g_str_has_prefix(handle, "wayland:"))
        return gdk_wayland_toplevel_set_transient_for_exported(GDK_WAYLAND_TOPLEVEL(surface), handle + 8);
#endif
    return FALSE;
}
