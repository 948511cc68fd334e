import Foundation

/// The programs that a private desktop runs, and where they come from.
package enum DesktopProgram: String, Sendable, CaseIterable {
    case bus = "dbus-daemon"
    case busCall = "dbus-send"
    case pipeWire = "pipewire"
    case sessionManager = "wireplumber"
    case pipeWireQuery = "pw-cli"
    case portal = "xdg-desktop-portal"
    case gtkPortalBackend = "xdg-desktop-portal-gtk"
    case display = "Xvfb"
    /// Our own nodes, portal back end and keeper.
    case parts = "DesktopParts"

    /// The package of Debian that has it.
    package var package: String {
        switch self {
        case .bus: "dbus-daemon"
        case .busCall: "dbus-bin"
        case .pipeWire: "pipewire"
        case .sessionManager: "wireplumber"
        case .pipeWireQuery: "pipewire-bin"
        case .portal: "xdg-desktop-portal"
        case .gtkPortalBackend: "xdg-desktop-portal-gtk"
        case .display: "xvfb"
        case .parts: "filmstrip"
        }
    }

    /// Looks in the folders of PATH, in those where Linux keeps its services, and, for our own parts, beside the running program.
    package func locate(in environment: [String: String]) throws(PrivateDesktopError) -> String {
        let path = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        let folders =
            self == .parts
            ? [environment["FILMSTRIP_DESKTOP_PARTS"] ?? Self.folderOfRunningProgram]
            : path + ["/usr/bin", "/usr/sbin", "/usr/libexec", "/usr/lib/xdg-desktop-portal"]
        for folder in folders where access(folder + "/" + rawValue, X_OK) == 0 {
            return folder + "/" + rawValue
        }
        throw .programMissing(name: rawValue, package: package)
    }

    private static var folderOfRunningProgram: String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        return (path as NSString).deletingLastPathComponent
    }
}
