import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct MotionPhotoTests {
    /// Enough of a movie to be told from other bytes.
    private let movie = box("ftyp", Array("isommp42".utf8)) + [UInt8](repeating: 5, count: 100)

    private func still(_ packet: String) -> [UInt8] {
        var builder = JPEGBuilder()
        builder.addXMP(packet)
        return builder.bytes
    }

    private func directory(_ items: [(semantic: String, mime: String, length: Int)]) -> String {
        let list = items.map {
            "<rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='\($0.mime)' Item:Semantic='\($0.semantic)' "
                + "Item:Length='\($0.length)'/></rdf:li>"
        }
        return xmp(
            "cam:MotionPhoto='1'",
            "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>")
    }

    @Test func `C32 a MicroVideo offset counts from the end`() throws {
        // nextcloud/photos #365
        let picture = still(xmp("cam:MicroVideo='1' cam:MicroVideoOffset='\(movie.count)'"))
        let found = try header(picture + movie)
        #expect(found.motionPhotoRange == UInt64(picture.count)..<UInt64(picture.count + movie.count))
        #expect(found.subtypes.contains(.live) && found.problems.isEmpty)
    }

    @Test(arguments: [99_999_999, 0, 1, 20])
    func `C32 an offset beyond the file, or to no movie, is a still with a problem`(offset: Int) throws {
        // photoprism/photoprism PR 3722
        let found = try header(still(xmp("cam:MicroVideo='1' cam:MicroVideoOffset='\(offset)'")) + movie)
        #expect(found.motionPhotoRange == nil && !found.subtypes.contains(.live))
        #expect(found.problems.map(\.code) == [.truncated])
    }

    @Test func `C32 an offset to a later box of the movie is a still with a problem`() throws {
        let rest = box("mdat", [UInt8](repeating: 5, count: 100)) + box("moov", [UInt8](repeating: 0, count: 20))
        let picture = still(xmp("cam:MicroVideo='1' cam:MicroVideoOffset='\(rest.count)'"))
        let found = try header(picture + box("ftyp", Array("isommp42".utf8)) + rest)
        #expect(found.motionPhotoRange == nil && !found.subtypes.contains(.live))
        #expect(found.problems.map(\.code) == [.truncated])
        // An old movie has no brand, and follows the picture.
        #expect(try header(picture + rest).motionPhotoRange?.lowerBound == UInt64(picture.count))
    }

    @Test func `C32 the first item's length of 0 is not the movie's`() throws {
        // deckerst/aves PR 2120
        let picture = still(directory([("Primary", "image/jpeg", 0), ("MotionPhoto", "video/mp4", movie.count)]))
        let found = try header(picture + movie)
        #expect(found.motionPhotoRange == UInt64(picture.count)..<UInt64(picture.count + movie.count))
    }

    @Test func `A gain map before the movie is no movie, and makes it HDR`() throws {
        let map = [UInt8](repeating: 9, count: 77)
        let picture = still(
            directory([
                ("Primary", "image/jpeg", 0), ("GainMap", "image/jpeg", 77), ("MotionPhoto", "video/mp4", movie.count),
            ]))
        let found = try header(picture + map + movie)
        #expect(found.motionPhotoRange?.lowerBound == UInt64(picture.count + 77))
        #expect(found.subtypes == [.live, .hdr])
    }

    @Test func `Samsung's trailer names the movie`() throws {
        let picture = JPEGBuilder().bytes
        let name = Array("MotionPhoto_Data".utf8)
        let block = [0, 0, 0x30, 0x0A] + littleEndian(name.count, 4) + name + movie
        let entry = [0, 0, 0x30, 0x0A] + littleEndian(block.count, 4) + littleEndian(block.count, 4)
        let directory = Array("SEFH".utf8) + littleEndian(106, 4) + littleEndian(1, 4) + entry
        let found = try header(picture + block + directory + littleEndian(directory.count, 4) + Array("SEFT".utf8))
        let start = UInt64(picture.count + 8 + name.count)
        #expect(found.motionPhotoRange == start..<(start + UInt64(movie.count)))
    }

    @Test(.enabled(if: Fixtures.has("mv.jpg", "far.jpg", "vq.mp4"), "needs ffmpeg and exiftool"))
    func `C32 what exiftool writes is found, and the movie comes out as it went in`() throws {
        let bytes = try Fixtures.bytes("mv.jpg")
        let range = try #require(try Fixtures.header("mv.jpg").motionPhotoRange)
        let movie = Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        #expect(movie == (try Fixtures.bytes("vq.mp4")))
        #expect(try header(movie).duration == 2)
        let far = try Fixtures.header("far.jpg")
        #expect(far.motionPhotoRange == nil && far.problems.count == 1)
    }
}
