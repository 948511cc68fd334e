// GLib, GIO and GStreamer as one module: Swift sees each GLib type once.
#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>
#include "camera.h"
#include "settings.h"

// Swift cannot call C functions with variable arguments, nor see macros that cast. Each line below is one such.
static inline void fs_object_set_int(gpointer object, const char *name, gint value) { g_object_set(object, name, value, NULL); }
static inline void fs_object_set_string(gpointer object, const char *name, const char *value) { g_object_set(object, name, value, NULL); }
