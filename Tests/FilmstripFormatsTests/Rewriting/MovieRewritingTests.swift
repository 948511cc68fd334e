import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct MovieRewritingTests {
    private let identifier = "11111111-1111-4111-8111-111111111111"

    private func rewritten(_ changes: MovieChanges, _ bytes: [UInt8]) throws -> [UInt8] {
        let source = MemoryByteSource(bytes)
        return try ISOBoxEditor.rewriting(changes, source).assembled(from: source)
    }

    private func samples(_ bytes: [UInt8], _ track: Int = 0) throws -> MovieSamples? {
        let movie = try #require(ISOBoxes(ByteReader(MemoryByteSource(bytes)).region).first("moov"))
        return MovieSamples(Array(movie.children().filter { $0.type == "trak" })[track])
    }

    @Test(
        .enabled(if: Fixtures.has("fast.mp4", "vq.mp4", "keys.mov") && Tool.exists("ffmpeg"), "needs ffmpeg"),
        arguments: ["fast.mp4", "vq.mp4", "keys.mov"])
    func `A movie is bound to a still as Apple has it, and plays on`(name: String) throws {
        let old = try Fixtures.bytes(name)
        let new = try rewritten(
            MovieChanges(contentIdentifier: identifier, stillTime: 1.3, isQuickTime: true), old)
        let found = try header(new)
        #expect(found.contentIdentifier == identifier && found.contentType == .quickTime && found.problems.isEmpty)
        #expect(found.stillTime.map { abs($0 - 1.3) < 0.001 } == true)
        #expect(found.duration == (try header(old).duration))
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("movie-\(UUID().uuidString).mov")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: url) } }
        try Data(new).write(to: url)
        func frames(_ url: URL) throws -> Data {
            try Tool.run("ffmpeg", ["-v", "error", "-i", url.path, "-map", "0:v", "-f", "framemd5", "-"])
        }
        let (changed, original) = (try frames(url), try frames(Fixtures.url(name)))
        #expect(changed == original && !changed.isEmpty)
        if Tool.exists("exiftool") {
            let output = try Tool.run("exiftool", ["-j", "-ee", "-G3", "-n", url.path])
            let told = try #require((try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
            #expect(told.contains { $0.key.hasSuffix("StillImageTime") && "\($0.value)" == "-1" }, "\(told)")
            #expect(told.contains { $0.key.hasSuffix("ContentIdentifier") && "\($0.value)" == identifier })
        }
        // Marked again, there is one mark.
        let again = try rewritten(MovieChanges(stillTime: 0.5), new)
        #expect(try header(again).stillTime.map { abs($0 - 0.5) < 0.001 } == true)
        #expect(try frameCount(of: again) == frameCount(of: new))
        // Unbound, nothing of it is left.
        let free = try rewritten(MovieChanges(removals: [.stillBinding]), new)
        #expect(try header(free).stillTime == nil && header(free).contentIdentifier == nil)
        #expect(Data(free).range(of: Data(identifier.utf8)) == nil)
        #expect(Data(free).range(of: Data("still-image-time".utf8)) == nil)
    }

    /// The tracks of a movie.
    private func frameCount(of bytes: [UInt8]) throws -> Int {
        try #require(ISOBoxes(ByteReader(MemoryByteSource(bytes)).region).first("moov"))
            .children().count { $0.type == "trak" }
    }

    @Test(.enabled(if: Fixtures.has("keys.mov", "xyz.mp4", "v.mp4"), "needs ffmpeg"))
    func `C11 a place is gone from a movie's bytes, and its date stays`() throws {
        for name in ["keys.mov", "xyz.mp4"] {
            let old = try Fixtures.bytes(name)
            #expect(try header(old).place != nil)
            let new = try rewritten(MovieChanges(removals: [.location]), old)
            #expect(try header(new).place == nil && header(new).date == header(old).date)
            #expect(Data(new).range(of: Data("+35.6895".utf8)) == nil)
            #expect(try samples(new)?.count == samples(old)?.count)
        }
        let bare = try rewritten(MovieChanges(removals: [.allMetadata]), Fixtures.bytes("keys.mov"))
        #expect(try header(bare).date == nil && header(bare).contentIdentifier == nil)
        #expect(Data(bare).range(of: Data("com.apple".utf8)) == nil)
    }

    @Test(.enabled(if: Fixtures.has("fast.mp4", "vq.mp4"), "needs ffmpeg"), arguments: ["fast.mp4", "vq.mp4"])
    func `Samples are found where they lie, and again when they have moved`(name: String) throws {
        let old = try Fixtures.bytes(name)
        let new = try rewritten(
            MovieChanges(make: String(repeating: "m", count: 500), isQuickTime: true), old)
        let (before, after) = (try #require(try samples(old)), try #require(try samples(new)))
        #expect(before.count == 20 && before.isKey(0) && !before.isKey(1) && before.durations == after.durations)
        for (one, other) in zip(before.ranges, after.ranges) {
            #expect(
                old[Int(one.lowerBound)..<Int(one.upperBound)] == new[Int(other.lowerBound)..<Int(other.upperBound)])
        }
    }

    @Test func `Tracks of places become zeros where they lay`() throws {
        let secret = Array("35.6895 N, 139.6917 E".utf8)
        func track(_ handler: String, _ entry: [UInt8], _ place: Int, _ size: Int) -> [UInt8] {
            let tkhd = box("tkhd", big(0, 12), big(2, 4), big(0, 4), big(2000, 4), big(0, 60))
            let table = box(
                "stbl", box("stsd", big(0, 4), big(1, 4), entry), box("stsz", big(0, 4), big(size, 4), big(1, 4)),
                box("stts", big(0, 4), big(1, 4), big(1, 4), big(2000, 4)),
                box("stsc", big(0, 4), big(1, 4), big(1, 4), big(1, 4), big(1, 4)),
                box("stco", big(0, 4), big(1, 4), big(place, 4)))
            let mdhd = box("mdhd", big(0, 12), big(1000, 4), big(2000, 4), big(0, 4))
            let hdlr = box("hdlr", big(0, 8), Array(handler.utf8), big(0, 13))
            return box("trak", tkhd, box("mdia", mdhd, hdlr, box("minf", table)))
        }
        var builder = MovieBuilder()
        builder.data = secret + [1, 2, 3]
        builder.movieFirst = false
        let place = try #require(Data(builder.bytes).range(of: Data(secret))).lowerBound
        builder.extra = track("meta", box("gpmd", big(0, 6), big(1, 2)), place, secret.count)
        let new = try rewritten(MovieChanges(removals: [.location]), builder.bytes)
        #expect(Data(new).range(of: Data(secret)) == nil && Data(new).range(of: Data("gpmd".utf8)) == nil)
        #expect(
            Array(new[place..<(place + secret.count + 3)]) == [UInt8](repeating: 0, count: secret.count) + [1, 2, 3])
        #expect(Data(try rewritten(MovieChanges(), builder.bytes)).range(of: Data(secret)) != nil)
    }

    @Test(.enabled(if: Fixtures.has("frag.mp4"), "needs ffmpeg"))
    func `Fragments do not move`() throws {
        let old = try Fixtures.bytes("frag.mp4")
        #expect(throws: LibraryError.self) { try rewritten(MovieChanges(contentIdentifier: identifier), old) }
        let bare = try rewritten(MovieChanges(removals: [.allMetadata]), old)
        #expect(bare.count == old.count)
        #expect(try header(bare).duration == header(old).duration)
    }

    @Test func `Tables that contradict each other are no samples`() throws {
        #expect(try samples(MovieBuilder().bytes) == nil)
    }
}
