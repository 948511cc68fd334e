// What the camera needs of GStreamer and Swift cannot reach: casts hidden in macros, and functions with variable arguments.
#pragma once
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>

static inline GstBuffer *fs_probe_buffer(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_BUFFER(info); }
static inline GstAppSink *fs_app_sink(gpointer object) { return GST_APP_SINK(object); }
static inline GstAppSrc *fs_app_source(gpointer object) { return GST_APP_SRC(object); }
static inline GstPipeline *fs_pipeline(gpointer object) { return GST_PIPELINE(object); }
static inline GstBin *fs_bin(gpointer object) { return GST_BIN(object); }
static inline const char *fs_message_source(GstMessage *message) { return GST_MESSAGE_SRC_NAME(message); }
static inline gboolean fs_is_resource_error(const GError *error, gint code) { return g_error_matches(error, GST_RESOURCE_ERROR, code); }
static inline gboolean fs_is_int_range(const GValue *value) { return GST_VALUE_HOLDS_INT_RANGE(value); }
static inline gboolean fs_is_fraction_range(const GValue *value) { return GST_VALUE_HOLDS_FRACTION_RANGE(value); }
static inline gboolean fs_is_fraction(const GValue *value) { return GST_VALUE_HOLDS_FRACTION(value); }
static inline gboolean fs_is_list(const GValue *value) { return GST_VALUE_HOLDS_LIST(value); }
static inline gboolean fs_is_array(const GValue *value) { return GST_VALUE_HOLDS_ARRAY(value); }
static inline gboolean fs_is_int(const GValue *value) { return G_VALUE_HOLDS_INT(value); }
static inline gboolean fs_is_string(const GValue *value) { return G_VALUE_HOLDS_STRING(value); }

// OpenH264 keeps no frame back, and complains on the error stream when it is asked for the rest. So the end of the stream is led
// around it.
static inline GstPadProbeReturn fs_lead_end_around(GstPad *pad, GstPadProbeInfo *info, gpointer encoder) {
    if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) != GST_EVENT_EOS) return GST_PAD_PROBE_OK;
    GstPad *out = gst_element_get_static_pad(GST_ELEMENT(encoder), "src");
    gst_pad_push_event(out, gst_event_new_eos());
    gst_object_unref(out);
    return GST_PAD_PROBE_DROP;
}
static inline void fs_skip_drain(gpointer encoder) {
    GstPad *in = gst_element_get_static_pad(GST_ELEMENT(encoder), "sink");
    gst_pad_add_probe(in, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, fs_lead_end_around, encoder, NULL);
    gst_object_unref(in);
}
