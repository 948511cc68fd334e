import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct MotionPhotoFileTests {
    private let movie = box("ftyp", Array("isommp42".utf8)) + [UInt8](repeating: 5, count: 100)

    private func joined(_ still: [UInt8], _ movie: [UInt8], stillTime: Double? = nil) throws -> [UInt8] {
        try MotionPhotoFile.joining(
            MemoryByteSource(still), movieLength: movie.count, movieType: .mp4, stillTime: stillTime
        ).assembled(from: MemoryByteSource(still)) + movie
    }

    private func still(
        _ bytes: [UInt8], _ identifier: MotionPhotoFile.Identifier = .remove
    ) throws -> [UInt8] {
        try MotionPhotoFile.still(MemoryByteSource(bytes), identifier: identifier)
            .assembled(from: MemoryByteSource(bytes))
    }

    private func extracted(_ bytes: [UInt8]) throws -> [UInt8]? {
        try header(bytes).motionPhotoRange.map { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }
    }

    @Test func `A JPEG and a movie become one file, and apart again they are what they were`() throws {
        var builder = JPEGBuilder()
        builder.addExif(RawTag.block([.text(0x010F, "Maker\0")]))
        let picture = builder.bytes
        let file = try joined(picture, movie, stillTime: 1.25)
        let found = try header(file)
        #expect(found.subtypes.contains(.live) && found.stillTime == 1.25 && found.make == "Maker")
        #expect(found.problems.isEmpty)
        #expect(try extracted(file) == movie)
        #expect(try still(file) == picture)
        // Joined again, the new movie replaces the old.
        let other = movie + [1, 2, 3]
        #expect(try extracted(joined(file, other)) == other)
        #expect(try joined(file, other).count == joined(picture, other).count)
    }

    @Test func `HEIC holds its movie in a box of its own`() throws {
        var builder = HEIFBuilder()
        builder.packet = xmp("xmp:Rating='5'")
        let file = try joined(builder.bytes, movie, stillTime: 0.5)
        #expect(try extracted(file) == movie)
        #expect(try header(file).stillTime == 0.5)
        let facts = XMPFacts(try #require(try HEIFEditor(MemoryByteSource(file)).xmp))
        #expect(facts.items.map(\.padding) == [8, 0] && facts.items.map(\.semantic) == ["Primary", "MotionPhoto"])
        let alone = try still(file)
        #expect(try header(alone).motionPhotoRange == nil)
        #expect(try header(alone).problems.isEmpty)
        #expect(Data(alone).range(of: Data("MotionPhoto".utf8)) == nil)
    }

    @Test func `Pictures between still and movie stay, and stay listed`() throws {
        let map: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9, 1, 2, 3]
        func item(_ semantic: String, _ length: Int) -> String {
            "<rdf:li><Container:Item Item:Mime='image/jpeg' Item:Semantic='\(semantic)' Item:Length='\(length)'/></rdf:li>"
        }
        var builder = JPEGBuilder()
        let list = item("Primary", 0) + item("GainMap", map.count)
        builder.addXMP(xmp("", "<Container:Directory><rdf:Seq>\(list)</rdf:Seq></Container:Directory>"))
        let picture = builder.bytes + map
        let file = try joined(picture, movie)
        #expect(try extracted(file) == movie)
        #expect(try header(file).subtypes == [.live, .hdr])
        let alone = try still(file)
        #expect(try header(alone).subtypes == [.hdr])
        #expect(try header(alone).problems.isEmpty)
        #expect(Array(alone.suffix(map.count)) == map)
    }

    @Test(.enabled(if: Fixtures.has("mv.jpg", "vq.mp4"), "needs ffmpeg and exiftool"))
    func `C32 the still alone ends with the picture and speaks of no movie`() throws {
        // nextcloud/photos #365
        let alone = try still(Fixtures.bytes("mv.jpg"))
        #expect(Array(alone.suffix(2)) == [0xFF, 0xD9])
        for word in ["ftyp", "MicroVideo", "MotionPhoto"] {
            #expect(Data(alone).range(of: Data(word.utf8)) == nil, "\(word)")
        }
        #expect(try header(alone).size == PixelSize(width: 400, height: 200))
        #expect(try extracted(Fixtures.bytes("mv.jpg")) == Fixtures.bytes("vq.mp4"))
    }

    @Test func `Samsung's trailer goes with its movie`() throws {
        let picture = JPEGBuilder().bytes
        let name = Array("MotionPhoto_Data".utf8)
        let block = [0, 0, 0x30, 0x0A] + littleEndian(name.count, 4) + name + movie
        let entry = [0, 0, 0x30, 0x0A] + littleEndian(block.count, 4) + littleEndian(block.count, 4)
        let directory = Array("SEFH".utf8) + littleEndian(106, 4) + littleEndian(1, 4) + entry
        let file = picture + block + directory + littleEndian(directory.count, 4) + Array("SEFT".utf8)
        #expect(try extracted(file) == movie)
        #expect(try still(file) == picture)
    }

    @Test func `The identifier goes with the movie unless it is to stay`() throws {
        var builder = JPEGBuilder()
        builder.addExif(ExifFields(make: "Apple", contentIdentifier: "an-identifier").tiffBlock)
        #expect(try header(still(builder.bytes)).contentIdentifier == nil)
        #expect(try header(still(builder.bytes, .keep)).contentIdentifier == "an-identifier")
        #expect(try header(still(builder.bytes, .set("another"))).contentIdentifier == "another")
        #expect(try header(still(JPEGBuilder().bytes, .set("first"))).contentIdentifier == "first")
    }

    @Test func `Other formats cannot hold a movie`() {
        #expect(throws: LibraryError.unsupportedFormat(path: "picture")) { try joined(PNGBuilder().bytes, movie) }
    }
}
