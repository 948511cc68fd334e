import Filmstrip

/// Reads HEIC, HEIF and AVIF (ISO 23008-12): the primary item's size and turning from the container, EXIF and XMP from
/// their items, the animation from its track, and the movie of a motion photo.
struct HEIFReader {
    private static let metadataLimit: UInt64 = 4 << 20
    private static let previewLimit = 4

    private var facts: MediaFacts
    private let region: ByteRegion

    static func read(_ region: ByteRegion, _ contentType: ContentType) throws(HeaderFault) -> MediaFacts {
        var reader = HEIFReader(facts: MediaFacts(contentType), region: region)
        var items: HEIFItems?
        var sequence: MovieTrack?
        var isCut = false
        for box in ISOBoxes(region) {
            switch box.type {
            case "meta": items = items ?? HEIFItems(box, in: region)
            case "moov":
                sequence = box.children().lazy.filter { $0.type == "trak" }.compactMap { MovieTrack($0) }
                    .first { $0.isPictureSequence || $0.isVideo }
            case "mpvd" where MotionPhoto.isMovie(box.payload):
                reader.facts.motionPhotoRange = box.payload.range
            default: break
            }
            isCut = isCut || box.isCut
        }
        reader.facts.turn = .up
        if let items { reader.take(items) }
        if let sequence { reader.take(sequence) }
        guard reader.facts.storedSize.width > 0 else {
            throw isCut ? .truncated : .unreadable("it has no picture in it")
        }
        if isCut { reader.facts.note(.truncated, "The file ends too early; a part of it is missing.") }
        if reader.facts.motionPhotoRange == nil, reader.facts.xmp?.claimsMotion == true {
            MotionPhoto.find(in: region, &reader.facts)
        }
        return reader.facts
    }

    private mutating func take(_ items: HEIFItems) {
        guard let primary = items.primary else { return }
        for property in items.properties(of: primary) { take(property) }
        // One attempt each: thousands of items could share the same few bytes.
        var (hasExif, hasXMP) = (false, false)
        for (id, type) in items.types {
            switch type {
            case "Exif" where !hasExif:
                hasExif = true
                guard let block = items.data(of: id, atMost: Self.metadataLimit), let skip = block.u32(0) else {
                    continue
                }
                // Four bytes say how far behind them TIFF begins; some writers count "Exif\0\0" in, some do not.
                facts.takeExif(block.region(from: 4 + UInt64(skip)))
                if facts.exif == nil, block.matches(4, "Exif\0\0") { facts.takeExif(block.region(from: 10)) }
            case "mime" where !hasXMP && items.isXMP(id):
                hasXMP = true
                facts.takeXMP(items.data(of: id, atMost: Self.metadataLimit)?.allBytes(atMost: Self.metadataLimit))
            case "jpeg" where facts.previewRange == nil && id != primary && items.isThumbnail(id, of: primary):
                // Only what lies in the file in one piece, and tells by itself how it is to be decoded.
                guard let region = items.region(of: id), region.u16(0) == 0xFFD8 else { continue }
                facts.previewRange = region.range
            case "hvc1", "av01", "grid", "iden", "iovl":
                guard facts.previewItems.count < Self.previewLimit, items.isThumbnail(id, of: primary) else { continue }
                let orientation = items.properties(of: id).compactMap(Self.turn).reduce(Orientation.up) { $0.then($1) }
                facts.previewItems.append(PreviewItem(id: id, orientation: orientation))
            default: break
            }
        }
        if facts.frameCount == nil { facts.frameCount = 1 }
        if items.auxiliaryTypes.contains(where: { $0.hasSuffix("hdrgainmap") }) || items.hasToneMap {
            facts.subtypes.insert(.hdr)
        }
        if items.auxiliaryTypes.contains(where: { $0.hasSuffix(":depth") || $0 == "urn:mpeg:hevc:2015:auxid:2" }) {
            facts.subtypes.insert(.depth)
        }
    }

    /// Properties that transform apply in the order of the item's list.
    private mutating func take(_ property: ISOBox) {
        let payload = property.payload
        switch property.type {
        case "ispe":
            guard let width = payload.u32(4), let height = payload.u32(8), facts.storedSize == .zero else { return }
            facts.storedSize = PixelSize(width: Int(width), height: Int(height))
        case "irot", "imir":
            if let turn = Self.turn(property) { facts.turn = facts.turn?.then(turn) }
        case "clap":
            guard let width = fraction(payload, 0), let height = fraction(payload, 8) else { return }
            let size = PixelSize(width: width, height: height)
            guard width > 0, height > 0, width <= facts.storedSize.width, height <= facts.storedSize.height else {
                return
            }
            facts.croppedSize = size
        case "colr":
            if payload.fourCC(0) == "nclx", let curve = payload.u16(6), curve == 16 || curve == 18 {
                facts.subtypes.insert(.hdr)
            }
        case "pixi": facts.componentCount = payload.u8(4).map { Int($0) }
        default: break
        }
    }

    /// What a property turns; nil for others.
    private static func turn(_ property: ISOBox) -> Orientation? {
        let value = Int(property.payload.u8(0) ?? 0)
        switch property.type {
        case "irot":
            let quarter: [Orientation] = [.up, .left, .down, .right]
            return quarter[value & 3]
        // 0 exchanges top and bottom, 1 left and right (wording of the 2022 edition).
        case "imir": return value & 1 == 0 ? .downMirrored : .upMirrored
        default: return nil
        }
    }

    private mutating func take(_ sequence: MovieTrack) {
        if facts.storedSize == .zero {
            facts.storedSize = sequence.size
            facts.turn = sequence.turn
        }
        guard sequence.sampleCount > 1 else { return }
        facts.frameCount = sequence.sampleCount
        facts.subtypes.insert(.animated)
    }

    private func fraction(_ payload: ByteRegion, _ offset: UInt64) -> Int? {
        guard let top = payload.u32(offset), let bottom = payload.u32(offset + 4), bottom > 0 else { return nil }
        return Int((Double(top) / Double(bottom)).rounded())
    }
}
