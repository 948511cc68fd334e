import Filmstrip

/// Reads TIFF files and the raw formats that are built like them: DNG, NEF, CR2, ARW, PEF, ORF, RW2 and others.
struct TIFFReader {
    /// A file with more pictures than this is looked at no further.
    private static let directoryLimit = 32
    private static let childLimit = 8

    private let block: TIFFBlock
    private var pictures: [Picture] = []
    private var visited: Set<UInt64> = []
    private var isRaw = false

    private struct Picture {
        var size = PixelSize.zero
        var isReduced = false
        var compression = 0
        var photometric = -1
        var components: Int?
        var previewStart: UInt64?
        var previewLength: UInt64?
        var stripStart: UInt64?
        var stripLength: UInt64?
        var children: [UInt64] = []
        /// Whether it belongs to another picture: a larger or smaller one of the same.
        var isChild = false
    }

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        guard let block = TIFFBlock(region) else { throw .unsupported }
        var reader = TIFFReader(block: block)
        return try reader.run()
    }

    private init(block: TIFFBlock) { self.block = block }

    private mutating func run() throws(HeaderFault) -> MediaFacts {
        // Olympus, Panasonic and Canon (`CR` behind the header) say it in the first bytes.
        isRaw = block.magic != 42 || block.region.u16(8) == 0x4352
        readChain(from: block.firstDirectory)
        guard !pictures.isEmpty else { throw .truncated }
        var facts = MediaFacts(isRaw ? .raw : .tiff)
        facts.takeExif(block.region)
        facts.exif?.previewRange = nil
        let main = pictures.first { !$0.isReduced && $0.size.pixelCount > 0 && !isRaw } ?? largest
        facts.storedSize = main?.size ?? .zero
        facts.componentCount = main?.components
        facts.previewRange = preview
        facts.frameCount = isRaw ? 1 : max(1, pictures.count { !$0.isReduced && !$0.isChild && !$0.size.isEmpty })
        return facts
    }

    private var largest: Picture? { pictures.max { $0.size.pixelCount < $1.size.pixelCount } }

    private mutating func readChain(from first: UInt64, isChild: Bool = false) {
        var next: UInt64? = first
        while let offset = next, offset != 0, visited.count < Self.directoryLimit, visited.insert(offset).inserted {
            var picture = Picture()
            next = block.forEachEntry(at: offset) { take($0, &picture) }
            if next == nil, picture.size == .zero { return }
            picture.isChild = isChild
            pictures.append(picture)
            for child in picture.children { readChain(from: child, isChild: true) }
        }
    }

    private mutating func take(_ entry: TIFFEntry, _ picture: inout Picture) {
        guard let value = block.integer(entry) else { return }
        switch entry.tag {
        case 0x00FE: picture.isReduced = value & 1 != 0
        case 0x0100: picture.size.width = max(0, value)
        case 0x0101: picture.size.height = max(0, value)
        // Panasonic has tags of its own for the sensor's size.
        case 0x0002 where block.magic == 0x55: picture.size.width = max(0, value)
        case 0x0003 where block.magic == 0x55: picture.size.height = max(0, value)
        case 0x0103: picture.compression = value
        case 0x0106: picture.photometric = value
        case 0x0115: picture.components = value
        case 0x0111: picture.stripStart = UInt64(max(0, value))
        case 0x0117: picture.stripLength = entry.count == 1 ? UInt64(max(0, value)) : nil
        case 0x0201: picture.previewStart = UInt64(max(0, value))
        case 0x0202: picture.previewLength = UInt64(max(0, value))
        case 0x014A:
            for index in 0..<min(entry.count, 8) where picture.children.count < Self.childLimit {
                if let child = block.integer(entry, index), child > 0 { picture.children.append(UInt64(child)) }
            }
        // Samples of a sensor's colour filters are what makes a file raw, and DNG names its version.
        case 0xC612: isRaw = true
        default: break
        }
        if picture.photometric == 32803 || picture.photometric == 34892 { isRaw = true }
    }

    /// The largest JPEG in it. In raw files that is what people want to see.
    private var preview: Range<UInt64>? {
        var best: Range<UInt64>?
        for picture in pictures {
            let isStrip =
                picture.previewStart == nil && [6, 7].contains(picture.compression) && picture.photometric != 32803
            let start = isStrip ? picture.stripStart : picture.previewStart
            let length = isStrip ? picture.stripLength : picture.previewLength
            guard let start, let length, length > 4, let found = block.region.region(start, length),
                found.u16(0) == 0xFFD8, found.count > (best.map { $0.upperBound - $0.lowerBound } ?? 0)
            else { continue }
            best = found.range
        }
        return best
    }
}

/// Reads Fujifilm's RAF: the full-size JPEG in it tells everything.
enum FujiRawReader {
    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        guard let start = region.u32(84), let length = region.u32(88),
            let jpeg = region.region(UInt64(start), UInt64(length))
        else { throw .truncated }
        var facts = try JPEGReader.read(jpeg)
        facts.contentType = .raw
        facts.previewRange = jpeg.range
        return facts
    }
}

/// Reads Canon's CR3: EXIF in boxes of their own within the movie's header, sizes from the tracks.
enum CanonRawReader {
    private static let canonBox: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]

    static func read(_ region: ByteRegion) throws(HeaderFault) -> MediaFacts {
        var facts = MediaFacts(.raw)
        guard let movie = ISOBoxes(region).first("moov") else { throw .truncated }
        for box in movie.children() {
            if box.type == "trak", let track = MovieTrack(box), track.size.pixelCount > facts.storedSize.pixelCount {
                facts.storedSize = track.size
            }
            guard box.type == "uuid", facts.exif == nil, box.payload.bytes(0, 16) == canonBox else { continue }
            facts.exif = readParts(box)
        }
        return facts
    }

    /// The first of each kind: what the picture is, when it was taken, and where.
    private static func readParts(_ box: ISOBox) -> ExifFacts {
        var blocks: [FourCC: TIFFBlock] = [:]
        for part in box.children(after: 16) where ["CMT1", "CMT2", "CMT4"].contains(part.type) {
            if blocks[part.type] == nil { blocks[part.type] = TIFFBlock(part.payload) }
        }
        var facts = blocks["CMT1"].map { ExifReader.read($0) } ?? ExifFacts()
        if let block = blocks["CMT2"] { facts.date = ExifReader.read(block).date }
        if let block = blocks["CMT4"] { facts.place = ExifReader.readPlace(block) }
        return facts
    }
}
