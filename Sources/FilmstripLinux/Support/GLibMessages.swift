import CGStreamer

/// What GLib, and the libraries that stand on it, write to standard error.
package enum GLibMessages {
    /// Drops it from now on. Call once, before anything of GLib is used.
    package static func drop() {
        g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    }
}
