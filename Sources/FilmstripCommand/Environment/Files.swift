import Filmstrip
import FilmstripLinux
import Foundation

extension MediaPath {
    /// Whether there is anything of that name, a dangling link included.
    var exists: Bool {
        var found = stat()
        return withCString { lstat($0, &found) } == 0
    }

    /// What the system says about it, or about what a link leads to.
    private var status: stat? {
        var found = stat()
        return withCString { fstatat(AT_FDCWD, $0, &found, 0) } == 0 ? found : nil
    }

    /// Whether it is a folder, or a link to one.
    var isFolder: Bool {
        status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Bytes of the file; nil when there is none.
    var byteCount: Int? {
        status.map { Int($0.st_size) }
    }

    /// When the file was changed, in seconds since 1970, as the library tells it; nil when there is none.
    var modificationTime: Double? {
        status.map { Double(FileStatus($0).instant) / 1000 }
    }

    /// Makes the folder, and those above it, where they are not there.
    func makeFolders() throws(CommandError) {
        guard !isFolder else { return }
        if !parent.isFolder { try parent.makeFolders() }
        let number = withCString { mkdir($0, 0o777) == 0 ? 0 : errno }
        guard number == 0 || (number == EEXIST && isFolder) else {
            if number == EEXIST {
                throw .noFolder(self)
            }
            // What is there, and says that it is not, takes no new folders, as /proc does.
            guard number != ENOENT || !parent.isFolder else { throw .takesNoFiles(parent) }
            throw .writing(number, folder: self)
        }
    }

    /// Whether there is nothing in this folder.
    func isEmptyFolder() throws(CommandError) -> Bool {
        guard let folder = withCString({ opendir($0) }) else { throw .system(errno, path: self) }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count <= 2
    }

    /// Says when the file was changed. A file system that cannot keep it is no reason to fail.
    func setModificationTime(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        let time = timespec(tv_sec: Int(seconds.rounded(.down)), tv_nsec: 0)
        let times = [time, time]
        withCString { _ = utimensat(AT_FDCWD, $0, times, 0) }
    }

    /// Checks that new files can be made in this folder, by making one: what a folder's rights say is not true everywhere, such as
    /// in /proc.
    /// - Throws: `readOnly`, `noSpace`.
    func checkTakesFiles() throws(CommandError) {
        let probe = appending(".filmstrip-\(UUID().uuidString)")
        let descriptor = probe.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        let number = errno
        guard descriptor >= 0 else {
            let failure = CommandError.writing(number, folder: self)
            guard failure.code != .noSpace else { throw failure }
            throw .takesNoFiles(self)
        }
        close(descriptor)
        probe.withCString { _ = unlink($0) }
    }

    /// The bytes before the last dot of the name, and those after it; nil without an ending.
    var splitAtExtension: (stem: MediaPath, ending: String?) {
        let name = name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (self, nil) }
        let ending = MediaPath(bytes: Array(name[(dot + 1)...])).string
        return (MediaPath(bytes: Array(bytes.dropLast(name.count - dot))), ending)
    }

    /// The whole file in memory.
    /// - Throws: `notFound`, `unreadable`, `noSpace`… as the system says; a folder is `unreadable`.
    func readAll() throws(CommandError) -> [UInt8] {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .system(errno, path: self) }
        defer { close(descriptor) }
        return try Self.readAll(from: descriptor, path: self)
    }

    /// All that is left to read.
    static func readAll(from descriptor: Int32, path: MediaPath) throws(CommandError) -> [UInt8] {
        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 1)
        while true {
            // One byte more than the size says, so that a plain file is known to have ended after one read.
            let wanted = max(65536, size + 1 - bytes.count)
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                let result = read(descriptor, buffer.baseAddress, wanted)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw .system(failure, path: path) }
            if chunk.isEmpty { return bytes }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
    }

    /// Makes a file of that name that was not there, whole or not at all.
    /// - Parameter durably: whether it is on the disk when this returns.
    /// - Throws: `exists`, `readOnly`, `noSpace`, `notFound`.
    func writeNew(_ content: some ContiguousBytes, durably: Bool = true) throws(CommandError) {
        do {
            try writeNew(durably: durably) { write in try content.withUnsafeBytes { try write($0) } }
        } catch { throw CommandError(error) }
    }

    /// The same in pieces.
    /// - Parameter body: calls `write` with each piece; what it throws is passed on, and nothing stays.
    func writeNew<Result>(durably: Bool = true, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Result)
        throws
        -> Result
    {
        let folder = parent
        do {
            let file = try AtomicFile(in: folder, mode: 0o666)
            let result = try body { try file.append($0) }
            try file.place(at: self, durably: durably)
            return result
        } catch let error as LibraryError { throw CommandError(error, known: [folder]) }
    }

    /// Gives the file another name, which must be free. Onto another file system it is copied, piece by piece.
    /// - Throws: `exists`, `readOnly`, `noSpace`, `notFound`.
    func moveExclusively(to target: MediaPath, durably: Bool = true) throws(CommandError) {
        switch FileOperations.placeExclusively(self, at: target) {
        case 0: break
        case EXDEV: try copyExclusively(to: target)
        case EEXIST: throw .taken(target)
        case let number: throw .writing(number, folder: target.parent)
        }
        if durably { target.parent.synchronizeFolder() }
    }

    private func copyExclusively(to target: MediaPath) throws(CommandError) {
        do {
            let file = try AtomicFile(in: target.parent, mode: 0o666)
            try file.copy(from: self)
            try file.place(at: target, durably: true)
        } catch { throw CommandError(error, known: [self, target.parent]) }
        withCString { _ = unlink($0) }
    }

    /// Makes names in this folder durable. A file system that cannot is no reason to fail.
    fileprivate func synchronizeFolder() {
        let descriptor = withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }
}

extension AtomicFile {
    /// Takes its place, which must be free, and with `durably` the disk has it when this returns.
    fileprivate func place(at target: MediaPath, durably: Bool) throws {
        if durably { try synchronize() }
        guard try appear(as: target.name) else { throw CommandError.taken(target) }
        if durably { target.parent.synchronizeFolder() }
    }
}

extension CommandError {
    static func noFolder(_ path: MediaPath) -> CommandError {
        CommandError(.notFound, "There is a file of that name, and no folder.", path: path)
    }

    fileprivate static func takesNoFiles(_ folder: MediaPath) -> CommandError {
        CommandError(.readOnly, "The folder takes no new files.", path: folder)
    }

    fileprivate static func taken(_ target: MediaPath) -> CommandError {
        CommandError(.exists, "The file exists already.", path: target)
    }
}
