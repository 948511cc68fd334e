#pragma once

// SIGINT, SIGTERM and SIGHUP from the first moment on. A program called `filmstrip` holds them back before any library of it is started,
// which takes long: one that comes meanwhile waits, and does not end the program by itself.

/// Lets them through again, when there are handlers for them. One that waited is delivered at once. Does nothing where they were
/// not held back, or were already by whoever started the program.
void fs_stop_signals_release(void);
