import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct JPEGFileTests {
    private func parts(_ bytes: [UInt8]) throws -> JPEGFile { try JPEGFile(MemoryByteSource(bytes)) }

    private func written(_ file: JPEGFile, _ bytes: [UInt8]) throws -> [UInt8] {
        try file.pieces(trailer: [.range(file.trailer)]).assembled(from: MemoryByteSource(bytes))
    }

    @Test func `What is taken apart is put together byte for byte`() throws {
        var builder = JPEGBuilder()
        builder.add(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        builder.addExif(RawTag.block([.text(0x010F, "Maker\0")]))
        let bytes = builder.bytes + Array("trailer".utf8)
        let file = try parts(bytes)
        #expect(try written(file, bytes) == bytes)
        #expect(file.trailer.count == 7 && file.exif?.entry(0x010F, in: .image)?.value == Array("Maker\0".utf8))
    }

    @Test func `An end marker inside of a segment between two scans is not the end`() throws {
        let builder = JPEGBuilder(hasEnd: false)
        let table: [UInt8] = [0xFF, 0xC4, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9]
        let second: [UInt8] = [0xFF, 0xDA, 0, 3, 1, 9, 9, 0xFF, 0, 0xFF, 0xD0, 8, 0xFF, 0xFF, 0xD9]
        let bytes = builder.bytes + table + second + [1, 2, 3]
        #expect(try parts(bytes).trailer.count == 3)
        // The end lies on the border of what is read at once.
        for length in [262_140, 262_141, 262_142, 262_143, 262_144] {
            let long = builder.bytes + [UInt8](repeating: 5, count: length - 4) + [0xFF, 0xD9] + [1, 2, 3]
            #expect(try parts(long).trailer.count == 3, "length \(length)")
        }
    }

    @Test func `A picture without an end has no trailer`() throws {
        let bytes = JPEGBuilder(hasEnd: false).bytes
        #expect(try parts(bytes).trailer.isEmpty)
    }

    @Test func `Blocks are put behind JFIF's header, replaced, and removed`() throws {
        var builder = JPEGBuilder()
        builder.add(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        builder.add(0xFE, Array("comment".utf8))
        let bytes = builder.bytes
        var file = try parts(bytes)
        var tree = ExifTree()
        tree.setText(0x010F, "One", in: .image)
        try file.setExif(tree)
        try file.setXMP(Array(xmp("xmp:Rating='5'").utf8))
        #expect(file.segments.map(\.marker).prefix(4) == [0xE0, 0xE1, 0xE1, 0xFE])
        tree.setText(0x010F, "Two", in: .image)
        try file.setExif(tree)
        #expect(try header(written(file, bytes)).make == "Two")
        try file.setExif(nil)
        try file.setXMP(nil)
        #expect(try written(file, bytes) == bytes)
    }

    @Test func `A thumbnail that makes the block too long is left out, and what cannot be shorter is refused`() throws {
        var file = try parts(JPEGBuilder().bytes)
        var tree = ExifTree()
        tree.setText(0x010F, "Maker", in: .image)
        tree.setThumbnail([0xFF, 0xD8] + [UInt8](repeating: 1, count: 70_000))
        try file.setExif(tree)
        #expect(file.exif?.thumbnail == nil && file.exif?.isEmpty == false)
        tree.setText(0x010E, String(repeating: "x", count: 66_000), in: .image)
        #expect(throws: LibraryError.tooLarge(path: "picture")) { try file.setExif(tree) }
        #expect(throws: LibraryError.tooLarge(path: "picture")) {
            try file.setXMP([UInt8](repeating: 32, count: 66_000))
        }
    }

    @Test func `C11 without metadata only what the picture needs is left`() throws {
        var builder = JPEGBuilder()
        builder.add(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        builder.addExif(RawTag.block([.text(0x010F, "Maker\0")]))
        builder.addXMP(xmp("xmp:Rating='5'"))
        builder.add(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9])
        builder.add(0xED, Array("Photoshop 3.0\0".utf8))
        builder.add(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
        builder.add(0xFE, Array("comment".utf8))
        builder.add(0xE5, Array("something".utf8))
        var file = try parts(builder.bytes)
        file.removeMetadata(keepsColors: true)
        #expect(file.segments.map(\.marker) == [0xE0, 0xE2, 0xEE, 0xC0])
        file.removeMetadata(keepsColors: false)
        #expect(file.segments.map(\.marker) == [0xE0, 0xEE, 0xC0])
    }

    @Test func `The list of further pictures follows them when they move, and goes when they do`() throws {
        func list(_ distance: Int) -> [UInt8] {
            let entries = big(0, 4) + big(99, 4) + big(0, 8) + big(0, 4) + big(5, 4) + big(distance, 4) + big(0, 4)
            return Array("MPF\0".utf8) + Array("MM\0*".utf8) + big(8, 4) + big(1, 2) + big(0xB002, 2) + big(7, 2)
                + big(entries.count, 4) + big(26, 4) + big(0, 4) + entries
        }
        var builder = JPEGBuilder()
        builder.add(0xE2, list(0))
        let second: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9, 7]
        let mark = try #require(Data(builder.bytes).range(of: Data("MPF\0".utf8))).upperBound
        builder.segments = []
        builder.add(0xE2, list(builder.bytes.count + list(0).count + 4 - mark))
        let bytes = builder.bytes + second
        var file = try parts(bytes)
        try file.setXMP(Array(xmp("xmp:Rating='5'").utf8))
        file.segments.append(.init(0xFE, Array("a comment behind the list".utf8)))
        let new = try written(file, bytes)
        let start = try #require(Data(new).range(of: Data("MPF\0".utf8))).upperBound
        func number(_ offset: Int) -> Int {
            new[(start + offset)..<(start + offset + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(Array(new[(start + number(26 + 24))...].prefix(5)) == second)
        #expect(number(30) == new.count - second.count)
        let alone = try file.pieces(trailer: []).assembled(from: MemoryByteSource(bytes))
        #expect(Data(alone).range(of: Data("MPF\0".utf8)) == nil)
    }

    @Test func `What is no JPEG, or ends before its picture, is refused`() {
        #expect(throws: LibraryError.unsupportedFormat(path: "x")) {
            try JPEGFile(MemoryByteSource(PNGBuilder().bytes), name: "x")
        }
        #expect(throws: LibraryError.truncated(path: "x")) {
            try JPEGFile(MemoryByteSource([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]), name: "x")
        }
    }
}

struct PhotoshopBlockTests {
    private func resource(_ id: Int, _ content: [UInt8], name: String = "") -> [UInt8] {
        let title = [UInt8(name.utf8.count)] + Array(name.utf8)
        return Array("8BIM".utf8) + big(id, 2) + title + (title.count % 2 == 1 ? [0] : []) + big(content.count, 4)
            + content + (content.count % 2 == 1 ? [0] : [])
    }

    private func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
        [0x1C, 2, number] + big(text.utf8.count, 2) + Array(text.utf8)
    }

    @Test func `C11 names of places go out of IPTC, and its other texts stay`() throws {
        let texts = dataset(5, "Title") + dataset(90, "Tokyo") + dataset(101, "Japan") + dataset(120, "Caption")
        let block = PhotoshopBlock.mark + resource(0x03ED, [1, 2, 3], name: "res") + resource(0x0404, texts)
        let left = try #require(PhotoshopBlock.without(thumbnails: false, places: true, block))
        #expect(
            left == PhotoshopBlock.mark + resource(0x03ED, [1, 2, 3], name: "res")
                + resource(0x0404, dataset(5, "Title") + dataset(120, "Caption")))
        #expect(PhotoshopBlock.without(thumbnails: false, places: false, block) == block)
    }

    @Test func `Small pictures go, and a block of nothing else goes whole`() {
        let small = PhotoshopBlock.mark + resource(0x040C, [9, 9])
        #expect(PhotoshopBlock.without(thumbnails: true, places: false, small) == nil)
        #expect(
            PhotoshopBlock.without(thumbnails: true, places: true, small + resource(1, [4])) == PhotoshopBlock.mark
                + resource(1, [4]))
    }

    @Test func `A block that cannot be read to its end is given up`() {
        let torn = PhotoshopBlock.mark + resource(0x0404, dataset(90, "Tokyo")).dropLast(3)
        #expect(PhotoshopBlock.without(thumbnails: false, places: true, Array(torn)) == nil)
        #expect(PhotoshopBlock.without(thumbnails: false, places: true, Array("else".utf8)) == nil)
    }

    @Test(
        arguments: [
            ([0x11, 0x11, 0x11], 8, 8), ([0x22, 0x11, 0x11], 16, 16), ([0x21, 0x11, 0x11], 16, 8),
            ([0x12, 0x11, 0x11], 8, 16), ([0x41, 0x11, 0x11], 32, 8), ([0x22], 8, 8), ([0x11, 0x22, 0x11], 16, 16),
        ] as [([UInt8], Int, Int)])
    func `Blocks are as large as the factors of the header say`(factors: [UInt8], width: Int, height: Int) throws {
        var parts: [UInt8] = []
        for (index, factor) in factors.enumerated() { parts += [UInt8(index + 1), factor, 0] }
        let frame: [UInt8] = [0xFF, 0xC0] + big(8 + parts.count, 2) + [8, 0, 64, 0, 64, UInt8(factors.count)] + parts
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2]
        let file = try JPEGFile(MemoryByteSource([0xFF, 0xD8] + frame + scan + [0xFF, 0xD9]))
        #expect(file.blockSize == PixelSize(width: width, height: height))
    }

    @Test func `A header that says nonsense has no blocks`() throws {
        for parts: [UInt8] in [
            [3, 1, 0x11, 0], [3, 1, 0x00, 0, 2, 0x11, 0, 3, 0x11, 0], [3, 1, 0x5F, 0, 2, 0x11, 0, 3, 0x11, 0], [0],
        ] {
            let frame: [UInt8] = [0xFF, 0xC0] + big(7 + parts.count, 2) + [8, 0, 64, 0, 64] + parts
            let bytes = [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 0xFF, 0xD9]
            #expect(try JPEGFile(MemoryByteSource(bytes)).blockSize == nil)
        }
    }
}
