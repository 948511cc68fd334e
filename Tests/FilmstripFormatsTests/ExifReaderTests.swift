import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct ExifReaderTests {
    private typealias Tag = RawTag

    private func place(_ gps: [RawTag]) throws -> Place? { try header(JPEGBuilder.withExif(gps: gps)).place }

    @Test func `C13 zero denominators give no place instead of nonsense`() throws {
        // ianare/exif-py #192, mapillary/mapillary_issues #2369
        let zero = [(0, 0), (0, 0), (0, 0)]
        #expect(
            try place([
                .text(1, "N\0"), .rationals(2, zero), .text(3, "E\0"), .rationals(4, zero), .rationals(6, [(0, 0)]),
            ]) == nil)
        let seconds = try #require(
            try place([
                .text(1, "S\0"), .rationals(2, [(23, 1), (33, 1), (0, 0)]), .text(3, "W\0"),
                .rationals(4, [(46, 1), (38, 1), (0, 0)]),
            ]))
        #expect(abs(seconds.latitude + 23.55) < 1e-9 && abs(seconds.longitude + 46.633333) < 1e-5)
        #expect(seconds.altitude == nil)
    }

    @Test func `C13 0°,0° is no place, and 0°,10° is one`() throws {
        // gino0631/nextcloud-metadata #117: privacy filters write zeros.
        let zero = [(0, 1), (0, 1), (0, 1)]
        #expect(
            try place([.text(1, "N\0"), .rationals(2, zero), .text(3, "E\0"), .rationals(4, zero)]) == nil)
        let tenEast = [(10, 1), (0, 1), (0, 1)]
        #expect(
            try place([.text(1, "N\0"), .rationals(2, zero), .text(3, "E\0"), .rationals(4, tenEast)])
                == Place(latitude: 0, longitude: 10))
    }

    @Test func `C13 places out of range are none`() throws {
        #expect(
            try place([.text(1, "N\0"), .rationals(2, [(91, 1)]), .text(3, "E\0"), .rationals(4, [(5, 1)])]) == nil)
    }

    @Test func `Depths below the sea are negative`() throws {
        let found = try place([
            .text(1, "N\0"), .rationals(2, [(1, 1)]), .text(3, "E\0"), .rationals(4, [(5, 1)]),
            .bytes(5, type: 1, [1]), .rationals(6, [(25, 2)]),
        ])
        #expect(found?.altitude == -12.5)
    }

    @Test func `C16 the zone of the shot counts, not that of the edit`() throws {
        // immich-app/immich #15639, #20839
        let both = JPEGBuilder.withExif(exif: [
            .text(0x9003, "2024:07:01 12:00:00\0"), .text(0x9010, "+01:00\0"), .text(0x9011, "+02:00\0"),
        ])
        let date = try #require(try header(both).date)
        #expect(date.instant == WrittenDate("2024-07-01T10:00:00Z".utf8)?.date(.exif).instant)
        #expect(date.offsetFromUTC == 7200)
        let onlyEdit = JPEGBuilder.withExif(exif: [.text(0x9003, "2024:07:01 12:00:00\0"), .text(0x9010, "+02:00\0")])
        #expect(try header(onlyEdit).date == date)
    }

    @Test func `C16 a time without a zone sorts as if in UTC, wherever the machine stands`() throws {
        let date = try #require(
            try header(JPEGBuilder.withExif(exif: [.text(0x9003, "2024:07:01 12:00:00\0")])).date)
        #expect(date.offsetFromUTC == nil)
        #expect(date.instant.timeIntervalSince1970 == 1_719_835_200)
    }

    @Test(arguments: ["0000:00:00 00:00:00\0", "    :  :     :  :  \0", "\0", "1970:01:01 00:00:00\0"])
    func `C17 a clock that was never set gives no date`(text: String) throws {
        #expect(try header(JPEGBuilder.withExif(exif: [.text(0x9003, text)])).date == nil)
    }

    @Test func `C17 2050 is kept as written`() throws {
        // photoprism/photoprism #3431
        let date = try header(JPEGBuilder.withExif(exif: [.text(0x9003, "2050:12:31 23:59:59\0")])).date
        #expect(date == WrittenDate("2050:12:31 23:59:59".utf8)?.date(.exif))
    }

    @Test func `A blank original time gives way to the digitized one`() throws {
        let bytes = JPEGBuilder.withExif(
            [.text(0x0132, "2022:01:01 00:00:00\0")],
            exif: [.text(0x9003, "    :  :     :  :  \0"), .text(0x9004, "2021:02:03 04:05:06\0")])
        #expect(try header(bytes).date == WrittenDate("2021:02:03 04:05:06".utf8)?.date(.exif))
        let changed = JPEGBuilder.withExif([.text(0x0132, "2022:01:01 00:00:00\0")])
        #expect(try header(changed).date == WrittenDate("2022:01:01 00:00:00".utf8)?.date(.exif))
    }

    @Test func `Fractions of a second order a burst`() throws {
        let bytes = JPEGBuilder.withExif(exif: [.text(0x9003, "2024:07:01 12:00:00\0"), .text(0x9291, "123\0")])
        let seconds = try #require(try header(bytes).date?.instant.timeIntervalSince1970)
        #expect(abs(seconds - 1_719_835_200.123) < 1e-6)
    }

    @Test func `C14 text that is not UTF-8 is Latin-1, and ends at the first NUL`() throws {
        // drewnoakes/metadata-extractor-dotnet #173
        #expect(MetadataText.string([0x63, 0x61, 0x66, 0xE9, 0x20, 0xFF, 0xFE, 0x00]) == "café ÿþ")
        #expect(MetadataText.string(Array("Ann\0Bob\0".utf8)) == "Ann")
        #expect(MetadataText.string(Array("naïve  ".utf8)) == "naïve")
        let bytes = JPEGBuilder.withExif(
            [.text(0x010F, "Ann\0Bob\0"), .bytes(0x0110, type: 2, [0x63, 0xE9, 0])],
            exif: [.text(0x9003, "2024:05:06 07:08:09\0\0")])
        let header = try header(bytes)
        #expect(header.make == "Ann" && header.model == "cé")
        #expect(header.date == WrittenDate("2024:05:06 07:08:09".utf8)?.date(.exif))
    }

    @Test func `C14 comments say which characters they are made of`() {
        let chinese = Array("UNICODE\0".utf8) + "写真 01".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(MetadataText.comment(chinese, bigEndian: true) == "写真 01")
        let little = Array("UNICODE\0".utf8) + [0xFF, 0xFE] + "写".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(MetadataText.comment(little, bigEndian: true) == "写")
        #expect(MetadataText.comment(Array("ASCII\0\0\0hello\0".utf8), bigEndian: true) == "hello")
        #expect(MetadataText.comment(Array("short".utf8), bigEndian: true) == "short")
        let japanese = Array("JIS\0\0\0\0\0".utf8) + [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]
        #expect(MetadataText.comment(japanese, bigEndian: true) == "日本")
    }

    @Test(arguments: [0, 9, 90, 65535])
    func `Orientations that do not exist mean upright`(value: Int) throws {
        let header = try header(JPEGBuilder.withExif([.short(0x0112, value)]))
        #expect(header.orientation == .up && header.size == PixelSize(width: 400, height: 200))
    }

    @Test(arguments: Orientation.allCases)
    func `The size as shown follows the orientation, in both byte orders`(orientation: Orientation) throws {
        for bigEndian in [true, false] {
            let bytes = JPEGBuilder.withExif(
                [.short(0x0112, orientation.rawValue, bigEndian: bigEndian)], bigEndian: bigEndian)
            let header = try header(bytes)
            #expect(header.orientation == orientation)
            let turned = orientation.rawValue >= 5
            #expect(header.size == PixelSize(width: turned ? 200 : 400, height: turned ? 400 : 200))
            #expect(header.storedSize == PixelSize(width: 400, height: 200))
        }
    }

    @Test func `Apple's note names the pair`() throws {
        let identifier = "11111111-1111-4111-8111-111111111111"
        let fields = ExifFields(make: "Apple", contentIdentifier: identifier)
        var builder = JPEGBuilder()
        builder.addExif(fields.tiffBlock)
        #expect(try header(builder.bytes).contentIdentifier == identifier)
    }

    @Test func `A front camera makes selfies, and a comment makes a screenshot`() throws {
        let selfie = JPEGBuilder.withExif(exif: [.text(0xA434, "iPhone 13 front camera 2.71mm f/2.2\0")])
        #expect(try header(selfie).subtypes == .selfie)
        let screenshot = JPEGBuilder.withExif(exif: [.bytes(0x9286, type: 7, Array("ASCII\0\0\0Screenshot".utf8))])
        #expect(try header(screenshot).subtypes == .screenshot)
    }

    @Test func `A preview is where the file says, if it is one`() throws {
        let preview: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 4, 0xFF, 0xD9]
        // First directory without tags at 8, second at 14 with two, the preview behind it.
        let start = 14 + 2 + 24 + 4
        let block =
            Array("MM\0*".utf8) + big(8, 4) + big(0, 2) + big(14, 4) + big(2, 2) + big(0x0201, 2) + big(4, 2)
            + big(1, 4)
            + big(start, 4) + big(0x0202, 2) + big(4, 2) + big(1, 4) + big(preview.count, 4) + big(0, 4) + preview
        var builder = JPEGBuilder()
        builder.addExif(block)
        let bytes = builder.bytes
        let range = try #require(try header(bytes).previewRange)
        #expect(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]) == preview)
        builder.segments = []
        builder.addExif(Array(block.dropLast(4)))
        #expect(try header(builder.bytes).previewRange == nil)
    }
}

struct TIFFDirectoryTests {
    @Test func `Rings of directories come to an end`() throws {
        // The next directory, EXIF and GPS all point to the first one.
        let tags: [RawTag] = [
            RawTag(tag: 0x8769, type: 4, count: 1, value: big(8, 4)),
            RawTag(tag: 0x8825, type: 4, count: 1, value: big(8, 4)),
            RawTag(tag: 0x0100, type: 4, count: 1, value: big(10, 4)),
            RawTag(tag: 0x0101, type: 4, count: 1, value: big(20, 4)),
            RawTag(tag: 0x014A, type: 4, count: 1, value: big(8, 4)),
        ]
        var block = RawTag.block(tags)
        block.replaceSubrange((block.count - 4)..., with: big(8, 4))
        #expect(try header(block).storedSize == PixelSize(width: 10, height: 20))
    }

    @Test func `Absurd counts and offsets are not followed`() throws {
        let tags: [RawTag] = [
            RawTag(tag: 0x010F, type: 2, count: 0x7FFF_FFFF, value: big(8, 4)),
            RawTag(tag: 0x0110, type: 2, count: 16, value: big(0xFFFF_FFF0, 4)),
            RawTag(tag: 0x0112, type: 3, count: 0, value: big(0x0006_0000, 4)),
            RawTag(tag: 0x0131, type: 99, count: 1, value: big(1, 4)),
            RawTag(tag: 0x8769, type: 4, count: 1, value: big(0x7FFF_FFFF, 4)),
        ]
        let header = try header(JPEGBuilder.withExif(tags))
        #expect(header.make == nil && header.model == nil && header.orientation == .up)
    }

    @Test func `A directory that is cut off gives the entries that are there`() throws {
        var block = RawTag.block([.short(0x0112, 6), .short(0x0128, 2)])
        block.replaceSubrange(8..<10, with: big(5000, 2))
        var builder = JPEGBuilder()
        builder.addExif(block)
        #expect(try header(builder.bytes).orientation == .right)
    }
}
