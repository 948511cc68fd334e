import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand

@MainActor @Suite(.timeLimit(.minutes(1))) struct PickVerbTests {
    private let presenter = ScriptedPresenter()

    /// Without a camera nobody is asked for a source.
    private static var noCamera: StubCamera {
        var camera = StubCamera()
        camera.cameras = []
        camera.devicesFailure = .noCamera
        return camera
    }

    /// A library of two files that are there and one that is not.
    private func fixture() throws -> CommandFixture {
        let folder = MediaPath(FileManager.default.temporaryDirectory.appending(path: "pick-\(UUID().uuidString)").path)
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        for name in ["a", "b"] { folder.appending("\(name).jpg").put("picture \(name)") }
        let assets = ["a", "b", "gone"].map { StubLibrary.asset($0, path: folder.appending("\($0).jpg")) }
        return try CommandFixture(camera: Self.noCamera, library: StubLibrary(assets: assets), presenter: presenter)
    }

    @Test func `5.14, 5.15 pick prints the paths of what was chosen, in tap order`() async throws {
        let fixture = try fixture()
        presenter.choices = [.success(["b", "a"])]
        #expect(await fixture.run("pick", "--max", "3") == .done)
        let lines = fixture.output.text.split(separator: "\n")
        #expect(lines.map { $0.suffix(6) } == ["/b.jpg", "/a.jpg"])
        presenter.choices = [.success(["a"])]
        let second = try self.fixture()
        #expect(await second.run("pick", "-0") == .done)
        #expect(second.output.text.hasSuffix("/a.jpg\0"))
    }

    @Test func `5.14, 5.15 each item is a value or an error, and one error makes the code 2`() async throws {
        let fixture = try fixture()
        presenter.choices = [.success(["gone", "b"])]
        #expect(await fixture.run("pick", "--max", "2", "--json") == .failed)
        let list = try #require(JSONSerialization.jsonObject(with: Data(fixture.output.bytes)) as? [[String: Any]])
        #expect(list.count == 2)
        #expect(list[0]["id"] as? String == "gone")
        #expect((list[0]["error"] as? [String: Any])?["code"] as? String == "itemGone")
        #expect(list[1]["kind"] as? String == "photo" && (list[1]["path"] as? String)?.hasSuffix("/b.jpg") == true)
        // The array has said it.
        #expect(fixture.errors.text == "")
    }

    @Test func `5.14 a window that is closed is one cancel: code 1 and no output`() async throws {
        let fixture = try fixture()
        presenter.choices = [.success(nil)]
        #expect(await fixture.run("pick") == .cancelled)
        #expect(fixture.output.bytes.isEmpty && fixture.errors.text == "")
        presenter.choices = [.success(nil)]
        let second = try self.fixture()
        #expect(await second.run("pick", "--json") == .cancelled)
        #expect(second.errorCode == "cancelled")
    }

    @Test func `5.14 without a display pick says so, and looks through nothing`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("pick", "--json") == .failed)
        #expect(fixture.errorCode == "noDisplay")
    }

    @Test func `5.14 the options of pick reach the window`() async throws {
        let fixture = try fixture()
        presenter.choices = [.success(nil)]
        #expect(
            await fixture.run(
                "pick", "--max", "0", "--min", "2", "--types", "video,live", "--max-duration", "15", "--albums",
                "Trip, recents", "--select", "a", "--select", "b", "--numbers", "--prompt", "For the letter",
                "--columns", "5", "--parent", "x11:1a", "--lang", "zh-Hant") == .cancelled)
        let requests = presenter.calls.compactMap { if case .library(let request) = $0 { request } else { nil } }
        let request = try #require(requests.first)
        #expect(request.rules.maximum == nil && request.rules.minimum == 2)
        #expect(request.rules.kinds == [.video, .livePhoto] && request.rules.duration == 0...15)
        #expect(request.albums == ["user:trip", .smart(.recents)])
        #expect(request.preselected == ["a", "b"] && request.badges == .number && request.prompt == "For the letter")
        let need = try #require(fixture.pickerNeeds.withLock { $0.first })
        #expect(need.columns == 5 && need.parentHandle == "x11:1a" && need.texts.languageTag == "zh-Hant")
    }

    @Test func `5.14 chosen files are copied whole, and never over another`() async throws {
        let fixture = try fixture()
        let target = fixture.folder.appending("copies")
        #expect(await fixture.run("pick", "--copy-to", "copies", "--json") == .failed)
        #expect(fixture.errorCode == "notFound")
        try FileManager.default.createDirectory(at: target.url, withIntermediateDirectories: true)
        let samples = BuiltCommand(in: fixture.folder)
        #expect(try await samples.run("samples", "pictures", "--count", "2", "--tiny").status == 0)
        let names = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.appending("pictures").string)
        let name = try #require(names.first { $0.hasSuffix(".jpg") })
        let picture = fixture.folder.appending("pictures").appending(name)
        let library = StubLibrary(assets: [StubLibrary.asset("p", path: picture)])
        for round in 1...2 {
            let next = try CommandFixture(camera: Self.noCamera, library: library, presenter: presenter)
            presenter.choices = [.success(["p"])]
            #expect(await next.run("pick", "--json", "--copy-to", target.string) == .done)
            let list = try #require(JSONSerialization.jsonObject(with: Data(next.output.bytes)) as? [[String: Any]])
            let path = try #require(list.first?["path"] as? String)
            #expect(path.hasPrefix(target.string + "/") && list[0]["id"] as? String == "p")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(contentsOf: picture.url))
            #expect(try FileManager.default.contentsOfDirectory(atPath: target.string).count == round)
        }
    }

    @Test func `5.14, 0.10 what was edited is a new file in the current folder, under the old one's name`() async throws
    {
        let fixture = try fixture()
        let edited = fixture.folder.appending("temporary").appending("x.png")
        // A header that the exporter knows; it copies the bytes.
        let picture = try Data(contentsOf: try await samplePicture(fixture))
        try picture.write(to: edited.url)
        presenter.choices = [.success(["a", "b"])]
        presenter.edits = [MediaFile(path: edited, contentType: .jpeg, isTemporary: true), nil]
        #expect(await fixture.run("pick", "--max", "2", "--edit", "free", "--json") == .done)
        let list = try #require(JSONSerialization.jsonObject(with: Data(fixture.output.bytes)) as? [[String: Any]])
        let path = try #require(list[0]["path"] as? String)
        #expect(path == fixture.folder.appending("a.jpg").string && list[0]["edited"] as? Bool == true)
        #expect((list[0]["source"] as? String)?.hasSuffix("/a.jpg") == true && list[0]["id"] as? String == "a")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == picture)
        // What was not edited is where it was.
        #expect((list[1]["path"] as? String)?.hasSuffix("/b.jpg") == true && list[1]["edited"] == nil)
        let styles = presenter.calls.compactMap { if case .editor(_, let style) = $0 { style } else { nil } }
        #expect(styles == [.free, .free])
    }

    @Test func `C53, 5.14 a photo that gets into no folder is kept, and the error says where`() async throws {
        let fixture = try CommandFixture(presenter: presenter)
        let picture = try Data(contentsOf: try await samplePicture(fixture))
        let taken = fixture.folder.appending("temporary").appending("taken")
        try picture.write(to: taken.url)
        presenter.presses = [.takePhoto]
        presenter.captures = [
            .success([
                .photo(
                    CapturedPhoto(
                        file: MediaFile(path: taken, contentType: .jpeg, isTemporary: true),
                        size: PixelSize(width: 4, height: 3), date: StubCamera.date, camera: "back", shutterLatency: 0))
            ])
        ]
        var environment = fixture.environment
        // Nobody can make a file there.
        environment.workingFolder = MediaPath("/proc")
        #expect(await CommandRunner(environment: environment).run(["pick", "--json"]) == .failed)
        let list = try #require(JSONSerialization.jsonObject(with: Data(fixture.output.bytes)) as? [[String: Any]])
        let error = try #require(list.first?["error"] as? [String: Any])
        let message = try #require(error["message"] as? String)
        #expect(message.hasSuffix("; what is new is kept at \(taken.string)"), "\(message)")
        #expect(try Data(contentsOf: taken.url) == picture)
    }

    private func samplePicture(_ fixture: CommandFixture) async throws -> URL {
        let samples = BuiltCommand(in: fixture.folder)
        #expect(try await samples.run("samples", "samples", "--count", "2", "--tiny").status == 0)
        let folder = fixture.folder.appending("samples").url
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return folder.appending(path: try #require(names.first { $0.hasSuffix(".jpg") }))
    }

    @Test func `5.14 one picker at a time stands above a window`() async throws {
        let handle = "x11:\(String(UInt32.random(in: 1 ... .max), radix: 16))"
        do {
            let claim = try ParentClaim(handle, ["DISPLAY": ":7"])
            defer { withExtendedLifetime(claim) {} }
            let second = #expect(throws: CommandError.self) { try ParentClaim(handle, ["DISPLAY": ":7"]) }
            #expect(second?.code == .alreadyShown)
            // The same number on another screen is another window.
            _ = try ParentClaim(handle, ["DISPLAY": ":8"])
            // Handles of Wayland are long, and may differ in their last letter.
            let long = "wayland:" + String(repeating: "x", count: 400) + handle
            let other = try ParentClaim(long + "1", [:])
            defer { withExtendedLifetime(other) {} }
            _ = try ParentClaim(long + "2", [:])
            #expect(throws: CommandError.self) { try ParentClaim(long + "1", [:]) }
        }
        _ = try ParentClaim(handle, ["DISPLAY": ":7"])
    }
}
