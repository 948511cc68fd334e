import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct ExifTreeTests {
    private let identifier = "11111111-1111-4111-8111-111111111111"
    private var fields: ExifFields {
        ExifFields(
            make: "Maker", model: "Kamera", lensModel: "35mm", comment: "写真",
            date: MediaDate(instant: Date(timeIntervalSince1970: 1_719_828_030), offsetFromUTC: 7200, source: .exif),
            place: Place(latitude: 35.5, longitude: 139.7, altitude: 12), size: PixelSize(width: 400, height: 200))
    }

    private func facts(_ block: [UInt8]) throws -> ExifFacts {
        try #require(ExifReader.read(ByteReader(MemoryByteSource(block)).region))
    }

    @Test(arguments: [true, false])
    func `What was taken apart and put together says the same`(bigEndian: Bool) throws {
        let block = RawTag.block(
            [.text(0x010F, "Maker\0"), .short(0x0112, 6, bigEndian: bigEndian)],
            exif: [
                .text(0x9003, "2024:05:06 07:08:09\0"), .rationals(0x829D, [(28, 10)], bigEndian: bigEndian),
                .bytes(0x9286, type: 7, Array("ASCII\0\0\0a comment of many letters".utf8)),
            ],
            gps: [
                .text(1, "N\0"), .rationals(2, [(35, 1), (30, 1), (0, 1)], bigEndian: bigEndian), .text(3, "E\0"),
                .rationals(4, [(139, 1), (42, 1), (0, 1)], bigEndian: bigEndian),
            ], bigEndian: bigEndian)
        let tree = try #require(ExifTree(block))
        #expect(try facts(tree.block) == facts(block))
        #expect(ExifTree(tree.block) == tree)
    }

    @Test func `A place that is removed is nowhere in the bytes`() throws {
        var tree = try #require(ExifTree(fields.tiffBlock))
        #expect(try facts(tree.block).place != nil)
        tree.removeLocation()
        let found = try facts(tree.block)
        #expect(found.place == nil && found.make == "Maker" && found.date == fields.date)
        #expect(Data(tree.block).range(of: Data("WGS-84".utf8)) == nil)
        #expect(tree.block.count < fields.tiffBlock.count)
    }

    @Test func `A maker's note keeps its place in the block, whatever comes and goes around it`() throws {
        let note = Array("Some Maker\0".utf8) + (0..<200).map { UInt8($0) }
        let block = RawTag.block(
            [.text(0x010F, "Some Maker\0"), .text(0x010E, String(repeating: "x", count: 300) + "\0")],
            exif: [
                .bytes(0x927C, type: 7, note), .text(0x9003, "2024:05:06 07:08:09\0"),
                .text(0xA434, String(repeating: "l", count: 99) + "\0"),
            ], gps: [.text(0x12, "WGS-84\0")])
        let place = try #require(Data(block).range(of: Data(note))?.lowerBound)
        var tree = try #require(ExifTree(block))
        for change in 0..<4 {
            switch change {
            case 0: tree.removeLocation()
            case 1: tree.setThumbnail([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 900))
            case 2: tree.setText(0x010E, String(repeating: "y", count: 2000), in: .image)
            default: tree.remove([0x010E, 0xA434], from: .image)
            }
            let written = tree.block
            #expect(Data(written).range(of: Data(note))?.lowerBound == place, "change \(change)")
            #expect(ExifTree(written) == tree, "change \(change)")
            #expect(try facts(written).date == facts(block).date)
        }
        #expect(try facts(tree.block).previewRange?.count == 903)
    }

    @Test func `A thumbnail is replaced, and removed with its directory`() throws {
        var tree = try #require(ExifTree(fields.tiffBlock))
        let small: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3]
        tree.setThumbnail(small)
        let range = try #require(try facts(tree.block).previewRange)
        #expect(Array(tree.block[Int(range.lowerBound)..<Int(range.upperBound)]) == small)
        var again = try #require(ExifTree(tree.block))
        #expect(again.thumbnail == small)
        again.removeThumbnail()
        #expect(again.block == ExifTree(fields.tiffBlock)?.block)
    }

    @Test func `C08 sizes that stand there become true, and none is added`() throws {
        // danmichaelo/croptool #230
        var tree = try #require(ExifTree(fields.tiffBlock))
        tree.describe(size: PixelSize(width: 30, height: 20), orientation: .up)
        #expect(tree.integer(0xA002, in: .exif) == 30 && tree.integer(0xA003, in: .exif) == 20)
        #expect(tree.integer(0x0112, in: .image) == 1 && tree.entry(0x0100, in: .image) == nil)
        var empty = ExifTree()
        empty.describe(size: PixelSize(width: 30, height: 20), orientation: .up)
        #expect(empty.isEmpty)
        empty.describe(size: PixelSize(width: 30, height: 20), orientation: .left)
        #expect(try facts(empty.block).orientation == .left)
    }

    @Test func `A note that shows the whole picture goes with what was cut off, another stays`() throws {
        let preview: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 50)
        for (note, stays) in [(Array("Plain note".utf8), true), (Array("Nice".utf8) + preview, false)] {
            var tree = try #require(ExifTree(RawTag.block([], exif: [.bytes(0x927C, type: 7, note)])))
            tree.forgetFrame()
            #expect((tree.entry(0x927C, in: .exif) != nil) == stays)
            #expect((Data(tree.block).range(of: Data(note)) != nil) == stays)
        }
    }

    @Test func `A still is bound to a movie, bound anew, and unbound`() throws {
        var tree = try #require(ExifTree(fields.tiffBlock))
        tree.setContentIdentifier(identifier)
        #expect(try facts(tree.block).contentIdentifier == identifier)
        var again = try #require(ExifTree(tree.block))
        again.setContentIdentifier("other")
        #expect(try facts(again.block).contentIdentifier == "other" && again.contentIdentifier == "other")
        #expect(Data(again.block).range(of: Data(identifier.utf8)) == nil)
        again.removeContentIdentifier()
        #expect(again.contentIdentifier == nil && again.entry(0x927C, in: .exif) == nil)
        #expect(try facts(again.block).make == "Maker")
    }

    @Test func `Other tags of Apple's note stay when the identifier comes and goes`() throws {
        let directory = TIFFWriter.directory(
            [
                .long(0x000A, 3), .text(0x000B, "burst"), .text(0x0011, identifier),
                .rationals(0x0008, [(1, 3), (2, 5)]),
            ],
            at: 14, next: 0)
        let note = Array("Apple iOS\0\0\u{1}MM".utf8) + directory
        var tree = try #require(
            ExifTree(RawTag.block([.text(0x010F, "Apple\0")], exif: [.bytes(0x927C, type: 7, note)])))
        tree.removeContentIdentifier()
        var found = try facts(tree.block)
        #expect(found.contentIdentifier == nil && found.appleHDRType == 3 && found.isBurst)
        tree.setContentIdentifier("new")
        found = try facts(tree.block)
        #expect(found.contentIdentifier == "new" && found.appleHDRType == 3 && found.isBurst)
    }

    @Test func `Rings of directories, and values that share their bytes, are taken once`() throws {
        // The first directory points to itself as EXIF, and two tags claim the whole block each.
        let ring =
            Array("MM\0*".utf8) + big(8, 4) + big(3, 2) + big(0x010E, 2) + big(2, 2) + big(40, 4) + big(0, 4)
            + big(0x010F, 2) + big(2, 2) + big(40, 4) + big(0, 4) + big(0x8769, 2) + big(4, 2) + big(1, 4) + big(8, 4)
            + big(8, 4)
        let tree = try #require(ExifTree(ring))
        #expect(tree.block.count < 200)
        #expect(ExifTree(Array("no block".utf8)) == nil)
    }

    @Test(.enabled(if: SharedPhotos.folder != nil && Tool.exists("exiftool"), "needs shared photos and exiftool"))
    func `C10 exiftool reads the same tags out of real blocks that were written anew`() throws {
        // flutter/flutter #132827
        let folder = try #require(SharedPhotos.folder)
        let names = SharedPhotos.files.filter { $0.lowercased().hasSuffix("jpg") && !$0.contains("invalid") }
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("exif-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: output) } }
        var paths: [String] = []
        for name in names {
            let source = try FileByteSource(path: MediaPath(folder.appendingPathComponent(name)))
            guard var file = try? JPEGFile(source), let tree = file.exif else { continue }
            try file.setExif(tree)
            let written = try file.pieces(trailer: [.range(file.trailer)]).assembled(from: source)
            try Data(written).write(to: output.appendingPathComponent("\(paths.count).jpg"))
            paths.append(name)
        }
        #expect(paths.count > 40)
        let tags = ["-j", "-G1", "-EXIF:all", "-MakerNotes:all", "-GPS:all"]
        let before = try told(tags, paths.map { folder.appendingPathComponent($0) })
        let after = try told(tags, paths.indices.map { output.appendingPathComponent("\($0).jpg") })
        #expect(before.count == paths.count && after.count == paths.count)
        for (index, name) in paths.enumerated() {
            let lost = before[index].filter { after[index][$0.key] != $0.value && !Self.mayChange($0.key) }
            #expect(lost.isEmpty, "\(name): \(lost) became \(lost.map { after[index][$0.key] ?? "nothing" })")
        }
    }

    /// Places within the block, and what exiftool only reads because it follows damaged or foreign pointers.
    private static func mayChange(_ tag: String) -> Bool {
        // The last two lie behind the end that their notes state.
        [
            "Offset", "Start", "SourceFile", "Preview", "Thumbnail", "PrintIM", "NEFBitDepth",
            "Minolta:FlashExposureComp",
        ]
        .contains { tag.contains($0) }
    }

    private func told(_ arguments: [String], _ files: [URL]) throws -> [[String: String]] {
        let output = try Tool.run("exiftool", arguments + files.map(\.path))
        let values = try JSONSerialization.jsonObject(with: output) as? [[String: Any]]
        return (values ?? []).map { $0.mapValues { "\($0)" } }
    }
}
