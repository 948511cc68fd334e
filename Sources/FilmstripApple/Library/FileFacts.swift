#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip
    import FilmstripFormats
    import Foundation

    /// What a file tells about itself, without decoding a picture.
    struct FileFacts: Sendable {
        let header: MediaHeader
        let byteCount: Int64
        let fileTime: Date

        /// Reads the header of a file.
        /// - Parameter name: what the file was called where it came from; may hold a date.
        /// - Throws: as `MediaHeaderReader.read`.
        init(of path: MediaPath, name: String) throws(LibraryError) {
            let source = try FileByteSource(path: path)
            header = try MediaHeaderReader.read(source, name: name)
            byteCount = Int64(source.byteCount)
            do {
                let values = try path.url.resourceValues(forKeys: [.contentModificationDateKey])
                fileTime = values.contentModificationDate ?? Date()
            } catch {
                throw LibraryError(error, at: path.url)
            }
        }

        /// When it was taken: what the file says, else the time of the file.
        var date: MediaDate { header.date ?? MediaDate(instant: fileTime, offsetFromUTC: nil, source: .fileTime) }

        /// The asset that the file is, as far as it tells.
        func asset(id: AssetID, kind: MediaKind, fileName: String, movieDuration: Double? = nil) -> Asset {
            var subtypes = header.subtypes
            if kind == .livePhoto { subtypes.insert(.live) }
            return Asset(
                id: id, kind: kind, subtypes: subtypes, size: header.size, duration: header.duration ?? movieDuration,
                date: date, place: header.place, fileName: fileName, contentType: header.contentType,
                byteCount: byteCount, frameCount: header.frameCount)
        }
    }
#endif
