package import Filmstrip
import FilmstripFormats
import Glibc

/// A file as a source of bytes: its beginning is read once and kept, because nearly all of a header lies there.
package final class FileSource: ByteSource {
    package let byteCount: UInt64
    private let descriptor: OwnedDescriptor
    private let path: MediaPath
    private var window: [UInt8] = []
    private var windowStart: UInt64 = 0
    private static let windowSize = 32 * 1024

    /// Opens a file. Never waits for the other end of a pipe, and never becomes the owner of a terminal.
    package init(_ path: MediaPath) throws(LibraryError) {
        let raw = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard raw >= 0 else { throw SystemError().reading(path) }
        descriptor = OwnedDescriptor(taking: raw)
        self.path = path
        do throws(SystemError) {
            let status = try FileStatus.of(descriptor)
            guard status.kind == .file else { throw SystemError(EISDIR) }
            byteCount = UInt64(status.size)
        } catch {
            throw error.reading(path)
        }
    }

    package func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        guard count > 0, offset < byteCount else { return [] }
        let wanted = Int(min(UInt64(count), byteCount - offset))
        if let bytes = inWindow(offset, wanted) { return bytes }
        if wanted > Self.windowSize { return try readFile(at: offset, count: wanted) }
        window = try readFile(at: offset, count: Int(min(UInt64(Self.windowSize), byteCount - offset)))
        windowStart = offset
        return Array(window.prefix(wanted))
    }

    private func inWindow(_ offset: UInt64, _ count: Int) -> [UInt8]? {
        guard offset >= windowStart, offset - windowStart + UInt64(count) <= UInt64(window.count) else { return nil }
        let start = Int(offset - windowStart)
        return Array(window[start..<start + count])
    }

    private func readFile(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor.rawValue, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = SystemError() }
                if got <= 0 { break }
                filled += got
            }
        }
        if let failure { throw failure.reading(path) }
        return bytes
    }
}
