import CFileSystem
package import Filmstrip
import Glibc

/// Small things done to files by path.
package enum FileOperations {
    /// Opens a file that must not be there yet; negative when it is, or when it cannot be made.
    static func createNew(_ path: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        fs_open(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    }

    /// Opens a file for reading and writing, made where it is missing; negative when it cannot be.
    static func openOrCreate(_ path: UnsafePointer<CChar>, _ mode: UInt32) -> Int32 {
        fs_open(AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, mode)
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
            if path.withCString({ mkdir($0, mode) }) != 0, errno != EEXIST {
                throw SystemError().making(in: path.parent)
            }
        default:
            // A folder on a file system that cannot be written may be there all the same.
            guard isFolder(path) else { throw error.writing(in: path.parent) }
        }
    }

    /// Whether there is a folder, links followed.
    package static func isFolder(_ path: MediaPath) -> Bool {
        do { return try FileStatus.of(path).kind == .folder } catch { return false }
    }

    /// The bytes of a small file.
    package static func read(_ path: MediaPath, atMost limit: Int) throws(SystemError) -> [UInt8] {
        let raw = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard raw >= 0 else { throw SystemError() }
        let file = OwnedDescriptor(taking: raw)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let got = Glibc.read(file.rawValue, &buffer, min(buffer.count, limit - bytes.count))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw SystemError() }
            if got == 0 { break }
            bytes += buffer[..<got]
        }
        return bytes
    }

    /// The bytes of a small file; nil when there is none, or it cannot be read.
    package static func contents(of path: MediaPath, atMost limit: Int) -> [UInt8]? {
        do { return try read(path, atMost: limit) } catch { return nil }
    }

    /// The kernel's exclusive renaming.
    package static func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
        fs_rename_exclusively(AT_FDCWD, old, AT_FDCWD, new)
    }

    /// Gives a file another name on the same file system, which must be free, and the file never half there.
    /// - Parameters:
    ///   - rename: the kernel's exclusive renaming; -1 and `errno` when it fails.
    ///   - link: gives a second name.
    /// - Returns: 0, or the system's number of the refusal: `EEXIST` when somebody has the name.
    package static func placeExclusively(
        _ hidden: MediaPath, at target: MediaPath,
        rename renameExclusively: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32 = FileOperations.rename,
        link: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32 = { Glibc.link($0, $1) }
    ) -> Int32 {
        func both(_ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32) -> Int32 {
            hidden.withCString { old in target.withCString { call(old, $0) == 0 ? 0 : errno } }
        }
        let renamed = both(renameExclusively)
        guard renamed == EINVAL || renamed == ENOSYS || renamed == ENOTSUP else { return renamed }
        // File systems that cannot rename exclusively can link, which is exclusive too.
        let linked = both(link)
        switch linked {
        case 0:
            _ = hidden.withCString { unlink($0) }
            return 0
        case EPERM, ENOTSUP, ENOSYS, EMLINK:
            // Without links, as on FAT: an empty file takes the name, and then the file its place.
            let taken = target.withCString { createNew($0, 0o600) }
            guard taken >= 0 else { return errno }
            close(taken)
            let moved = both { Glibc.rename($0, $1) }
            if moved != 0 { _ = target.withCString { unlink($0) } }
            return moved
        default: return linked
        }
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
        let isWhole = Glibc.write(file.rawValue, bytes, bytes.count) == bytes.count
        if isWhole, temporary.withCString({ old in path.withCString { Glibc.rename(old, $0) } }) == 0 { return }
        _ = temporary.withCString { unlink($0) }
    }
}
