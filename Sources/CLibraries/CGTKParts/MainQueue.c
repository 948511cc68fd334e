#include "CGTKParts.h"

#include <glib-unix.h>

// Work of the main thread that a descriptor tells of, in GLib's loop. It comes after redrawing, so that a flood of it never holds up a
// frame; but where each frame takes longer than the screen's pause between two, redrawing would never let it have a turn: so what
// has waited for long goes first, once.

enum { LONGEST_WAIT = 33000 };  // microseconds: two frames

typedef struct {
    GSource source;
    gpointer tag;
    // Since when there is work that nobody has done; 0 while there is none. Only the source that hurries counts.
    gint64 since;
    GSource *hurrying;
} FsMainQueue;

static gboolean check(GSource *source) {
    FsMainQueue *queue = (FsMainQueue *)source;
    if (!(g_source_query_unix_fd(source, queue->tag) & G_IO_IN)) {
        queue->since = 0;
        return FALSE;
    }
    if (queue->hurrying) return TRUE;
    gint64 now = g_source_get_time(source);
    if (queue->since == 0) queue->since = now;
    return now - queue->since >= LONGEST_WAIT;
}
static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    FsMainQueue *queue = (FsMainQueue *)source;
    ((FsMainQueue *)(queue->hurrying ? queue->hurrying : source))->since = 0;
    return callback(data);
}
static void finalize(GSource *source) {
    GSource *hurrying = ((FsMainQueue *)source)->hurrying;
    if (hurrying) g_source_unref(hurrying);
}
static GSourceFuncs functions = { NULL, check, dispatch, finalize, NULL, NULL };

static FsMainQueue *attached(int descriptor, int priority, GSourceFunc run) {
    FsMainQueue *queue = (FsMainQueue *)g_source_new(&functions, sizeof(FsMainQueue));
    queue->tag = g_source_add_unix_fd(&queue->source, descriptor, G_IO_IN);
    g_source_set_priority(&queue->source, priority);
    g_source_set_callback(&queue->source, run, GINT_TO_POINTER(descriptor), NULL);
    return queue;
}
GSource *fs_main_queue_attach(int descriptor, GSourceFunc run) {
    FsMainQueue *hurrying = attached(descriptor, G_PRIORITY_DEFAULT, run);
    FsMainQueue *usual = attached(descriptor, GDK_PRIORITY_REDRAW + 5, run);
    usual->hurrying = &hurrying->source;
    g_source_attach(&hurrying->source, NULL);
    g_source_attach(&usual->source, NULL);
    return &usual->source;
}
void fs_main_queue_detach(GSource *source) {
    g_source_destroy(((FsMainQueue *)source)->hurrying);
    g_source_destroy(source);
    g_source_unref(source);
}
