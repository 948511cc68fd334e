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
    func `A box outside of the picture, or none, is refused as that`(box: [String]) async throws {
        // Numbers below zero are no options.
        for words in [["crop", "-o", "b.jpg", "a.jpg"] + box, ["crop", "-o", "b.jpg", "--", "a.jpg"] + box] {
            let fixture = try CommandFixture()
            try fixture.folder.appending("a.jpg").writeNew(EncodeVerbTests.jpeg(), durably: false)
            #expect(await fixture.run(words.map { MediaPath($0) }) == .failed)
            #expect(fixture.errors.text.hasPrefix("filmstrip: usage: "), "\(fixture.errors.text)")
            #expect(!fixture.errors.text.contains("option") && !fixture.names.contains("b.jpg"))
        }
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
        #expect(
            fixture.errors.text.hasPrefix("filmstrip: wallMissing: ")
                && fixture.errors.text.contains("filmstrip-decoder"))
    }

    /// A motion photo: a still, and a movie behind it.
    private func motionPhoto(_ name: String) async throws {
        let frames = RawPixels(
            format: "rgb", size: PixelSize(width: 64, height: 48),
            frames: [[UInt8]](repeating: [UInt8](repeating: 90, count: 9216), count: 10))
        let movie = try PixelEncoder.encode(frames, as: .mp4, rate: 10, folder: fixture.folder.appending("temporary"))
        try fixture.folder.appending("a.mp4").writeNew(movie, durably: false)
        #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", name) == .done)
    }

    @Test func `C32 a crop of a live photo says that its movie is left out`() async throws {
        // nextcloud/photos #365
        try await motionPhoto("live.jpg")
        #expect(await fixture.run("crop", "live.jpg", "0", "0", "48", "32", "-o", "b.jpg", "--json") == .done)
        #expect(fixture.objects.last?["losses"] as? [String] == ["movie"])
        #expect(fixture.errors.text.isEmpty)
        #expect(await fixture.run("crop", "live.jpg", "0", "0", "48", "32", "-o", "c.jpg") == .done)
        #expect(
            fixture.errors.text == "filmstrip: losses: The new file of live.jpg lacks the movie of the live photo.\n")
        // A box that leaves all of the picture drops the movie just the same.
        #expect(await fixture.run("crop", "live.jpg", "0", "0", "96", "64", "-o", "d.jpg", "--json") == .done)
        #expect(fixture.objects.last?["losses"] as? [String] == ["movie"])
        #expect(try FileInfo(fixture.folder.appending("d.jpg")).kind == .photo)
    }

    @Test func `C32 an export that leaves something out says so in text mode, too`() async throws {
        try await motionPhoto("live.jpg")
        #expect(await fixture.run("export", "live.jpg", "--to", "out", "--format", "png") == .done)
        #expect(
            fixture.errors.text == "filmstrip: losses: The new file of live.jpg lacks the movie of the live photo.\n")
    }

    @Test(arguments: ["gif", "tiff", "bmp", "avif", "jxl"])
    func `5.10 a name that tells of a format that is not made is refused, whatever the picture is`(
        ending: String
    ) async throws {
        let frame = SamplePixels(size: PixelSize(width: 8, height: 8), bytes: [UInt8](repeating: 9, count: 192))
        let gif = SampleGIF.encode([frame], delay: 10)
        try fixture.folder.appending("q.gif").writeNew(gif, durably: false)
        for source in ["q.gif", "a.jpg"] {
            #expect(await fixture.run("crop", source, "0", "0", "4", "4", "-o", "new.\(ending)", "--json") == .failed)
            #expect(fixture.errors.text.contains(#""code":"usage""#) && !fixture.names.contains("new.\(ending)"))
        }
        #expect(await fixture.run("crop", "q.gif", "0", "0", "4", "4", "-o", "new.png") == .done)
        #expect(try FileInfo(fixture.folder.appending("new.png")).header.contentType == .png)
    }

    @Test func `C50 what a killed crop left beside the new file is gone after the next`() async throws {
        // IacobIonut01/ReFra #1131
        let left = fixture.folder.appending(".filmstrip-2147483000-abc.part")
        left.put("half")
        let other = fixture.folder.appending(".filmstrip-notes")
        other.put("mine")
        #expect(await fixture.run("crop", "a.jpg", "0", "0", "48", "32", "-o", "b.jpg") == .done)
        #expect(!left.exists && other.exists)
        for words in [["export", "a.jpg", "--to", "."], ["thumb", "a.jpg", "--size", "8"]] {
            left.put("half")
            #expect(await fixture.run(words.map { MediaPath($0) }) == .done)
            #expect(!left.exists, "\(words)")
        }
    }

    @Test func `5.14 errors name files as they were typed, and numbers say what is wrong with them`() async throws {
        #expect(await fixture.run("crop", "a.jpg", "0", "0", "5", "5", "-o", "./a.jpg") == .failed)
        #expect(fixture.errors.text == "filmstrip: exists: The file exists already: ./a.jpg\n")
        #expect(await fixture.run("export", "gone.jpg", "--to", "out") == .failed)
        #expect(fixture.errors.text.hasSuffix(": gone.jpg\n"))
        #expect(await fixture.run("crop", "a.jpg", "0", "0", "5", "9223372036854775807", "-o", "b.jpg") == .failed)
        #expect(fixture.errors.text.contains("9223372036854775807 is more than any has"))
    }

    @Test(arguments: ["-", "new/"]) func `5.14 a new file has a name`(name: String) async throws {
        #expect(await fixture.run("crop", "a.jpg", "0", "0", "5", "5", "-o", name, "--json") == .failed)
        #expect(fixture.errorCode == "usage" && fixture.names == ["a.jpg"])
    }
}
