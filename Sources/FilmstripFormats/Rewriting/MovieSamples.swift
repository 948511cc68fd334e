import Filmstrip

/// The samples of a movie's track (ISO 14496-12, section 8.6 and 8.7): where each lies, how long it is shown, and whether a
/// player can begin there.
struct MovieSamples {
    /// A day of video with a hundred frames a second. What claims more is no movie.
    private static let limit = 8_640_000

    private(set) var places: [UInt64] = []
    private(set) var sizes: [UInt32] = []
    /// In the track's own time scale.
    private(set) var durations: [UInt32] = []
    /// How much later than it is decoded each is shown; empty when all are shown at once.
    private(set) var delays: [Int32] = []
    /// Whether each can be decoded without those before it; empty when all can.
    private(set) var areKeys: [Bool] = []
    /// Which of the track's descriptions each has, counted from 1.
    private(set) var descriptions: [UInt32] = []

    var count: Int { sizes.count }

    /// The samples of a `trak` box; nil when its tables are missing or contradict each other.
    init?(_ track: ISOBox) {
        guard let table = track.children().first("mdia")?.children().first("minf")?.children().first("stbl") else {
            return nil
        }
        var boxes: [FourCC: ByteRegion] = [:]
        for box in table.children() where boxes[box.type] == nil { boxes[box.type] = box.payload }
        guard let lengths = boxes["stsz"] ?? boxes["stz2"], readSizes(lengths, isShort: boxes["stsz"] == nil),
            let chunks = boxes["stsc"], let offsets = Self.chunkOffsets(boxes), readPlaces(chunks, offsets),
            let times = boxes["stts"], readDurations(times)
        else { return nil }
        if let delays = boxes["ctts"] { readDelays(delays) }
        if let keys = boxes["stss"] {
            areKeys = [Bool](repeating: false, count: count)
            for index in 0..<UInt64(min(keys.u32(4) ?? 0, UInt32(count))) {
                guard let number = keys.u32(8 + index * 4), number >= 1, number <= count else { continue }
                areKeys[Int(number) - 1] = true
            }
        }
    }

    func isKey(_ index: Int) -> Bool { areKeys.isEmpty || areKeys[index] }

    func delay(_ index: Int) -> Int { delays.isEmpty ? 0 : Int(delays[index]) }

    /// Where each lies in the file.
    var ranges: [Range<UInt64>] { zip(places, sizes).map { $0..<($0 &+ UInt64($1)) } }

    private mutating func readSizes(_ region: ByteRegion, isShort: Bool) -> Bool {
        guard let first = region.u32(4), let count = region.u32(8), count <= Self.limit else { return false }
        if isShort {
            let width = Int(first & 0xFF)
            guard [8, 16].contains(width) else { return false }
            for index in 0..<UInt64(count) {
                guard let size = region.number(12 + index * UInt64(width / 8), width / 8) else { return false }
                sizes.append(UInt32(size))
            }
        } else if first != 0 {
            sizes = [UInt32](repeating: first, count: Int(count))
        } else {
            guard region.holds(12, UInt64(count) * 4) else { return false }
            sizes.reserveCapacity(Int(count))
            for index in 0..<UInt64(count) { sizes.append(region.u32(12 + index * 4) ?? 0) }
        }
        return true
    }

    private static func chunkOffsets(_ boxes: [FourCC: ByteRegion]) -> [UInt64]? {
        let width = boxes["co64"] == nil ? 4 : 8
        guard let region = boxes["co64"] ?? boxes["stco"], let count = region.u32(4), count <= limit,
            region.holds(8, UInt64(count) * UInt64(width))
        else { return nil }
        return (0..<UInt64(count)).map { region.number(8 + $0 * UInt64(width), width) ?? 0 }
    }

    /// Chunks hold samples one behind the other; runs of chunks hold the same number.
    private mutating func readPlaces(_ region: ByteRegion, _ chunks: [UInt64]) -> Bool {
        guard let runs = region.u32(4), region.holds(8, UInt64(runs) * 12) else { return false }
        places.reserveCapacity(count)
        for run in 0..<UInt64(runs) {
            guard let first = region.u32(8 + run * 12), let each = region.u32(12 + run * 12),
                let description = region.u32(16 + run * 12), first >= 1
            else { return false }
            let end = run + 1 < UInt64(runs) ? Int(region.u32(8 + (run + 1) * 12) ?? 1) - 1 : chunks.count
            for chunk in Int(first) - 1..<max(Int(first) - 1, min(end, chunks.count)) {
                var place = chunks[chunk]
                for _ in 0..<each {
                    guard places.count < count else { break }
                    places.append(place)
                    descriptions.append(description)
                    place &+= UInt64(sizes[places.count - 1])
                }
            }
        }
        return places.count == count
    }

    private mutating func readDurations(_ region: ByteRegion) -> Bool {
        durations.reserveCapacity(count)
        for index in 0..<UInt64(region.u32(4) ?? 0) {
            guard durations.count < count, let number = region.u32(8 + index * 8),
                let length = region.u32(12 + index * 8)
            else { break }
            durations += repeatElement(length, count: min(Int(number), count - durations.count))
        }
        // A last sample without a duration is one that is shown until the end.
        durations += repeatElement(durations.last ?? 0, count: count - durations.count)
        return true
    }

    private mutating func readDelays(_ region: ByteRegion) {
        for index in 0..<UInt64(region.u32(4) ?? 0) {
            guard delays.count < count, let number = region.u32(8 + index * 8), let delay = region.u32(12 + index * 8)
            else { break }
            delays += repeatElement(Int32(bitPattern: delay), count: min(Int(number), count - delays.count))
        }
        delays += repeatElement(0, count: count - delays.count)
    }
}
