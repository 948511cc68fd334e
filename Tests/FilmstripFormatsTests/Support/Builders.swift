import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// A JPEG file of segments, without a picture worth the name.
struct JPEGBuilder {
    var segments: [[UInt8]] = []
    var width = 400
    var height = 200
    var hasEnd = true

    mutating func add(_ marker: UInt8, _ payload: [UInt8]) {
        segments.append([0xFF, marker] + big(payload.count + 2, 2) + payload)
    }

    mutating func addExif(_ block: [UInt8]) { add(0xE1, Array("Exif\0\0".utf8) + block) }

    mutating func addXMP(_ packet: String) {
        add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    }

    var bytes: [UInt8] {
        let frame: [UInt8] =
            [0xFF, 0xC0, 0, 17, 8] + big(height, 2) + big(width, 2) + [3, 1, 17, 0, 2, 17, 0, 3, 17, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 1, 2, 3, 4]
        return [0xFF, 0xD8] + segments.joined() + frame + scan + (hasEnd ? [0xFF, 0xD9] : [])
    }

    static func withExif(
        _ first: [RawTag] = [], exif: [RawTag] = [], gps: [RawTag] = [], bigEndian: Bool = true
    ) -> [UInt8] {
        var builder = JPEGBuilder()
        builder.addExif(RawTag.block(first, exif: exif, gps: gps, bigEndian: bigEndian))
        return builder.bytes
    }
}

/// A tag with whatever bytes in it, right or wrong.
struct RawTag {
    var tag: UInt16
    var type: UInt16
    var count: Int
    var value: [UInt8]

    static func text(_ tag: UInt16, _ text: String) -> RawTag { bytes(tag, type: 2, Array(text.utf8)) }

    static func bytes(_ tag: UInt16, type: UInt16, _ bytes: [UInt8]) -> RawTag {
        RawTag(tag: tag, type: type, count: bytes.count, value: bytes)
    }

    static func short(_ tag: UInt16, _ value: Int, bigEndian: Bool = true) -> RawTag {
        RawTag(tag: tag, type: 3, count: 1, value: number(value, 2, bigEndian))
    }

    static func rationals(_ tag: UInt16, _ values: [(Int, Int)], bigEndian: Bool = true) -> RawTag {
        RawTag(
            tag: tag, type: 5, count: values.count,
            value: values.flatMap { number($0.0, 4, bigEndian) + number($0.1, 4, bigEndian) })
    }

    /// A TIFF block with up to three directories.
    static func block(_ first: [RawTag], exif: [RawTag] = [], gps: [RawTag] = [], bigEndian: Bool = true) -> [UInt8] {
        func directory(_ tags: [RawTag], at start: Int) -> [UInt8] {
            let tags = tags.sorted { $0.tag < $1.tag }
            var body = number(tags.count, 2, bigEndian)
            var data: [UInt8] = []
            for tag in tags {
                body += number(Int(tag.tag), 2, bigEndian) + number(Int(tag.type), 2, bigEndian)
                body += number(tag.count, 4, bigEndian)
                if tag.value.count <= 4 {
                    body += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
                } else {
                    body += number(start + 2 + 12 * tags.count + 4 + data.count, 4, bigEndian)
                    data += tag.value + (tag.value.count % 2 == 1 ? [0] : [])
                }
            }
            return body + [0, 0, 0, 0] + data
        }
        func pointer(_ tag: UInt16, _ place: Int) -> RawTag {
            RawTag(tag: tag, type: 4, count: 1, value: number(place, 4, bigEndian))
        }
        func all(_ exifPlace: Int, _ gpsPlace: Int) -> [UInt8] {
            var tags = first
            if !exif.isEmpty { tags.append(pointer(0x8769, exifPlace)) }
            if !gps.isEmpty { tags.append(pointer(0x8825, gpsPlace)) }
            return directory(tags, at: 8)
        }
        let exifPlace = 8 + all(0, 0).count
        let exifBytes = exif.isEmpty ? [] : directory(exif, at: exifPlace)
        let gpsPlace = exifPlace + exifBytes.count
        let header = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2, bigEndian) + number(8, 4, bigEndian)
        return header + all(exifPlace, gpsPlace) + exifBytes + (gps.isEmpty ? [] : directory(gps, at: gpsPlace))
    }
}

/// A number's bytes.
func number(_ value: Int, _ count: Int, _ bigEndian: Bool = true) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    return bigEndian ? bytes : bytes.reversed()
}

func big(_ value: Int, _ count: Int) -> [UInt8] { number(value, count, true) }

/// A box of the ISO media format.
func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
    let body = payload.flatMap { $0 }
    return big(body.count + 8, 4) + FourCC(rawValue: type.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xFF }).bytes
        + body
}

func header(_ bytes: [UInt8], name: String = "file") throws -> MediaHeader {
    try MediaHeaderReader.read(MemoryByteSource(bytes), name: name)
}

/// What no file of some megabytes may cost. A walk that goes over its parts again and again takes hours; one that does not
/// takes a second, or half a minute under a sanitizer on a busy machine.
let costly = Duration.seconds(120)

/// How long a file keeps all readers busy, whether they read or refuse it.
func cost(_ bytes: [UInt8]) -> Duration {
    ContinuousClock().measure {
        do { _ = try header(bytes) } catch { #expect(error is LibraryError) }
        do { _ = try MetadataReader.read(MemoryByteSource(bytes), name: "x") } catch { #expect(error is LibraryError) }
    }
}
