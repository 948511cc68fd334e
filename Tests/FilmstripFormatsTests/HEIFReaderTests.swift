import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// A HEIC file with one picture of 400 × 200, its properties, and EXIF.
struct HEIFBuilder {
    var brand = "heic"
    var properties: [[UInt8]] = []
    var exif: [UInt8]?
    var packet: String?
    /// Boxes behind the data.
    var tail: [UInt8] = []
    var propertyCount: Int?
    /// Items of a type, in pieces at places of the file. They count from 4, and those that are pictures are thumbnails.
    var more: [(type: String, extents: [(start: Int, length: Int)])] = []

    static func turn(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }
    static func mirror(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }
    static func crop(_ width: Int, _ height: Int) -> [UInt8] {
        box("clap", big(width, 4), big(1, 4), big(height, 4), big(1, 4), big(0, 4), big(1, 4), big(0, 4), big(1, 4))
    }

    private func item(_ id: Int, _ type: String, _ rest: [UInt8]) -> [UInt8] {
        box("infe", [2, 0, 0, 0], big(id, 2), big(0, 2), Array(type.utf8), rest)
    }

    private func meta(_ dataStart: Int) -> [UInt8] {
        var items = [item(1, "hvc1", [0])]
        var places = big(1, 2) + big(0, 2) + big(1, 2) + big(dataStart, 4) + big(10, 4)
        var start = dataStart + 10
        if let exif {
            items.append(item(2, "Exif", [0]))
            places += big(2, 2) + big(0, 2) + big(1, 2) + big(start, 4) + big(exif.count + 4, 4)
            start += exif.count + 4
        }
        if let packet {
            items.append(item(3, "mime", [0] + Array("application/rdf+xml\0".utf8)))
            places += big(3, 2) + big(0, 2) + big(1, 2) + big(start, 4) + big(packet.utf8.count, 4)
        }
        var references: [UInt8] = []
        for (index, item) in more.enumerated() {
            let id = index + 4
            items.append(self.item(id, item.type, [0]))
            places += big(id, 2) + big(0, 2) + big(item.extents.count, 2)
            for extent in item.extents { places += big(extent.start, 4) + big(extent.length, 4) }
            if ["jpeg", "hvc1"].contains(item.type) { references += box("thmb", big(id, 2), big(1, 2), big(1, 2)) }
        }
        let all = [box("ispe", big(0, 4), big(400, 4), big(200, 4))] + properties
        let count = propertyCount ?? all.count
        return box(
            "meta", big(0, 4), box("hdlr", big(0, 8), Array("pict".utf8), big(0, 13)),
            box("pitm", big(0, 4), big(1, 2)),
            box("iinf", big(0, 4), big(items.count, 2), items.flatMap { $0 }),
            box(
                "iprp", box("ipco", all.flatMap { $0 }),
                box(
                    "ipma", big(0, 4), big(1, 4), big(1, 2), [UInt8(count)],
                    (0..<count).map { UInt8($0 + 1) })),
            box("iloc", big(0, 4), [0x44, 0], big(items.count, 2), places), box("iref", big(0, 4), references))
    }

    var bytes: [UInt8] {
        let head = box("ftyp", Array(brand.utf8), big(0, 4), Array("mif1".utf8), Array("heic".utf8))
        let start = head.count + meta(0).count + 8
        let data =
            [UInt8](repeating: 3, count: 10) + (exif.map { [0, 0, 0, 0] + $0 } ?? []) + Array((packet ?? "").utf8)
        return head + meta(start) + box("mdat", data) + tail
    }
}

struct HEIFReaderTests {
    @Test(arguments: [
        (HEIFBuilder.turn(0), Orientation.up), (HEIFBuilder.turn(1), .left), (HEIFBuilder.turn(2), .down),
        (HEIFBuilder.turn(3), .right), (HEIFBuilder.mirror(0), .downMirrored), (HEIFBuilder.mirror(1), .upMirrored),
    ])
    func `C05 the container's turning counts, and EXIF's does not`(property: [UInt8], expected: Orientation) throws {
        // darktable-org/darktable #13306, strukturag/libheif #227. Which way mirrors go was measured with libheif.
        var builder = HEIFBuilder()
        builder.properties = [property]
        builder.exif = RawTag.block([.short(0x0112, 6), .text(0x010F, "Maker\0")])
        let found = try header(builder.bytes)
        #expect(found.orientation == expected && found.make == "Maker" && found.contentType == .heic)
        let turned = expected == .left || expected == .right
        #expect(found.size == PixelSize(width: turned ? 200 : 400, height: turned ? 400 : 200))
    }

    @Test func `C05 EXIF alone turns nothing`() throws {
        var builder = HEIFBuilder()
        builder.exif = RawTag.block([.short(0x0112, 6)])
        #expect(try header(builder.bytes).size == PixelSize(width: 400, height: 200))
        if Fixtures.has("o6.heic") {
            let made = try Fixtures.header("o6.heic")
            #expect(made.orientation == .up || made.size == PixelSize(width: 200, height: 400))
        }
    }

    @Test func `Turns apply in the order of the list`() throws {
        var builder = HEIFBuilder()
        builder.properties = [HEIFBuilder.turn(1), HEIFBuilder.mirror(0)]
        #expect(try header(builder.bytes).orientation == .leftMirrored)
        builder.properties = [HEIFBuilder.mirror(0), HEIFBuilder.turn(1)]
        #expect(try header(builder.bytes).orientation == .rightMirrored)
    }

    @Test func `A crop counts when it lies inside`() throws {
        var builder = HEIFBuilder()
        builder.properties = [HEIFBuilder.crop(300, 100), HEIFBuilder.turn(3)]
        let found = try header(builder.bytes)
        #expect(
            found.storedSize == PixelSize(width: 400, height: 200) && found.size == PixelSize(width: 100, height: 300))
        builder.properties = [HEIFBuilder.crop(500, 100)]
        #expect(try header(builder.bytes).size == PixelSize(width: 400, height: 200))
    }

    @Test func `EXIF and XMP are found through their items`() throws {
        var builder = HEIFBuilder()
        builder.exif = RawTag.block([], exif: [.text(0x9003, "2020:01:02 03:04:05\0")])
        builder.packet = xmp("cam:BurstID='7'")
        let found = try header(builder.bytes)
        #expect(found.date?.source == .exif && found.subtypes == .burst)
    }

    @Test func `C32 a motion photo's movie lies in a box of its own`() throws {
        var builder = HEIFBuilder()
        builder.packet = xmp("cam:MotionPhoto='1'")
        let still = builder.bytes
        #expect(try header(still).problems.map(\.code) == [.truncated])
        let movie = box("ftyp", Array("mp42".utf8), big(0, 4))
        builder.tail = box("mpvd", movie + [1, 2, 3])
        let found = try header(builder.bytes)
        #expect(found.motionPhotoRange == UInt64(still.count + 8)..<UInt64(still.count + 8 + movie.count + 3))
        #expect(found.subtypes == .live && found.problems.isEmpty)
    }

    @Test func `Brands tell HEIC, HEIF and AVIF apart`() throws {
        for (brand, type) in [("heic", ContentType.heic), ("mif1", .heic), ("avif", .avif), ("heix", .heic)] {
            var builder = HEIFBuilder()
            builder.brand = brand
            #expect(try header(builder.bytes).contentType == type)
        }
    }

    @Test func `Gain maps and depth are told by their auxiliary pictures`() throws {
        var builder = HEIFBuilder()
        builder.properties = [box("auxC", big(0, 4), Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))]
        #expect(try header(builder.bytes).subtypes == .hdr)
        builder.properties = [box("auxC", big(0, 4), Array("urn:mpeg:hevc:2015:auxid:2\0".utf8))]
        #expect(try header(builder.bytes).subtypes == .depth)
    }

    @Test func `A thumbnail in one piece is a range of the file, and is not read`() throws {
        var builder = HEIFBuilder()
        builder.more = [("jpeg", [(0, 0)])]
        let start = builder.bytes.count + 8
        builder.more = [("jpeg", [(start, 2_000_000)])]
        builder.tail = box("free", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 5, count: 1_999_997))
        let source = CountingSource(builder.bytes)
        let found = try MediaHeaderReader.read(source, name: "x")
        #expect(found.previewRange == UInt64(start)..<UInt64(start + 2_000_000))
        #expect(source.readBytes < 300_000)
        builder.tail = box("free", [UInt8](repeating: 5, count: 2_000_000))
        #expect(try header(builder.bytes).previewRange == nil)
    }

    @Test func `A thumbnail in pieces that each cover the file is neither read nor a range of something else`() throws {
        var builder = HEIFBuilder()
        builder.tail = box("free", [UInt8](repeating: 0xFF, count: 1 << 20))
        builder.more = [("jpeg", [(start: Int, length: Int)](repeating: (0, 1 << 20), count: 300))]
        let source = CountingSource(builder.bytes)
        #expect(try MediaHeaderReader.read(source, name: "x").previewRange == nil)
        #expect(source.readBytes < 1 << 20)
    }

    @Test func `Of hundreds of EXIF items in pieces one is put together`() throws {
        var builder = HEIFBuilder()
        builder.tail = box("free", [UInt8](repeating: 0, count: 1 << 20))
        // Far apart, so that no piece is at hand when its turn comes.
        let pieces = (0..<64).map { (start: $0 % 2 == 0 ? 200_000 : 700_000, length: 60_000) }
        builder.more = [(type: String, extents: [(start: Int, length: Int)])](repeating: ("Exif", pieces), count: 300)
        let source = CountingSource(builder.bytes)
        #expect(try MediaHeaderReader.read(source, name: "x").make == nil)
        #expect(source.readBytes < 8 << 20)
    }

    @Test func `Lists of extents, associations and references end before memory does`() throws {
        let lists = (0..<400).flatMap { _ in big(1, 2) + [255] + [UInt8](repeating: 1, count: 255) }
        let meta = box(
            "meta", big(0, 4), box("pitm", big(0, 4), big(1, 2)),
            box("iprp", box("ipco", box("ispe", big(0, 12))), box("ipma", big(0, 4), big(400, 4), lists)))
        let region = ByteReader(MemoryByteSource(meta)).region
        let found = try #require(ISOBoxes(region).first("meta"))
        #expect((60_000...65_536).contains(HEIFItems(found, in: region).properties(of: 1).count))
    }

    @Test func `Associations to properties that are not there are passed over`() throws {
        var builder = HEIFBuilder()
        builder.propertyCount = 100
        #expect(try header(builder.bytes).size == PixelSize(width: 400, height: 200))
        let bytes = builder.bytes
        #expect(throws: LibraryError.self) { try header(Array(bytes[..<60])) }
    }

    @Test(.enabled(if: Fixtures.has("real.heic"), "needs heif-enc"))
    func `C31 a HEIC file under a movie's name is a HEIC file`() throws {
        // photoprism/photoprism #1895: IMG_5.mov was a copy of IMG_5.heic.
        let bytes = try Fixtures.bytes("real.heic")
        #expect(try header(bytes, name: "IMG_5.mov").contentType == .heic)
        #expect(throws: LibraryError.truncated(path: "IMG_6.mov")) { try header([], name: "IMG_6.mov") }
    }

    @Test func `Small pictures are named with their own turning`() throws {
        var builder = HEIFBuilder()
        builder.properties = [HEIFBuilder.turn(3)]
        builder.more = [("hvc1", [(0, 10)]), ("Exif", []), ("hvc1", [(0, 10)])]
        let found = try header(builder.bytes)
        #expect(found.orientation == .right)
        #expect(found.previewItems == [PreviewItem(id: 4, orientation: .up), PreviewItem(id: 6, orientation: .up)])
        builder.more = [(type: String, extents: [(start: Int, length: Int)])](
            repeating: ("hvc1", [(0, 10)]), count: 300)
        #expect(try header(builder.bytes).previewItems.count == 4)
    }

    @Test func `The frames of a track are those of the picture, with a still and without`() throws {
        let entry = box("hvc1", big(0, 24), big(640, 2), big(360, 2), big(0, 50))
        let table = box("stbl", box("stsd", big(0, 4), big(1, 4), entry), box("stsz", big(0, 8), big(7, 4)))
        let track = box(
            "trak", box("tkhd", big(0, 84)),
            box("mdia", box("hdlr", big(0, 8), Array("pict".utf8), big(0, 13)), box("minf", table)))
        var builder = HEIFBuilder()
        builder.tail = box("moov", track)
        let found = try header(builder.bytes)
        #expect(found.frameCount == 7 && found.subtypes.contains(.animated))
        #expect(found.size == PixelSize(width: 400, height: 200))
        let alone = try header(box("ftyp", Array("hevc".utf8), big(0, 4), Array("msf1".utf8)) + box("moov", track))
        #expect(alone.frameCount == 7 && alone.size == PixelSize(width: 640, height: 360))
    }
}
