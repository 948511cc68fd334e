import Filmstrip
import Foundation

/// That a picker stands above a window of another program. There is one at a time: who presses a button twice gets one window.
///
/// It is a socket with a name that lies in no folder: it goes with the process, however that ends.
final class ParentClaim: Sendable {
    private let socket: Int32

    /// - Throws: `alreadyShown`.
    init(_ handle: String, _ variables: [String: String]) throws(CommandError) {
        let display = handle.hasPrefix("x11:") ? variables["DISPLAY"] : variables["WAYLAND_DISPLAY"]
        let name = Self.name(display ?? "", handle)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        // The first byte is 0: that makes it a name, and no file.
        let bytes = Array(name.utf8)
        precondition(bytes.count < room, "a name of fixed length fits")
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            for (index, byte) in bytes.enumerated() { path[index + 1] = byte }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + bytes.count)
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw .system(errno, path: MediaPath(name)) }
        let number = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) == 0 ? 0 : errno }
        }
        guard number == 0 else {
            close(socket)
            if number == EADDRINUSE {
                throw CommandError(.alreadyShown, "A picker stands above that window already.")
            }
            throw .system(number, path: MediaPath(name))
        }
    }

    deinit { close(socket) }

    /// The name of a window: of one length, since handles of Wayland are longer than the name of a socket may be.
    static func name(_ display: String, _ handle: String) -> String {
        // FNV-1a from two beginnings, which give 128 bits together: the same in every process, as Swift's own hashes are not.
        let bytes = Array("\(display)\0\(handle)".utf8)
        let hashes = [0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15].map { (start: UInt64) in
            bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        return "filmstrip-pick/\(getuid())/" + hashes.map { String($0, radix: 16) }.joined(separator: "-")
    }
}
