import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation

/// What is known of one media file without decoding it.
struct FileInfo: Sendable {
    let path: MediaPath
    let header: MediaHeader
    let byteCount: Int64
    /// The date of the header, else that of the file itself.
    let date: MediaDate

    /// - Throws: `notFound`, `unreadable`, `truncated`, `unsupportedFormat`.
    init(_ path: MediaPath) throws(CommandError) {
        self.path = path
        do throws(LibraryError) {
            let file = try FileByteSource(path: path)
            byteCount = Int64(clamping: file.byteCount)
            header = try MediaHeaderReader.read(file, at: path)
        } catch {
            // The error is to name the file as the user did, byte by byte.
            throw CommandError(error.code, error.message, path: path)
        }
        let modified = Date(timeIntervalSince1970: path.modificationTime ?? 0)
        date = header.date ?? MediaDate(instant: modified, offsetFromUTC: 0, source: .fileTime)
    }

    /// Photo, video, or live photo: a motion photo, or a still whose movie lies beside it.
    var kind: MediaKind {
        if header.contentType.isVideo { return .video }
        return header.motionPhotoRange != nil || pairedMovie != nil ? .livePhoto : .photo
    }

    /// Seconds: of a video, or of a live photo's movie.
    var duration: Double? {
        guard kind == .livePhoto else { return header.duration }
        do throws(LibraryError) { return try LivePhotoFiles(path)?.movieDuration } catch {
            // What is said of the still is true all the same.
            return nil
        }
    }

    /// The movie beside a still that carries the same identifier.
    var pairedMovie: MediaPath? {
        guard let identifier = header.contentIdentifier, !header.contentType.isVideo else { return nil }
        let stem = path.splitAtExtension.stem
        for ending in ["MOV", "mov", "mp4", "MP4"] {
            let candidate = MediaPath(bytes: stem.bytes + Array(".\(ending)".utf8))
            guard candidate.exists else { continue }
            do throws(CommandError) {
                if try FileInfo(candidate).header.contentIdentifier == identifier { return candidate }
            } catch {
                // A neighbour that cannot be read is no half of a pair; whoever wants to know why asks about that file.
                continue
            }
        }
        return nil
    }
}
