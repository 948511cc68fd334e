import CGStreamer
package import Filmstrip
import Glibc

/// The SHA-256 of files.
package enum FileDigest {
    /// 64 hexadecimal digits. Reads piece by piece; blocks the calling thread.
    /// - Throws: `notFound`, `unreadable`.
    package static func sha256(of path: MediaPath) throws(LibraryError) -> String {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemError().reading(path) }
        let file = OwnedDescriptor(taking: descriptor)
        guard let sum = g_checksum_new(G_CHECKSUM_SHA256) else { throw .internal("no SHA-256 here") }
        defer { g_checksum_free(sum) }
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        while true {
            let count = read(file.rawValue, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError().reading(path) }
            if count == 0 { break }
            g_checksum_update(sum, piece, gssize(count))
        }
        return String(cString: g_checksum_get_string(sum))
    }
}
