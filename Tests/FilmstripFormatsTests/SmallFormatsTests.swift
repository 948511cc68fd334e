import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct SmallFormatsTests {
    private static let stills: [(name: String, type: ContentType)] = [
        ("quad.png", .png), ("quad.jpg", .jpeg), ("quad.gif", .gif), ("quad.webp", .webP), ("lossless.webp", .webP),
        ("quad.bmp", .bmp), ("quad.tiff", .tiff), ("real.heic", .heic), ("quad.avif", .avif),
    ]

    @Test(
        .enabled(if: stills.allSatisfy { Fixtures.has($0.name) }, "needs ImageMagick, webp and heif-enc"),
        arguments: stills)
    func `C20 each format is told by its bytes, with the right size`(name: String, type: ContentType) throws {
        // haiwen/seafile-iOS #358: the name lies.
        let found = try header(try Fixtures.bytes(name), name: "liar.txt")
        #expect(found.contentType == type)
        #expect(found.size == PixelSize(width: 400, height: 200))
        #expect(found.frameCount == 1 && found.problems.isEmpty && found.subtypes.isEmpty)
        #expect(found.contentType.mimeType != "image/jpg")
    }

    @Test(
        .enabled(if: Fixtures.has("anim.gif", "anim.png", "anim.webp"), "needs ImageMagick, ffmpeg and webp"),
        arguments: ["anim.gif", "anim.png", "anim.webp"])
    func `Animations have three frames`(name: String) throws {
        let found = try Fixtures.header(name)
        #expect(found.frameCount == 3 && found.subtypes == .animated)
        #expect(found.size == PixelSize(width: 400, height: 100))
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "BM is how this text begins, and it goes on",
        "GIF88a..........", "RIFF....WAVEfmt ", "\0\0\0\u{14}ftypM4A \0\0\0\0", "\0\u{5}\u{16}\u{7}\0\u{2}\0\0Mac OS X",
        "II", "PK",
    ])
    func `C20 what is no photo or video is unsupported`(text: String) {
        #expect(throws: LibraryError.unsupportedFormat(path: "x.jpg")) { try header(Array(text.utf8), name: "x.jpg") }
    }

    @Test func `A GIF cut off tells its frames so far`() throws {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 10, 0, 5, 0, 0, 2, 2, 0x4C, 1, 0]
        let head = Array("GIF89a".utf8) + [10, 0, 5, 0, 0, 0, 0]
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
        let whole = head + control + frame + control + frame + [0x3B]
        let found = try header(whole)
        #expect(found.frameCount == 2 && found.size == PixelSize(width: 10, height: 5) && found.problems.isEmpty)
        #expect(try header(Array(whole.dropLast())).problems.map(\.code) == [.truncated])
    }

    @Test func `A bitmap may stand on its head`() throws {
        let head = Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + littleEndian(40, 4)
        #expect(
            try header(head + littleEndian(30, 4) + littleEndian(-20, 4)).size == PixelSize(width: 30, height: 20))
        let old = Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + littleEndian(12, 4)
        #expect(try header(old + littleEndian(3, 2) + littleEndian(2, 2)).size == PixelSize(width: 3, height: 2))
    }
}

struct JPEGXLReaderTests {
    /// Bits, the lowest of each byte first.
    private func pack(_ fields: [(value: Int, count: Int)]) -> [UInt8] {
        var bits: [Int] = []
        for field in fields { for index in 0..<field.count { bits.append(field.value >> index & 1) } }
        while bits.count % 8 != 0 || bits.count < 64 { bits.append(0) }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            UInt8((0..<8).reduce(0) { $0 | bits[start + $1] << $1 })
        }
    }

    @Test func `Small sizes, ratios and long sizes are read`() throws {
        let small = [0xFF, 0x0A] + pack([(1, 1), (4, 5), (0, 3), (9, 5), (1, 1)])
        #expect(try header(small).size == PixelSize(width: 80, height: 40))
        let ratio = [0xFF, 0x0A] + pack([(0, 1), (2, 2), (2999, 18), (3, 3), (1, 1)])
        #expect(try header(ratio).size == PixelSize(width: 4000, height: 3000))
    }

    @Test func `The orientation of the codestream counts, in the container too`() throws {
        let stream = [0xFF, 0x0A] + pack([(0, 1), (0, 2), (99, 9), (0, 3), (0, 2), (199, 9), (0, 1), (1, 1), (5, 3)])
        let found = try header(stream)
        #expect(found.contentType == .jpegXL)
        #expect(found.orientation == .right && found.size == PixelSize(width: 100, height: 200))
        let exif = box("Exif", [0, 0, 0, 0] + RawTag.block([.short(0x0112, 3), .text(0x010F, "Maker\0")]))
        let container =
            [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10, 0x87, 10] + box("ftyp", Array("jxl ".utf8)) + exif
            + box("jxlc", stream)
        let boxed = try header(container)
        #expect(boxed.size == found.size && boxed.orientation == .right && boxed.make == "Maker")
    }
}

struct TIFFReaderTests {
    @Test func `A file for digital negatives is raw, sized by its sensor, with its preview`() throws {
        // First directory: a small preview; the sensor's picture is a child of it, behind.
        let preview: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 4, 0xFF, 0xD9]
        func long(_ tag: UInt16, _ value: Int) -> RawTag { RawTag(tag: tag, type: 4, count: 1, value: big(value, 4)) }
        func first(_ child: Int, _ start: Int) -> [RawTag] {
            [
                long(0x00FE, 1), long(0x0100, 160), long(0x0101, 120), .short(0x0103, 7), long(0x0111, start),
                long(0x0117, preview.count), .short(0x0112, 8), long(0x014A, child),
                .bytes(0xC612, type: 1, [1, 4, 0, 0]),
                .text(0x010F, "Maker\0"),
            ]
        }
        let size = RawTag.block(first(0, 0)).count
        let child =
            big(3, 2) + big(0x0100, 2) + big(4, 2) + big(1, 4) + big(6000, 4) + big(0x0101, 2) + big(4, 2) + big(1, 4)
            + big(4000, 4) + big(0x0106, 2) + big(3, 2) + big(1, 4) + big(32803, 2) + [0, 0] + big(0, 4)
        let bytes = RawTag.block(first(size, size + child.count)) + child + preview
        let found = try header(bytes)
        #expect(found.contentType == .raw)
        #expect(found.storedSize == PixelSize(width: 6000, height: 4000))
        #expect(found.size == PixelSize(width: 4000, height: 6000) && found.make == "Maker")
        let range = try #require(found.previewRange)
        #expect(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]) == preview)
    }

    @Test func `Directories that are cut off count, and one directory names few children`() {
        // Thousands of children, each the beginning of a list that claims 65,535 entries and runs to the file's end.
        let (count, length) = (8000, 1 << 20)
        let start = length - 400_000
        var bytes = Array("MM\0*".utf8) + big(8, 4) + big(count, 2)
        let places = 10 + count * 12 + 4
        for index in 0..<count { bytes += big(0x014A, 2) + big(4, 2) + big(8, 4) + big(places + 32 * index, 4) }
        bytes += big(0, 4)
        for index in 0..<(8 * count) { bytes += big(start + index, 4) }
        bytes += [UInt8](repeating: 0xFF, count: length - bytes.count)
        #expect(cost(bytes) < costly)
    }

    @Test func `Children of one place, named again and again, are visited once`() {
        var bytes = Array("MM\0*".utf8) + big(8, 4) + big(4000, 2)
        let child = 10 + 4000 * 12 + 4
        for _ in 0..<4000 { bytes += big(0x014A, 2) + big(4, 2) + big(1, 4) + big(child, 4) }
        bytes += big(0, 4) + big(4000, 2)
        for index in 0..<4000 { bytes += big(0x014A, 2) + big(4, 2) + big(1, 4) + big(8 + index % 2 * (child - 8), 4) }
        bytes += big(0, 4)
        #expect(cost(bytes) < costly)
    }

    @Test func `Makers' own magic numbers are raw`() throws {
        for magic in [0x4F52, 0x5352] {
            var bytes = RawTag.block(
                [.short(0x0100, 40, bigEndian: false), .short(0x0101, 30, bigEndian: false)], bigEndian: false)
            bytes.replaceSubrange(2..<4, with: littleEndian(magic, 2))
            #expect(try header(bytes).contentType == .raw)
        }
    }

    @Test func `Of a CR3's parts the first of each kind is read`() throws {
        let uuid: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        func part(_ type: String, _ tags: [RawTag]) -> [UInt8] { box(type, RawTag.block(tags)) }
        let parts =
            part("CMT1", [.text(0x010F, "Canon\0")]) + part("CMT1", [.text(0x010F, "Other\0")])
            + part("CMT2", [.text(0x9003, "2020:01:02 03:04:05\0")])
            + part(
                "CMT4",
                [
                    .text(1, "S\0"), .rationals(2, [(10, 1), (0, 1), (0, 1)]),
                    .rationals(4, [(20, 1), (0, 1), (0, 1)]),
                ])
        var movie = MovieBuilder()
        movie.brand = "crx "
        movie.extra = box("uuid", uuid, parts)
        let found = try header(movie.bytes)
        #expect(found.contentType == .raw && found.make == "Canon" && found.storedSize.width == 320)
        #expect(found.date?.instant.timeIntervalSince1970 == 1_577_934_245 && found.place?.latitude == -10)
    }

    @Test func `Fujifilm's raw file is told by the JPEG in it`() throws {
        let jpeg = JPEGBuilder.withExif([.text(0x010F, "FUJIFILM\0")])
        let head = Array("FUJIFILMCCD-RAW 0201".utf8)
        let bytes = head + [UInt8](repeating: 0, count: 84 - head.count) + big(92, 4) + big(jpeg.count, 4) + jpeg
        let found = try header(bytes)
        #expect(found.contentType == .raw && found.make == "FUJIFILM")
        #expect(found.previewRange == 92..<UInt64(92 + jpeg.count))
    }
}
