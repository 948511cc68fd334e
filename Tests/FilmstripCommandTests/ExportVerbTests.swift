import Filmstrip
import FilmstripFormats
import FilmstripLinux
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

    @Test func `A folder must be named`() async throws {
        #expect(await fixture.run("export", "a.jpg", "--json") == .failed)
        #expect(fixture.errorCode == "usage")
    }

    @Test func `C50 killed at any moment, an export leaves old files and whole new ones`() async throws {
        // IacobIonut01/ReFra #1131; onlyshk/GPicView #3
        let command = BuiltCommand(in: fixture.folder)
        let source = try fixture.folder.appending("a.jpg").readAll()
        for round in 0..<12 {
            let words = ["export", "a.jpg", "b.jpg", "--to", "out-\(round)", "--fit", "40x40"].map { MediaPath($0) }
            let running = try command.start(words)
            usleep(UInt32(round) * 6000)
            running.signal(SIGKILL)
            _ = running.wait()
            #expect(try fixture.folder.appending("a.jpg").readAll() == source)
            let folder = fixture.folder.appending("out-\(round)")
            guard folder.isFolder else { continue }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.string) where !name.hasPrefix(".") {
                #expect(try FileInfo(folder.appending(name)).header.problems.isEmpty)
            }
        }
    }
}
