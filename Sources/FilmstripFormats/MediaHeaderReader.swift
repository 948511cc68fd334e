package import Filmstrip

/// Reads headers.
package enum MediaHeaderReader {
    /// The version of what is read here. Indexes keep it with each row and read files again when it has grown.
    package static let version = 4

    /// The header of a file. Errors name its whole path.
    /// - Throws: `notFound`, `unsupportedFormat`, `truncated`, `unreadable`.
    package static func read(_ path: MediaPath) throws(LibraryError) -> MediaHeader {
        try read(FileByteSource(path: path), at: path)
    }

    /// The same of a file that is opened already, or of a part of it.
    package static func read(_ source: some ByteSource, at path: MediaPath) throws(LibraryError) -> MediaHeader {
        try read(source, name: path.name.string, subject: path.string)
    }

    /// Reads what the source's first bytes say it is.
    /// - Parameters:
    ///   - name: the file's name, used as a last resort for a date; never to tell the format.
    ///   - subject: what errors name; the name by default.
    /// - Throws: `unsupportedFormat`, `truncated`, `unreadable`.
    package static func read(
        _ source: some ByteSource, name: String, subject: String? = nil
    ) throws(LibraryError) -> MediaHeader {
        let reader = ByteReader(source)
        let facts = try facts(reader, subject: subject ?? name)
        if let failure = reader.failure { throw failure }
        return facts.header(name: name)
    }

    /// What the disk says explains everything else.
    static func facts(_ reader: ByteReader, subject: String) throws(LibraryError) -> MediaFacts {
        do {
            return try facts(reader.region)
        } catch {
            throw reader.failure ?? error.error(subject)
        }
    }

    static func facts(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        guard region.count > 0 else { throw .truncated }
        guard let format = FileFormat.sniff(region) else { throw .unsupported }
        let facts = try facts(region, format)
        // An empty picture is no picture, whatever the rest says.
        guard facts.storedSize.width > 0, facts.storedSize.height > 0 else {
            throw .unreadable("it has no size")
        }
        return facts
    }

    private static func facts(_ region: ByteRegion, _ format: FileFormat) throws(HeaderFault) -> MediaFacts {
        switch format {
        case .jpeg: try JPEGReader.read(region)
        case .png: try PNGReader.read(region)
        case .gif: try GIFReader.read(region)
        case .webP: try WebPReader.read(region)
        case .tiff: try TIFFReader.read(region)
        case .bmp: try BMPReader.read(region)
        case .jpegXLCodestream: try JPEGXLReader.read(region)
        case .jpegXLContainer: try JPEGXLReader.readContainer(region)
        case .fujiRaw: try FujiRawReader.read(region)
        case .canonRaw: try CanonRawReader.read(region)
        case .matroska: try MatroskaReader.read(region)
        case .heif(let type): try HEIFReader.read(region, type)
        case .movie(let type): try MovieReader.read(region, type)
        }
    }
}
