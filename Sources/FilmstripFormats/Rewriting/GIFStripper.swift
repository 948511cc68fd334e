import Filmstrip

/// Takes out of a GIF what it says about itself (GIF89a): comments, and blocks of applications. Pixels, palettes, delays and
/// the number of repeats stay as they lie.
struct GIFStripper {
    private static let byteLimit: UInt64 = 512 << 20
    private static let textLimit: UInt64 = 8 << 20
    /// More parts than any file has that was not made to be in the way.
    private static let pieceLimit = 1 << 18
    /// The repeats of an animation, and the profile of its colours.
    private static let neededApplications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].map { Array($0.utf8) }
    /// What makes a walk over blocks end behind a packet, which is no block: 1, then 255 down to 0, and the end.
    private static let packetEnd: [UInt8] = [1] + (0...255).reversed() + [0]

    private let region: ByteRegion
    private let wanted: ExportRecipe.Metadata
    private let name: String
    private var pieces: [FilePiece] = []

    private init(_ region: ByteRegion, _ wanted: ExportRecipe.Metadata, _ name: String) {
        self.region = region
        self.wanted = wanted
        self.name = name
    }

    /// The parts of a file that says only what is wanted. What lies behind its end goes, and so does all from the first block
    /// that is none, where decoders end, too.
    /// - Throws: `unsupportedFormat` for other formats, `truncated` for half a header, `tooLarge` from half a GiB on.
    static func stripping(
        _ source: some ByteSource, keeping wanted: ExportRecipe.Metadata, name: String
    ) throws(LibraryError) -> [FilePiece] {
        guard wanted != .all else { return [.range(0..<source.byteCount)] }
        let reader = ByteReader(source)
        guard FileFormat.sniff(reader.region) == .gif else {
            throw reader.failure ?? .unsupportedFormat(path: name)
        }
        guard source.byteCount < byteLimit else { throw .tooLarge(path: name) }
        var stripper = GIFStripper(reader.region, wanted, name)
        try stripper.walk()
        if let failure = reader.failure { throw failure }
        return stripper.pieces
    }

    private mutating func walk() throws(LibraryError) {
        guard let flags = region.u8(10), region.count >= 13 else { throw .truncated(path: name) }
        var offset = 13 + Self.colourTable(flags)
        keep(0, offset)
        while let kind = region.u8(offset) {
            guard pieces.count < Self.pieceLimit else { throw .tooLarge(path: name) }
            let start = offset
            switch kind {
            case 0x2C:
                guard let flags = region.u8(start + 9) else { return keep(start, region.count) }
                offset = endOfBlocks(start + 11 + Self.colourTable(flags))
                keep(start, offset)
            case 0x21:
                offset = endOfBlocks(start + 2)
                takeExtension(start, offset)
            case 0x3B: return keep(start, start + 1)
            // An end too many, as the end of a packet may leave behind.
            case 0x00: offset += 1
            default: return
            }
        }
    }

    private static func colourTable(_ flags: UInt8) -> UInt64 {
        flags & 0x80 == 0 ? 0 : 3 << (UInt64(flags & 7) + 1)
    }

    /// Behind blocks of up to 255 bytes each, the last of which is empty.
    private func endOfBlocks(_ start: UInt64) -> UInt64 {
        var offset = start
        while let length = region.u8(offset) {
            offset += 1 + UInt64(length)
            if length == 0 { break }
        }
        return min(offset, region.count)
    }

    private mutating func takeExtension(_ start: UInt64, _ end: UInt64) {
        switch region.u8(start + 1) {
        // Delays, and texts that are drawn.
        case 0xF9, 0x01: keep(start, end)
        case 0xFE:
            guard wanted == .withoutLocation, let text = content(start + 2, end), !PlaceMarks.areIn(text) else {
                return
            }
            keep(start, end)
        case 0xFF:
            guard region.u8(start + 2) == 11, let application = region.bytes(start + 3, 11) else { return }
            if Self.neededApplications.contains(application) {
                keep(start, end)
            } else if application.elementsEqual("XMP DataXMP".utf8), wanted == .withoutLocation {
                takePacket(start, end)
            }
        // What nobody knows is no part of the picture.
        default: return
        }
    }

    /// Keeps a packet without its places. One that does not end as it should, or that nobody can read, goes.
    private mutating func takePacket(_ start: UInt64, _ end: UInt64) {
        let place = start + 14
        guard place < end, end - place < Self.textLimit, var packet = region.bytes(place, end - place) else { return }
        // The walk may have come to the last but one of the zeros.
        if !packet.suffix(Self.packetEnd.count).elementsEqual(Self.packetEnd) { packet.append(0) }
        guard packet.suffix(Self.packetEnd.count).elementsEqual(Self.packetEnd) else { return }
        packet.removeLast(Self.packetEnd.count)
        guard !packet.contains(0), let head = region.bytes(start, 14), let rest = XMPEditor.withoutLocation(packet)
        else { return }
        pieces.append(.bytes(head + rest + Self.packetEnd))
    }

    /// What blocks hold, put together.
    private func content(_ start: UInt64, _ end: UInt64) -> [UInt8]? {
        guard end > start, end - start < Self.textLimit, let bytes = region.bytes(start, end - start) else {
            return nil
        }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count, bytes[index] > 0 {
            let next = index + 1 + Int(bytes[index])
            result += bytes[(index + 1)..<min(next, bytes.count)]
            index = next
        }
        return result
    }

    private mutating func keep(_ start: UInt64, _ end: UInt64) {
        let end = min(end, region.count)
        guard start < end else { return }
        if case .range(let last) = pieces.last, last.upperBound == start {
            pieces[pieces.count - 1] = .range(last.lowerBound..<end)
        } else {
            pieces.append(.range(start..<end))
        }
    }
}
