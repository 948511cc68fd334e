package import Filmstrip

/// A still and a movie in one file: taking it apart, and putting one together (Google's Motion Photo 1.0).
package enum MotionPhotoFile {
    /// What happens to the identifier that binds a still to a movie in a file of its own.
    package enum Identifier: Sendable, Hashable {
        case keep, remove
        case set(String)
    }

    /// The parts of the still alone, without its movie and without saying that it has one. All else stays.
    /// - Throws: `unsupportedFormat` for other formats than JPEG and the family of HEIF.
    package static func still(
        _ source: some ByteSource, name: String = "picture", identifier: Identifier = .remove
    ) throws(LibraryError) -> [FilePiece] {
        let header = try MediaHeaderReader.read(source, name: name)
        guard header.contentType == .jpeg else {
            var editor = try HEIFEditor(source, name: name)
            editor.removeMovie()
            if let packet = editor.xmp { editor.setXMP(withoutMotion(packet)) }
            if let exif = changed(editor.exif, identifier) { editor.setExif(exif) }
            return try editor.pieces()
        }
        var file = try JPEGFile(source, name: name)
        let facts = file.xmp.map { XMPFacts($0) }
        let directory = facts?.items ?? []
        let lost = facts?.claimsMotion == true ? file.movieBehindPicture(source) : nil
        let kept = file.trailer(without: header.motionPhotoRange ?? lost, source)
        if let packet = file.xmp {
            try file.setXMP(withoutMotion(packet, keeping: directory, isAlone: kept.isEmpty), name: name)
        }
        if let exif = changed(file.exif, identifier) { try file.setExif(exif, name: name) }
        return file.pieces(trailer: kept.map { .range($0) })
    }

    /// Whether a still says that it has a movie, whether or not there is one at the place that it names.
    package static func claimsMovie(_ source: some ByteSource, name: String = "picture") throws(LibraryError) -> Bool {
        let packet: [UInt8]?
        switch try MediaHeaderReader.read(source, name: name).contentType {
        case .jpeg: packet = try JPEGFile(source, name: name).xmp
        case .heic, .heif, .avif: packet = try HEIFEditor(source, name: name).xmp
        default: packet = nil
        }
        return packet.map { XMPFacts($0).claimsMotion } ?? false
    }

    /// The parts of a file that holds the still and, at its end, the movie.
    /// - Parameters:
    ///   - still: JPEG or of the family of HEIF; a movie that it has gives way.
    ///   - movieLength: of the movie's file, whose bytes the caller puts behind these parts.
    ///   - movieType: `video/mp4` or `video/quicktime`.
    ///   - stillTime: seconds from the movie's start to the still; nil when unknown.
    package static func joining(
        _ still: some ByteSource, movieLength: Int, movieType: ContentType, stillTime: Double?,
        name: String = "picture"
    ) throws(LibraryError) -> [FilePiece] {
        let header = try MediaHeaderReader.read(still, name: name)
        let movie = MotionItem(type: movieType.mimeType, semantic: "MotionPhoto", length: movieLength)
        let primary = MotionItem(type: header.contentType.mimeType, semantic: "Primary", length: 0)
        guard header.contentType == .jpeg else {
            var editor = try HEIFEditor(still, name: name)
            editor.removeMovie()
            var packet = editor.xmp.flatMap { XMPEditor($0) } ?? XMPEditor()
            // The header of the box that holds the movie counts as the picture's padding.
            packet.setMotion(
                items: [MotionItem(type: primary.type, semantic: "Primary", length: 0, padding: 8), movie],
                stillTime: stillTime)
            editor.setXMP(packet.bytes)
            let pieces = try editor.pieces()
            guard movieLength + 8 < 1 << 32 else { throw .tooLarge(path: name) }
            return pieces + [.bytes(bigEndian(movieLength + 8, 4) + Array("mpvd".utf8))]
        }
        var file = try JPEGFile(still, name: name)
        let old = file.xmp.map { XMPFacts($0).items } ?? []
        let kept = file.trailer(without: header.motionPhotoRange, still)
        var packet = file.xmp.flatMap { XMPEditor($0) } ?? XMPEditor()
        // Pictures between the still and the movie, such as a gain map, stay in the list.
        let between = kept.isEmpty ? [] : pictures(old)
        packet.setMotion(items: [primary] + between + [movie], stillTime: stillTime)
        try file.setXMP(packet.bytes, name: name)
        return file.pieces(trailer: kept.map { .range($0) })
    }

    /// A block that has to be written anew; nil for one that stays.
    private static func changed(_ exif: ExifTree?, _ identifier: Identifier) -> ExifTree? {
        switch identifier {
        case .keep: return nil
        case .remove:
            guard var exif, exif.contentIdentifier != nil else { return nil }
            exif.removeContentIdentifier()
            return exif
        case .set(let identifier):
            var exif = exif ?? ExifTree()
            exif.setContentIdentifier(identifier)
            return exif
        }
    }

    static func pictures(_ items: [XMPFacts.Item]) -> [MotionItem] {
        items.dropFirst().filter { $0.semantic != "MotionPhoto" && !$0.mime.hasPrefix("video/") }.map {
            MotionItem(
                type: $0.mime, semantic: $0.semantic, length: Int(clamping: $0.length),
                padding: Int(clamping: $0.padding))
        }
    }

    /// A packet that speaks of no movie; nil when nothing else was in it, or nobody could change it.
    private static func withoutMotion(
        _ packet: [UInt8], keeping items: [XMPFacts.Item] = [], isAlone: Bool = true
    ) -> [UInt8]? {
        guard var editor = XMPEditor(packet) else { return nil }
        editor.removeMotion()
        let between = isAlone ? [] : pictures(items)
        if !between.isEmpty { editor.addDirectory(withoutMovie(items)) }
        return editor.isEmpty ? nil : editor.bytes
    }
}

extension JPEGFile {
    /// Where a movie lies behind the picture, for files that name a wrong place or none: from its first box to the end.
    package func movieBehindPicture(_ source: some ByteSource) -> Range<UInt64>? {
        firstMatch(in: trailer, source) { bytes, index, place in
            guard index >= 4, [0x66, 0x77, 0x6D].contains(bytes[index]) else { return false }
            let size = bytes[(index - 4)..<index].reduce(0) { $0 << 8 | UInt64($1) }
            let left = trailer.upperBound - place + 4
            let name = bytes[index..<(index + 4)]
            if name.elementsEqual("ftyp".utf8) { return (16...4096).contains(size) }
            if name.elementsEqual("wide".utf8) { return size == 8 }
            if name.elementsEqual("moov".utf8) { return size >= 16 && size <= left }
            return name.elementsEqual("mdat".utf8) && (size < 2 || size >= 8 && size <= left)
        }.map { ($0 - 4)..<trailer.upperBound }
    }

    /// Whether another JPEG lies behind the picture, in a list of pictures or in none. What is in a movie does not count.
    package func hasFurtherPicture(_ source: some ByteSource) -> Bool {
        let parts = trailer(without: movieBehindPicture(source), source)
        return parts.contains { part in
            firstMatch(in: part, source) { bytes, index, _ in
                bytes[index] == 0xFF && bytes[index + 1] == 0xD8 && bytes[index + 2] == 0xFF && bytes[index + 3] >= 0xC0
                    && bytes[index + 3] != 0xFF
            } != nil
        }
    }

    /// The first place with four bytes of which a condition holds. It is given the bytes around them, and their index there.
    private func firstMatch(
        in part: Range<UInt64>, _ source: some ByteSource, where isMatch: ([UInt8], Int, UInt64) -> Bool
    ) -> UInt64? {
        let region = ByteReader(source).region
        let window: UInt64 = 1 << 18
        var offset = part.lowerBound
        while offset + 4 <= part.upperBound {
            guard let bytes = region.bytes(offset, min(window, part.upperBound - offset)) else { return nil }
            for index in 0...(bytes.count - 4) where isMatch(bytes, index, offset + UInt64(index)) {
                return offset + UInt64(index)
            }
            offset += window - 7
        }
        return nil
    }

    /// What stays of the parts behind the picture when its movie goes: pictures stay, Samsung's trailer, which holds a movie
    /// or tells of one, does not.
    func trailer(without movie: Range<UInt64>?, _ source: some ByteSource) -> [Range<UInt64>] {
        var end = trailer.upperBound
        if let movie { end = min(end, movie.lowerBound) }
        let region = ByteReader(source).region
        if let start = MotionPhoto.samsungTrailer(region) { end = min(end, start) }
        guard trailer.lowerBound < end else { return [] }
        return [trailer.lowerBound..<end]
    }
}
