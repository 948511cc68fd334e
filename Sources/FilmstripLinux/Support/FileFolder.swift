package import Filmstrip
import Glibc

/// An open folder: names are read, and files opened, relative to it and as bytes, so that a renamed parent or a name
/// that is not UTF-8 makes no difference.
package final class FileFolder {
    package let path: MediaPath
    private let stream: OpaquePointer

    /// Opens a folder for reading.
    package init(_ path: MediaPath) throws(SystemError) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemError() }
        guard let stream = fdopendir(descriptor) else {
            let error = SystemError()
            close(descriptor)
            throw error
        }
        self.path = path
        self.stream = stream
    }

    deinit {
        closedir(stream)
    }

    package var descriptor: Int32 { dirfd(stream) }

    /// The folder's own status.
    package func status() throws(SystemError) -> FileStatus {
        var raw = stat()
        guard fstat(descriptor, &raw) == 0 else { throw SystemError() }
        return FileStatus(raw)
    }

    /// The next name, without `.` and `..`; nil at the end.
    package func next() throws(SystemError) -> MediaPath? {
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw SystemError() }
                return nil
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer -> [UInt8]? in
                let start = UnsafeRawPointer(pointer)
                let count = strnlen(start.assumingMemoryBound(to: CChar.self), 256)
                let bytes = UnsafeRawBufferPointer(start: start, count: count)
                return count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") } ? nil : Array(bytes)
            }
            if let name { return MediaPath(bytes: name) }
        }
    }

    /// The status of a name in this folder.
    package func status(of name: MediaPath, followingLinks: Bool) throws(SystemError) -> FileStatus {
        var raw = stat()
        let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
        guard name.withCString({ fstatat(descriptor, $0, &raw, flags) }) == 0 else { throw SystemError() }
        return FileStatus(raw)
    }

    /// Whether a folder can be opened, read and entered.
    package static func isReadable(_ path: MediaPath) -> Bool {
        do {
            let folder = try FileFolder(path)
            return faccessat(folder.descriptor, ".", R_OK | X_OK, AT_EACCESS) == 0
        } catch {
            return false
        }
    }
}

extension FileFolder {
    /// Whether a file can be opened for reading; else `errno` says why not.
    package static func isReadableFile(_ path: MediaPath) -> Bool {
        path.withCString { faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) } == 0
    }
}
