// A look at what a PipeWire daemon shows: questions for which GStreamer has no answer, or takes long.
#pragma once
#include <stdbool.h>

typedef struct fs_pipewire_view {
    // Whether the daemon answered.
    bool is_alive;
    // Whether we see the daemon's own settings, as programs outside a sandbox do.
    bool sees_all;
    // Whether a session manager has set itself up.
    bool has_session_manager;
    // Whether a camera is shown.
    bool has_camera;
} fs_pipewire_view;

// Looks once over a connected socket. The socket stays the caller's. Takes at most that many milliseconds.
fs_pipewire_view fs_pipewire_look(int socket, int timeout_milliseconds);
