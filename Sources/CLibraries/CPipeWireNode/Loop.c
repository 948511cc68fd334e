#include "Node.h"

#include <signal.h>
#include <stdlib.h>

struct fs_node_loop {
    struct pw_main_loop *loop;
    struct fs_node *nodes;
    bool was_signalled;
};

static void on_signal(void *data, int number) {
    struct fs_node_loop *loop = data;
    (void)number;
    loop->was_signalled = true;
    pw_main_loop_quit(loop->loop);
}

fs_node_loop *fs_node_loop_new(void) {
    pw_init(NULL, NULL);
    struct fs_node_loop *loop = calloc(1, sizeof *loop);
    loop->loop = pw_main_loop_new(NULL);
    pw_loop_add_signal(pw_main_loop_get_loop(loop->loop), SIGTERM, on_signal, loop);
    pw_loop_add_signal(pw_main_loop_get_loop(loop->loop), SIGINT, on_signal, loop);
    return loop;
}

struct fs_node *fs_node_new(fs_node_loop *loop, void (*on_timeout)(void *, uint64_t)) {
    struct fs_node *node = calloc(1, sizeof *node);
    node->loop = loop->loop;
    node->timer = pw_loop_add_timer(pw_main_loop_get_loop(loop->loop), on_timeout, node);
    node->next = loop->nodes;
    loop->nodes = node;
    return node;
}

void fs_node_set_timer(struct fs_node *node, bool is_running, uint64_t interval) {
    struct timespec first = {0, is_running ? 1 : 0};
    struct timespec period = {0, 0};
    if (is_running) period = (struct timespec){(time_t)(interval / SPA_NSEC_PER_SEC), (long)(interval % SPA_NSEC_PER_SEC)};
    pw_loop_update_timer(pw_main_loop_get_loop(node->loop), node->timer, &first, &period, false);
}

void fs_node_state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    struct fs_node *node = data;
    (void)old;
    (void)error;
    fs_node_set_timer(node, state == PW_STREAM_STATE_STREAMING, node->interval);
    // The daemon is gone, or will not have us. Whoever started us starts us again.
    if (state == PW_STREAM_STATE_ERROR || (state == PW_STREAM_STATE_UNCONNECTED && node->is_connected))
        pw_main_loop_quit(node->loop);
    if (state != PW_STREAM_STATE_UNCONNECTED) node->is_connected = true;
}

bool fs_node_loop_run(fs_node_loop *loop) {
    pw_main_loop_run(loop->loop);
    return loop->was_signalled;
}

void fs_node_loop_free(fs_node_loop *loop) {
    for (struct fs_node *node = loop->nodes; node;) {
        struct fs_node *next = node->next;
        node->is_connected = false;
        if (node->stream) pw_stream_destroy(node->stream);
        free(node->pixels);
        free(node);
        node = next;
    }
    pw_main_loop_destroy(loop->loop);
    free(loop);
    pw_deinit();
}
