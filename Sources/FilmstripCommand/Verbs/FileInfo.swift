import Filmstrip
import FilmstripFormats
import Foundation

/// What is known of one media file without decoding it.
struct FileInfo: Sendable {
    let path: MediaPath
    let header: MediaHeader
    let byteCount: Int64
    /// The date of the header, else that of the file itself.
    let date: MediaDate

    /// - Throws: `notFound`, `unreadable`, `truncated`, `unsupportedFormat`.
    init(_ path: MediaPath) throws {
        self.path = path
        let file = try FileBytes(path)
        byteCount = Int64(clamping: file.byteCount)
        do {
            header = try MediaHeaderReader.read(file, name: path.name.string)
        } catch {
            // The reader knows the name alone; the error is to name the file as the user did.
            throw CommandError(error.code, error.message, path: path)
        }
        date =
            header.date
            ?? MediaDate(
                instant: Date(timeIntervalSince1970: file.modificationTime), offsetFromUTC: 0, source: .fileTime)
    }

    /// Photo, video, or live photo: a motion photo, or a still whose movie lies beside it.
    var kind: MediaKind {
        if header.contentType.isVideo { return .video }
        return header.motionPhotoRange != nil || pairedMovie != nil ? .livePhoto : .photo
    }

    /// The movie beside a still that carries the same identifier.
    var pairedMovie: MediaPath? {
        guard let identifier = header.contentIdentifier, !header.contentType.isVideo else { return nil }
        let stem = path.splitAtExtension.stem
        for ending in ["MOV", "mov", "mp4", "MP4"] {
            let candidate = MediaPath(bytes: stem.bytes + Array(".\(ending)".utf8))
            guard candidate.exists else { continue }
            // A neighbour that cannot be read is no half of a pair; whoever wants to know why asks about that file.
            if let movie = try? FileInfo(candidate), movie.header.contentIdentifier == identifier { return candidate }
        }
        return nil
    }
}

/// An open file as a byte source.
final class FileBytes: ByteSource {
    let byteCount: UInt64
    /// Seconds since 1970.
    let modificationTime: Double
    private let path: MediaPath
    private let descriptor: Int32

    /// - Throws: `notFound`, `unreadable`, also for folders and devices.
    init(_ path: MediaPath) throws(CommandError) {
        self.path = path
        // Not blocking: a named pipe must not hold us.
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .system(errno, path: path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw CommandError(.unreadable, "It is no file.", path: path)
        }
        byteCount = UInt64(status.st_size)
        modificationTime = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }

    deinit { close(descriptor) }

    func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
        guard offset < byteCount, count > 0 else { return [] }
        let wanted = min(count, Int(clamping: byteCount - offset))
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            filled = 0
            while filled < wanted {
                let result = pread(descriptor, buffer.baseAddress! + filled, wanted - filled, off_t(offset) + filled)
                if result < 0 && errno == EINTR { continue }
                if result < 0 { failure = errno }
                guard result > 0 else { break }
                filled += result
            }
        }
        guard failure == 0 else {
            throw .unreadable(path: path.string, reason: String(cString: strerror(failure)))
        }
        return bytes
    }
}
