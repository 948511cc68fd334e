import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// A PNG file of chunks.
struct PNGBuilder {
    var width = 40
    var height = 20
    var chunks: [(type: String, payload: [UInt8])] = []
    var hasEnd = true

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return big(payload.count, 4) + body + big(Int(CRC32.of(body)), 4)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        bytes += Self.chunk("IHDR", big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0])
        for chunk in chunks { bytes += Self.chunk(chunk.type, chunk.payload) }
        bytes += Self.chunk("IDAT", [1, 2, 3])
        return bytes + (hasEnd ? Self.chunk("IEND", []) : [])
    }
}

struct PNGReaderTests {
    @Test func `A file has one EXIF block, whatever container it has`() throws {
        let blocks = ["First", "Other"].map { RawTag.block([.text(0x010F, $0 + "\0")]) }
        var png = PNGBuilder()
        png.chunks = blocks.map { ("eXIf", $0) } + [("tEXt", Array("Comment\0hello".utf8))]
        #expect(try header(png.bytes).make == "First")
        func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
            Array(type.utf8) + number(payload.count, 4, false) + payload + (payload.count % 2 == 1 ? [0] : [])
        }
        let chunks = chunk("VP8X", [8, 0, 0, 0, 9, 0, 0, 9, 0, 0]) + blocks.flatMap { chunk("EXIF", $0) }
        let webP = Array("RIFF".utf8) + number(chunks.count + 4, 4, false) + Array("WEBP".utf8) + chunks
        #expect(try header(webP).make == "First")
        let jpegXL =
            box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("jxlc", [0xFF, 0x0A, 0xFF, 0xFF, 0xFF])
            + blocks.flatMap { box("Exif", big(0, 4), $0) }
        #expect(try header(jpegXL).make == "First")
    }

    @Test func `Of thousands of texts the first thousand are kept`() throws {
        var builder = PNGBuilder()
        builder.chunks = (0..<3000).map { ("tEXt", Array("Key\($0)\0value".utf8)) }
        let found = try MetadataReader.read(MemoryByteSource(builder.bytes), name: "x")
        #expect(found.count { $0.group == "Container" } == 1024)
    }

    @Test func `C28 a bomb's size is told from its header`() throws {
        // libvips/libvips #646: 69 bytes that claim ten thousand million pixels.
        var builder = PNGBuilder()
        builder.width = 100_000
        builder.height = 100_000
        let found = try header(builder.bytes)
        #expect(found.size == PixelSize(width: 100_000, height: 100_000))
        #expect(found.contentType == .png && found.size.pixelCount == 10_000_000_000)
    }

    @Test func `EXIF is read before and after the picture`() throws {
        var builder = PNGBuilder()
        let exif = RawTag.block([.short(0x0112, 6)], exif: [.text(0x9003, "2020:01:02 03:04:05\0")])
        builder.chunks = [("eXIf", exif)]
        #expect(try header(builder.bytes).orientation == .right)
        builder.chunks = []
        let bytes = Array(builder.bytes.dropLast(12)) + PNGBuilder.chunk("eXIf", exif) + PNGBuilder.chunk("IEND", [])
        let found = try header(bytes)
        #expect(found.size == PixelSize(width: 20, height: 40) && found.date?.source == .exif)
    }

    @Test func `Texts tell the date, the packet and a screenshot`() throws {
        var builder = PNGBuilder()
        builder.chunks = [
            ("tEXt", Array("Software\0gnome-screenshot".utf8)),
            ("tEXt", Array("Creation Time\02024-05-06 07:08:09".utf8)),
        ]
        let found = try header(builder.bytes)
        #expect(found.subtypes == .screenshot && found.date?.source == .container)
        builder.chunks = [
            ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(xmp("xmp:CreateDate='2020-01-02'").utf8))
        ]
        #expect(try header(builder.bytes).date?.source == .xmp)
        builder.chunks = [("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)), ("iTXt", []), ("tEXt", [65])]
        #expect(try header(builder.bytes).date == nil)
    }

    @Test func `Frames of an animation are counted`() throws {
        var builder = PNGBuilder()
        builder.chunks = [("acTL", big(7, 4) + big(0, 4))]
        let found = try header(builder.bytes)
        #expect(found.frameCount == 7 && found.subtypes == .animated)
        #expect(try header(PNGBuilder().bytes).frameCount == 1)
    }

    @Test func `A file that ends early is noted`() throws {
        var builder = PNGBuilder()
        #expect(try header(builder.bytes).problems.isEmpty)
        builder.hasEnd = false
        #expect(try header(builder.bytes).problems.map(\.code) == [.truncated])
        #expect(throws: LibraryError.truncated(path: "file")) { try header(Array(builder.bytes[..<20])) }
        #expect(throws: LibraryError.unreadable(path: "file", reason: "it has no size")) {
            builder.width = 0
            return try header(builder.bytes)
        }
    }
}
