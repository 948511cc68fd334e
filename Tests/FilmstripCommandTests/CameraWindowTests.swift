import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripCommand

@MainActor @Suite(.timeLimit(.minutes(1))) struct CameraWindowTests {
    private let presenter = ScriptedPresenter()

    private func photo(in folder: MediaPath) async throws -> CapturedMedia {
        .photo(try await StubCamera().inFolder(folder).capturePhoto(PhotoSettings()))
    }

    @Test func `5.14, 0.6 shoot --window hands the wishes to a camera window, and puts what was kept where it belongs`()
        async throws
    {
        let fixture = try CommandFixture(presenter: presenter)
        presenter.captures = [.success([try await photo(in: fixture.folder), try await photo(in: fixture.folder)])]
        let target = fixture.folder.appending("a.jpg")
        #expect(
            await fixture.run(
                "shoot", "--window", "--json", "--count", "3", "--flash", "on", "--camera", "front", "--mirror", "on",
                "--quality", "80", "-o", target.string) == .done)
        #expect(fixture.objects.map { ($0["path"] as? String)?.suffix(8) } == ["/a-1.jpg", "/a-2.jpg"])
        #expect(fixture.names == ["a-1.jpg", "a-2.jpg"])
        let request = try #require(presenter.captureRequests.first)
        #expect(request.maximumCount == 3 && request.flash == .on && request.position == .front)
        #expect(request.kind == .photo && request.allowedKinds == [.photo])
        let need = try #require(fixture.pickerNeeds.withLock { $0.first?.camera })
        #expect(need.photo == PhotoSettings(format: .jpeg, quality: 80) && need.mirrors == true && !need.isSimulated)
    }

    @Test func `C53, 5.14 one file of shoot --window that fails loses no other shot`() async throws {
        let fixture = try CommandFixture(presenter: presenter)
        presenter.captures = [.success([try await photo(in: fixture.folder), try await photo(in: fixture.folder)])]
        // Somebody takes the first name while the window is open.
        let first = fixture.folder.appending("a-1.jpg")
        presenter.onCall = { call in
            guard case .camera = call else { return }
            first.put("other")
        }
        let target = fixture.folder.appending("a.jpg")
        #expect(
            await fixture.run("shoot", "--window", "--json", "--count", "2", "-o", target.string) == .failed)
        #expect(fixture.errorCode == "exists")
        #expect(fixture.objects.map { ($0["path"] as? String)?.suffix(8) } == ["/a-2.jpg"])
        #expect(try first.readAll() == Array("other".utf8))
        #expect(try fixture.folder.appending("a-2.jpg").readAll() == Array("photo 1".utf8))
        let error = try #require(fixture.errorObject?["error"] as? [String: Any])
        let message = try #require(error["message"] as? String)
        let kept = try #require(message.split(separator: " ").last)
        #expect(try MediaPath(String(kept)).readAll() == Array("photo 1".utf8))
    }

    @Test func `5.14 closing the camera window is one cancel, and nothing is left`() async throws {
        let fixture = try CommandFixture(presenter: presenter)
        presenter.captures = [.success(nil)]
        #expect(await fixture.run("shoot", "--window", "--live", "--camera", "back") == .cancelled)
        #expect(fixture.output.bytes.isEmpty && fixture.errors.text == "" && fixture.names.isEmpty)
        let request = try #require(presenter.captureRequests.first)
        #expect(request.camera == "back" && request.kind == .livePhoto && request.maximumCount == 1)
    }

    @Test func `5.14 without a display a camera window says so, and opens no camera`() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("shoot", "--window", "--json") == .failed)
        #expect(fixture.errorCode == "noDisplay" && fixture.camera.log.starts.withLock { $0.isEmpty })
    }

    @Test func `5.14 what the user likes lies among the settings, and what was asked for once does not change it`()
        throws
    {
        let fixture = try CommandFixture()
        var need = CameraWindowNeed(fixture.environment)
        let variables = ["XDG_CONFIG_HOME": fixture.folder.string]
        let plain = need.settings(variables)
        #expect(plain.load() == nil)
        plain.save(CameraSettings(showsGrid: true))
        need.mirrors = true
        let mirroring = need.settings(variables)
        #expect(mirroring.load() == CameraSettings(showsGrid: true, mirrorsFrontCamera: true))
        mirroring.save(CameraSettings(timer: .ten, mirrorsFrontCamera: true))
        #expect(plain.load() == CameraSettings(timer: .ten))
        #expect(
            FileManager.default.fileExists(
                atPath: fixture.folder.appending("filmstrip").appending("camera.json").string))
    }

    @Test func `5.14 pick asks where there is a camera, and takes what may be chosen with the one that is wished`()
        async throws
    {
        let fixture = try CommandFixture(presenter: presenter)
        presenter.presses = [nil]
        #expect(await fixture.run("pick") == .cancelled)
        #expect(presenter.prompts.count == 1)
        presenter.captures = [.success(nil)]
        let second = try CommandFixture(presenter: presenter)
        #expect(
            await second.run(
                "pick", "--source", "camera", "--camera", "front", "--types", "photo", "--max", "2") == .cancelled)
        let request = try #require(presenter.captureRequests.first)
        #expect(request.position == .front && request.allowedKinds == [.photo] && request.maximumCount == 2)
        // Where there is no camera, nobody is asked.
        presenter.choices = [.success(nil)]
        var camera = StubCamera()
        camera.devicesFailure = .noCamera
        let third = try CommandFixture(camera: camera, presenter: presenter)
        #expect(await third.run("pick") == .cancelled)
        #expect(presenter.prompts.count == 1)
    }
}
