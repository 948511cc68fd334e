package import Filmstrip
import Foundation

/// Bytes in memory.
package struct MemoryByteSource: ByteSource, Sendable {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var byteCount: UInt64 { UInt64(bytes.count) }

    package func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        guard count > 0, offset < byteCount else { return [] }
        let start = Int(offset)
        let length = min(count, bytes.count - start)
        return length == bytes.count ? bytes : Array(bytes[start..<(start + length)])
    }
}

/// A file that is read in place. Belongs to one thread at a time.
package final class FileByteSource: ByteSource {
    package let byteCount: UInt64
    /// How often the file was read: what makes an index fast is a small number here.
    package private(set) var readCount = 0
    private let descriptor: Int32
    private let isOwner: Bool
    private let name: String

    /// Opens a regular file for reading.
    /// - Throws: `notFound`, or `unreadable` with the system's reason.
    package init(path: MediaPath) throws(LibraryError) {
        // Not blocking, or opening a named pipe would wait for its other end for ever.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw Self.fault(errno, path.string) }
        self.descriptor = descriptor
        name = path.string
        isOwner = true
        do {
            byteCount = try Self.size(of: descriptor, name: path.string)
        } catch {
            // The object does not exist yet, so nobody else closes it.
            close(descriptor)
            throw error
        }
    }

    /// Reads from a file that somebody else keeps open, and closes.
    package init(descriptor: Int32, name: String) throws(LibraryError) {
        self.descriptor = descriptor
        self.name = name
        isOwner = false
        byteCount = try Self.size(of: descriptor, name: name)
    }

    deinit {
        if isOwner { close(descriptor) }
    }

    package func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        guard count > 0, offset < byteCount else { return [] }
        let length = Int(min(UInt64(count), byteCount - offset))
        readCount += 1
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            while filled < length {
                let place = UnsafeMutableRawPointer(buffer.baseAddress! + filled)
                let got = pread(descriptor, place, length - filled, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard failure == 0 else { throw Self.fault(failure, name) }
        return bytes
    }

    private static func size(of descriptor: Int32, name: String) throws(LibraryError) -> UInt64 {
        var status = stat()
        guard withUnsafeMutablePointer(to: &status, { fstat(descriptor, $0) }) == 0 else { throw fault(errno, name) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: name, reason: "not a regular file") }
        return UInt64(max(0, status.st_size))
    }

    private static func fault(_ code: Int32, _ name: String) -> LibraryError {
        code == ENOENT ? .notFound(path: name) : .unreadable(path: name, reason: SystemText.reason(code))
    }
}

/// What the system says to an error's number.
enum SystemText {
    static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
