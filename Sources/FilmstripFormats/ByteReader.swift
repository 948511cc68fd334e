import Filmstrip

/// Random access to a source with few reads: its head is read at once, anything farther away in blocks.
///
/// A place outside the source gives nil. A read that fails is remembered in `failure` and gives nil too, so that the
/// readers of formats need not care; whoever started them looks at `failure` in the end.
final class ByteReader {
    static let headCount = 65_536
    private static let blockCount = 16_384
    private static let tailCount: UInt64 = 4096
    private static let largestBlockCount = 262_144

    let byteCount: UInt64
    private(set) var failure: LibraryError?
    private let source: any ByteSource
    private let head: [UInt8]
    private var block: [UInt8] = []
    private var blockStart: UInt64 = 0

    init(_ source: some ByteSource) {
        self.source = source
        byteCount = source.byteCount
        do {
            head = try source.read(at: 0, count: Self.headCount)
        } catch {
            head = []
            failure = error
        }
    }

    /// The whole source.
    var region: ByteRegion { ByteRegion(reader: self, start: 0, count: byteCount) }

    /// One to eight bytes as a number.
    func number(at offset: UInt64, count: Int, bigEndian: Bool) -> UInt64? {
        if offset < UInt64(head.count), count <= head.count - Int(offset) {
            return Self.number(head, Int(offset), count, bigEndian)
        }
        guard load(offset, count) else { return nil }
        return Self.number(block, Int(offset - blockStart), count, bigEndian)
    }

    /// A copy of bytes, or nil when not all of them are there.
    func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
        guard count > 0 else { return count == 0 ? [] : nil }
        if offset < UInt64(head.count), count <= head.count - Int(offset) {
            return Array(head[Int(offset)..<(Int(offset) + count)])
        }
        guard load(offset, count) else { return nil }
        let start = Int(offset - blockStart)
        return Array(block[start..<(start + count)])
    }

    /// A few bytes without keeping what lies around them: for walks with long strides.
    func peek(at offset: UInt64, count: Int) -> [UInt8]? {
        if offset < UInt64(head.count), count <= head.count - Int(offset) { return bytes(at: offset, count: count) }
        if offset >= blockStart, offset - blockStart < UInt64(block.count) { return bytes(at: offset, count: count) }
        let found = fetch(offset, count)
        return found.count == count ? found : nil
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int, _ bigEndian: Bool) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<count {
            value = value << 8 | UInt64(bytes[start + (bigEndian ? index : count - 1 - index)])
        }
        return value
    }

    /// Brings the bytes into `block`.
    private func load(_ offset: UInt64, _ count: Int) -> Bool {
        if offset >= blockStart, offset - blockStart < UInt64(block.count),
            count <= block.count - Int(offset - blockStart)
        {
            return true
        }
        guard count > 0, offset < byteCount, UInt64(count) <= byteCount - offset else { return false }
        // Whoever reads on where the last block ended wants much: give more at once.
        let isSequential = offset <= blockStart + UInt64(block.count) && offset > blockStart
        let wanted = isSequential ? min(block.count * 2, Self.largestBlockCount) : Self.blockCount
        // Near the end, where trailers are read backwards, the last bytes come at once.
        blockStart = byteCount - offset < Self.tailCount ? max(byteCount, Self.tailCount) - Self.tailCount : offset
        block = fetch(blockStart, max(count + Int(offset - blockStart), wanted))
        return block.count >= count + Int(offset - blockStart)
    }

    private func fetch(_ offset: UInt64, _ count: Int) -> [UInt8] {
        guard failure == nil else { return [] }
        do {
            return try source.read(at: offset, count: count)
        } catch {
            failure = error
            return []
        }
    }
}

/// A part of a source, with offsets that count from its own start. Nothing outside of it can be reached through it.
struct ByteRegion {
    let reader: ByteReader
    /// Where it begins in the source.
    let start: UInt64
    let count: UInt64

    /// Its place in the source.
    var range: Range<UInt64> { start..<(start + count) }

    func holds(_ offset: UInt64, _ length: UInt64) -> Bool {
        length <= count && offset <= count - length
    }

    func number(_ offset: UInt64, _ length: Int, bigEndian: Bool = true) -> UInt64? {
        guard holds(offset, UInt64(length)) else { return nil }
        return reader.number(at: start + offset, count: length, bigEndian: bigEndian)
    }

    func u8(_ offset: UInt64) -> UInt8? {
        number(offset, 1).map { UInt8(truncatingIfNeeded: $0) }
    }

    func u16(_ offset: UInt64, bigEndian: Bool = true) -> UInt16? {
        number(offset, 2, bigEndian: bigEndian).map { UInt16(truncatingIfNeeded: $0) }
    }

    func u32(_ offset: UInt64, bigEndian: Bool = true) -> UInt32? {
        number(offset, 4, bigEndian: bigEndian).map { UInt32(truncatingIfNeeded: $0) }
    }

    func u64(_ offset: UInt64, bigEndian: Bool = true) -> UInt64? {
        number(offset, 8, bigEndian: bigEndian)
    }

    func fourCC(_ offset: UInt64) -> FourCC? { u32(offset).map { FourCC(rawValue: $0) } }

    func bytes(_ offset: UInt64, _ length: UInt64) -> [UInt8]? {
        guard holds(offset, length) else { return nil }
        return reader.bytes(at: start + offset, count: Int(length))
    }

    /// All of its bytes, if they are not more than a header may have.
    func allBytes(atMost limit: UInt64) -> [UInt8]? {
        count <= limit ? bytes(0, count) : nil
    }

    func region(_ offset: UInt64, _ length: UInt64) -> ByteRegion? {
        holds(offset, length) ? ByteRegion(reader: reader, start: start + offset, count: length) : nil
    }

    func region(from offset: UInt64) -> ByteRegion? {
        offset <= count ? region(offset, count - offset) : nil
    }

    /// Whether the bytes at a place are those of a text.
    func matches(_ offset: UInt64, _ text: StaticString) -> Bool {
        guard holds(offset, UInt64(text.utf8CodeUnitCount)) else { return false }
        for index in 0..<text.utf8CodeUnitCount where u8(offset + UInt64(index)) != text.utf8Start[index] {
            return false
        }
        return true
    }
}

/// Four characters that name a box or a brand.
package struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(stringLiteral text: StaticString) {
        var value: UInt32 = 0
        // Names such as "©xyz" begin with the byte 0xA9, which in a literal are two bytes.
        for scalar in text.description.unicodeScalars.prefix(4) { value = value << 8 | (scalar.value & 0xFF) }
        rawValue = value
    }

    /// The characters, those that cannot be shown as dots.
    var text: String {
        var text = ""
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            text.unicodeScalars.append((32..<127).contains(byte) || byte >= 0xA1 ? Unicode.Scalar(byte) : ".")
        }
        return text
    }

    var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - 8 * $0)) } }
}
