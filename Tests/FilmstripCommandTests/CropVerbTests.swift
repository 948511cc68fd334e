import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(2))) struct CropVerbTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        var bytes: [UInt8] = []
        for y in 0..<64 { for x in 0..<96 { bytes += [x < 48 ? 250 : 5, y < 32 ? 250 : 5, 5] } }
        let picture = SamplePixels(size: PixelSize(width: 96, height: 64), bytes: bytes)
        let jpeg = try picture.jpeg(quality: 95, keepsColors: true)
        try fixture.folder.appending("a.jpg").writeNew(jpeg, durably: false)
    }

    @Test func `C01 the box is that of the picture as it is shown`() async throws {
        // imazen/imageflow #553
        #expect(await fixture.run("crop", "a.jpg", "48", "0", "48", "32", "-o", "b.jpg", "--json") == .done)
        let object = try #require(fixture.objects.first)
        #expect(object["width"] as? Int == 48 && object["height"] as? Int == 32 && object["lossless"] as? Bool == true)
        #expect(object["mime"] as? String == "image/jpeg")
        #expect(try FileInfo(fixture.folder.appending("b.jpg")).header.size == PixelSize(width: 48, height: 32))
    }

    @Test func `The cut-out is turned and mirrored, and the new name's ending chooses the format`() async throws {
        #expect(
            await fixture.run(
                "crop", "a.jpg", "3", "5", "30", "20", "--rotate", "90", "--mirror", "-o", "b.png", "--json") == .done)
        let object = try #require(fixture.objects.first)
        #expect(object["width"] as? Int == 20 && object["height"] as? Int == 30 && object["lossless"] as? Bool == false)
        #expect(object["mime"] as? String == "image/png")
    }

    @Test(arguments: [
        ["0", "0", "97", "10"], ["90", "60", "10", "10"], ["0", "0", "0", "5"], ["a", "0", "5", "5"],
        ["-1", "0", "5", "5"],
    ])
    func `A box outside of the picture, or none, is refused`(box: [String]) async throws {
        let words = ["crop", "-o", "b.jpg", "--json", "--", "a.jpg"] + box
        #expect(await fixture.run(words.map { MediaPath($0) }) == .failed)
        #expect(fixture.errorCode == "usage" && !fixture.names.contains("b.jpg"))
    }

    @Test func `A name that is taken stays whose it is`() async throws {
        #expect(await fixture.run("crop", "a.jpg", "0", "0", "5", "5", "-o", "a.jpg", "--json") == .failed)
        #expect(fixture.errorCode == "exists")
        #expect(await fixture.run("crop", "missing.jpg", "0", "0", "5", "5", "-o", "c.jpg", "--json") == .failed)
    }

    @Test func `5.3 pictures that are decoded without a wall say so, and those whose bytes are moved do not`()
        async throws
    {
        var environment = fixture.environment
        var configuration = PictureDecoder.Configuration()
        configuration.helperFolder = MediaPath("/nowhere")
        environment.decoder = PictureDecoder(configuration)
        let runner = CommandRunner(environment: environment)
        #expect(await runner.run(["export", "a.jpg", "--to", "copies"].map { MediaPath($0) }) == .done)
        #expect(fixture.errors.text.isEmpty)
        let words = ["crop", "a.jpg", "3", "5", "30", "20", "-o", "b.jpg"]
        #expect(await runner.run(words.map { MediaPath($0) }) == .done)
        #expect(fixture.errors.text.contains("without a wall") && fixture.errors.text.contains("filmstrip-decoder"))
    }
}
