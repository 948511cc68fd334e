package import Filmstrip

/// Changes the metadata of HEIC, HEIF and AVIF files, and the movie behind them, without touching a pixel.
///
/// New metadata come behind the pictures; the old ones become zeros where they lay. The directory in front is written anew,
/// and the places of everything behind it follow.
package struct HEIFEditor {
    /// The EXIF block as it was.
    package let exif: ExifTree?
    /// The XMP packet as it was.
    package let xmp: [UInt8]?
    private let region: ByteRegion
    private let boxes: [ISOBox]
    private let meta: ISOBox
    private let name: String
    private let locations: HEIFLocations
    private let primary: UInt32
    private let exifItem: UInt32?
    private let xmpItem: UInt32?
    /// What is to be written; nil for what stays.
    private var newExif: Content?
    private var newXMP: Content?
    private var keepsMovie = true

    private struct Content {
        /// Nil for none.
        var bytes: [UInt8]?
    }

    /// - Throws: `unsupportedFormat` for other formats; `unreadable` where the directory has a form that cannot be written anew.
    package init(_ source: some ByteSource, name: String = "picture") throws(LibraryError) {
        let reader = ByteReader(source)
        region = reader.region
        self.name = name
        guard case .heif? = FileFormat.sniff(region) else { throw reader.failure ?? .unsupportedFormat(path: name) }
        boxes = Array(ISOBoxes(region))
        guard let meta = boxes.first(where: { $0.type == "meta" }), !meta.isCut, meta.payload.count < 16 << 20,
            let list = meta.children(after: 4).first("iloc"), let locations = HEIFLocations(list)
        else { throw reader.failure ?? .unreadable(path: name, reason: "it has no directory of its parts") }
        self.meta = meta
        self.locations = locations
        let items = HEIFItems(meta, in: region)
        primary = items.primary ?? 1
        exifItem = items.types.first { $0.type == "Exif" }?.id
        xmpItem = items.types.first { $0.type == "mime" && items.isXMP($0.id) }?.id
        exif = exifItem.flatMap { items.data(of: $0, atMost: 4 << 20) }.flatMap { block in
            block.u32(0).flatMap { block.region(from: 4 + UInt64($0)) }.flatMap { ExifTree($0) }
                ?? (block.matches(4, "Exif\0\0") ? block.region(from: 10).flatMap { ExifTree($0) } : nil)
        }
        xmp = xmpItem.flatMap { items.data(of: $0, atMost: 4 << 20) }.flatMap { $0.allBytes(atMost: 4 << 20) }
        if let failure = reader.failure { throw failure }
    }

    /// Puts a block into the place of the old one; nil, or an empty one, removes it.
    package mutating func setExif(_ tree: ExifTree?) {
        newExif = Content(bytes: tree.flatMap { $0.isEmpty ? nil : $0.heifItem })
    }

    /// Puts a packet into the place of the old one; nil removes it.
    package mutating func setXMP(_ packet: [UInt8]?) { newXMP = Content(bytes: packet) }

    /// Leaves out the movie of a motion photo, and all that stands behind it.
    package mutating func removeMovie() { keepsMovie = false }

    /// The parts of the new file.
    package func pieces() throws(LibraryError) -> [FilePiece] {
        let movie = boxes.first { $0.type == "mpvd" }
        // A movie is found by counting from the end of the file: it stays last.
        let place = movie?.start ?? region.count
        if movie != nil, !keepsMovie, locations.reaches(beyond: place) {
            throw .unreadable(path: name, reason: "parts of the picture lie behind its movie")
        }
        // With wrong places first, which tells the length.
        let draft = try directory(growth: 0, dataPlace: place)
        let growth = Int64(draft.meta.count) - Int64(meta.end - meta.start)
        let exact = try directory(growth: growth, dataPlace: place)
        guard exact.meta.count == draft.meta.count else {
            throw .unreadable(path: name, reason: "its directory cannot be placed")
        }
        var replaced = exact.wiped + [ISOBoxEditor.Replacement(range: meta.start..<meta.end, bytes: exact.meta)]
        let data = exact.data.isEmpty ? [] : bigEndian(exact.data.count + 8, 4) + Array("mdat".utf8) + exact.data
        if let last = boxes.last, last.start < place, region.u32(last.start) == 0, last.end - last.start < 1 << 32 {
            // It says "to the end of the file", which it will be no more.
            replaced.append(
                .init(range: last.start..<(last.start + 4), bytes: bigEndian(Int(last.end - last.start), 4)))
        }
        replaced.append(.init(range: place..<(keepsMovie ? place : region.count), bytes: data))
        let pieces = ISOBoxEditor.assemble(replaced, byteCount: region.count)
        if let failure = region.reader.failure { throw failure }
        return pieces
    }

    private struct Directory {
        var meta: [UInt8] = []
        var data: [UInt8] = []
        var wiped: [ISOBoxEditor.Replacement] = []
    }

    /// The directory as it will be.
    /// - Parameters:
    ///   - growth: how far everything behind it moves.
    ///   - dataPlace: where new metadata come in, in the old file.
    private func directory(growth: Int64, dataPlace: UInt64) throws(LibraryError) -> Directory {
        var result = Directory()
        var locations = locations
        var added: [(id: UInt32, entry: [UInt8])] = []
        var removed: Set<UInt32> = []
        var placed: [(id: UInt32, offset: Int, length: Int)] = []
        var next = max(locations.highest, exifItem ?? 0, xmpItem ?? 0) + 1
        for (item, content, kind) in [
            (exifItem, newExif, Array("Exif".utf8) + [0]),
            (xmpItem, newXMP, Array("mime".utf8) + [0] + Array("application/rdf+xml\0".utf8)),
        ] {
            guard let content else { continue }
            if let item {
                result.wiped += locations.places(of: item)
                    .filter { $0.lowerBound >= meta.end && $0.upperBound <= dataPlace }
                    .map { .init(range: $0, bytes: [UInt8](repeating: 0, count: $0.count)) }
                locations.remove(item)
            }
            guard let bytes = content.bytes else {
                if let item { removed.insert(item) }
                continue
            }
            if item == nil { added.append((next, Self.itemEntry(next, kind))) }
            placed.append((item ?? next, result.data.count, bytes.count))
            if item == nil { next += 1 }
            result.data += bytes
        }
        let inserted = result.data.isEmpty ? 0 : Int64(result.data.count + 8)
        locations.shift(by: inserted, from: dataPlace)
        locations.shift(by: growth, from: meta.end)
        let dataStart = UInt64(max(0, Int64(dataPlace) + growth + 8))
        for part in placed {
            locations.set(part.id, place: dataStart + UInt64(part.offset), length: UInt64(part.length))
        }
        guard let list = locations.box else { throw .tooLarge(path: name) }
        var body = meta.payload.bytes(0, 4) ?? []
        var hasReferences = false
        for box in meta.children(after: 4) {
            switch box.type {
            case "iloc": body += list
            case "iinf": body += Self.items(box, adding: added, removing: removed)
            case "iref":
                body += Self.references(box, adding: added.map(\.id), removing: removed, to: primary)
                hasReferences = true
            default: body += Self.raw(box)
            }
        }
        if !hasReferences { body += Self.references(nil, adding: added.map(\.id), removing: [], to: primary) }
        result.meta = Self.make("meta", body)
        return result
    }
}

/// The boxes of the directory, written anew.
extension HEIFEditor {
    private static func itemEntry(_ id: UInt32, _ type: [UInt8]) -> [UInt8] {
        id < 1 << 16
            ? make("infe", [2, 0, 0, 1] + bigEndian(Int(id), 2) + bigEndian(0, 2) + type)
            : make("infe", [3, 0, 0, 1] + bigEndian(Int(id), 4) + bigEndian(0, 2) + type)
    }

    private static func items(
        _ box: ISOBox, adding added: [(id: UInt32, entry: [UInt8])], removing removed: Set<UInt32>
    ) -> [UInt8] {
        let isShort = box.version == 0
        var entries: [[UInt8]] = []
        for entry in box.children(after: isShort ? 6 : 8) {
            let id = entry.version == 3 ? entry.payload.u32(4) : entry.payload.u16(4).map { UInt32($0) }
            if entry.type == "infe", let id, removed.contains(id) { continue }
            entries.append(raw(entry))
        }
        entries += added.map(\.entry)
        let count = bigEndian(entries.count, isShort ? 2 : 4)
        return make("iinf", (box.payload.bytes(0, 4) ?? []) + count + entries.flatMap { $0 })
    }

    private static func references(
        _ box: ISOBox?, adding added: [UInt32], removing removed: Set<UInt32>, to primary: UInt32
    ) -> [UInt8] {
        let isShort = (box?.version ?? 0) == 0
        var body = box?.payload.bytes(0, 4) ?? bigEndian(0, 4)
        for reference in box.map({ Array($0.children(after: 4)) }) ?? [] {
            let from = reference.payload.number(0, isShort ? 2 : 4).map { UInt32($0) }
            if let from, removed.contains(from) { continue }
            body += raw(reference)
        }
        let width = isShort ? 2 : 4
        for id in added {
            body += make("cdsc", bigEndian(Int(id), width) + bigEndian(1, 2) + bigEndian(Int(primary), width))
        }
        return body.count > 4 ? make("iref", body) : []
    }

    private static func raw(_ box: ISOBox) -> [UInt8] {
        make(box.type, box.payload.bytes(0, box.payload.count) ?? [])
    }

    private static func make(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + type.bytes + payload
    }
}

/// The box that says where each item lies (ISO 14496-12 section 8.11.3), to be changed and written anew.
struct HEIFLocations {
    private struct Item {
        var id: UInt32
        var method: UInt16
        var reference: UInt16
        var extents: [(index: UInt64, place: UInt64, length: UInt64)]
    }

    private static let limit = 65_536
    private var items: [Item] = []
    private var hasIndexes = false

    init?(_ box: ISOBox) {
        let payload = box.payload
        guard let version = box.version, version <= 2, let sizes = payload.u16(4) else { return nil }
        let widths = [12, 8, 4, 0].map { Int(sizes >> $0 & 15) }
        let indexWidth = version > 0 ? widths[3] : 0
        guard (widths.prefix(3) + [indexWidth]).allSatisfy({ $0 == 0 || $0 == 4 || $0 == 8 }) else { return nil }
        hasIndexes = indexWidth > 0
        var offset: UInt64 = 6
        func take(_ length: Int) -> UInt64? {
            defer { offset += UInt64(length) }
            return length == 0 ? 0 : payload.number(offset, length)
        }
        var room = Self.limit
        guard let count = take(version < 2 ? 2 : 4) else { return nil }
        for _ in 0..<count {
            guard let id = take(version < 2 ? 2 : 4), let method = version > 0 ? take(2) : 0, let reference = take(2),
                let base = take(widths[2]), let extentCount = take(2)
            else { return nil }
            var item = Item(
                id: UInt32(truncatingIfNeeded: id), method: UInt16(method), reference: UInt16(reference), extents: [])
            for _ in 0..<extentCount {
                room -= 1
                guard room >= 0, let index = take(indexWidth), let start = take(widths[0]), let length = take(widths[1])
                else { return nil }
                let (place, overflow) = base.addingReportingOverflow(start)
                guard !overflow else { return nil }
                item.extents.append((index, place, length))
            }
            items.append(item)
        }
    }

    var highest: UInt32 { items.map(\.id).max() ?? 0 }

    /// Where an item lies in the file; empty for one that does not, and for one that shares its bytes with others.
    func places(of id: UInt32) -> [Range<UInt64>] {
        guard let item = items.first(where: { $0.id == id }), item.method & 15 == 0, item.reference == 0 else {
            return []
        }
        let own = item.extents.filter { $0.length > 0 && $0.length < 16 << 20 }.map {
            $0.place..<($0.place &+ $0.length)
        }
        let others = items.filter { $0.id != id && $0.method & 15 == 0 && $0.reference == 0 }.flatMap(\.extents)
        let isShared = others.contains { other in
            own.contains { other.place < $0.upperBound && $0.lowerBound < other.place &+ other.length }
        }
        return isShared ? [] : own
    }

    mutating func remove(_ id: UInt32) { items.removeAll { $0.id == id } }

    mutating func set(_ id: UInt32, place: UInt64, length: UInt64) {
        remove(id)
        items.append(Item(id: id, method: 0, reference: 0, extents: [(0, place, length)]))
    }

    /// Moves what lies in the file behind a place.
    mutating func shift(by distance: Int64, from start: UInt64) {
        for index in items.indices where items[index].method & 15 == 0 && items[index].reference == 0 {
            for extent in items[index].extents.indices where items[index].extents[extent].place >= start {
                let moved = Int64(clamping: items[index].extents[extent].place) + distance
                items[index].extents[extent].place = UInt64(max(0, moved))
            }
        }
    }

    /// Whether anything lies behind a place.
    func reaches(beyond place: UInt64) -> Bool {
        items.contains { item in
            item.method & 15 == 0 && item.reference == 0 && item.extents.contains { $0.place >= place }
        }
    }

    /// The box; nil where a number does not fit.
    var box: [UInt8]? {
        let highest = items.flatMap(\.extents).map { max($0.place, $0.length) }.max() ?? 0
        let width = highest < 1 << 32 ? 4 : 8
        let isLong = items.count > 65_535 || items.contains { $0.id > 65_535 }
        guard highest < 1 << 62 else { return nil }
        var body: [UInt8] = [isLong ? 2 : 1, 0, 0, 0, UInt8(width << 4 | width), hasIndexes ? 4 : 0]
        body += bigEndian(items.count, isLong ? 4 : 2)
        for item in items {
            body += bigEndian(Int(item.id), isLong ? 4 : 2) + bigEndian(Int(item.method), 2)
            body += bigEndian(Int(item.reference), 2) + bigEndian(item.extents.count, 2)
            for extent in item.extents {
                if hasIndexes { body += bigEndian(Int(truncatingIfNeeded: extent.index), 4) }
                body += bigEndian(Int(extent.place), width) + bigEndian(Int(extent.length), width)
            }
        }
        return bigEndian(body.count + 8, 4) + Array("iloc".utf8) + body
    }
}
