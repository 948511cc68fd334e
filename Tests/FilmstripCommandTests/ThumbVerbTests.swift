import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(5))) struct ThumbVerbTests {
    private func jpeg(_ color: [UInt8], width: Int = 60, height: Int = 30) throws -> [UInt8] {
        let pixels = (0..<(width * height)).flatMap { _ in color }
        return Array(
            try JPEGEncoder.encode(
                rgb: pixels, size: PixelSize(width: width, height: height), quality: 95, keepsColors: true))
    }

    private func picture(_ path: MediaPath) async throws -> DecodedPicture { try await PictureDecoder().picture(path) }

    @Test func `5.14 thumbnails go into a folder, in the order of the call, and overwrite nothing`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(try jpeg([255, 0, 0]))
        try fixture.folder.appending("b.jpg").writeNew(try jpeg([0, 0, 255], width: 10, height: 40))
        let words = ["thumb", "a.jpg", "b.jpg", "a.jpg", "--size", "20", "--to", "out", "--json"].map { word in
            word.hasSuffix(".jpg") ? fixture.folder.appending(word) : MediaPath(word)
        }
        #expect(await fixture.run(words) == .done)
        let lines = fixture.output.text.split(separator: "\n")
        #expect(lines.count == 3)
        for (line, parts) in zip(
            lines,
            [
                (#""width":20,"height":10"#, "out/a.jpg"), (#""width":5,"height":20"#, "out/b.jpg"),
                (#""width":20,"height":10"#, "out/a-2.jpg"),
            ])
        {
            #expect(line.contains(parts.0) && line.contains(parts.1), "\(line)")
        }
        let made = try await picture(fixture.folder.appending("out").appending("b.jpg"))
        #expect(made.frame.size == PixelSize(width: 5, height: 20))
        #expect(Array(made.frame.bytes[..<3]).elementsEqual([254, 0, 0]) || made.frame.bytes[0] > 240)
    }

    @Test func `C46 names with one stem have each their own thumbnail`() async throws {
        // simple-photo-gallery #126
        let fixture = try CommandFixture()
        let names = ["a.1.jpg", "a.2.jpg", "a.jpg", "A.JPG"]
        let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128]]
        for (name, color) in zip(names, colors) { try fixture.folder.appending(name).writeNew(try jpeg(color)) }
        let paths = names.map { fixture.folder.appending($0) }
        #expect(await fixture.run([MediaPath("thumb")] + paths + [MediaPath("--size"), MediaPath("16")]) == .done)
        for (line, color) in zip(fixture.output.text.split(separator: "\n"), colors) {
            let frame = try await picture(MediaPath(String(line))).frame
            let found = [2, 1, 0].map { Int(frame.bytes[$0]) }
            #expect(zip(found, color).allSatisfy { abs($0 - Int($1)) <= 12 }, "\(line) \(found)")
        }
    }

    @Test func `one file that fails leaves the others, and the code is 2`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(try jpeg([255, 0, 0]))
        try fixture.folder.appending("text.jpg").writeNew(Array("no picture".utf8))
        let paths = ["gone.jpg", "text.jpg", "a.jpg"].map { fixture.folder.appending($0) }
        let words = [MediaPath("thumb")] + paths + ["--size", "16", "--to", "out"].map { MediaPath($0) }
        #expect(await fixture.run(words) == .failed)
        #expect(fixture.output.text.hasSuffix("out/a.jpg\n"))
        #expect(fixture.errors.text.contains("filmstrip: notFound:"))
        #expect(fixture.errors.text.contains("filmstrip: unsupportedFormat:"))
    }

    @Test func `an existing file is not overwritten, and options are checked`() async throws {
        let fixture = try CommandFixture()
        let path = fixture.folder.appending("a.jpg")
        try path.writeNew(try jpeg([255, 0, 0]))
        for words in [
            ["--size", "0"], [], ["--size", "8", "-o", "b.jpg", "--to", "out"], ["--size", "x"],
        ] {
            #expect(await fixture.run([MediaPath("thumb"), path] + words.map { MediaPath($0) }) == .failed)
        }
        #expect(
            await fixture.run([MediaPath("thumb"), path, path] + ["--size", "8", "-o", "x"].map { MediaPath($0) })
                == .failed)
        let words = [MediaPath("thumb"), path] + ["--size", "8", "-o"].map { MediaPath($0) }
        #expect(await fixture.run(words + [fixture.folder.appending("new.jpg")]) == .done)
        #expect(await fixture.run(words + [path]) == .failed)
        #expect(fixture.errors.text.contains("filmstrip: exists:"))
        #expect(try await picture(path).frame.size == PixelSize(width: 60, height: 30))
    }

    @Test func `what is transparent becomes PNG`() async throws {
        let fixture = try CommandFixture()
        let pixels = [UInt8](repeating: 0, count: 8 * 8 * 4)
        let frame = PixelFrame(size: PixelSize(width: 8, height: 8), bytesPerRow: 32, bytes: Data(pixels))
        let path = fixture.folder.appending("clear.png")
        try path.writeNew(try ThumbnailBytes.encode(frame, hasAlpha: true).bytes)
        #expect(
            await fixture.run([MediaPath("thumb"), path] + ["--size", "4", "--json"].map { MediaPath($0) }) == .done)
        #expect(fixture.output.text.contains(#""mime":"image/png""#))
        #expect(fixture.output.text.contains("clear-4.png"))
    }

    @Test func `5.14 a thumbnail is what its name says`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(try jpeg([255, 0, 0]))
        #expect(await fixture.run("thumb", "a.jpg", "--size", "10", "-o", "x.png", "--json") == .done)
        #expect(fixture.objects.last?["mime"] as? String == "image/png")
        #expect(try FileInfo(fixture.folder.appending("x.png")).header.contentType == .png)
        // Half transparent green: premultiplied, and white shines through as JPEG.
        let clear = PixelFrame(
            size: PixelSize(width: 8, height: 8), bytesPerRow: 32,
            bytes: Data((0..<64).flatMap { _ in [0, 128, 0, 128] as [UInt8] }))
        let png = try PictureEncoder(clear, hasAlpha: true).encode(as: .png, quality: 90)
        try fixture.folder.appending("clear.png").writeNew(png)
        #expect(await fixture.run("thumb", "clear.png", "--size", "8", "-o", "t.jpg", "--json") == .done)
        #expect(fixture.objects.last?["mime"] as? String == "image/jpeg")
        let pixel = try await picture(fixture.folder.appending("t.jpg")).frame.bytes.prefix(3).map { Int($0) }
        #expect(zip(pixel, [127, 255, 127]).allSatisfy { abs($0 - $1) < 6 }, "\(pixel)")
        #expect(await fixture.run("thumb", "a.jpg", "--size", "10", "-o", "y.gif", "--json") == .failed)
        #expect(fixture.errorCode == "usage" && !fixture.names.contains("y.gif"))
    }

    @Test func `C43 names that are as long as can be are cut short for new files`() async throws {
        let fixture = try CommandFixture()
        // The last character would be cut through.
        let stem = String(repeating: "x", count: 245) + "äöü"
        let name = stem + ".jpg"
        #expect(name.utf8.count == 255)
        try fixture.folder.appending("a.jpg").writeNew(try jpeg([255, 0, 0]))
        #expect(rename(fixture.folder.appending("a.jpg").string, fixture.folder.appending(name).string) == 0)
        for words in [
            ["thumb", name, "--size", "10"], ["thumb", name, "--size", "10", "--to", "."],
            ["export", name, "--to", "."], ["export", name, "--to", ".", "--format", "webp"],
        ] {
            #expect(await fixture.run(words.map { MediaPath($0) }) == .done, "\(words) \(fixture.errors.text)")
        }
        let names = fixture.names
        #expect(names.count == 5 && names.allSatisfy { $0.utf8.count <= 255 && $0.hasPrefix("xxx") })
        #expect(names.contains { $0.hasSuffix("-10.jpg") } && names.contains { $0.hasSuffix("_2.jpg") })
    }

    @Test func `5.14 what a decoder says ends with no dot of its own`() async throws {
        let fixture = try CommandFixture()
        let frames = RawPixels(
            format: "rgb", size: PixelSize(width: 64, height: 48),
            frames: [[UInt8]](repeating: [UInt8](repeating: 90, count: 9216), count: 3))
        let folder = fixture.folder.appending("temporary")
        var movie = Data(try PixelEncoder.encode(frames, as: .mp4, rate: 10, folder: folder))
        // The box that tells how the frames are coded gets another name.
        movie.replaceSubrange(try #require(movie.firstRange(of: Data("stsd".utf8))), with: Data("free".utf8))
        try fixture.folder.appending("a.mp4").writeNew(movie, durably: false)
        #expect(await fixture.run("thumb", "a.mp4", "--size", "32", "--json") == .failed)
        let message = try #require((fixture.errorObject?["error"] as? [String: Any])?["message"] as? String)
        #expect(message.hasSuffix(".") && !message.hasSuffix(".."), "\(message)")
    }

    @Test func `5.14 a file where a folder is wanted is told as that`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(try jpeg([255, 0, 0]))
        #expect(await fixture.run("thumb", "a.jpg", "--size", "10", "--to", "a.jpg", "--json") == .failed)
        #expect(fixture.errorCode == "notFound" && fixture.errors.text.contains("no folder"))
    }
}
