import Filmstrip
import Foundation

/// PipeWire's own socket, for programs that need no portal.
enum PipeWireSocket {
    /// A connection, or nil when nobody listens.
    static func connect(to path: MediaPath) -> OwnedDescriptor? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.bytes.count < room.count else { return false }
            room.copyBytes(from: path.bytes)
            return true
        }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        let owned = OwnedDescriptor(taking: descriptor)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return fits && connected ? owned : nil
    }
}
