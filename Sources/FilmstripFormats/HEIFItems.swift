/// The items of a `meta` box (ISO 14496-12 section 8.11): what they are, where they lie, and their properties.
struct HEIFItems {
    private static let limit = 16_384
    /// Of all items together. A picture of tiles has one extent and a few properties for each of a few hundred.
    private static let extentLimit = 65_536
    private static let associationLimit = 65_536
    private static let thumbnailLimit = 65_536

    private(set) var primary: UInt32?
    /// In the order of the file.
    private(set) var types: [(id: UInt32, type: FourCC)] = []
    /// What auxiliary pictures are for.
    private(set) var auxiliaryTypes: [String] = []
    private var contentTypes: [UInt32: String] = [:]
    private var locations: [UInt32: Location] = [:]
    private var propertyBoxes: [ISOBox] = []
    private var associations: [UInt32: [Int]] = [:]
    private var associationCount = 0
    private var thumbnails: Set<Thumbnail> = []
    private var inlineData: ByteRegion?
    private let file: ByteRegion

    private struct Location {
        var method: UInt16
        var extents: [(offset: UInt64, length: UInt64)]
    }

    private struct Thumbnail: Hashable {
        var id: UInt32
        var item: UInt32
    }

    init(_ meta: ISOBox, in file: ByteRegion) {
        self.file = file
        for box in meta.children(after: 4) {
            switch box.type {
            case "pitm": primary = box.version == 0 ? box.payload.u16(4).map { UInt32($0) } : box.payload.u32(4)
            case "iinf": readTypes(box)
            case "iloc": readLocations(box)
            case "iprp": readProperties(box)
            case "iref": readReferences(box)
            case "idat": inlineData = box.payload
            default: break
            }
        }
    }

    /// Whether a tone-mapped picture for bright screens is derived in it.
    var hasToneMap: Bool { types.contains { $0.type == "tmap" } }

    func isXMP(_ id: UInt32) -> Bool { contentTypes[id] == "application/rdf+xml" }

    func isThumbnail(_ id: UInt32, of item: UInt32) -> Bool { thumbnails.contains(Thumbnail(id: id, item: item)) }

    /// An item's properties in the order in which they apply.
    func properties(of id: UInt32) -> [ISOBox] {
        // Indexes count from 1; 0 means none.
        (associations[id] ?? []).filter { $0 >= 1 && $0 <= propertyBoxes.count }.map { propertyBoxes[$0 - 1] }
    }

    /// Where an item lies in the file; nil when it lies there in several pieces.
    func region(of id: UInt32) -> ByteRegion? {
        guard let location = locations[id], let base = base(of: location), location.extents.count == 1,
            let extent = location.extents.first
        else { return nil }
        // No length is "up to the end".
        let length = extent.length == 0 && extent.offset <= base.count ? base.count - extent.offset : extent.length
        return base.region(extent.offset, length)
    }

    /// An item's bytes where they lie in one piece, or put together. The limit holds for what is read, too: pieces may
    /// lie over each other, so that a small file could claim any number of bytes.
    func data(of id: UInt32, atMost limit: UInt64) -> ByteRegion? {
        if let region = region(of: id) { return region.count <= limit ? region : nil }
        guard let location = locations[id], let base = base(of: location) else { return nil }
        var bytes: [UInt8] = []
        for extent in location.extents {
            guard extent.length <= limit - UInt64(bytes.count), let part = base.bytes(extent.offset, extent.length)
            else { return nil }
            bytes += part
        }
        return bytes.isEmpty ? nil : ByteReader(MemoryByteSource(bytes)).region
    }

    /// What an item's offsets count from; items that are made of other items have no bytes of their own.
    private func base(of location: Location) -> ByteRegion? {
        switch location.method {
        case 0: file
        case 1: inlineData
        default: nil
        }
    }

    private mutating func readTypes(_ box: ISOBox) {
        for entry in box.children(after: box.version == 0 ? 6 : 8).prefix(Self.limit) where entry.type == "infe" {
            guard let version = entry.version, version >= 2 else { continue }
            let isLong = version > 2
            let id = isLong ? entry.payload.u32(4) : entry.payload.u16(4).map { UInt32($0) }
            guard let id, let type = entry.payload.fourCC(isLong ? 10 : 8) else { continue }
            types.append((id, type))
            if type == "mime", let rest = entry.payload.region(from: isLong ? 14 : 12),
                let texts = rest.bytes(0, min(rest.count, 256))?.split(separator: 0, omittingEmptySubsequences: false),
                texts.count > 1
            {
                contentTypes[id] = MetadataText.string(texts[1])
            }
        }
    }

    private mutating func readLocations(_ box: ISOBox) {
        let payload = box.payload
        guard let version = box.version, let sizes = payload.u16(4) else { return }
        let (offsetSize, lengthSize) = (Int(sizes >> 12), Int(sizes >> 8 & 15))
        let (baseSize, indexSize) = (Int(sizes >> 4 & 15), version > 0 ? Int(sizes & 15) : 0)
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else {
            return
        }
        var offset: UInt64 = 6
        func take(_ length: Int) -> UInt64? {
            defer { offset += UInt64(length) }
            return length == 0 ? 0 : payload.number(offset, length)
        }
        guard let count = take(version < 2 ? 2 : 4) else { return }
        var room = Self.extentLimit
        for _ in 0..<min(count, UInt64(Self.limit)) {
            guard let id = take(version < 2 ? 2 : 4), let method = version > 0 ? take(2) : 0, take(2) != nil,
                let base = take(baseSize), let extentCount = take(2)
            else { return }
            var extents: [(offset: UInt64, length: UInt64)] = []
            for _ in 0..<extentCount {
                room -= 1
                guard room >= 0, take(indexSize) != nil, let start = take(offsetSize), let length = take(lengthSize)
                else {
                    return
                }
                let (place, overflow) = base.addingReportingOverflow(start)
                if !overflow { extents.append((place, length)) }
                // Two empty sizes would let the list go on for ever in no bytes at all.
                if indexSize + offsetSize + lengthSize == 0 { break }
            }
            locations[UInt32(truncatingIfNeeded: id)] = Location(method: UInt16(method & 15), extents: extents)
        }
    }

    private mutating func readProperties(_ box: ISOBox) {
        if let container = box.children().first("ipco") {
            propertyBoxes = Array(container.children().prefix(Self.limit))
        }
        for property in propertyBoxes where property.type == "auxC" {
            if let bytes = property.payload.region(from: 4)?.allBytes(atMost: 1024) {
                auxiliaryTypes.append(MetadataText.string(bytes))
            }
        }
        for list in box.children() where list.type == "ipma" {
            let payload = list.payload
            guard let version = list.version, let flags = payload.u32(0), let count = payload.u32(4) else { continue }
            var offset: UInt64 = 8
            for _ in 0..<min(Int(count), Self.limit) {
                let id = version < 1 ? payload.u16(offset).map { UInt32($0) } : payload.u32(offset)
                offset += version < 1 ? 2 : 4
                guard let id, let length = payload.u8(offset) else { break }
                offset += 1
                associationCount += Int(length)
                guard associationCount <= Self.associationLimit else { return }
                for _ in 0..<length {
                    // The first bit says whether the property is essential.
                    if flags & 1 != 0 {
                        associations[id, default: []].append(Int(payload.u16(offset) ?? 0) & 0x7FFF)
                        offset += 2
                    } else {
                        associations[id, default: []].append(Int(payload.u8(offset) ?? 0) & 0x7F)
                        offset += 1
                    }
                }
            }
        }
    }

    private mutating func readReferences(_ box: ISOBox) {
        let size = box.version == 0 ? 2 : 4
        for reference in box.children(after: 4).prefix(Self.limit) where reference.type == "thmb" {
            let payload = reference.payload
            guard let from = payload.number(0, size), let count = payload.u16(UInt64(size)) else { continue }
            for index in 0..<UInt64(count) {
                guard thumbnails.count < Self.thumbnailLimit,
                    let to = payload.number(UInt64(size) + 2 + index * UInt64(size), size)
                else { break }
                thumbnails.insert(Thumbnail(id: UInt32(from), item: UInt32(to)))
            }
        }
    }
}
