#include "CGTKParts.h"

// The clipboard's bytes. They are handed on as they are: what they hold is decoded by whoever decodes files.

typedef struct {
    void (*done)(const char *type, GBytes *bytes, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
    char *type;
    GOutputStream *sink;
} Reading;

static void end(Reading *reading, GBytes *bytes) {
    reading->done(reading->type, bytes, reading->data);
    if (bytes) g_bytes_unref(bytes);
    if (reading->destroy) reading->destroy(reading->data);
    g_clear_object(&reading->sink);
    g_free(reading->type);
    g_free(reading);
}
static void copied(GObject *sink, GAsyncResult *result, gpointer data) {
    gssize count = g_output_stream_splice_finish(G_OUTPUT_STREAM(sink), result, NULL);
    end(data, count < 0 ? NULL : g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(sink)));
}
static void opened(GObject *clipboard, GAsyncResult *result, gpointer data) {
    Reading *reading = data;
    const char *type = NULL;
    GInputStream *stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(clipboard), result, &type, NULL);
    if (!stream) {
        end(reading, NULL);
        return;
    }
    reading->type = g_strdup(type);
    reading->sink = g_memory_output_stream_new_resizable();
    g_output_stream_splice_async(
        reading->sink, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
        G_PRIORITY_DEFAULT, NULL, copied, reading);
    g_object_unref(stream);
}

void fs_clipboard_read(
    GtkWidget *widget, const char *const *types, void (*done)(const char *, GBytes *, gpointer), gpointer data,
    GDestroyNotify destroy) {
    Reading *reading = g_new0(Reading, 1);
    reading->done = done;
    reading->data = data;
    reading->destroy = destroy;
    gdk_clipboard_read_async(
        gtk_widget_get_clipboard(widget), (const char **)types, G_PRIORITY_DEFAULT, NULL, opened, reading);
}
