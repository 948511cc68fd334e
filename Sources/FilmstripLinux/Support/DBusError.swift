import CGStreamer

/// Why a call over the message bus failed.
package enum DBusError: Error, Hashable {
    /// There is no bus, or it does not let us in.
    case noBus(String)
    /// The other side answered with an error of this name.
    case remote(name: String, message: String)
    case timedOut
    /// The bus went away.
    case closed
    case cancelled
    case failed(String)

    /// The name of the error that the other side answered with.
    package var name: String? {
        if case .remote(let name, _) = self { name } else { nil }
    }

    /// Takes over an error of GLib and frees it.
    init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .failed("no reason given")
            return
        }
        defer { g_error_free(error) }
        if g_dbus_error_is_remote_error(error) != 0 {
            let name = g_dbus_error_get_remote_error(error)!
            defer { g_free(name) }
            g_dbus_error_strip_remote_error(error)
            let remoteName = String(cString: name)
            self =
                remoteName == "org.freedesktop.DBus.Error.NoReply"
                ? .timedOut : .remote(name: remoteName, message: String(cString: error.pointee.message))
            return
        }
        let text = String(cString: error.pointee.message)
        guard error.pointee.domain == g_io_error_quark() else {
            self = .failed(text)
            return
        }
        switch error.pointee.code {
        case Int32(G_IO_ERROR_TIMED_OUT.rawValue): self = .timedOut
        case Int32(G_IO_ERROR_CLOSED.rawValue): self = .closed
        case Int32(G_IO_ERROR_CANCELLED.rawValue): self = .cancelled
        default: self = .failed(text)
        }
    }
}
