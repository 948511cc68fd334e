package import Filmstrip
package import Glibc

/// What the file system says about one name: enough to know a file again, and to see that it changed.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case file, folder, link, other }

    package var kind: Kind
    package var device: UInt64
    package var inode: UInt64
    package var size: Int64
    /// Nanoseconds since 1970 at which the bytes changed last.
    package var modified: Int64
    /// Milliseconds since 1970 of the same, in the years 0 to 9999: file systems keep moments for which `modified` wraps around.
    package var instant: Int64
    /// Nanoseconds since 1970 at which the bytes, the mode or the name changed last.
    package var changed: Int64

    package init(_ raw: stat) {
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        device = UInt64(raw.st_dev)
        inode = UInt64(raw.st_ino)
        size = Int64(raw.st_size)
        modified = Int64(raw.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(raw.st_mtim.tv_nsec)
        let second = max(-100_000_000_000, min(1_000_000_000_000, Int64(raw.st_mtim.tv_sec)))
        instant = Self.tellable(second * 1000 + Int64(raw.st_mtim.tv_nsec) / 1_000_000)
        changed = Int64(raw.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(raw.st_ctim.tv_nsec)
    }

    // What follows from `modified` tells no files apart, and a status of the index may not know it.
    package static func == (one: FileStatus, other: FileStatus) -> Bool {
        one.kind == other.kind && one.device == other.device && one.inode == other.inode && one.size == other.size
            && one.modified == other.modified && one.changed == other.changed
    }

    package func hash(into hasher: inout Hasher) {
        for part in [Int64(bitPattern: device), Int64(bitPattern: inode), size, modified, changed] {
            hasher.combine(part)
        }
    }

    /// The nearest of the moments that can be told.
    package static func tellable(_ milliseconds: Int64) -> Int64 {
        let range = CivilDay.tellableMilliseconds
        return max(range.lowerBound, min(range.upperBound, milliseconds))
    }

    /// The status of a path, links followed.
    package static func of(_ path: MediaPath) throws(SystemError) -> FileStatus {
        var raw = stat()
        guard path.withCString({ stat($0, &raw) }) == 0 else { throw SystemError() }
        return FileStatus(raw)
    }

    /// The status of an open file.
    package static func of(_ descriptor: OwnedDescriptor) throws(SystemError) -> FileStatus {
        var raw = stat()
        guard fstat(descriptor.rawValue, &raw) == 0 else { throw SystemError() }
        return FileStatus(raw)
    }
}

/// A refusal of the system, by its number.
package struct SystemError: Error, Hashable {
    package let number: Int32

    /// The calling thread's last refusal, or a given one.
    package init(_ number: Int32 = errno) {
        self.number = number
    }

    /// Whether nothing is there. Every other refusal says nothing about that.
    package var meansGone: Bool { number == ENOENT || number == ENOTDIR }

    /// The system's own words, such as "Permission denied".
    package var reason: String { String(cString: strerror(number)) }

    /// The refusal of reading `path`.
    package func reading(_ path: MediaPath) -> LibraryError {
        switch number {
        case ENOENT, ENOTDIR: .notFound(path: path.string)
        default: .unreadable(path: path.string, reason: reason)
        }
    }

    /// The refusal of writing into `folder`.
    package func writing(in folder: MediaPath) -> LibraryError {
        switch number {
        case EACCES, EROFS, EPERM: .readOnly(folder: folder.string)
        case ENOSPC, EDQUOT, EFBIG: .noSpace(folder: folder.string)
        case ENOENT, ENOTDIR: .notFound(path: folder.string)
        default: .unreadable(path: folder.string, reason: reason)
        }
    }

    /// The refusal of making something new in `folder`. One that is there, and says that it is not, takes nothing new, as /proc.
    package func making(in folder: MediaPath) -> LibraryError {
        number == ENOENT && FileOperations.isFolder(folder)
            ? .readOnly(folder: folder.string) : writing(in: folder)
    }
}
