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

    @Test func `What is no live photo says so`() async throws {
        try parts()
        #expect(await fixture.run("live", "split", "a.jpg", "--to", "parts", "--json") == .failed)
        #expect(fixture.errorCode == "unsupportedFormat")
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
