import CFileSystem
package import Filmstrip
import Glibc

/// Small things done to files by path.
package enum FileOperations {
    /// Opens a file that must not be there yet; negative when it is, or when it cannot be made.
    static func createNew(_ path: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        fs_open(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    }

    /// Makes a folder and those above it, where they are missing.
    package static func makeFolders(_ path: MediaPath, mode: UInt32 = 0o777) throws(LibraryError) {
        if path.withCString({ mkdir($0, mode) }) == 0 { return }
        let error = SystemError()
        switch error.number {
        case EEXIST:
            guard isFolder(path) else { throw SystemError(ENOTDIR).writing(in: path) }
        case ENOENT where path.bytes.count > 1:
            try makeFolders(path.parent, mode: mode)
            if path.withCString({ mkdir($0, mode) }) != 0, errno != EEXIST { throw SystemError().writing(in: path) }
        default:
            // A folder on a file system that cannot be written may be there all the same.
            guard isFolder(path) else { throw error.writing(in: path.parent) }
        }
    }

    /// Whether there is a folder, links followed.
    package static func isFolder(_ path: MediaPath) -> Bool {
        do { return try FileStatus.of(path).kind == .folder } catch { return false }
    }

    /// The bytes of a small file; nil when there is none, or it cannot be read.
    package static func contents(of path: MediaPath, atMost limit: Int) -> [UInt8]? {
        let raw = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard raw >= 0 else { return nil }
        let file = OwnedDescriptor(taking: raw)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let got = Glibc.read(file.rawValue, &buffer, min(buffer.count, limit - bytes.count))
            guard got > 0 else { return got == 0 ? bytes : nil }
            bytes += buffer[..<got]
        }
        return bytes
    }

    /// Replaces what a small file of ours holds. Whoever reads it must cope with an old or a missing one, so a failure
    /// is not told.
    package static func overwrite(_ path: MediaPath, with text: String) {
        let temporary = MediaPath(bytes: path.bytes + Array(".\(getpid())".utf8))
        _ = temporary.withCString { unlink($0) }
        let raw = temporary.withCString { createNew($0, 0o600) }
        guard raw >= 0 else { return }
        let file = OwnedDescriptor(taking: raw)
        let bytes = Array(text.utf8)
        guard Glibc.write(file.rawValue, bytes, bytes.count) == bytes.count else { return }
        _ = temporary.withCString { old in path.withCString { rename(old, $0) } }
    }
}
