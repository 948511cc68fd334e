#include "CGTKParts.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
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
        XSetTransientForHint(gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface), parent);
        return gdk_x11_display_error_trap_pop(display) == 0;
    }
#endif
#ifdef GDK_WINDOWING_WAYLAND
    if (GDK_IS_WAYLAND_TOPLEVEL(surface) && g_str_has_prefix(handle, "wayland:"))
        return gdk_wayland_toplevel_set_transient_for_exported(GDK_WAYLAND_TOPLEVEL(surface), handle + 8);
#endif
    return FALSE;
}
