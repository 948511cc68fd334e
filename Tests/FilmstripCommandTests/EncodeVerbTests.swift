import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(2))) struct EncodeVerbTests {
    /// A picture of four colours: red, green, blue, white at the corners.
    static func quad() throws -> SamplePixels {
        var canvas = SampleCanvas(PixelSize(width: 80, height: 40))
        canvas.box(0, 0, 1, 0.5, SampleColor(0xFF0000))
        canvas.box(1, 0, 1, 0.5, SampleColor(0x00FF00))
        canvas.box(0, 0.5, 1, 0.5, SampleColor(0x0000FF))
        canvas.box(1, 0.5, 1, 0.5, SampleColor(0xFFFFFF))
        return SamplePixels(canvas)
    }

    static func jpeg() throws -> [UInt8] { try quad().jpeg(quality: 95) }

    @Test func `0.12 encode writes one line, equal to what coreutils write`() async throws {
        let fixture = try CommandFixture()
        let file = fixture.folder.appending("a.jpg")
        try file.writeNew(Self.jpeg())
        let outcome = try await BuiltCommand(in: fixture.folder).run("encode", "a.jpg")
        #expect(outcome.status == 0)
        #expect(outcome.outputText == Data(try Self.jpeg()).base64EncodedString())
    }

    @Test func `0.12 encode reads standard input where a dash stands for the file`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let jpeg = try Self.jpeg()
        let outcome = try await command.run("encode", "-", "--data-uri", input: jpeg)
        #expect(outcome.outputText == "data:image/jpeg;base64," + Data(jpeg).base64EncodedString())
        let json = try await command.run("encode", "-", "--json", "--type", "png", input: jpeg)
        #expect(json.objects.first?["path"] as? String == "-")
        #expect((json.objects.first?["text"] as? String)?.hasPrefix("iVBORw0KGgo") == true)
        let failure = try await command.run("encode", "-", "--json", input: Array("no picture".utf8))
        #expect(failure.errorCode == "unsupportedFormat" && !failure.errorText.contains("input-"))
        #expect(!fixture.names.contains { $0.hasPrefix("input-") || $0.hasPrefix("converted-") })
    }

    @Test func `0.12 a HEIC of our own becomes JPEG`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let shot = try await command.run("shoot", "--camera", "simulated", "-o", "a.heic")
        try #require(shot.status == 0, "\(shot.errorText)")
        let outcome = try await command.run("encode", "a.heic", "--type", "jpeg")
        #expect(outcome.status == 0, "\(outcome.errorText)")
        try fixture.folder.appending("a.jpg").writeNew([UInt8](try #require(Data(base64Encoded: outcome.outputText))))
        let (heic, jpeg) = (fixture.folder.appending("a.heic"), fixture.folder.appending("a.jpg"))
        #expect(try FileInfo(jpeg).header.contentType == .jpeg)
        #expect(try FileInfo(jpeg).header.size == FileInfo(heic).header.size)
    }

    @Test func `0.12 lines of 64 characters end in CRLF`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(Self.jpeg())
        let outcome = try await BuiltCommand(in: fixture.folder).run("encode", "a.jpg", "--line-length", "64")
        let lines = outcome.outputText.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        #expect(lines.dropLast().allSatisfy { $0.utf8.count == 64 })
        #expect(lines.joined() == Data(try Self.jpeg()).base64EncodedString())
    }

    @Test func `0.12 PNG when asked, else JPEG; what is JPEG already stays as it is`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(Self.jpeg())
        let command = BuiltCommand(in: fixture.folder)
        let png = try await command.run("encode", "a.jpg", "--type", "png")
        let bytes = [UInt8](try #require(Data(base64Encoded: png.outputText)))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try fixture.folder.appending("b.png").writeNew(bytes)
        let same = try await command.run("encode", "a.jpg", "--type", "jpeg")
        #expect(same.outputText == Data(try Self.jpeg()).base64EncodedString())
        let converted = try await command.run("encode", "b.png", "--type", "jpeg")
        let jpeg = [UInt8](try #require(Data(base64Encoded: converted.outputText)))
        #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
        try fixture.folder.appending("c.jpg").writeNew(jpeg)
        #expect(try Self.colors(fixture.folder.appending("c.jpg")) == ["red", "green", "blue", "white"])
    }

    /// The names of the colours at the corners.
    static func colors(_ path: MediaPath) throws -> [String] {
        var found: [String] = []
        try FrameReader.read(path) { frame in
            for (x, y) in [(5, 5), (75, 5), (5, 35), (75, 35)] {
                let at = frame.bytes.startIndex + y * frame.bytesPerRow + x * 4
                let (blue, green, red) = (frame.bytes[at], frame.bytes[at + 1], frame.bytes[at + 2])
                switch (red > 200, green > 200, blue > 200) {
                case (true, false, false): found.append("red")
                case (false, true, false): found.append("green")
                case (false, false, true): found.append("blue")
                case (true, true, true): found.append("white")
                default: found.append("\(red),\(green),\(blue)")
                }
            }
            return false
        }
        return found
    }

    // markevans/dragonfly #447, Intervention/image PR 983, loopbackio/strong-data-uri PR 24.
    @Test func `C76 all usual forms of Base64 give the same bytes back`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let jpeg = try Self.jpeg()
        let plain = Data(jpeg).base64EncodedString()
        func lines(_ end: String) -> String {
            stride(from: 0, to: plain.count, by: 76).map { start in
                String(plain.dropFirst(start).prefix(76))
            }.joined(separator: end)
        }
        let forms = [
            plain, lines("\n"), lines("\r\n"), "data:image/jpeg;base64," + plain,
            "data:image/jpeg;base64,\n  " + lines("\n  "), "data:image/jpeg;charset=x;base64," + plain,
        ]
        for (index, form) in forms.enumerated() {
            let outcome = try await command.run("decode", "-o", "\(index).jpg", "--json", input: Array(form.utf8))
            #expect(outcome.status == 0, "\(index): \(outcome.errorText)")
            #expect(outcome.objects.first?["mime"] as? String == "image/jpeg")
            #expect(try fixture.folder.appending("\(index).jpg").readAll() == jpeg)
        }
    }

    /// Remembers how much was written at once, and the first and last characters.
    private final class PieceSink: ByteSink {
        private let seen = Locked<(largest: Int, count: Int, head: [UInt8], tail: [UInt8])>((0, 0, [], []))

        func write(_ bytes: [UInt8]) {
            seen.withLock { seen in
                seen.largest = max(seen.largest, bytes.count)
                seen.count += bytes.count
                if seen.head.isEmpty { seen.head = Array(bytes.prefix(100)) }
                seen.tail = Array((seen.tail + bytes.suffix(20)).suffix(20))
            }
        }

        var largest: Int { seen.withLock { $0.largest } }
        var count: Int { seen.withLock { $0.count } }
        var head: String { seen.withLock { String(decoding: $0.head, as: UTF8.self) } }
        var tail: String { seen.withLock { String(decoding: $0.tail, as: UTF8.self) } }
    }

    /// What standard input gives, and how much of it was asked for at once.
    private final class PieceSource: Sendable {
        private let state: Locked<(rest: ArraySlice<UInt8>, largest: Int)>

        init(_ bytes: [UInt8]) { state = Locked((bytes[...], 0)) }

        var largest: Int { state.withLock { $0.largest } }

        func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
            let count = room.count
            let piece = state.withLock { state in
                state.largest = max(state.largest, count)
                let piece = state.rest.prefix(count)
                state.rest = state.rest.dropFirst(piece.count)
                return Array(piece)
            }
            piece.withUnsafeBytes { room.copyMemory(from: $0) }
            return piece.count
        }
    }

    // ivpusic/react-native-image-crop-picker #374: what was encoded was held in memory as a whole.
    @Test func `C76 large images pass through in pieces, as JSON and from standard input, too`() async throws {
        let fixture = try CommandFixture()
        var image = try Self.jpeg()
        image += [UInt8](repeating: 0x5A, count: 3_000_000 - image.count)
        let path = fixture.folder.appending("large.jpg")
        try path.writeNew(image)
        let text = Data(image).base64EncodedString()
        for (words, fromInput) in [
            (["encode", path.string, "--json"], false), (["encode", path.string], false),
            (["encode", "-", "--json"], true), (["encode", "-", "--json", "--line-length", "76"], true),
        ] {
            let (sink, source) = (PieceSink(), PieceSource(image))
            var environment = fixture.environment
            environment.output = sink
            environment.readInput = { room throws(CommandError) in source.read(room) }
            let status = await CommandRunner(environment: environment).run(words.map { MediaPath($0) })
            #expect(status == .done, "\(words) \(fixture.errors.text)")
            #expect(sink.largest < 600_000 && sink.count >= text.utf8.count, "\(words): \(sink.largest)")
            #expect(source.largest < 600_000 && (source.largest > 0) == fromInput)
            #expect(sink.head.hasPrefix(words.contains("--json") ? #"{"path":""# : "/9j/"), "\(sink.head)")
            if words.contains("--json") { #expect(sink.tail.hasSuffix("WlpaWlpa\"}\n"), "\(sink.tail)") }
        }
        let source = PieceSource(Array(text.utf8))
        var environment = fixture.environment
        environment.readInput = { room throws(CommandError) in source.read(room) }
        let words = ["decode", "-", "-o", "back.jpg"].map { MediaPath($0) }
        #expect(await CommandRunner(environment: environment).run(words) == .done)
        #expect(source.largest < 600_000)
        #expect(try fixture.folder.appending("back.jpg").readAll() == image)
    }

    @Test func `0.12 lines end in CRLF within JSON, too`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.jpg").writeNew(Self.jpeg())
        let outcome = try await BuiltCommand(in: fixture.folder).run("encode", "a.jpg", "--line-length", "64", "--json")
        let text = try #require(outcome.objects.first?["text"] as? String)
        #expect(text.contains("\r\n"))
        #expect(text.components(separatedBy: "\r\n").joined() == Data(try Self.jpeg()).base64EncodedString())
    }

    @Test(arguments: ["####", "", "data:image/png,abc", "aGVsbG8gd29ybGQ="])
    func `C76 what yields no image is refused, and nothing is left`(text: String) async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        let outcome = try await command.run("decode", "--json", "-o", "a.png", input: Array(text.utf8))
        #expect(outcome.status == 2)
        #expect(outcome.errorCode == "unsupportedFormat")
        #expect(fixture.names.isEmpty)
    }

    @Test(arguments: [("a.png", false), ("a.txt", false), ("a.jpeg", true), ("a", true)])
    func `5.14 a decoded file has a name that says what it is, or nothing`(_ name: String, _ fits: Bool) async throws {
        let fixture = try CommandFixture()
        let text = Data(try Self.jpeg()).base64EncodedString()
        let command = BuiltCommand(in: fixture.folder)
        let outcome = try await command.run("decode", "--json", "-o", name, input: Array(text.utf8))
        #expect(outcome.status == (fits ? 0 : 2), "\(outcome.errorText)")
        #expect(outcome.errorCode == (fits ? nil : "usage"))
        #expect(fixture.names == (fits ? [name] : []))
    }

    @Test func `C76 text that is cut off leaves no picture`() async throws {
        let fixture = try CommandFixture()
        let text = Data(try Self.jpeg()).base64EncodedString().dropLast(3) + "*"
        try fixture.folder.appending("a.txt").writeNew(Array(text.utf8))
        let outcome = try await BuiltCommand(in: fixture.folder).run("decode", "--json", "a.txt", "-o", "a.jpg")
        #expect(outcome.status == 2)
        #expect(outcome.errorCode == "truncated")
        #expect(fixture.names == ["a.txt"])
    }

    @Test func `C76 a picture that its text cut short is made, and told as that`() async throws {
        let fixture = try CommandFixture()
        let text = Data(try Self.jpeg().dropLast(100)).base64EncodedString()
        try fixture.folder.appending("a.txt").writeNew(Array(text.utf8))
        #expect(await fixture.run("decode", fixture.folder.appending("a.txt").string, "-o", "a.jpg") == .done)
        #expect(fixture.errors.text.hasPrefix("filmstrip: truncated: In a.jpg: "), "\(fixture.errors.text)")
        let whole = try CommandFixture()
        try whole.folder.appending("a.txt").writeNew(Array(Data(try Self.jpeg()).base64EncodedString().utf8))
        #expect(await whole.run("decode", whole.folder.appending("a.txt").string, "-o", "a.jpg") == .done)
        #expect(whole.errors.text.isEmpty)
    }

    @Test func `C76 a data URI names what the bytes are, whatever the file is called`() async throws {
        let fixture = try CommandFixture()
        try fixture.folder.appending("a.png").writeNew(Self.jpeg())
        let outcome = try await BuiltCommand(in: fixture.folder).run("encode", "--data-uri", "a.png")
        #expect(outcome.outputText.hasPrefix("data:image/jpeg;base64,/9j/"))
    }

    @Test func `0.12 what is no image is a typed error`() async throws {
        let fixture = try CommandFixture()
        fixture.folder.appending("a.jpg").put("no picture")
        let command = BuiltCommand(in: fixture.folder)
        #expect(try await command.run("encode", "--json", "a.jpg").errorCode == "unsupportedFormat")
        #expect(try await command.run("encode", "--json", "missing.jpg").errorCode == "notFound")
        #expect(try await command.run("encode", "--json", ".").errorCode == "unreadable")
    }

    @Test func `5.14 decode overwrites nothing`() async throws {
        let fixture = try CommandFixture()
        fixture.folder.appending("a.jpg").put("mine")
        let input = Array(Data(try Self.jpeg()).base64EncodedString().utf8)
        let outcome = try await BuiltCommand(in: fixture.folder).run("decode", "--json", "-o", "a.jpg", input: input)
        #expect(outcome.status == 2 && outcome.errorCode == "exists")
        #expect(try fixture.folder.appending("a.jpg").readAll() == Array("mine".utf8))
    }

    @Test func `C04 a picture held upright is encoded upright`() async throws {
        let fixture = try CommandFixture()
        await fixture.run("samples", fixture.folder.appending("s").string, "--tiny", "--count", "40", "--seed", "2")
        let item = try #require(SamplePlan(count: 40, seed: 2).items.first { $0.kind == .portrait })
        let stem = fixture.folder.appending("s").appending(item.folder).appending(item.stem)
        let file = try #require(
            [".jpg", ".JPG"].map { MediaPath(bytes: stem.bytes + Array($0.utf8)) }.first { $0.exists })
        let info = try FileInfo(file)
        let outcome = try await BuiltCommand(in: fixture.folder).run([MediaPath("encode"), file, "--type", "png"])
        try fixture.folder.appending("a.png").writeNew([UInt8](try #require(Data(base64Encoded: outcome.outputText))))
        #expect(try FileInfo(fixture.folder.appending("a.png")).header.size == info.header.size)
        #expect(info.header.size.height > info.header.size.width)
    }

    @Test func `0.11 info and details name kind, type, path and what the file says about itself`() async throws {
        let fixture = try CommandFixture()
        await fixture.run("samples", fixture.folder.appending("s").string, "--tiny", "--count", "40", "--seed", "2")
        let item = try #require(SamplePlan(count: 40, seed: 2).items.first { $0.kind == .portrait && $0.place != nil })
        let stem = fixture.folder.appending("s").appending(item.folder).appending(item.stem)
        let file = try #require(
            [".jpg", ".JPG"].map { MediaPath(bytes: stem.bytes + Array($0.utf8)) }.first { $0.exists })
        let command = BuiltCommand(in: fixture.folder)
        let info = try #require(try await command.run([MediaPath("info"), "--json", file]).objects.first)
        #expect(info["path"] as? String == file.string)
        #expect(info["mime"] as? String == "image/jpeg" && info["kind"] as? String == "photo")
        #expect(info["date"] as? String == MomentFormat.text(item.date) && info["dateSource"] as? String == "exif")
        let details = try #require(try await command.run([MediaPath("details"), "--json", file]).objects.first)
        let groups = try #require(details["groups"] as? [String: [[String: String]]])
        let exif = groups.values.joined()
        #expect(exif.contains { $0["name"] == "Model" && $0["raw"] == item.device.model })
        #expect(groups["GPS"]?.isEmpty == false)
        let text = try await command.run([MediaPath("details"), file]).outputText
        #expect(text.contains(item.device.model))
    }

    @Test func `0.11 an address with nothing behind it is a typed error`() async throws {
        let fixture = try CommandFixture()
        let command = BuiltCommand(in: fixture.folder)
        for verb in ["info", "details"] {
            let outcome = try await command.run(verb, "--json", "missing.jpg")
            #expect(outcome.status == 2 && outcome.errorCode == "notFound")
        }
        symlink("nowhere", fixture.folder.appending("link.jpg").string)
        #expect(try await command.run("info", "--json", "link.jpg").errorCode == "notFound")
    }

    /// Standard input that never ends: an image's beginning, if any, and the same bytes for ever.
    private func endless(_ fixture: CommandFixture, head: [UInt8], _ filler: UInt8) -> CommandEnvironment {
        let sent = Locked(false)
        var environment = fixture.environment
        environment.inputLimit = 1 << 20
        environment.readInput = { room throws(CommandError) in
            let isFirst = sent.withLock { sent in
                defer { sent = true }
                return !sent
            }
            let bytes = isFirst && !head.isEmpty ? head : [UInt8](repeating: filler, count: room.count)
            room.copyBytes(from: bytes.prefix(room.count))
            return min(bytes.count, room.count)
        }
        return environment
    }

    @Test func `C76 input without an end is refused, and nothing of it stays`() async throws {
        // ivpusic/react-native-image-crop-picker #374
        let jpeg = try Self.jpeg()
        let text = Array(Data(jpeg.prefix(300)).base64EncodedString().utf8)
        for (words, head, filler, code) in [
            (["encode", "-"], [], 0, "unsupportedFormat"), (["encode", "-"], jpeg, 0x5A, "tooLarge"),
            (["decode", "-o", "a.jpg"], [], UInt8(ascii: "A"), "unsupportedFormat"),
            (["decode", "-o", "a.jpg"], text, UInt8(ascii: "A"), "tooLarge"),
            (["decode", "-o", "a.jpg"], text, UInt8(ascii: "#"), "tooLarge"),
        ] as [([String], [UInt8], UInt8, String)] {
            let fixture = try CommandFixture()
            let runner = CommandRunner(environment: endless(fixture, head: head, filler))
            #expect(await runner.run(words.map { MediaPath($0) }) == .failed)
            #expect(fixture.errors.text.hasPrefix("filmstrip: \(code): "), "\(words) \(fixture.errors.text)")
            #expect(fixture.errors.text.split(separator: "\n").count == 1 && fixture.output.bytes.isEmpty)
            #expect(fixture.names.isEmpty)
            let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.appending("temporary").string)
            #expect(left.isEmpty, "\(words) \(left)")
        }
    }

    @Test func `C50 what a killed command left among the temporary files is gone after the next`() async throws {
        // IacobIonut01/ReFra #1131
        let fixture = try CommandFixture()
        let temporary = fixture.folder.appending("temporary")
        temporary.appending(".filmstrip-2147483000-abc.part").put("half")
        let image = try Self.jpeg()
        let source = PieceSource(image)
        var environment = fixture.environment
        environment.readInput = { room throws(CommandError) in source.read(room) }
        let status = await CommandRunner(environment: environment).run(["encode", "-"].map { MediaPath($0) })
        #expect(status == .done && fixture.output.text == Data(image).base64EncodedString())
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.string).isEmpty)
    }

    @Test func `0.12 transparency comes through PNG as it was, and is white as JPEG`() async throws {
        let fixture = try CommandFixture()
        // Half transparent green, multiplied in, as decoders give it.
        let clear = PixelFrame(
            size: PixelSize(width: 8, height: 8), bytesPerRow: 32,
            bytes: Data((0..<64).flatMap { _ in [0, 128, 0, 128] as [UInt8] }))
        let encoder = PictureEncoder(clear, hasAlpha: true)
        try fixture.folder.appending("c.webp").writeNew(try encoder.encode(as: .webP, quality: 100))
        for (type, expected) in [("png", [0, 128, 0, 128]), ("jpeg", [127, 255, 127, 255])] {
            let other = try CommandFixture()
            #expect(
                await other.run([MediaPath("encode"), fixture.folder.appending("c.webp"), "--type", MediaPath(type)])
                    == .done)
            let bytes = try #require(Data(base64Encoded: other.output.text.filter { !$0.isWhitespace }))
            let path = other.folder.appending("back")
            try path.writeNew(Array(bytes))
            let pixel = try await PictureDecoder().picture(path).frame.bytes.prefix(4).map { Int($0) }
            #expect(zip(pixel, expected).allSatisfy { abs($0 - $1) < 8 }, "\(type) \(pixel)")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: other.folder.appending("temporary").string).isEmpty)
        }
    }
}
