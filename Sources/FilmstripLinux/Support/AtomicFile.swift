import CFileSystem
package import Filmstrip
import Glibc

/// A file under a hidden name that becomes visible whole, or not at all.
///
/// The name is `.filmstrip-*.part`, in the folder that it is meant for. While it is written, the writer holds a lock on it: a
/// part that nobody holds was left by a process that was killed.
package final class AtomicFile {
    package let folder: MediaPath
    package let path: MediaPath
    private let descriptor: OwnedDescriptor
    private var isDone = false

    /// Makes an empty file in a folder that exists.
    package init(in folder: MediaPath, mode: UInt32 = 0o644) throws(LibraryError) {
        self.folder = folder
        while true {
            let name = ".filmstrip-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36)).part"
            let path = folder.appending(name)
            let raw = path.withCString { FileOperations.createNew($0, mode) }
            if raw >= 0 {
                descriptor = OwnedDescriptor(taking: raw)
                self.path = path
                flock(raw, LOCK_EX | LOCK_NB)
                return
            }
            guard errno == EEXIST else { throw SystemError().making(in: folder) }
        }
    }

    deinit {
        if !isDone { _ = path.withCString { unlink($0) } }
    }

    /// Appends what another file holds, inside the kernel where it can.
    package func copy(from source: MediaPath, range: Range<UInt64>? = nil) throws(LibraryError) {
        let raw = source.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard raw >= 0 else { throw SystemError().reading(source) }
        let input = OwnedDescriptor(taking: raw)
        var left = UInt64.max
        if let range {
            lseek(raw, off_t(range.lowerBound), SEEK_SET)
            left = UInt64(range.count)
        }
        while left > 0 {
            let moved = fs_copy_range(input.rawValue, descriptor.rawValue, UInt(min(left, 1 << 30)))
            if moved == 0 { return }
            if moved < 0 {
                switch errno {
                case EINTR: continue
                case EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EBADF: return try copyByHand(input, source, left)
                default: throw SystemError().writing(in: folder)
                }
            }
            left -= UInt64(moved)
        }
    }

    private func copyByHand(_ input: OwnedDescriptor, _ source: MediaPath, _ count: UInt64) throws(LibraryError) {
        var left = count
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        while left > 0 {
            let got = read(input.rawValue, &buffer, Int(min(UInt64(buffer.count), left)))
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw SystemError().reading(source) }
            if got == 0 { return }
            try append(buffer[..<got])
            left -= UInt64(got)
        }
    }

    /// Appends bytes.
    package func append(_ bytes: ArraySlice<UInt8>) throws(LibraryError) {
        try bytes.withUnsafeBufferPointer { bytes throws(LibraryError) in try append(UnsafeRawBufferPointer(bytes)) }
    }

    /// Appends bytes.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(LibraryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let wrote = Glibc.write(
                descriptor.rawValue, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if wrote < 0, errno == EINTR { continue }
            guard wrote >= 0 else { throw SystemError().writing(in: folder) }
            rest = rest.dropFirst(wrote)
        }
    }

    /// Keeps out whom another file keeps out; lets nobody in who could not read a new file. A file system without modes, or a
    /// file that cannot be asked, is no reason to fail.
    package func keepOut(likewise source: MediaPath) {
        var theirs = stat()
        var ours = stat()
        guard source.withCString({ stat($0, &theirs) }) == 0, fstat(descriptor.rawValue, &ours) == 0 else { return }
        // Whose it is can read it.
        fchmod(descriptor.rawValue, ours.st_mode & (theirs.st_mode | S_IRUSR) & 0o777)
    }

    /// Says that its bytes changed when another file's did. Where that cannot be kept, it is no reason to fail.
    package func takeTime(of source: MediaPath) {
        var theirs = stat()
        guard source.withCString({ stat($0, &theirs) }) == 0 else { return }
        futimens(descriptor.rawValue, [theirs.st_atim, theirs.st_mtim])
    }

    /// What the system says of the file so far.
    package func status() throws(LibraryError) -> FileStatus {
        do throws(SystemError) { return try FileStatus.of(descriptor) } catch { throw error.reading(path) }
    }

    /// Brings the bytes to the disk.
    package func synchronize() throws(LibraryError) {
        guard fsync(descriptor.rawValue) == 0 else { throw SystemError().writing(in: folder) }
    }

    /// Takes a name that nobody has; false when somebody has it. The bytes must be on the disk.
    package func appear(as name: MediaPath) throws(LibraryError) -> Bool {
        let target = folder.appending(name)
        switch FileOperations.placeExclusively(path, at: target) {
        case 0:
            isDone = true
            return true
        case EEXIST: return false
        case let number: throw SystemError(number).writing(in: folder)
        }
    }

    /// Goes back to its hidden name.
    package func hide(from name: MediaPath) throws(LibraryError) {
        guard folder.appending(name).withCString({ old in path.withCString { rename(old, $0) } }) == 0 else {
            throw SystemError().writing(in: folder)
        }
        isDone = false
    }

    /// Gives up its visible name, and with it the file.
    package func disappear(from name: MediaPath) {
        _ = folder.appending(name).withCString { unlink($0) }
    }

    /// Brings the names of a folder to the disk.
    package static func synchronize(folder: MediaPath) throws(LibraryError) {
        let raw = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard raw >= 0 else { throw SystemError().writing(in: folder) }
        let file = OwnedDescriptor(taking: raw)
        // Some file systems have no such call for folders; their names need none.
        guard fsync(file.rawValue) == 0 || errno == EINVAL else { throw SystemError().writing(in: folder) }
    }

    /// Replaces a file of our own: whoever reads it finds the old one or the new one, whole.
    package static func replace(_ path: MediaPath, with bytes: [UInt8]) throws(LibraryError) {
        let file = try AtomicFile(in: path.parent, mode: 0o600)
        try file.append(bytes[...])
        try file.synchronize()
        guard file.path.withCString({ old in path.withCString { rename(old, $0) } }) == 0 else {
            throw SystemError().writing(in: path.parent)
        }
        file.isDone = true
        try synchronize(folder: path.parent)
    }

    /// Takes the place of a file, with its mode, owner and extended attributes: whoever reads it finds the old one or the new one,
    /// whole. The bytes must be on the disk. A link is not followed.
    package func replace(_ target: MediaPath) throws(LibraryError) {
        let raw = target.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard raw >= 0 else { throw SystemError().reading(target) }
        let old = OwnedDescriptor(taking: raw)
        var facts = stat()
        guard fstat(raw, &facts) == 0 else { throw SystemError().reading(target) }
        // Only root can give a file away; everybody may keep the group.
        if fchown(descriptor.rawValue, facts.st_uid, facts.st_gid) != 0 {
            _ = fchown(descriptor.rawValue, uid_t.max, facts.st_gid)
        }
        fchmod(descriptor.rawValue, facts.st_mode & 0o7777)
        fs_copy_attributes(old.rawValue, descriptor.rawValue)
        try synchronize()
        guard path.withCString({ hidden in target.withCString { rename(hidden, $0) } }) == 0 else {
            throw SystemError().writing(in: folder)
        }
        isDone = true
        try Self.synchronize(folder: folder)
    }

    /// Removes what a killed process left, if the name is one of ours, nobody holds it, and it is older than a moment.
    package static func removeLeftover(_ path: MediaPath, status: FileStatus) {
        let name = path.name.string
        guard name.hasPrefix(".filmstrip-"), name.hasSuffix(".part"), status.kind == .file else { return }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        guard Int64(now.tv_sec) - status.changed / 1_000_000_000 >= 10 || !isAlive(name) else { return }
        var raw = path.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        // A copy of a file that nobody may write.
        if raw < 0, errno == EACCES { raw = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) } }
        guard raw >= 0 else { return }
        let file = OwnedDescriptor(taking: raw)
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { _ = path.withCString { unlink($0) } }
    }

    private static func isAlive(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count >= 3, let process = pid_t(parts[1]) else { return true }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
