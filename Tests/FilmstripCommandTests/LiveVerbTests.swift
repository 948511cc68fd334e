import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(2))) struct LiveVerbTests {
    private let fixture: CommandFixture

    init() throws { fixture = try CommandFixture() }

    /// A still and a movie that plays, made by our own encoders.
    private func parts() throws {
        let picture = SamplePixels(size: PixelSize(width: 64, height: 48), bytes: [UInt8](repeating: 90, count: 9216))
        try fixture.folder.appending("a.jpg").writeNew(try picture.jpeg(quality: 90), durably: false)
        let frames = RawPixels(
            format: "rgb", size: picture.size, frames: [[UInt8]](repeating: picture.bytes, count: 20))
        let movie = try PixelEncoder.encode(
            frames, as: .mp4, rate: 10, folder: fixture.folder.appending("temporary"))
        try fixture.folder.appending("a.mp4").writeNew(movie, durably: false)
    }

    @Test func `C32 join, convert and split again give the same movie`() async throws {
        // nextcloud/photos #365
        try parts()
        #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", "live.jpg", "--json") == .done)
        #expect(fixture.objects.last?["kind"] as? String == "live")
        #expect(try FileInfo(fixture.folder.appending("live.jpg")).kind == .livePhoto)
        #expect(await fixture.run("live", "convert", "live.jpg", "--as", "apple", "--to", "pair", "--json") == .done)
        let pair = try #require(fixture.objects.last)
        let movie = try #require(pair["moviePath"] as? String)
        #expect(movie.hasSuffix("pair/live.mov") && (pair["path"] as? String)?.hasSuffix("pair/live.jpg") == true)
        #expect(try FileInfo(MediaPath(movie)).header.contentType == .quickTime)
        #expect(try FileInfo(fixture.folder.appending("pair/live.jpg")).kind == .livePhoto)
        #expect(
            await fixture.run("live", "convert", "pair/live.jpg", "--as", "motion-photo", "--to", "single") == .done)
        #expect(fixture.output.text.hasSuffix("single/live.MP.jpg\n"))
        #expect(await fixture.run("live", "split", "live.jpg", "--to", "parts") == .done)
        #expect(fixture.output.text.hasSuffix("parts/live.jpg\n" + fixture.folder.string + "/parts/live.mp4\n"))
        let original = try fixture.folder.appending("a.mp4").readAll()
        #expect(try fixture.folder.appending("parts/live.mp4").readAll() == original)
        #expect(try fixture.folder.appending("parts/live.jpg").readAll() == fixture.folder.appending("a.jpg").readAll())
    }

    @Test func `5.14 an ending that names another format than the still's is refused, and nothing is made`()
        async throws
    {
        try parts()
        for name in ["x.png", "x.heic", "x.mp4"] {
            #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", name) == .failed)
            #expect(fixture.errors.text.contains("let it end in .jpg, .jpeg, .jpe or .jfif"), "\(fixture.errors.text)")
        }
        #expect(fixture.names == ["a.jpg", "a.mp4"])
        #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", "x") == .done)
    }

    @Test func `What is no live photo says so`() async throws {
        try parts()
        #expect(await fixture.run("live", "split", "a.jpg", "--to", "parts", "--json") == .failed)
        #expect(fixture.errorCode == "unsupportedFormat")
    }

    @Test func `5.14 each part of a join that is of the wrong kind is told as that`() async throws {
        try parts()
        for (still, movie, text) in [
            ("a.jpg", "a.jpg", "The file is no movie in MP4 or QuickTime: a.jpg"),
            ("a.mp4", "a.mp4", "The file is no still that can hold a movie: JPEG, HEIC, HEIF or AVIF: a.mp4"),
        ] {
            let fixture = try CommandFixture()
            for name in ["a.jpg", "a.mp4"] {
                try fixture.folder.appending(name).writeNew(self.fixture.folder.appending(name).readAll())
            }
            #expect(await fixture.run("live", "join", still, movie, "-o", "j.jpg") == .failed)
            #expect(fixture.errors.text == "filmstrip: unsupportedFormat: \(text)\n")
        }
    }

    @Test func `5.14 a file where a folder is wanted is told as that`() async throws {
        try parts()
        #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", "live.jpg") == .done)
        for words in [
            ["live", "split", "live.jpg"], ["live", "convert", "live.jpg", "--as", "apple"], ["export", "a.jpg"],
        ] {
            let before = fixture.errors.text.count
            #expect(await fixture.run((words + ["--to", "a.mp4"]).map { MediaPath($0) }) == .failed)
            #expect(
                fixture.errors.text.dropFirst(before)
                    == "filmstrip: notFound: There is a file of that name, and no folder: a.mp4\n")
        }
    }

    @Test func `C32 info tells how long the movie of a motion photo is`() async throws {
        try parts()
        #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", "live.jpg") == .done)
        #expect(await fixture.run("info", fixture.folder.string + "/live.jpg", "--json") == .done)
        let seconds = try #require(fixture.objects.last?["duration"] as? Double)
        #expect(abs(seconds - 2) < 0.11)
        #expect(await fixture.run("info", fixture.folder.string + "/a.jpg", "--json") == .done)
        #expect(fixture.objects.last?["duration"] == nil)
    }

    @Test func `A folder, a file and a form must be named`() async throws {
        for words in [
            ["live", "split", "a.jpg"], ["live", "join", "a.jpg", "a.mp4"], ["live", "convert", "a.jpg", "--to", "x"],
        ] {
            #expect(await fixture.run(words.map { MediaPath($0) }) == .failed)
        }
        #expect(fixture.errors.text.components(separatedBy: "usage").count == 4)
    }
}
