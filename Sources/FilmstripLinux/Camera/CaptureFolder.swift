import Filmstrip
import Foundation
import Glibc

/// Where captures lie until somebody keeps them. Names never collide, and what exists is never written over.
///
/// The folder is the user's alone where it is made here. The files have the modes of any new file (0644 less the umask), so
/// that a kept or moved one is like every other picture.
struct CaptureFolder: Sendable, Hashable {
    let path: MediaPath
    /// Whether anybody may make things beside it, so that it is used only when it is a folder, no link to one, and this user's alone.
    var isGuarded = false

    /// The one in the system's temporary folder.
    static var temporary: CaptureFolder {
        let folder = MediaPath(FileManager.default.temporaryDirectory.path).appending("filmstrip-\(getuid())")
        return CaptureFolder(path: folder, isGuarded: true)
    }

    /// What stands before the time in a file's name, as digital cameras write it.
    enum Prefix: String, Sendable {
        case photo = "IMG"
        case video = "VID"
    }

    /// Creates the folder if it is missing, readable for nobody else.
    func create() throws(CameraError) {
        let bytes = path.bytes
        let ends = bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: "/") } + [bytes.endIndex]
        for end in ends {
            let made = MediaPath(bytes: Array(bytes[..<end])).withCString { mkdir($0, 0o700) }
            guard made != 0, errno != EEXIST else { continue }
            throw error(errno)
        }
        if isGuarded { try secure() }
    }

    /// Makes sure that a folder beside which anybody may make things is really ours, and closes it to others.
    /// - Throws: `readOnly` when it is a link, no folder, somebody else's, or cannot be closed.
    func secure() throws(CameraError) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .readOnly(folder: path.string) }
        let folder = OwnedDescriptor(taking: descriptor)
        var status = stat()
        guard fstat(folder.rawValue, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0 || fchmod(folder.rawValue, 0o700) == 0
        else { throw .readOnly(folder: path.string) }
    }

    /// Whether what lies in it is certain to be ours.
    var isTrusted: Bool {
        guard isGuarded else { return true }
        do throws(CameraError) { try secure() } catch { return false }
        return true
    }

    /// The name of a capture of that moment: `IMG_20260131_142530123`, with the attempt's number from the second on.
    static func name(_ prefix: Prefix, at date: Date, in zone: TimeZone, attempt: Int = 1) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // Whole milliseconds first: a moment that falls between two shall have one name.
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second, .nanosecond],
            from: Date(timeIntervalSince1970: milliseconds / 1000))
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2)
        let time = digits(parts.hour, 2) + digits(parts.minute, 2) + digits(parts.second, 2)
        let thousandths = digits(((parts.nanosecond ?? 0) + 500_000) / 1_000_000, 3)
        return "\(prefix.rawValue)_\(day)_\(time)\(thousandths)" + (attempt == 1 ? "" : "_\(attempt)")
    }

    /// Creates a new, empty file and opens it for writing: two captures of the same moment get two files.
    /// - Parameter hidden: whether the name begins with a dot, for files that are not whole yet.
    func createFile(
        _ prefix: Prefix, at date: Date, in zone: TimeZone, extension ending: String, hidden: Bool = false
    ) throws(CameraError) -> (path: MediaPath, descriptor: OwnedDescriptor) {
        try create()
        for attempt in 1...10_000 {
            let name = Self.name(prefix, at: date, in: zone, attempt: attempt)
            let file = path.appending((hidden ? "." : "") + "\(name).\(ending)")
            let descriptor = file.withCString { open($0, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o644) }
            if descriptor >= 0 { return (file, OwnedDescriptor(taking: descriptor)) }
            guard errno == EEXIST else { throw error(errno) }
        }
        throw .exists(path: path.string)
    }

    /// Writes a whole new file.
    func write(
        _ bytes: Data, _ prefix: Prefix, at date: Date, in zone: TimeZone, type: ContentType
    ) throws(CameraError) -> MediaFile {
        let (file, descriptor) = try createFile(prefix, at: date, in: zone, extension: type.fileExtension)
        do throws(CameraError) {
            try writeAll(bytes, to: descriptor.rawValue)
        } catch {
            file.withCString { _ = unlink($0) }
            throw error
        }
        return MediaFile(path: file, contentType: type, isTemporary: true)
    }

    /// Writes all bytes to an open file of this folder.
    func writeAll(_ bytes: Data, to descriptor: Int32) throws(CameraError) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count, failure == 0 {
                let count = Glibc.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                if count > 0 {
                    offset += count
                } else if count == 0 {
                    failure = EIO
                } else if errno != EINTR {
                    failure = errno
                }
            }
        }
        if failure != 0 { throw error(failure) }
    }

    /// Gives a finished hidden file its visible name. An existing name is never taken.
    func publish(
        _ hidden: MediaPath, _ prefix: Prefix, at date: Date, in zone: TimeZone, type: ContentType
    ) throws(CameraError) -> MediaPath {
        for attempt in 1...10_000 {
            let name = Self.name(prefix, at: date, in: zone, attempt: attempt)
            let file = path.appending("\(name).\(type.fileExtension)")
            switch FileOperations.placeExclusively(hidden, at: file) {
            case 0: return file
            case EEXIST: continue
            case let number: throw error(number)
            }
        }
        throw .exists(path: path.string)
    }

    /// Does something in the first of the folders that has space left for it.
    /// - Throws: what the last says.
    static func first<Result>(
        of folders: [CaptureFolder], _ body: (CaptureFolder) throws(CameraError) -> Result
    ) throws(CameraError) -> Result {
        for folder in folders.dropLast() {
            do throws(CameraError) { return try body(folder) } catch {
                guard case .noSpace = error else { throw error }
            }
        }
        return try body(folders[folders.count - 1])
    }

    private func error(_ code: Int32) -> CameraError {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .noSpace(folder: path.string)
        case EACCES, EPERM, EROFS: .readOnly(folder: path.string)
        default: .internal("\(path.string): \(String(cString: strerror(code)))")
        }
    }
}
