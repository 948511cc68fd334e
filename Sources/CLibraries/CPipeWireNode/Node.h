// Shared by the nodes: a stream that is its own clock.
#pragma once
#include "CPipeWireNode.h"

#include <pipewire/pipewire.h>
#include <spa/utils/defs.h>

struct fs_node {
    struct fs_node *next;
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_source *timer;
    /// Nanoseconds from one buffer to the next.
    uint64_t interval;
    bool is_connected;
    /// The number of the next frame, or sample.
    uint64_t number;
    fs_camera_options camera;
    /// Where the frame is drawn when its format is not the drawing's.
    uint8_t *pixels;
};

struct fs_node *fs_node_new(fs_node_loop *loop, void (*on_timeout)(void *, uint64_t));
void fs_node_set_timer(struct fs_node *node, bool is_running, uint64_t interval);
void fs_node_state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error);
