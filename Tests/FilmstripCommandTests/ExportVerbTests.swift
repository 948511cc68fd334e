import Filmstrip
import FilmstripFormats
import FilmstripLinux
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand

@Suite(.timeLimit(.minutes(2))) struct ExportVerbTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        let picture = SamplePixels(size: PixelSize(width: 96, height: 64), bytes: [UInt8](repeating: 99, count: 18_432))
        for name in ["a.jpg", "b.jpg"] {
            try fixture.folder.appending(name).writeNew(picture.jpeg(quality: 95), durably: false)
        }
    }

    @Test func `New files by recipe are printed in the order of the old ones`() async throws {
        #expect(
            await fixture.run("export", "b.jpg", "a.jpg", "--to", "out", "--fit", "48x48", "--format", "webp", "--json")
                == .done)
        #expect(fixture.objects.compactMap { $0["source"] as? String } == ["b.jpg", "a.jpg"])
        for object in fixture.objects {
            #expect(object["mime"] as? String == "image/webp" && object["width"] as? Int == 48)
            #expect(object["height"] as? Int == 32 && object["lossless"] as? Bool == false)
        }
    }

    @Test func `One that fails is told, and the others are made`() async throws {
        #expect(await fixture.run("export", "a.jpg", "missing.jpg", "b.jpg", "--to", "out", "--json") == .failed)
        #expect(fixture.objects.count == 2 && fixture.errorCode == "notFound")
        #expect(fixture.objects.allSatisfy { $0["lossless"] as? Bool == true })
    }

    @Test func `The same file twice is two files`() async throws {
        #expect(await fixture.run("export", "a.jpg", "a.jpg", "--to", "out", "--jobs", "1") == .done)
        let lines = fixture.output.text.split(separator: "\n").map(String.init)
        #expect(lines == ["a.jpg", "a_2.jpg"].map { fixture.folder.appending("out/\($0)").string })
    }

    @Test func `A budget that cannot be kept has a code of its own`() async throws {
        #expect(await fixture.run("export", "a.jpg", "--to", "out", "--max-bytes", "20", "--json") == .failed)
        #expect(fixture.errorCode == "limitReached")
    }

    @Test(arguments: ["12", "12x", "0x5", "axb", "1x2x3"])
    func `A size is two numbers`(size: String) async throws {
        #expect(await fixture.run("export", "a.jpg", "--to", "out", "--fit", size, "--json") == .failed)
        #expect(fixture.errorCode == "usage")
    }

    @Test func `5.14 what cannot be exported is told by the path that was typed`() async throws {
        try fixture.folder.appending("notes").makeFolders()
        try fixture.folder.appending("notes/b.jpg").writeNew(Array("no picture".utf8), durably: false)
        #expect(await fixture.run("export", "notes/b.jpg", "--to", "out", "--json") == .failed)
        let error = fixture.errorObject?["error"] as? [String: String]
        #expect(error?["code"] == "unsupportedFormat" && error?["path"] == "notes/b.jpg")
    }

    @Test func `A folder must be named`() async throws {
        #expect(await fixture.run("export", "a.jpg", "--json") == .failed)
        #expect(fixture.errorCode == "usage")
    }

    @Test func `C50 killed at any moment, an export leaves old files and whole new ones`() async throws {
        // IacobIonut01/ReFra #1131; onlyshk/GPicView #3
        let command = BuiltCommand(in: fixture.folder)
        let source = try fixture.folder.appending("a.jpg").readAll()
        let files = [String](repeating: "a.jpg", count: 40)
        var cutShort = 0
        for round in 0..<8 {
            let folder = fixture.folder.appending("out-\(round)")
            func names() throws -> [String] {
                folder.isFolder ? try FileManager.default.contentsOfDirectory(atPath: folder.string) : []
            }
            let words = ["export", "--to", "out-\(round)", "--fit", "40x40", "--jobs", "1"] + files
            let running = try command.start(words.map { MediaPath($0) })
            // At once, and then when so many files are there or being made.
            var left = 50_000
            while left > 0, try names().count < round * 3 {
                usleep(200)
                left -= 1
            }
            running.signal(SIGKILL)
            _ = running.wait()
            #expect(try fixture.folder.appending("a.jpg").readAll() == source)
            let whole = try names().filter { !$0.hasPrefix(".") }
            for name in whole { #expect(try FileInfo(folder.appending(name)).header.problems.isEmpty) }
            if try !names().isEmpty, whole.count < files.count { cutShort += 1 }
        }
        // Else nothing was proven.
        #expect(cutShort > 0)
    }

    @Test func `C32 a live photo that is named by both of its files is exported once`() async throws {
        // nextcloud/photos #365
        let frames = RawPixels(
            format: "rgb", size: PixelSize(width: 64, height: 48),
            frames: [[UInt8]](repeating: [UInt8](repeating: 90, count: 9216), count: 10))
        let movie = try PixelEncoder.encode(frames, as: .mp4, rate: 10, folder: fixture.folder.appending("temporary"))
        try fixture.folder.appending("a.mp4").writeNew(movie, durably: false)
        #expect(await fixture.run("live", "join", "a.jpg", "a.mp4", "-o", "m.jpg") == .done)
        #expect(await fixture.run("live", "convert", "m.jpg", "--as", "apple", "--to", "pair", "--json") == .done)
        let count = fixture.objects.count
        #expect(await fixture.run("export", "pair/m.mov", "pair/m.jpg", "a.mp4", "--to", "out", "--json") == .done)
        let made = fixture.objects.dropFirst(count)
        #expect(made.compactMap { $0["source"] as? String } == ["pair/m.jpg", "a.mp4"])
        #expect((made.first?["moviePath"] as? String)?.hasSuffix("out/m.mov") == true)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.appending("out").string)
        #expect(names.sorted() == ["a.mp4", "m.jpg", "m.mov"])
    }

    @Test func `5.6 a copy is as old as the file that it is a copy of`() async throws {
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        fixture.folder.appending("a.jpg").setModificationTime(date)
        #expect(await fixture.run("export", "a.jpg", "--to", "out") == .done)
        #expect(fixture.folder.appending("out/a.jpg").modificationTime == 1_000_000_000)
        #expect(await fixture.run("export", "a.jpg", "--to", "other", "--fit", "8x8") == .done)
        #expect((fixture.folder.appending("other/a.jpg").modificationTime ?? 0) > 1_500_000_000)
    }

    @Test func `5.14 one export that takes long shows progress, too`() async throws {
        let clock = Locked(0.0)
        var environment = fixture.environment
        environment.showsProgress = true
        environment.uptime = {
            clock.withLock { time in
                time += 1
                return time
            }
        }
        environment.sleep = { _ in await Task.yield() }
        let runner = CommandRunner(environment: environment)
        let words = ["export", "a.jpg", "--to", "out", "--format", "webp"].map { MediaPath($0) }
        #expect(await runner.run(words) == .done)
        #expect(fixture.errors.text.contains("exporting, "))
    }

    @Test func `5.14 C50 an export that is interrupted ends at once and leaves nothing`() async throws {
        // IacobIonut01/ReFra #1131
        var random = SeededGenerator(seed: 1)
        let size = PixelSize(width: 2400, height: 1800)
        // Noise, which no encoder makes small quickly.
        let noise = (0..<size.pixelCount * 3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let large = try SamplePixels(size: size, bytes: noise).jpeg(quality: 90)
        try fixture.folder.appending("large.jpg").writeNew(large, durably: false)
        let command = BuiltCommand(in: fixture.folder)
        let words = ["export", "a.jpg", "large.jpg", "large.jpg", "--to", "out", "--format", "heic", "--json"]
        let running = try command.start(words.map { MediaPath($0) })
        // The small one is made by then, and the large ones are at work for many seconds.
        for _ in 0..<200 where !fixture.folder.appending("out/a.heic").exists { usleep(50_000) }
        usleep(500_000)
        let start = ProcessInfo.processInfo.systemUptime
        running.signal(SIGINT)
        let outcome = running.wait()
        #expect(outcome.status == 1 && outcome.errorCode == "cancelled" && outcome.output.isEmpty, "\(outcome)")
        // A second is what is promised; a busy machine takes longer.
        #expect(ProcessInfo.processInfo.systemUptime - start < 5)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.appending("out").string)
        #expect(names.isEmpty, "\(names)")
    }
}
