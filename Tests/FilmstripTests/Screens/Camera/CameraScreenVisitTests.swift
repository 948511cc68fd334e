import Filmstrip
import FilmstripTesting
import Testing

/// What was kept in a visit, and the rules for it.
@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraScreenVisitTests {
    /// A library that thinks about each asset for as long as the test wants.
    private struct SlowStore: AssetStore {
        let gate: Answer<Void>

        func asset(_ id: AssetID) async throws(LibraryError) -> Asset? {
            await gate.value
            return .sample(id)
        }

        func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
            AsyncThrowingStream { $0.finish(throwing: LibraryError.cancelled) }
        }

        func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
            throw .cancelled
        }
    }

    private func screen(
        _ fixture: SessionFixture, max count: Int, settings: CameraSettings = CameraSettings(),
        door: LibraryDoor? = nil
    ) -> CameraScreenModel {
        CameraScreenModel(
            fixture.session,
            request: CaptureRequest(
                allowedKinds: [.photo, .video], recording: RecordingSettings(wantsSound: false), maximumCount: count),
            settings: settings, photo: PhotoSettings(format: .png), library: door, clock: fixture.clock)
    }

    private func door(_ rules: SelectionRules) -> LibraryDoor {
        LibraryDoor(rules: rules, store: StubLibrary()) { _, _ in nil }
    }

    private func shoot(_ model: CameraScreenModel) async {
        await model.press()
        await model.use()
    }

    private func film(_ fixture: SessionFixture, _ model: CameraScreenModel) async {
        await model.choose(.video)
        await model.press()
        fixture.camera.tick(3)
        await shoot(model)
        await model.choose(.photo)
    }

    // MARK: The held shutter

    @Test(arguments: [
        SelectionRules(maximum: nil, maximumByKind: [.video: 1]),
        SelectionRules(maximum: nil, maximumByKind: [.video: 0]),
    ])
    func `5.11 a held shutter takes no video that there is no room for`(_ rules: SelectionRules) async {
        let fixture = SessionFixture()
        let model = screen(fixture, max: 5, door: door(rules))
        await model.appear()
        let takesOne = rules.maximumByKind[.video] == 1
        #expect(model.canHold == takesOne)
        if takesOne { await film(fixture, model) }
        #expect(model.refusal == nil && !model.canHold)
        await model.hold()
        #expect(!model.camera.isRecording)
        if takesOne {
            // In the place of the one that there is, there is room.
            model.look(at: model.tray.entries[0].id)
            model.retake()
            #expect(model.canHold)
        }
        await model.exit()
    }

    @Test func `5.9 with a self-timer the shutter is not held, so that a long press is a press`() async {
        let fixture = SessionFixture()
        let model = screen(fixture, max: 1)
        await model.appear()
        #expect(model.canHold)
        model.nextTimer()
        #expect(!model.canHold)
        await model.press()
        #expect(model.countdown == 3 && !model.canHold)
        await model.exit()
        #expect(!model.canHold)
    }

    // MARK: Errors

    @Test func `5.12 a shot that fails takes nothing that was kept: the screen says why, and goes on`() async throws {
        let fixture = SessionFixture()
        let model = screen(fixture, max: 4, door: door(SelectionRules(minimum: 2, maximum: nil)))
        await model.appear()
        await shoot(model)
        fixture.camera.fail(.photo, with: .noSpace(folder: "/full"), .configurationFailed("dark"))
        await model.press()
        #expect(model.failure == .noSpace(folder: "/full") && model.controls.shutter == .enabled)
        #expect(
            model.notice(.english) == Prompt.Toast.cameraUnavailable(.noSpace(folder: "/full"), texts: .english).text)
        // Fewer than are wanted are no end.
        #expect(!model.canFinish)
        await model.press()
        #expect(model.failure == .configurationFailed("dark") && model.notice(.english) != nil)
        fixture.camera.fail(.recording, with: .readOnly(folder: "/"))
        await model.hold()
        #expect(model.failure == .readOnly(folder: "/") && !model.camera.isRecording)
        await shoot(model)
        #expect(model.failure == nil && model.notice(.english) == nil && model.canFinish)
        await model.finish()
        #expect(try await model.acquired()?.count == 2)
    }

    @Test func `5.12, C74 what was kept can be handed over when the camera has gone`() async throws {
        let fixture = SessionFixture(devices: [SimulatedScene().device])
        let model = screen(fixture, max: 4)
        await model.appear()
        await shoot(model)
        fixture.camera.disconnect("simulated-rear")
        await until { model.camera.page == .unavailable(.cameraLost("simulated-rear")) }
        #expect(model.canFinish)
        await model.finish()
        #expect(try await model.acquired()?.count == 1)
    }

    // MARK: The library

    @Test func `5.9 nothing is taken or ended before what was chosen is there`() async throws {
        let fixture = SessionFixture()
        let gate = Answer<Void>()
        var seen: [Bool] = []
        weak var shown: CameraScreenModel?
        let door = LibraryDoor(rules: SelectionRules(maximum: nil), store: SlowStore(gate: gate)) { _, _ in
            // The camera is not closed yet.
            guard let shown else { return nil }
            seen = [shown.controls.shutter == .enabled, shown.canHold]
            return [.asset("a"), .asset("b")]
        }
        let model = screen(fixture, max: 5, door: door)
        shown = model
        await model.appear()
        await shoot(model)
        let opening = Task { await model.openLibrary() }
        await until { seen == [false, false] }
        await settle()
        #expect(!model.canFinish && model.library == .disabled)
        await model.finish()
        gate.give(())
        await opening.value
        #expect(model.canFinish && model.tray.entries.count == 3)
        await model.finish()
        #expect(try await model.acquired()?.count == 3)
    }

    // MARK: The mirror

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `5.9 what was kept is drawn as its file is: mirrored where selfies are to be`(isFront: Bool, mirrors: Bool)
        async
    {
        let settings = CameraSettings(position: isFront ? .front : .rear, mirrorsFrontCamera: mirrors)
        let fixture = SessionFixture(configuration: CameraSession.Configuration(CaptureRequest(), settings))
        let model = screen(fixture, max: 3, settings: settings)
        await model.appear()
        #expect(fixture.camera.openCamera == (isFront ? "simulated-front" : "simulated-rear"))
        await shoot(model)
        #expect(model.shots[0].drawing == (isFront && mirrors ? .upMirrored : .up))
        // The preview is a mirror whatever is kept.
        #expect(model.camera.drawing == (isFront ? .upMirrored : .up))
        await model.exit()
    }

    // MARK: Steps and names

    @Test func `2.10 Escape goes back by one step, and ends where there is none`() async throws {
        let fixture = SessionFixture()
        let model = screen(fixture, max: 3)
        await model.appear()
        await model.press()
        model.escape()
        await until { model.controls.shutter == .enabled }
        #expect(model.shots.isEmpty)
        await model.press()
        // Use that was pressed before wins.
        let using = Task { await model.use() }
        model.escape()
        await using.value
        await settle()
        #expect(model.shots.count == 1 && model.controls.shutter == .enabled)
        model.look(at: model.tray.entries[0].id)
        model.escape()
        #expect(model.looked == nil)
        model.look(at: model.tray.entries[0].id)
        model.retake()
        #expect(model.replaced != nil && model.notice(.english) == Texts.english.shooting.takenAnew)
        model.nextTimer()
        await model.press()
        model.escape()
        #expect(model.countdown == nil && model.replaced != nil)
        model.escape()
        #expect(model.replaced == nil && model.canFinish)
        model.escape()
        #expect(try await model.acquired() == nil)
    }

    @Test func `5.13 the shutter is called what it does now`() async {
        let fixture = SessionFixture()
        let model = screen(fixture, max: 3)
        await model.appear()
        let texts = Texts.english
        #expect(model.shutterName(texts) == texts.buttons.takePhoto)
        model.nextTimer()
        await model.press()
        #expect(model.shutterName(texts) == texts.shooting.stopTimer)
        await model.press()
        while model.settings.timer != .off { model.nextTimer() }
        await model.choose(.video)
        #expect(model.shutterName(texts) == texts.buttons.recordVideo)
        await model.press()
        #expect(model.shutterName(texts) == texts.buttons.stopRecording)
        fixture.camera.tick()
        await model.exit()
    }
}
