import Filmstrip
import Foundation

/// Writes a movie's header anew, box for box.
struct MovieHeaderWriter {
    /// By how much a part of the file grows: what lies behind it moves.
    struct Growth {
        var end: UInt64
        var distance: Int
    }

    private let changes: MovieChanges
    private let growths: [Growth]
    private let stillPlace: UInt64

    /// - Parameters:
    ///   - growths: parts of the file whose lengths change.
    ///   - stillPlace: where the sample of the track will lie that marks the still's time.
    init(_ changes: MovieChanges, growths: [Growth] = [], stillPlace: UInt64 = 0) {
        self.changes = changes
        self.growths = growths.filter { $0.distance != 0 }
        self.stillPlace = stillPlace
    }

    func movie(_ movie: ISOBox) -> [UInt8] {
        var body: [UInt8] = []
        var hasKeys = changes.keys.isEmpty
        var hasUserData = changes.place == nil
        for box in movie.children() {
            switch box.type {
            // Metadata of another kind stand in no list of keys. They stay, and ours get a box of their own.
            case "meta" where MovieKeys.boxes(of: box).first("keys") != nil:
                body += hasKeys && changes.removals.isEmpty ? raw(box) : metadata(box, addsKeys: !hasKeys)
                hasKeys = true
            case "udta" where !hasUserData || !changes.removals.isEmpty:
                body += userData(box, addsPlace: !hasUserData)
                hasUserData = true
            case "meta" where changes.removals.contains(.allMetadata): break
            case "uuid" where !changes.removals.isDisjoint(with: [.location, .allMetadata]): break
            case "trak" where removes(track: box): break
            default: body += rewritten(box)
            }
        }
        if !hasKeys { body += metadata(nil, addsKeys: true) }
        if !hasUserData { body += userData(nil, addsPlace: true) }
        if let track = stillTimeTrack(movie) { body += track }
        return Self.box("moov", body)
    }

    /// Whether a track goes, by what its samples are.
    func removes(track: ISOBox) -> Bool {
        guard !changes.removals.isEmpty || changes.stillTime != nil, let entry = Self.sampleEntry(track) else {
            return false
        }
        return changes.removesTrack(entry.type, keys: entry.type == "mebx" ? StillTimeTrack.keys(of: entry) : [])
    }

    /// The first description of a track's samples.
    static func sampleEntry(_ track: ISOBox) -> ISOBox? {
        track.children().first("mdia")?.children().first("minf")?.children().first("stbl")?.children().first("stsd")?
            .children(after: 8).first { _ in true }
    }

    private func rewritten(_ box: ISOBox) -> [UInt8] {
        switch box.type {
        case "trak" where !changes.removals.isEmpty:
            return Self.box(
                box.type,
                box.children().flatMap { child in
                    switch child.type {
                    case "udta": userData(child, addsPlace: false)
                    case "meta" where MovieKeys.boxes(of: child).first("keys") != nil: metadata(child, addsKeys: false)
                    case "meta" where changes.removals.contains(.allMetadata): [UInt8]()
                    default: rewritten(child)
                    }
                })
        case "trak", "mdia", "minf", "stbl": return Self.box(box.type, box.children().flatMap { rewritten($0) })
        case "mvhd":
            var bytes = timed(box) ?? box.payload.bytes(0, box.payload.count) ?? []
            // The number of the next track comes last.
            if changes.stillTime != nil, bytes.count >= 4, let id = nextTrack(box) {
                bytes.replaceSubrange((bytes.count - 4)..., with: bigEndian(id + 1, 4))
            }
            return Self.box(box.type, bytes)
        case "tkhd": return turned(box, timed(box)).map { Self.box(box.type, $0) } ?? raw(box)
        case "mdhd": return timed(box).map { Self.box(box.type, $0) } ?? raw(box)
        case "stco" where !growths.isEmpty: return Self.box(box.type, moved(box, width: 4))
        case "co64" where !growths.isEmpty: return Self.box(box.type, moved(box, width: 8))
        default: return raw(box)
        }
    }

    /// A table of the places of samples: version and flags, a count, then offsets in the file.
    private func moved(_ box: ISOBox, width: Int) -> [UInt8] {
        guard var bytes = box.payload.bytes(0, box.payload.count) else { return [] }
        for index in stride(from: 8, to: bytes.count - width + 1, by: width) {
            let place = bytes[index..<(index + width)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let distance = growths.reduce(0) { place >= $1.end ? $0 + $1.distance : $0 }
            guard distance != 0, place < 1 << 62 else { continue }
            bytes.replaceSubrange(index..<(index + width), with: bigEndian(Int(place) + distance, width))
        }
        return bytes
    }

    /// Creation and modification time come first in all three headers. Nil where they stay.
    private func timed(_ box: ISOBox) -> [UInt8]? {
        let date = changes.date?.instant
        guard date != nil || changes.removals.contains(.allMetadata),
            var bytes = box.payload.bytes(0, box.payload.count)
        else { return nil }
        let width = bytes.first == 1 ? 8 : 4
        guard bytes.count >= 4 + 2 * width else { return nil }
        let field = bigEndian(date.map { Int(MovieTime.field($0)) } ?? 0, width)
        bytes.replaceSubrange(4..<(4 + 2 * width), with: field + field)
        return bytes
    }

    /// The matrix and, after it, the size close a track's header. Tracks without a size show nothing. Nil where nothing changes.
    private func turned(_ box: ISOBox, _ timed: [UInt8]?) -> [UInt8]? {
        guard let turn = changes.turn, var bytes = timed ?? box.payload.bytes(0, box.payload.count), bytes.count >= 84,
            let width = box.payload.u32(box.payload.count - 8), let height = box.payload.u32(box.payload.count - 4),
            width > 0, height > 0
        else { return timed }
        let place = bytes.count - 44
        bytes.replaceSubrange(place..<(place + 36), with: MovieTurn.matrix(turn, width: width, height: height))
        return bytes
    }

    // MARK: The still's time

    private func nextTrack(_ header: ISOBox) -> Int? {
        guard header.payload.count >= 100, let next = header.payload.u32(header.payload.count - 4) else { return nil }
        return next == 0 || next == UInt32.max ? 9999 : Int(next)
    }

    private func stillTimeTrack(_ movie: ISOBox) -> [UInt8]? {
        guard let seconds = changes.stillTime, let header = movie.children().first("mvhd"),
            let timescale = header.payload.u32(header.version == 1 ? 20 : 12), timescale > 0,
            let id = nextTrack(header)
        else { return nil }
        let video = movie.children().lazy.filter { $0.type == "trak" }.compactMap { MovieTrack($0) }
            .first { $0.isVideo }
        return StillTimeTrack.box(
            id: id, seconds: seconds, video: Int(video?.id ?? 1), timescale: Int(timescale), place: stillPlace)
    }

    // MARK: Words

    /// Keys and values, those that are there and not changed first.
    private func metadata(_ old: ISOBox?, addsKeys: Bool) -> [UInt8] {
        let changed = addsKeys ? Set(changes.keys.map(\.name)) : []
        var entries: [(name: [UInt8], value: [UInt8])] = []
        if let old {
            let children = MovieKeys.boxes(of: old)
            let names = children.first("keys")?.children(after: 8).map { raw($0) } ?? []
            for item in children.first("ilst").map({ Array($0.children()) }) ?? [] {
                let index = Int(item.type.rawValue)
                guard index >= 1, index <= names.count else { continue }
                let name = MetadataText.string(names[index - 1].dropFirst(8))
                guard !changed.contains(name), !changes.removes(name) else { continue }
                entries.append((names[index - 1], item.payload.bytes(0, item.payload.count) ?? []))
            }
        }
        for key in addsKeys ? changes.keys : [] {
            let data = Self.box("data", bigEndian(1, 4) + bigEndian(0, 4) + Array(key.value.utf8))
            entries.append((Self.box("mdta", Array(key.name.utf8)), data))
        }
        guard !entries.isEmpty else { return [] }
        let handler =
            old.flatMap { MovieKeys.boxes(of: $0).first("hdlr") }.map { raw($0) }
            ?? Self.box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
        let keys = Self.box("keys", bigEndian(0, 4) + bigEndian(entries.count, 4) + entries.flatMap(\.name))
        let list = Self.box(
            "ilst",
            entries.enumerated().flatMap { index, entry in
                bigEndian(entry.value.count + 8, 4) + bigEndian(index + 1, 4) + entry.value
            })
        // Without version and flags in front, as QuickTime has it: readers look for this form here, in MP4 too. What came in the
        // other form keeps it.
        let isFull = old.map { $0.payload.fourCC(4) != "hdlr" } ?? false
        return Self.box("meta", (isFull ? bigEndian(0, 4) : []) + handler + keys + list)
    }

    /// User data with the place as Android's programs look for it.
    private func userData(_ old: ISOBox?, addsPlace: Bool) -> [UInt8] {
        var body: [UInt8] = []
        for item in old.map({ Array($0.children()) }) ?? [] where !changes.removes(item.type.text) {
            if item.type == "©xyz", addsPlace { continue }
            if item.type == "meta", !changes.removals.isEmpty, MovieKeys.boxes(of: item).first("keys") != nil {
                body += metadata(item, addsKeys: false)
                continue
            }
            if changes.removals.contains(.location), item.type == "XMP_" || holdsPlace(item) { continue }
            body += raw(item)
        }
        if addsPlace, let place = changes.place {
            let text = Array(ISO6709.text(place).utf8)
            // 0x15C7 is the packed language code for "undetermined", as Android writes it.
            body += Self.box("©xyz", bigEndian(text.count, 2) + bigEndian(0x15C7, 2) + text)
        }
        return body.isEmpty && !changes.removals.isEmpty ? [] : Self.box("udta", body)
    }

    /// Whether metadata within user data name a place. They go as a whole: they are titles and covers of other programs.
    private func holdsPlace(_ item: ISOBox) -> Bool {
        guard item.type == "meta" else { return false }
        return MovieKeys.read(item).keys.contains { $0 == "©xyz" || $0.contains("location") }
    }

    private func raw(_ box: ISOBox) -> [UInt8] {
        Self.box(box.type, box.payload.bytes(0, box.payload.count) ?? [])
    }

    private static func box(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + type.bytes + payload
    }
}
