package import Filmstrip

/// Takes metadata out of a still without touching its pixels.
package enum MetadataStripper {
    /// Whether a format's metadata can be taken out of it.
    package static func canStrip(_ type: ContentType) -> Bool {
        [.jpeg, .png, .webP, .gif, .heic, .heif, .avif].contains(type)
    }

    /// The parts of a file that says only what is wanted. A movie within it stays for the caller to deal with: it is left out.
    ///
    /// How the picture is turned is no secret, and stays.
    /// - Parameter unbinds: whether the identifier goes that binds it to a movie in a file of its own.
    /// - Throws: `unsupportedFormat` for formats of which `canStrip` is false; as the readers.
    package static func stripping(
        _ source: some ByteSource, keeping wanted: ExportRecipe.Metadata, unbinds: Bool = false,
        name: String = "picture"
    ) throws(LibraryError) -> [FilePiece] {
        let header = try MediaHeaderReader.read(source, name: name)
        var metadata = try PictureMetadata(of: source, name: name)
        metadata.keep(wanted)
        if unbinds { metadata.removeContentIdentifier() }
        if wanted == .none, header.orientation != .up, ![.heic, .heif, .avif].contains(header.contentType) {
            metadata.exif = ExifTree()
            metadata.exif?.describe(size: header.storedSize, orientation: header.orientation)
        }
        switch header.contentType {
        case .jpeg: return try jpeg(source, header, metadata, wanted, name)
        case .heic, .heif, .avif:
            var editor = try HEIFEditor(source, name: name)
            editor.removeMovie()
            if editor.exif != nil || metadata.exif != nil { editor.setExif(metadata.exif) }
            var packet = metadata.xmp
            if let own = packet, var xmp = XMPEditor(own), header.motionPhotoRange != nil {
                xmp.removeMotion()
                packet = xmp.isEmpty ? nil : xmp.bytes
            }
            if editor.xmp != nil || packet != nil { editor.setXMP(packet) }
            return try editor.pieces()
        case .png:
            return [
                .bytes(
                    try ChunkWriter.png(
                        exif: .init(metadata.exif?.block), xmp: .init(metadata.xmp), into: try all(source, name),
                        name: name,
                        texts: wanted == .none ? .none : .withoutPlaces))
            ]
        case .gif: return try GIFStripper.stripping(source, keeping: wanted, name: name)
        case .webP:
            return [
                .bytes(
                    try ChunkWriter.webP(
                        exif: .init(metadata.exif?.block), xmp: .init(metadata.xmp), into: try all(source, name),
                        name: name))
            ]
        default: throw .unsupportedFormat(path: name)
        }
    }

    private static func all(_ source: some ByteSource, _ name: String) throws(LibraryError) -> [UInt8] {
        guard source.byteCount < 512 << 20 else { throw .tooLarge(path: name) }
        return try source.read(at: 0, count: Int(source.byteCount))
    }

    private static func jpeg(
        _ source: some ByteSource, _ header: MediaHeader, _ metadata: PictureMetadata,
        _ wanted: ExportRecipe.Metadata, _ name: String
    ) throws(LibraryError) -> [FilePiece] {
        var file = try JPEGFile(source, name: name)
        let directory = file.xmp.map { XMPFacts($0).items } ?? []
        if wanted == .none { file.removeMetadata(keepsColors: true) }
        var metadata = metadata
        // A movie tells where it was taken, whether or not anything claims it, and wherever that says it is.
        let movie = [header.motionPhotoRange, file.movieBehindPicture(source)].compactMap { $0 }
            .min { $0.lowerBound < $1.lowerBound }
        var kept = file.trailer(without: movie, source)
        // Pictures behind the first may have metadata of their own. A gain map has none that could tell a place.
        let isUnwanted = wanted == .none ? true : try speaksOfPlaces(kept, source)
        if isUnwanted { kept = [] }
        if let packet = metadata.xmp, var xmp = XMPEditor(packet), movie != nil || kept.isEmpty {
            xmp.removeMotion()
            if !kept.isEmpty, !directory.isEmpty { xmp.addDirectory(MotionPhotoFile.withoutMovie(directory)) }
            metadata.xmp = xmp.isEmpty ? nil : xmp.bytes
        }
        try metadata.put(into: &file, name)
        if kept.isEmpty { file.remove(where: \.isPictureList) }
        return file.pieces(trailer: kept.map { .range($0) })
    }

    private static func speaksOfPlaces(
        _ ranges: [Range<UInt64>], _ source: some ByteSource
    ) throws(LibraryError) -> Bool {
        for range in ranges {
            guard range.count < 64 << 20 else { return true }
            if PlaceMarks.areIn(try source.read(at: range.lowerBound, count: range.count)) { return true }
        }
        return false
    }
}

extension MotionPhotoFile {
    /// The list of a file's parts when its movie goes.
    static func withoutMovie(_ items: [XMPFacts.Item]) -> [MotionItem] {
        [MotionItem(type: "image/jpeg", semantic: "Primary", length: 0)] + pictures(items)
    }
}
