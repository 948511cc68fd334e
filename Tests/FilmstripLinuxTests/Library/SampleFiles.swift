import CTurboJPEG
import Foundation
import Testing

/// Media files made of bytes, as small as they can be.
enum Sample {
    /// A colour as blue, green and red.
    typealias Color = (UInt8, UInt8, UInt8)
    static let red: Color = (0, 0, 255)
    static let green: Color = (0, 255, 0)
    static let blue: Color = (255, 0, 0)
    static let white: Color = (255, 255, 255)

    /// A JPEG of one colour, or of four: top left, top right, bottom left, bottom right.
    static func jpeg(
        _ colors: Color..., width: Int = 32, height: Int = 16, date: String? = nil, offset: String? = nil,
        orientation: Int? = nil, identifier: String? = nil, comment: String? = nil, first: [Tag] = [],
        exif: [Tag] = [], place: [Tag] = []
    ) -> [UInt8] {
        let colors = colors.isEmpty ? [red] : colors
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let quarter = (y * 2 / height) * 2 + x * 2 / width
                let color = colors[colors.count == 1 ? 0 : quarter]
                pixels += [color.0, color.1, color.2, 255]
            }
        }
        let bytes = compress(pixels, width, height)
        var segments: [UInt8] = []
        var (first, exif) = (first, exif)
        if let orientation {
            first.append(Tag(number: 0x0112, type: 3, count: 1, value: big(orientation, 2) + [0, 0]))
        }
        if let date { exif.append(.text(0x9003, date)) }
        if let offset { exif.append(.text(0x9011, offset)) }
        if let identifier {
            first.append(.text(0x010F, "Apple"))
            exif += identifierTags(identifier)
        }
        let block = Self.exif(first, exif, place)
        if !block.isEmpty { segments += segment(0xE1, Array("Exif\0\0".utf8) + block) }
        if let comment { segments += segment(0xFE, Array(comment.utf8)) }
        return Array(bytes[..<2]) + segments + Array(bytes[2...])
    }

    private static func compress(_ pixels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        let encoder = tjInitCompress()
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        tjCompress2(
            encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_BGRX.rawValue), &bytes, &count,
            Int32(TJSAMP_444.rawValue), 95, 0)
        defer { tjFree(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(payload.count + 2, 2) + payload
    }

    /// A tag of a TIFF directory, in big-endian order.
    struct Tag {
        var number: Int
        var type: Int
        var count: Int
        var value: [UInt8]

        /// Text as bytes, which need neither be UTF-8 nor end with NUL.
        static func text(_ number: Int, _ bytes: [UInt8]) -> Tag {
            Tag(number: number, type: 2, count: bytes.count, value: bytes)
        }

        static func text(_ number: Int, _ text: String) -> Tag { .text(number, Array(text.utf8) + [0]) }

        static func rational(_ number: Int, _ parts: (Int, Int)...) -> Tag {
            Tag(number: number, type: 5, count: parts.count, value: parts.flatMap { big($0.0, 4) + big($0.1, 4) })
        }
    }

    /// A big-endian TIFF block of these tags.
    private static func exif(_ first: [Tag], _ exif: [Tag], _ place: [Tag]) -> [UInt8] {
        func directory(_ tags: [Tag], at start: Int) -> [UInt8] {
            var body = big(tags.count, 2)
            var data: [UInt8] = []
            for tag in tags.sorted(by: { $0.number < $1.number }) {
                body += big(tag.number, 2) + big(tag.type, 2) + big(tag.count, 4)
                if tag.value.count <= 4 {
                    body += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
                } else {
                    body += big(start + 6 + 12 * tags.count + data.count, 4)
                    data += tag.value
                }
            }
            return body + big(0, 4) + data
        }
        var first = first
        var parts: [(pointer: Int, tags: [Tag])] = []
        if !exif.isEmpty { parts.append((0x8769, exif)) }
        if !place.isEmpty { parts.append((0x8825, place)) }
        guard !first.isEmpty || !parts.isEmpty else { return [] }
        for part in parts { first.append(Tag(number: part.pointer, type: 4, count: 1, value: big(0, 4))) }
        var rest: [UInt8] = []
        for (place, part) in parts.enumerated() {
            let start = 8 + directory(first, at: 8).count + rest.count
            first[first.count - parts.count + place].value = big(start, 4)
            rest += directory(part.tags, at: start)
        }
        return Array("MM".utf8) + big(42, 2) + big(8, 4) + directory(first, at: 8) + rest
    }

    private static func identifierTags(_ identifier: String) -> [Tag] {
        let value = Array(identifier.utf8) + [0]
        let note =
            Array("Apple iOS\0\0\u{1}MM".utf8) + big(1, 2) + big(0x11, 2) + big(2, 2) + big(value.count, 4)
            + big(32, 4) + big(0, 4) + value
        return [Tag(number: 0x927C, type: 7, count: note.count, value: note)]
    }

    /// A movie of 320 by 240 pixels without a frame.
    /// - Parameter turn: the track's matrix: where the picture's axes go, a, b, c and d.
    static func movie(
        seconds: Double = 2, created: Date? = nil, identifier: String? = nil, turn: [Int] = [1, 0, 0, 1]
    ) -> [UInt8] {
        let time = created.map { Int($0.timeIntervalSince1970) + 2_082_844_800 } ?? 0
        func matrix(_ turn: [Int]) -> [UInt8] {
            let parts = turn.map { $0 << 16 }
            return [parts[0], parts[1], 0, parts[2], parts[3], 0, 0, 0, 0x4000_0000].flatMap { big($0, 4) }
        }
        let length = Int(seconds * 1000)
        let head = big(0, 4) + big(time, 4) + big(time, 4) + big(1000, 4) + big(length, 4)
        let movieHeader = box(
            "mvhd", head + big(0x10000, 4) + big(0x100, 2) + zeros(10) + matrix([1, 0, 0, 1]) + zeros(24) + big(2, 4))
        let trackHeader = box(
            "tkhd",
            big(7, 4) + big(time, 4) + big(time, 4) + big(1, 4) + zeros(4) + big(length, 4) + zeros(16) + matrix(turn)
                + big(320 << 16, 4) + big(240 << 16, 4))
        let handler = box("hdlr", zeros(8) + Array("vide".utf8) + zeros(13))
        let media = box("mdia", box("mdhd", head + zeros(4)) + handler)
        var content = movieHeader + box("trak", trackHeader + media)
        if let identifier {
            let key = Array("com.apple.quicktime.content.identifier".utf8)
            let keys = box("keys", zeros(4) + big(1, 4) + big(key.count + 8, 4) + Array("mdta".utf8) + key)
            let value = box("data", big(1, 4) + zeros(4) + Array(identifier.utf8))
            let list = box("ilst", big(value.count + 8, 4) + big(1, 4) + value)
            content += box("meta", box("hdlr", zeros(8) + Array("mdta".utf8) + zeros(13)) + keys + list)
        }
        return box("ftyp", Array("qt  ".utf8) + zeros(4) + Array("qt  ".utf8)) + box("moov", content)
    }

    private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        big(payload.count + 8, 4) + Array(type.utf8) + payload
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}
