package import Filmstrip

/// A JPEG file taken apart: what stands before the first scan, the picture's own bytes, and what was put behind its end.
package struct JPEGFile: Sendable {
    /// A marker segment, such as 0xE1 for APP1, with what follows its length.
    package struct Segment: Sendable, Hashable {
        package var marker: UInt8
        package var payload: [UInt8]

        package init(_ marker: UInt8, _ payload: [UInt8]) {
            self.marker = marker
            self.payload = payload
        }

        var isExif: Bool { marker == 0xE1 && payload.starts(with: "Exif\0".utf8) }
        var isXMP: Bool { marker == 0xE1 && payload.starts(with: Self.xmpMark) }
        var isExtendedXMP: Bool { marker == 0xE1 && payload.starts(with: "http://ns.adobe.com/xmp/extension/\0".utf8) }
        /// The list of further pictures behind the first (CIPA DC-007).
        var isPictureList: Bool { marker == 0xE2 && payload.starts(with: "MPF\0".utf8) }
        var isColorProfile: Bool { marker == 0xE2 && payload.starts(with: "ICC_PROFILE\0".utf8) }
        var isPhotoshop: Bool { marker == 0xED && payload.starts(with: PhotoshopBlock.mark) }
        var isComment: Bool { marker == 0xFE }
        /// Whether the picture cannot be read without it: JFIF's header, and Adobe's mark of the colours.
        var isNeeded: Bool {
            marker < 0xE0 || marker > 0xEF && marker != 0xFE || marker == 0xE0 && payload.starts(with: "JFIF\0".utf8)
                || marker == 0xEE && payload.starts(with: "Adobe".utf8)
        }

        static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        static let longest = 65_533

        var bytes: [UInt8] { [0xFF, marker] + bigEndian(payload.count + 2, 2) + payload }
    }

    /// All segments before the first scan.
    package var segments: [Segment]
    /// From the first scan's marker to the end-of-image marker, which is included, in the source.
    package let picture: Range<UInt64>
    /// What lies behind the picture: further pictures, a movie, a maker's trailer.
    package let trailer: Range<UInt64>
    /// How far the parts behind the picture were from the list that names them.
    private let listDistance: UInt64?

    /// How many pictures the file has behind the first, as its list tells (CIPA DC-007, tag 0xB001).
    package var furtherPictureCount: Int {
        guard !trailer.isEmpty, let list = segments.first(where: \.isPictureList) else { return 0 }
        let region = ByteReader(MemoryByteSource(Array(list.payload.dropFirst(4)))).region
        guard let block = TIFFBlock(region) else { return 0 }
        var count = 0
        block.forEachEntry(at: block.firstDirectory) { entry in
            if entry.tag == 0xB001, let value = block.integer(entry) { count = max(0, value - 1) }
        }
        return count
    }

    /// Takes a file apart.
    /// - Throws: `unsupportedFormat` for what is no JPEG, `truncated` when no scan is in it.
    package init(_ source: some ByteSource, name: String = "picture") throws(LibraryError) {
        let reader = ByteReader(source)
        let region = reader.region
        guard FileFormat.sniff(region) == .jpeg else { throw reader.failure ?? .unsupportedFormat(path: name) }
        var list = JPEGSegments(region)
        segments = []
        var listPlace: UInt64?
        while let segment = list.next() {
            guard let payload = segment.payload.bytes(0, segment.payload.count) else { break }
            segments.append(Segment(segment.marker, payload))
            // Places in the list count from behind its mark.
            if segments[segments.count - 1].isPictureList { listPlace = listPlace ?? segment.payload.start + 4 }
        }
        if let failure = reader.failure { throw failure }
        guard let start = list.scanStart, let header = list.scanHeader else { throw .truncated(path: name) }
        let end = Self.endOfPicture(in: region, from: start)
        if let failure = reader.failure { throw failure }
        picture = header..<end
        trailer = end..<region.count
        listDistance = listPlace.map { end - $0 }
    }

    /// Behind the end-of-image marker, or the end of the source where none is.
    private static func endOfPicture(in region: ByteRegion, from start: UInt64) -> UInt64 {
        var offset = start
        let window: UInt64 = 262_144
        while offset + 1 < region.count {
            guard let bytes = region.bytes(offset, min(window, region.count - offset)) else { return region.count }
            var index = 0
            var jump: Int?
            while index + 1 < bytes.count {
                // Most bytes are no 0xFF.
                guard bytes[index] == 0xFF else {
                    index += 1
                    continue
                }
                switch bytes[index + 1] {
                case 0xD9: return offset + UInt64(index) + 2
                // Filled bytes, restart marks, and a 0xFF of the picture itself.
                case 0xFF: index += 1
                case 0x00, 0x01, 0xD0...0xD8: index += 2
                default:
                    // A segment between scans: its content may look like an end.
                    guard let length = region.u16(offset + UInt64(index) + 2), length >= 2 else {
                        index += 2
                        continue
                    }
                    jump = index + 2 + Int(length)
                    index = bytes.count
                }
            }
            offset += jump.map { UInt64($0) } ?? UInt64(bytes.count - 1)
        }
        return region.count
    }

    /// The whole file anew: the segments as they are now, the picture, and what follows.
    /// - Parameter kept: what is written behind the picture.
    package func pieces(trailer kept: [FilePiece]) -> [FilePiece] {
        var segments = segments
        // Without the pictures that it lists, the list is a lie.
        if kept.isEmpty { segments.removeAll(where: \.isPictureList) }
        var head: [UInt8] = [0xFF, 0xD8] + segments.flatMap(\.bytes)
        if let list = segments.firstIndex(where: \.isPictureList), let listDistance {
            let before = 2 + segments[..<list].reduce(0) { $0 + $1.payload.count + 4 }
            let length = head.count + picture.count
            let distance = length - (before + 8)
            segments[list].payload = Self.moved(
                segments[list].payload, by: distance - Int(listDistance), firstLength: length)
            head = [0xFF, 0xD8] + segments.flatMap(\.bytes)
        }
        return [.bytes(head), .range(picture)] + kept
    }

    /// The list of pictures when those behind the first have moved (CIPA DC-007, tag 0xB002: attributes, length, place).
    private static func moved(_ payload: [UInt8], by distance: Int, firstLength: Int) -> [UInt8] {
        var payload = payload
        let region = ByteReader(MemoryByteSource(Array(payload.dropFirst(4)))).region
        guard let block = TIFFBlock(region) else { return payload }
        var places: [(offset: Int, value: Int)] = []
        block.forEachEntry(at: block.firstDirectory) { entry in
            guard entry.tag == 0xB002 else { return }
            for index in 0..<(entry.byteCount / 16) {
                let start = entry.offset + index * 16
                guard let place = region.u32(start + 8, bigEndian: block.isBigEndian) else { return }
                if place == 0 {
                    places.append((Int(start) + 4, firstLength))
                } else {
                    places.append((Int(start) + 8, Int(place) + distance))
                }
            }
        }
        for (offset, value) in places {
            let bytes = block.isBigEndian ? bigEndian(value, 4) : littleEndian(value, 4)
            payload.replaceSubrange((offset + 4)..<(offset + 8), with: bytes)
        }
        return payload
    }
}

extension JPEGFile {
    /// The EXIF block, taken apart.
    package var exif: ExifTree? {
        segments.first(where: \.isExif).flatMap { ExifTree(Array($0.payload.dropFirst(6))) }
    }

    /// The XMP packet.
    package var xmp: [UInt8]? {
        segments.first(where: \.isXMP).map { Array($0.payload.dropFirst(Segment.xmpMark.count)) }
    }

    /// Puts a block into the place of the old one; nil, or an empty one, removes it.
    /// - Throws: `tooLarge` when it does not fit into a segment.
    package mutating func setExif(_ tree: ExifTree?, name: String = "picture") throws(LibraryError) {
        var payload = tree.flatMap { $0.isEmpty ? nil : Array("Exif\0\0".utf8) + $0.block }
        if let tree, let found = payload, found.count > Segment.longest, tree.thumbnail != nil {
            var smaller = tree
            smaller.removeThumbnail()
            payload = Array("Exif\0\0".utf8) + smaller.block
        }
        guard payload.map({ $0.count <= Segment.longest }) ?? true else { throw .tooLarge(path: name) }
        replace(where: \.isExif, with: payload.map { Segment(0xE1, $0) }, before: { _ in true })
    }

    /// Puts a packet into the place of the old one; nil removes it. What was too long for a segment and stood in others is
    /// removed with it.
    package mutating func setXMP(_ packet: [UInt8]?, name: String = "picture") throws(LibraryError) {
        let payload = packet.map { Segment.xmpMark + $0 }
        guard payload.map({ $0.count <= Segment.longest }) ?? true else { throw .tooLarge(path: name) }
        replace(where: \.isXMP, with: payload.map { Segment(0xE1, $0) }, before: { !$0.isExif })
    }

    /// Removes the segments of which `condition` holds.
    package mutating func remove(where condition: (Segment) -> Bool) { segments.removeAll(where: condition) }

    /// Removes what the picture does not need: all metadata but, unless it is unwanted, its colours' profile.
    package mutating func removeMetadata(keepsColors: Bool) {
        segments.removeAll { !$0.isNeeded && !(keepsColors && $0.isColorProfile) }
    }

    private mutating func replace(
        where isOld: (Segment) -> Bool, with new: Segment?, before isBehind: (Segment) -> Bool
    ) {
        let place = segments.firstIndex(where: isOld)
        segments.removeAll(where: isOld)
        guard let new else { return }
        if let place { return segments.insert(new, at: min(place, segments.count)) }
        // Behind JFIF's header, which has to come first.
        let start = segments.first.map { $0.marker == 0xE0 } == true ? 1 : 0
        segments.insert(new, at: segments[start...].firstIndex(where: isBehind) ?? segments.count)
    }
}

extension JPEGFile {
    private var frameHeader: Segment? {
        segments.first { (0xC0...0xCF).contains($0.marker) && ![0xC4, 0xC8, 0xCC].contains($0.marker) }
    }

    /// Whether it is read from coarse to fine.
    package var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(frameHeader?.marker) }

    /// The block that is coded as one: 8 by 8 pixels, or several of those where colours are shared. Nil for what has no header of a
    /// known form.
    package var blockSize: PixelSize? {
        guard let payload = frameHeader?.payload, payload.count > 5 else { return nil }
        let count = Int(payload[5])
        guard count > 0, payload.count >= 6 + count * 3 else { return nil }
        // A picture of one colour is coded block by block, whatever its header says (ITU-T T.81, A.2.2).
        guard count > 1 else { return PixelSize(width: 8, height: 8) }
        let factors = (0..<count).map { payload[7 + $0 * 3] }
        guard factors.allSatisfy({ (1...4).contains($0 >> 4) && (1...4).contains($0 & 15) }) else { return nil }
        let (widest, highest) = (factors.map { $0 >> 4 }.max() ?? 1, factors.map { $0 & 15 }.max() ?? 1)
        return PixelSize(width: 8 * Int(widest), height: 8 * Int(highest))
    }

    /// Whether several pixels share one colour.
    package var sharesColors: Bool {
        guard let payload = frameHeader?.payload, payload.count > 7, payload[5] >= 3 else { return false }
        return payload[7] != 0x11
    }
}
