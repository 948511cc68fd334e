import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct PictureMetadataTests {
    private let fields = ExifFields(
        make: "Maker", model: "Kamera", comment: "写真",
        date: MediaDate(instant: Date(timeIntervalSince1970: 1_719_828_030), offsetFromUTC: 7200, source: .exif),
        place: Place(latitude: 35.5, longitude: 139.7), size: PixelSize(width: 400, height: 200))

    private func jpeg(_ block: [UInt8]? = nil) -> [UInt8] {
        var builder = JPEGBuilder()
        builder.addExif(block ?? fields.tiffBlock)
        builder.addXMP(xmp("exif:GPSLatitude='35,30N' exif:GPSLongitude='139,42E' xmp:Rating='5'"))
        builder.add(0xFE, Array("a comment".utf8))
        return builder.bytes
    }

    @Test(arguments: ["jpeg", "png", "webp", "heic"])
    func `C10 all that a JPEG says is said by the new file of each format`(format: String) throws {
        // flutter/flutter #132827
        let targets: [String: (ContentType, [UInt8])] = [
            "jpeg": (.jpeg, JPEGBuilder().bytes), "png": (.png, PNGBuilder().bytes),
            "webp": (.webP, Fixtures.has("quad.webp") ? try Fixtures.bytes("quad.webp") : []),
            "heic": (.heic, HEIFBuilder().bytes),
        ]
        let (type, empty) = try #require(targets[format])
        guard !empty.isEmpty else { return }
        let metadata = try PictureMetadata(of: MemoryByteSource(jpeg()))
        let written = try metadata.inserted(into: empty, type)
        let found = try header(written)
        #expect(found.make == "Maker" && found.date == fields.date && found.place != nil && found.problems.isEmpty)
        let entries = try MetadataReader.read(MemoryByteSource(written), name: "x")
        #expect(entries.contains { $0.name == "UserComment" && $0.raw == "写真" })
        #expect(entries.contains { $0.name == "xmp:Rating" && $0.raw == "5" })
        // Once more, and nothing doubles.
        // (HEIC keeps the old places, as zeros.)
        #expect(try format == "heic" || metadata.inserted(into: written, type).count == written.count)
    }

    @Test func `C11 without places the rest is kept, and without metadata nothing is`() throws {
        // own-pay/OwnPay #231
        var metadata = try PictureMetadata(of: MemoryByteSource(jpeg()))
        metadata.keep(.withoutLocation)
        let written = try metadata.inserted(into: JPEGBuilder().bytes, .jpeg)
        #expect(try header(written).place == nil && header(written).date == fields.date)
        #expect(Data(written).range(of: Data("GPS".utf8)) == nil)
        #expect(Data(written).range(of: Data("a comment".utf8)) != nil)
        metadata.keep(.none)
        #expect(metadata.isEmpty)
        #expect(try metadata.inserted(into: jpeg(), .jpeg) == JPEGBuilder().bytes)
    }

    @Test func `C08 sizes, turning and thumbnail are those of the new picture`() throws {
        // danmichaelo/croptool #230
        var tree = try #require(ExifTree(fields.tiffBlock))
        tree.setThumbnail([0xFF, 0xD8, 0xFF, 1, 1, 1])
        tree.describe(size: PixelSize(width: 400, height: 200), orientation: .right)
        for showsOther in [true, false] {
            var metadata = try PictureMetadata(of: MemoryByteSource(jpeg(tree.block)))
            let small: [UInt8] = [0xFF, 0xD8, 0xFF, 2, 2, 2]
            metadata.describe(
                size: PixelSize(width: 30, height: 20), orientation: .up, showsOther: showsOther, thumbnail: small)
            #expect(metadata.exif?.thumbnail == small)
            #expect(metadata.exif?.integer(0xA002, in: .exif) == 30)
            #expect(metadata.exif?.integer(0x0112, in: .image) == 1)
        }
        // A picture without a small one does not get one.
        var metadata = try PictureMetadata(of: MemoryByteSource(jpeg()))
        metadata.describe(size: .zero, orientation: .up, showsOther: false, thumbnail: [0xFF, 0xD8, 0xFF, 2, 2, 2])
        #expect(metadata.exif?.thumbnail == nil)
    }

    @Test func `A packet that nobody can read is not carried on under a wrong name`() throws {
        var builder = JPEGBuilder()
        builder.addXMP("exif:GPSLatitude='1,2N' <broken")
        var metadata = try PictureMetadata(of: MemoryByteSource(builder.bytes))
        #expect(metadata.xmp != nil)
        metadata.keep(.withoutLocation)
        #expect(metadata.xmp == nil)
    }

    @Test func `What says how a TIFF file's pixels lie is no description of the picture`() throws {
        let file = RawTag.block([
            .short(0x0100, 400), .short(0x0101, 200), .short(0x0103, 1), .short(0x0111, 8), .text(0x010F, "Maker\0"),
        ])
        let metadata = try PictureMetadata(of: MemoryByteSource(file))
        #expect(metadata.exif?.directories[.image]?.map(\.tag) == [0x010F])
    }
}

struct MetadataStripperTests {
    private let place = Place(latitude: 35.5, longitude: 139.7)

    private func stripped(_ bytes: [UInt8], _ wanted: ExportRecipe.Metadata) throws -> [UInt8] {
        try MetadataStripper.stripping(MemoryByteSource(bytes), keeping: wanted)
            .assembled(from: MemoryByteSource(bytes))
    }

    private func files() throws -> [(ContentType, [UInt8])] {
        let block = ExifFields(make: "Maker", orientation: .right, place: place).tiffBlock
        var jpeg = JPEGBuilder()
        jpeg.addExif(block)
        var png = PNGBuilder()
        png.chunks = [("eXIf", block), ("tEXt", Array("Title\0Maker".utf8)), ("tIME", [7, 208, 1, 1, 1, 1, 1])]
        var heif = HEIFBuilder()
        heif.exif = block
        var files: [(ContentType, [UInt8])] = [(.jpeg, jpeg.bytes), (.png, png.bytes), (.heic, heif.bytes)]
        if Fixtures.has("quad.webp") {
            files.append(
                (
                    .webP,
                    try ExifWriter.inserting(
                        ExifFields(make: "Maker", place: place), into: Fixtures.bytes("quad.webp"), .webP)
                ))
        }
        return files
    }

    @Test func `C11 places go out of each format, and the maker stays`() throws {
        for (type, bytes) in try files() {
            let found = try header(stripped(bytes, .withoutLocation))
            #expect(found.place == nil && found.make == "Maker" && found.contentType == type, "\(type)")
            #expect(try found.storedSize == header(bytes).storedSize)
            #expect(try found.orientation == header(bytes).orientation, "\(type)")
        }
    }

    @Test func `C11 without metadata nothing is said but how the picture is turned`() throws {
        for (type, bytes) in try files() {
            let new = try stripped(bytes, .none)
            #expect(Data(new).range(of: Data("Maker".utf8)) == nil, "\(type)")
            #expect(try header(new).orientation == header(bytes).orientation, "\(type)")
        }
    }

    @Test func `Pictures behind the first that speak of places go, and others stay`() throws {
        for (tail, stays) in [("plain", true), ("Exif\0\0MM", false)] {
            let bytes = JPEGBuilder().bytes + Array(tail.utf8)
            #expect((Data(try stripped(bytes, .withoutLocation)).range(of: Data(tail.utf8)) != nil) == stays)
            #expect(Data(try stripped(bytes, .none)).range(of: Data(tail.utf8)) == nil)
        }
    }

    @Test func `Formats that cannot be changed are refused`() {
        #expect(throws: LibraryError.self) {
            try stripped(
                Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + littleEndian(12, 4) + [3, 0, 2, 0], .none)
        }
    }
}
