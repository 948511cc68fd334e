import Filmstrip

/// The track of one sample by which Apple marks when a live photo's still was taken.
enum StillTimeTrack {
    /// The sample: its length, the key's number, and −1.
    static let sample: [UInt8] = bigEndian(9, 4) + bigEndian(1, 4) + [0xFF]
    /// The data box that holds it.
    static let data: [UInt8] = bigEndian(sample.count + 8, 4) + Array("mdat".utf8) + sample

    /// The `trak` box.
    /// - Parameters:
    ///   - seconds: when the still was taken.
    ///   - video: the number of the track that it tells about.
    ///   - timescale: the movie's.
    ///   - place: where the sample lies in the file.
    static func box(
        id: Int, seconds: Double, video: Int, timescale: Int, place: UInt64
    ) -> [UInt8] {
        let delay = Int((max(0, min(seconds, 86_400)) * Double(timescale)).rounded())
        let unity = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { bigEndian($0, 4) }
        // Enabled, in the movie, in its preview and its poster.
        let header = make(
            "tkhd",
            bigEndian(0x0F, 4) + zeros(8) + bigEndian(id, 4) + zeros(4) + bigEndian(delay + 1, 4) + zeros(16) + unity
                + zeros(8))
        let edits = make(
            "elst",
            zeros(4) + bigEndian(delay > 0 ? 2 : 1, 4)
                + (delay > 0 ? bigEndian(delay, 4) + bigEndian(-1, 4) + bigEndian(1 << 16, 4) : [])
                + bigEndian(1, 4) + zeros(4) + bigEndian(1 << 16, 4))
        let reference = make("cdsc", bigEndian(video, 4))
        let media = make(
            "mdia",
            make("mdhd", zeros(12) + bigEndian(timescale, 4) + bigEndian(1, 4) + bigEndian(0x55C4, 2) + zeros(2))
                + handler + make("minf", base + source + table(place)))
        return make("trak", header + make("edts", edits) + make("tref", reference) + media)
    }

    /// When the still was taken, by a track that marks it; nil for other tracks.
    /// - Parameter timescale: the movie's.
    static func time(of track: ISOBox, timescale: UInt64) -> Double? {
        guard timescale > 0, let entry = MovieHeaderWriter.sampleEntry(track), entry.type == "mebx",
            keys(of: entry).contains(MovieChanges.stillTimeKey)
        else { return nil }
        guard let edits = track.children().first("edts")?.children().first("elst") else { return 0 }
        let isLong = edits.version == 1
        let width = isLong ? 8 : 4
        // Empty edits delay the sample; the first that is not empty shows it.
        var delay: UInt64 = 0
        for index in 0..<UInt64(min(edits.payload.u32(4) ?? 0, 16)) {
            let place = 8 + index * UInt64(2 * width + 4)
            guard let length = edits.payload.number(place, width),
                let start = edits.payload.number(place + UInt64(width), width)
            else { break }
            guard start == (isLong ? .max : UInt64(UInt32.max)) else { break }
            delay = delay &+ length
        }
        return Double(delay) / Double(timescale)
    }

    /// The keys that a track of Apple's timed metadata tells.
    static func keys(of entry: ISOBox) -> [String] {
        guard let keys = entry.children(after: 8).first("keys") else { return [] }
        return keys.children().prefix(64).compactMap { key in
            key.children().first("keyd").flatMap {
                $0.payload.bytes(4, min($0.payload.count, 260) - min($0.payload.count, 4))
            }
            .map { MetadataText.string($0) }
        }
    }

    private static let handler = make(
        "hdlr", zeros(4) + Array("mhlrmeta".utf8) + zeros(12) + [19] + Array("Core Media Metadata".utf8))

    private static let base = make(
        "gmhd", make("gmin", zeros(4) + bigEndian(0x40, 2) + [0x80, 0, 0x80, 0, 0x80, 0] + zeros(4)))

    private static let source = make("dinf", make("dref", zeros(4) + bigEndian(1, 4) + make("url ", [0, 0, 0, 1])))

    private static func table(_ place: UInt64) -> [UInt8] {
        let key =
            make("keyd", Array("mdta".utf8) + Array(MovieChanges.stillTimeKey.utf8))
            // The type is a signed byte.
            + make("dtyp", bigEndian(0, 4) + bigEndian(65, 4))
        let keys = make("keys", bigEndian(key.count + 8, 4) + bigEndian(1, 4) + key)
        let entry = make("mebx", zeros(6) + bigEndian(1, 2) + keys)
        let chunk =
            place < 1 << 32
            ? make("stco", zeros(4) + bigEndian(1, 4) + bigEndian(Int(place), 4))
            : make("co64", zeros(4) + bigEndian(1, 4) + bigEndian(Int(place), 8))
        return make(
            "stbl",
            make("stsd", zeros(4) + bigEndian(1, 4) + entry)
                + make("stts", zeros(4) + bigEndian(1, 4) + bigEndian(1, 4) + bigEndian(1, 4))
                + make("stsc", zeros(4) + bigEndian(1, 4) + bigEndian(1, 4) + bigEndian(1, 4) + bigEndian(1, 4))
                + make("stsz", zeros(4) + bigEndian(sample.count, 4) + bigEndian(1, 4)) + chunk)
    }

    private static func make(_ type: FourCC, _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + type.bytes + payload
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
