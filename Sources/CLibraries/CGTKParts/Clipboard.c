#include "CGTKParts.h"

// The clipboard's bytes, up to a limit. They are handed on as they are: what they hold is decoded by whoever decodes files.

typedef struct {
    void (*done)(const char *type, GBytes *bytes, gpointer data);
    gpointer data;
    GDestroyNotify destroy;
    GCancellable *cancel;
    gsize most;
    char *type;
    GInputStream *stream;
    GByteArray *bytes;
} Reading;

static const gsize part_size = 64 << 10;

static void end(Reading *reading, gboolean is_whole) {
    GBytes *bytes = is_whole ? g_byte_array_free_to_bytes(g_steal_pointer(&reading->bytes)) : NULL;
    reading->done(reading->type, bytes, reading->data);
    if (bytes) g_bytes_unref(bytes);
    if (reading->destroy) reading->destroy(reading->data);
    if (reading->bytes) g_byte_array_unref(reading->bytes);
    g_clear_object(&reading->stream);
    g_clear_object(&reading->cancel);
    g_free(reading->type);
    g_free(reading);
}
static void read_part(Reading *reading);
static void arrived(GObject *stream, GAsyncResult *result, gpointer data) {
    Reading *reading = data;
    GBytes *part = g_input_stream_read_bytes_finish(G_INPUT_STREAM(stream), result, NULL);
    gsize count = part ? g_bytes_get_size(part) : 0;
    // Nothing is the end, as of any stream.
    gboolean is_whole = part && count == 0;
    gboolean goes_on = count > 0 && reading->bytes->len + count <= reading->most &&
                       !g_cancellable_is_cancelled(reading->cancel);
    if (goes_on) g_byte_array_append(reading->bytes, g_bytes_get_data(part, NULL), (guint)count);
    if (part) g_bytes_unref(part);
    if (goes_on) read_part(reading);
    else end(reading, is_whole);
}
static void read_part(Reading *reading) {
    g_input_stream_read_bytes_async(
        reading->stream, part_size, G_PRIORITY_DEFAULT, reading->cancel, arrived, reading);
}
static void opened(GObject *clipboard, GAsyncResult *result, gpointer data) {
    Reading *reading = data;
    const char *type = NULL;
    reading->stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(clipboard), result, &type, NULL);
    if (!reading->stream) {
        end(reading, FALSE);
        return;
    }
    reading->type = g_strdup(type);
    reading->bytes = g_byte_array_new();
    read_part(reading);
}

void fs_clipboard_read(
    GtkWidget *widget, const char *const *types, gsize most, GCancellable *cancel,
    void (*done)(const char *, GBytes *, gpointer), gpointer data, GDestroyNotify destroy) {
    Reading *reading = g_new0(Reading, 1);
    reading->done = done;
    reading->data = data;
    reading->destroy = destroy;
    reading->cancel = g_object_ref(cancel);
    reading->most = MIN(most, (gsize)G_MAXUINT);
    gdk_clipboard_read_async(
        gtk_widget_get_clipboard(widget), (const char **)types, G_PRIORITY_DEFAULT, cancel, opened, reading);
}
