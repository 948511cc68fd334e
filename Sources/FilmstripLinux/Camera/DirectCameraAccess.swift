public import Filmstrip
public import Foundation
import Glibc

/// Cameras without asking a portal, as any program outside a sandbox may: PipeWire's own socket, else the kernel's devices.
public struct DirectCameraAccess: CameraAccessProvider {
    private let socketPath: String?
    private let environment: [String: String]

    /// - Parameters:
    ///   - socketPath: PipeWire's socket; nil for the one that the environment names, or the session's default.
    ///   - environment: where `PIPEWIRE_REMOTE`, `PIPEWIRE_RUNTIME_DIR` and `XDG_RUNTIME_DIR` are looked up.
    public init(
        socketPath: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.socketPath = socketPath
        self.environment = environment
    }

    /// Opens PipeWire's socket, else the kernel's devices; the latter only where no socket was named.
    /// - Throws: `pipeWireMissing` where there is neither.
    public func openCameraAccess() async throws(CameraError) -> CameraAccess {
        // Off the caller's actor: a daemon that is stopped lets connections wait.
        let way = await GStreamerThread.run { () -> CameraAccess? in
            if let descriptor = connect() { return .pipeWire(descriptor) }
            // A socket that was named is meant: no other way is tried behind the caller's back.
            return socketPath == nil && Self.hasKernelDevices ? .v4l2 : nil
        }
        guard let way else { throw .pipeWireMissing }
        return way
    }

    private static var hasKernelDevices: Bool {
        (0..<64).contains { access("/dev/video\($0)", F_OK) == 0 }
    }

    /// Where PipeWire listens, by its own rules; nil when the environment does not say.
    var path: String? {
        if let socketPath { return socketPath }
        let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        if name.hasPrefix("/") { return name }
        guard let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] else { return nil }
        return folder + "/" + name
    }

    /// A connection to PipeWire; nil when nobody listens.
    func connect() -> OwnedDescriptor? {
        guard let path else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let owner = OwnedDescriptor(taking: descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return connected == 0 ? owner : nil
    }
}
