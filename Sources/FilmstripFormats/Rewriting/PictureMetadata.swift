package import Filmstrip

/// What a picture's file says about it, on the way from an old file to a new one: all is copied, and what must not be is dropped
/// by list.
package struct PictureMetadata: Sendable {
    package var exif: ExifTree?
    /// An XMP packet.
    package var xmp: [UInt8]?
    /// JPEG's APP13, with IPTC's texts in it.
    package var photoshop: [UInt8]?
    /// JPEG's comments.
    package var comments: [[UInt8]] = []

    /// Nothing.
    package init() {}

    /// What a file says.
    /// - Throws: as `MediaHeaderReader.read`.
    package init(of source: some ByteSource, name: String = "picture") throws(LibraryError) {
        let reader = ByteReader(source)
        let facts = try MediaHeaderReader.facts(reader, subject: name)
        exif = facts.exifBlock.flatMap { ExifTree($0) }
        xmp = facts.xmpPacket
        if facts.contentType == .jpeg {
            var segments = JPEGSegments(reader.region)
            while let segment = segments.next() {
                let payload = segment.payload
                switch segment.marker {
                case 0xED where photoshop == nil && payload.matches(0, "Photoshop 3.0\0"):
                    photoshop = payload.bytes(0, payload.count)
                case 0xFE where comments.count < 16: comments += [payload.bytes(0, payload.count) ?? []]
                default: break
                }
            }
        }
        // A block that is a whole TIFF file has directories of strips and tiles, which are no metadata.
        if [.tiff, .raw].contains(facts.contentType) { exif?.keepDescriptionsOnly() }
        if let failure = reader.failure { throw failure }
    }

    /// Whether there is nothing.
    package var isEmpty: Bool { exif?.isEmpty ?? true && xmp == nil && photoshop == nil && comments.isEmpty }

    /// Whether there are texts of IPTC, for which only JPEG has a place.
    package var hasTextsOfJPEG: Bool { photoshop.map(PhotoshopBlock.hasTexts) ?? false }

    /// Leaves out what a recipe does not want.
    package mutating func keep(_ wanted: ExportRecipe.Metadata) {
        switch wanted {
        case .all: return
        case .none: self = PictureMetadata()
        case .withoutLocation:
            exif?.removeLocation()
            if let packet = xmp { xmp = XMPEditor.withoutLocation(packet) }
            photoshop = photoshop.flatMap { PhotoshopBlock.without(thumbnails: false, places: true, $0) }
            comments.removeAll(where: PlaceMarks.areIn)
        }
    }

    /// Makes everything true for pixels that are stored and turned so.
    /// - Parameters:
    ///   - showsOther: whether the picture shows something else than before: what described the old frame goes.
    ///   - thumbnail: a small JPEG of the new picture, in place of the old one; an old one goes in any case.
    package mutating func describe(
        size: PixelSize, orientation: Orientation, showsOther: Bool, thumbnail: [UInt8]? = nil
    ) {
        let hadThumbnail = exif?.thumbnail != nil
        exif?.describe(size: size, orientation: orientation)
        if orientation != .up, exif == nil {
            exif = ExifTree()
            exif?.describe(size: size, orientation: orientation)
        }
        if showsOther { exif?.forgetFrame() } else { exif?.removeThumbnail() }
        if hadThumbnail, let thumbnail { exif?.setThumbnail(thumbnail) }
        photoshop = photoshop.flatMap { PhotoshopBlock.without(thumbnails: true, places: false, $0) }
        guard let packet = xmp else { return }
        guard var editor = XMPEditor(packet) else {
            xmp = nil
            return
        }
        editor.removeFrame()
        editor.removeMotion()
        xmp = editor.isEmpty ? nil : editor.bytes
    }

    /// Unbinds the still from a movie in a file of its own.
    package mutating func removeContentIdentifier() { exif?.removeContentIdentifier() }

    /// Whether the file has a small picture in its EXIF block.
    package var hasThumbnail: Bool { exif?.thumbnail != nil }

    /// A finished file of that format that says all this.
    /// - Throws: `unsupportedFormat` for formats that cannot; what does not fit is left out, largest first.
    package func inserted(
        into bytes: [UInt8], _ contentType: ContentType, name: String = "picture"
    ) throws(LibraryError) -> [UInt8] {
        let block = exif.flatMap { $0.isEmpty ? nil : $0.block }
        switch contentType {
        case .jpeg: return try jpeg(bytes, name)
        case .png: return try ChunkWriter.png(exif: .init(block), xmp: .init(xmp), into: bytes, name: name)
        case .webP: return try ChunkWriter.webP(exif: .init(block), xmp: .init(xmp), into: bytes, name: name)
        case .heic, .heif, .avif:
            let source = MemoryByteSource(bytes)
            var editor = try HEIFEditor(source, name: name)
            if block != nil || editor.exif != nil { editor.setExif(exif) }
            if xmp != nil || editor.xmp != nil { editor.setXMP(xmp) }
            return try editor.pieces().assembled(from: source)
        default: throw .unsupportedFormat(path: name)
        }
    }

    private func jpeg(_ bytes: [UInt8], _ name: String) throws(LibraryError) -> [UInt8] {
        let source = MemoryByteSource(bytes)
        var file = try JPEGFile(source, name: name)
        try put(into: &file, name)
        return try file.pieces(trailer: []).assembled(from: source)
    }

    /// Puts all into a file's segments, in place of what was there.
    package func put(into file: inout JPEGFile, _ name: String) throws(LibraryError) {
        file.remove { $0.isPhotoshop || $0.isComment || $0.isExtendedXMP }
        try file.setExif(exif, name: name)
        // A packet that is too long for a segment was cut from several files' worth of history; the tags are worth more.
        try file.setXMP(xmp.flatMap { $0.count + 29 <= JPEGFile.Segment.longest ? $0 : nil }, name: name)
        for payload in [photoshop].compactMap({ $0 }) { file.append(JPEGFile.Segment(0xED, payload)) }
        for comment in comments { file.append(JPEGFile.Segment(0xFE, comment)) }
    }
}

extension XMPEditor {
    /// A packet without places; nil where nothing else is in it, or nobody could tell.
    static func withoutLocation(_ packet: [UInt8]) -> [UInt8]? {
        guard var editor = XMPEditor(packet) else { return nil }
        editor.removeLocation()
        return editor.isEmpty ? nil : editor.bytes
    }
}

extension JPEGFile {
    /// Adds a segment of metadata, before those that the picture is made of.
    mutating func append(_ segment: Segment) {
        let place = segments.firstIndex { $0.marker < 0xE0 } ?? segments.count
        segments.insert(segment, at: place)
    }
}

extension ExifTree {
    /// Leaves out the tags that say how pixels lie in a TIFF file.
    mutating func keepDescriptionsOnly() {
        let kept: Set<UInt16> = [
            0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x013C, 0x8298,
        ]
        directories[.image]?.removeAll { !kept.contains($0.tag) }
        removeThumbnail()
    }
}
