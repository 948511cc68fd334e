/// What a picture file says beside its pixels, as far as the doubles write and read it: texts by their EXIF tags, and the place.
package struct EncodedMetadata: Sendable, Equatable {
    /// By EXIF, 1 to 8.
    package var orientation = 1
    /// Maker, model, program and such, by tag.
    package var main: [Int: String] = [:]
    /// Moments, lens and such, by tag.
    package var details: [Int: String] = [:]
    /// Width and height as somebody has written them down.
    package var size: [Int: Int] = [:]
    /// Degrees; south and west below 0.
    package var place: (latitude: Double, longitude: Double)?

    package init() {}

    package static func == (first: Self, second: Self) -> Bool {
        first.orientation == second.orientation && first.main == second.main && first.details == second.details
            && first.size == second.size && first.place?.latitude == second.place?.latitude
            && first.place?.longitude == second.place?.longitude
    }

    // MARK: writing

    /// An EXIF block without its name: big endian, three directories one after the other.
    package var bytes: [UInt8] {
        let here = 8
        var first: [Entry] = [Entry(0x0112, short: orientation)] + main.map { Entry($0, text: $1) }
        let second = details.map { Entry($0, text: $1) } + size.map { Entry($0, long: $1) }
        let third = place.map { Self.entries(of: $0) } ?? []
        // Two pointers more, whose length is known before their values are.
        first += [Entry(0x8769, long: 0)] + (third.isEmpty ? [] : [Entry(0x8825, long: 0)])
        let after = here + Self.length(first)
        first.removeAll { [0x8769, 0x8825].contains($0.tag) }
        first.append(Entry(0x8769, long: after))
        if !third.isEmpty { first.append(Entry(0x8825, long: after + Self.length(second))) }
        return [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + Self.directory(first, at: here) + Self.directory(second, at: after)
            + (third.isEmpty ? [] : Self.directory(third, at: after + Self.length(second)))
    }

    private struct Entry {
        var tag: Int
        var type: Int
        var count: Int
        var value: [UInt8]

        init(_ tag: Int, short: Int) { (self.tag, type, count, value) = (tag, 3, 1, Self.number(short, 2) + [0, 0]) }
        init(_ tag: Int, long: Int) { (self.tag, type, count, value) = (tag, 4, 1, Self.number(long, 4)) }
        init(_ tag: Int, text: String) {
            let bytes = Array(text.utf8) + [0]
            (self.tag, type, count, value) = (tag, 2, bytes.count, bytes)
        }
        init(_ tag: Int, degrees: Double) {
            let seconds = Int((abs(degrees) * 3_600_000).rounded())
            let parts = [(seconds / 3_600_000, 1), (seconds / 60_000 % 60, 1), (seconds % 60_000, 1000)]
            (self.tag, type, count) = (tag, 5, 3)
            value = parts.flatMap { Self.number($0.0, 4) + Self.number($0.1, 4) }
        }

        static func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(value >> ($0 * 8) & 255) }
        }
    }

    private static func entries(of place: (latitude: Double, longitude: Double)) -> [Entry] {
        [
            Entry(1, text: place.latitude < 0 ? "S" : "N"), Entry(2, degrees: place.latitude),
            Entry(3, text: place.longitude < 0 ? "W" : "E"), Entry(4, degrees: place.longitude),
        ]
    }

    private static func length(_ entries: [Entry]) -> Int {
        6 + entries.reduce(0) { $0 + 12 + ($1.value.count > 4 ? $1.value.count : 0) }
    }

    private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
        var (table, far) = (Entry.number(entries.count, 2), [UInt8]())
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            table += Entry.number(entry.tag, 2) + Entry.number(entry.type, 2) + Entry.number(entry.count, 4)
            if entry.value.count > 4 {
                table += Entry.number(start + 6 + entries.count * 12 + far.count, 4)
                far += entry.value
            } else {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return table + [0, 0, 0, 0] + far
    }

    // MARK: reading

    /// Reads a block that begins with its byte order.
    package init(reading block: ArraySlice<UInt8>) {
        let reader = Reader(bytes: Array(block))
        for entry in reader.directory(at: reader.number(4, 4)) {
            switch (entry.tag, entry.type) {
            case (0x0112, _): orientation = (1...8).contains(entry.short) ? entry.short : 1
            case (0x8769, _): readDetails(reader, at: entry.long)
            case (0x8825, _): readPlace(reader, at: entry.long)
            case (_, 2): main[entry.tag] = entry.text
            default: break
            }
        }
    }

    private mutating func readDetails(_ reader: Reader, at: Int) {
        for entry in reader.directory(at: at) {
            if entry.type == 2 { details[entry.tag] = entry.text }
            if [0xA002, 0xA003].contains(entry.tag) { size[entry.tag] = entry.type == 3 ? entry.short : entry.long }
        }
    }

    private mutating func readPlace(_ reader: Reader, at: Int) {
        var (degrees, signs) = ([Int: Double](), [Int: String]())
        for entry in reader.directory(at: at) {
            if entry.type == 2 { signs[entry.tag] = entry.text }
            if entry.type == 5, entry.count == 3 { degrees[entry.tag] = entry.degrees }
        }
        guard let latitude = degrees[2], let longitude = degrees[4] else { return }
        place = (signs[1] == "S" ? -latitude : latitude, signs[3] == "W" ? -longitude : longitude)
    }

    private struct Reader {
        let bytes: [UInt8]
        var isBig: Bool { bytes.first == 0x4D }

        func number(_ at: Int, _ count: Int) -> Int {
            guard at >= 0, at + count <= bytes.count else { return 0 }
            let slice = bytes[at..<at + count]
            return (isBig ? Array(slice) : slice.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }

        func directory(at: Int) -> [Found] {
            guard at > 0 else { return [] }
            return (0..<min(number(at, 2), 256)).map { Found(reader: self, at: at + 2 + $0 * 12) }
        }
    }

    private struct Found {
        let reader: Reader
        let at: Int
        var tag: Int { reader.number(at, 2) }
        var type: Int { reader.number(at + 2, 2) }
        var count: Int { reader.number(at + 4, 4) }
        var short: Int { reader.number(at + 8, 2) }
        var long: Int { reader.number(at + 8, 4) }
        var text: String {
            let start = count > 4 ? long : at + 8
            guard start >= 0, count > 0, start + count <= reader.bytes.count else { return "" }
            return String(decoding: reader.bytes[start..<start + count - 1], as: UTF8.self)
        }
        var degrees: Double {
            (0..<3).reduce(0) { sum, index in
                let (over, under) = (reader.number(long + index * 8, 4), reader.number(long + index * 8 + 4, 4))
                return sum + (under == 0 ? 0 : Double(over) / Double(under)) / [1, 60, 3600][index]
            }
        }
    }
}
