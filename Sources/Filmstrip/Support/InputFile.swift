package import Foundation

/// An open file, read from its start; closed when it goes.
package struct InputFile: ~Copyable {
    private let descriptor: Int32
    private let path: MediaPath

    /// Opens a regular file. A pipe or a device is refused, since it may never begin or never end.
    /// - Throws: `notFound`, `unreadable`.
    package init(_ path: MediaPath) throws(LibraryError) {
        // Not blocking, or opening a named pipe would wait for its other end for ever.
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        self.path = path
        guard descriptor >= 0 else { throw failure(errno) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure(errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path.string, reason: "not a regular file")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// How many bytes it has.
    package func byteCount() throws(LibraryError) -> Int64 {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure(errno) }
        return Int64(facts.st_size)
    }

    /// The next bytes, as many as fit; fewer only at the end.
    package func read(into room: UnsafeMutableRawBufferPointer) throws(LibraryError) -> Int {
        var count = 0
        while count < room.count {
            let more = Foundation.read(descriptor, room.baseAddress! + count, room.count - count)
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw failure(errno) }
            if more == 0 { break }
            count += more
        }
        return count
    }

    /// The next bytes, at most so many.
    package func read(upTo count: Int) throws(LibraryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = try bytes.withUnsafeMutableBufferPointer { room throws(LibraryError) in
            try read(into: UnsafeMutableRawBufferPointer(room))
        }
        bytes.removeLast(count - found)
        return bytes
    }

    /// All bytes from here to the end.
    package func readAll() throws(LibraryError) -> Data {
        var data = Data()
        while true {
            let piece = try read(upTo: 256 * 1024)
            if piece.isEmpty { return data }
            data.append(contentsOf: piece)
        }
    }

    private func failure(_ code: Int32) -> LibraryError {
        switch code {
        case ENOENT, ENOTDIR: .notFound(path: path.string)
        default: .unreadable(path: path.string, reason: String(cString: strerror(code)))
        }
    }
}
