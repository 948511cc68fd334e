import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct HEIFEditorTests {
    private let exif = ExifFields(make: "Maker", place: Place(latitude: 1, longitude: 2)).tiffBlock

    private func edited(_ bytes: [UInt8], _ change: (inout HEIFEditor) throws -> Void) throws -> [UInt8] {
        var editor = try HEIFEditor(MemoryByteSource(bytes))
        try change(&editor)
        return try editor.pieces().assembled(from: MemoryByteSource(bytes))
    }

    /// The bytes of the builder's picture, by the file's own directory.
    private func picture(_ bytes: [UInt8]) throws -> [UInt8]? {
        let region = ByteReader(MemoryByteSource(bytes)).region
        let meta = try #require(ISOBoxes(region).first("meta"))
        return HEIFItems(meta, in: region).region(of: 1)?.bytes(0, 10)
    }

    @Test func `Nothing asked, nothing changed but the directory's form`() throws {
        var builder = HEIFBuilder()
        builder.exif = exif
        builder.packet = xmp("xmp:Rating='5'")
        let old = builder.bytes
        let new = try edited(old) { _ in }
        #expect(try header(new) == header(old))
        #expect(try picture(new) == [UInt8](repeating: 3, count: 10))
    }

    @Test(arguments: [true, false], [true, false])
    func `Metadata are replaced or added, and pictures stay where the directory says`(hasExif: Bool, hasXMP: Bool)
        throws
    {
        var builder = HEIFBuilder()
        builder.properties = [HEIFBuilder.turn(3)]
        builder.exif = hasExif ? exif : nil
        builder.packet = hasXMP ? xmp("xmp:Rating='5'") : nil
        let new = try edited(builder.bytes) { editor in
            var tree = editor.exif ?? ExifTree()
            tree.removeLocation()
            tree.setText(0x0110, "A new name that is longer than the old block had room for", in: .image)
            editor.setExif(tree)
            var packet = editor.xmp.flatMap { XMPEditor($0) } ?? XMPEditor()
            packet.add(
                namespaces: [("tiff", "http://ns.adobe.com/tiff/1.0/")], attributes: [("tiff:Artist", "Somebody")])
            editor.setXMP(packet.bytes)
        }
        let found = try header(new)
        #expect(found.place == nil && found.model?.hasPrefix("A new name") == true)
        #expect(found.make == (hasExif ? "Maker" : nil) && found.orientation == .right && found.problems.isEmpty)
        #expect(try picture(new) == [UInt8](repeating: 3, count: 10))
        // What was removed is gone from the bytes.
        #expect(Data(new).range(of: Data("WGS-84".utf8)) == nil)
        let entries = try MetadataReader.read(MemoryByteSource(new), name: "x")
        #expect(entries.contains { $0.name == "tiff:Artist" && $0.raw == "Somebody" })
        #expect(entries.contains { $0.name == "xmp:Rating" } == hasXMP)
    }

    @Test func `Metadata are removed with their items`() throws {
        var builder = HEIFBuilder()
        builder.exif = exif
        builder.packet = xmp("xmp:Rating='5'")
        let new = try edited(builder.bytes) { editor in
            editor.setExif(nil)
            editor.setXMP(nil)
        }
        #expect(try header(new).make == nil)
        #expect(Data(new).range(of: Data("Maker".utf8)) == nil && Data(new).range(of: Data("Rating".utf8)) == nil)
        #expect(try picture(new) == [UInt8](repeating: 3, count: 10))
    }

    @Test func `A movie stays at the end, or goes`() throws {
        let movie = box("ftyp", Array("isommp42".utf8)) + [UInt8](repeating: 5, count: 100)
        var builder = HEIFBuilder()
        builder.tail = box("mpvd", movie)
        let new = try edited(builder.bytes) { $0.setXMP(Array(xmp("xmp:Rating='5'").utf8)) }
        #expect(try header(new).motionPhotoRange == UInt64(new.count - movie.count)..<UInt64(new.count))
        let still = try edited(builder.bytes) { editor in
            editor.removeMovie()
            editor.setXMP(Array(xmp("xmp:Rating='5'").utf8))
        }
        #expect(try header(still).motionPhotoRange == nil && Data(still).range(of: Data("mpvd".utf8)) == nil)
        #expect(try picture(still) == [UInt8](repeating: 3, count: 10))
    }

    @Test func `Items in several pieces move with the rest`() throws {
        var builder = HEIFBuilder()
        builder.more = [("hvc1", [(0, 4), (0, 3)])]
        let length = builder.bytes.count
        builder.tail = box("mdat", [UInt8](repeating: 8, count: 20))
        builder.more = [("hvc1", [(length + 10, 4), (length + 15, 3)])]
        let bytes = builder.bytes
        let new = try edited(bytes) { $0.setExif(ExifTree(exif)) }
        func places(_ bytes: [UInt8]) throws -> [Range<UInt64>] {
            let meta = try #require(ISOBoxes(ByteReader(MemoryByteSource(bytes)).region).first("meta"))
            let list = try #require(meta.children(after: 4).first("iloc"))
            return try #require(HEIFLocations(list)).places(of: 4)
        }
        let growth = try #require(try places(new).first).lowerBound - #require(try places(bytes).first).lowerBound
        let meta = { (bytes: [UInt8]) in ISOBoxes(ByteReader(MemoryByteSource(bytes)).region).first("meta")!.end }
        #expect(growth == meta(new) - meta(bytes))
    }

    @Test func `Other formats are refused`() {
        #expect(throws: LibraryError.unsupportedFormat(path: "picture")) {
            try HEIFEditor(MemoryByteSource(JPEGBuilder().bytes))
        }
    }

    private static let hasTools = Tool.exists("exiftool") && Tool.exists("heif-convert") && Tool.exists("convert")

    @Test(
        .enabled(
            if: Fixtures.has("real.heic", "quad.avif") && hasTools, "needs libheif's tools, exiftool, ImageMagick"),
        arguments: ["real.heic", "quad.avif"])
    func `Real files stay whole for libheif and exiftool`(name: String) throws {
        try staysWhole(Fixtures.bytes(name))
    }

    @Test(.enabled(if: SharedPhotos.folder != nil && hasTools, "needs the shared photos and the tools"))
    func `A phone's HEIC stays whole for libheif and exiftool`() throws {
        let folder = try #require(SharedPhotos.folder)
        let phone = folder.appendingPathComponent("heic/mobile/iphone_13_pro_max.HEIC")
        try staysWhole([UInt8](try Data(contentsOf: phone)))
    }

    private func staysWhole(_ old: [UInt8]) throws {
        let bytes = try edited(old) { editor in
            var tree = editor.exif ?? ExifTree()
            tree.removeLocation()
            tree.setText(0x010E, "Said anew", in: .image)
            editor.setExif(tree)
            var packet = XMPEditor()
            packet.setMotion(items: [], stillTime: nil)
            editor.setXMP(packet.bytes)
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("heif-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        for (file, content) in [("old.heic", old), ("new.heic", bytes)] {
            try Data(content).write(to: folder.appendingPathComponent(file))
        }
        let output = try Tool.run("exiftool", ["-j", "-G1", "new.heic"], in: folder)
        let told = try #require((try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
        #expect(told["IFD0:ImageDescription"] as? String == "Said anew" && told["ExifTool:Warning"] == nil)
        #expect(!told.keys.contains { $0.hasPrefix("GPS:") })
        for file in ["old", "new"] { _ = try Tool.run("heif-convert", ["\(file).heic", "\(file).png"], in: folder) }
        let pixels = try ["old", "new"].map { try Tool.run("convert", ["\($0).png", "rgb:-"], in: folder) }
        #expect(pixels[0] == pixels[1] && pixels[0].count > 1000)
    }
}
