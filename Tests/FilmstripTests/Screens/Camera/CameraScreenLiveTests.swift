import Filmstrip
import FilmstripTesting
import Testing

/// Live mode goes with the kind, whatever happens meanwhile.
@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraScreenLiveTests {
    private func screen(_ fixture: SessionFixture, _ kind: MediaKind = .livePhoto, sound: Bool = false)
        -> CameraScreenModel
    {
        CameraScreenModel(
            fixture.session,
            request: CaptureRequest(
                kind: kind, allowedKinds: Set(MediaKind.allCases), recording: RecordingSettings(wantsSound: sound)),
            photo: PhotoSettings(format: .png), clock: fixture.clock)
    }

    private func asking() -> SessionFixture {
        let permissions = ScriptedPermissions([.microphone: .notDetermined])
        permissions.holdsQuestions = true
        return SessionFixture(permissions: permissions)
    }

    @Test(arguments: [[MediaKind.photo], [.video], [.photo, .livePhoto], [.video, .livePhoto, .photo]])
    func `3.2 another kind while the microphone is asked for is the one that counts, and its shutter works`(
        _ others: [MediaKind]
    ) async {
        let fixture = asking()
        let model = screen(fixture, .photo, sound: true)
        await model.appear()
        var choices = [Task { await model.choose(.livePhoto) }]
        await fixture.permissions.waitUntilAsked()
        for kind in others {
            #expect(model.canChangeKind)
            choices.append(Task { await model.choose(kind) })
            await until { model.kind == kind }
        }
        fixture.permissions.holdsQuestions = false
        for choice in choices { await choice.value }
        let isLive = others.last == .livePhoto
        #expect(model.kind == others.last && (model.camera.live != nil) == isLive)
        #expect((fixture.camera.liveFrameCount != nil) == isLive && model.controls.shutter == .enabled)
        await model.exit()
    }

    @Test func `3.2, C74 live mode is there again with a camera that comes back, by itself or by hand`() async {
        let fixture = SessionFixture(devices: [SimulatedScene().device])
        let model = screen(fixture)
        await model.appear()
        #expect(model.camera.live != nil)
        fixture.camera.disconnect("simulated-rear")
        await until { model.camera.page == .unavailable(.cameraLost("simulated-rear")) && model.camera.live == nil }
        fixture.camera.connect(SimulatedScene().device)
        await until { model.camera.live != nil && model.controls.shutter == .enabled }
        #expect(model.kind == .livePhoto)

        fixture.permissions.set(.camera, to: .denied)
        await until { model.camera.page == .notAllowed(.denied) && model.camera.live == nil }
        fixture.permissions.set(.camera, to: .authorized)
        await until { model.camera.live != nil }

        fixture.camera.endService()
        await until { model.camera.page == .unavailable(.pipeWireMissing) && model.camera.live == nil }
        await model.camera.act(.retry)
        await until { model.camera.live != nil }
        await model.exit()
    }

    @Test func `3.2 a live photo is one, also when live mode was lost on the way`() async {
        let fixture = SessionFixture()
        let model = screen(fixture)
        await model.appear()
        await model.camera.toggleLive()
        #expect(model.kind == .livePhoto && model.camera.live == nil)
        let shot = Task { await model.press() }
        func isReview() -> Bool { if case .review = model.camera.phase { true } else { false } }
        while !isReview() {
            fixture.camera.tick()
            await Task.yield()
        }
        await shot.value
        guard case .review(.livePhoto) = model.camera.phase else { return #expect(Bool(false)) }
        await model.exit()
    }

    @Test func `3.2 where the format of stills cannot be live, no live photos are offered`() async {
        func screen(_ kind: MediaKind, _ kinds: Set<MediaKind>, _ format: ContentType) -> CameraScreenModel {
            CameraScreenModel(
                SessionFixture().session, request: CaptureRequest(kind: kind, allowedKinds: kinds),
                settings: CameraSettings(kind: .livePhoto), photo: PhotoSettings(format: format))
        }
        let all = Set(MediaKind.allCases)
        #expect(screen(.photo, all, .png).kinds == [.photo, .livePhoto, .video])
        // The simulated camera writes no HEIC. What the user liked once is no reason to offer it, nor what the app asks for.
        for kind in [MediaKind.photo, .livePhoto] {
            let model = screen(kind, all, .heic)
            #expect(model.kinds == [.photo, .video] && model.kind == .photo && model.camera.configuration.live == nil)
            await model.appear()
            #expect(model.camera.live == nil && model.camera.controls.live == .hidden)
            await model.choose(.livePhoto)
            #expect(model.kind == .photo && model.camera.problem == nil)
            await model.exit()
        }
        #expect(screen(.livePhoto, [.livePhoto], .heic).kinds == [.photo])
        #expect(screen(.video, [.video, .livePhoto], .heic).kinds == [.video])
    }

    @Test func `2.10 the screen can be left while the microphone is asked for, and takes the question back`()
        async throws
    {
        let fixture = asking()
        let model = screen(fixture, sound: true)
        let appearing = Task { await model.appear() }
        await fixture.permissions.waitUntilAsked()
        await model.exit()
        #expect(try await model.acquired() == nil)
        await appearing.value
        #expect(await fixture.permissions.status(of: .microphone) == .notDetermined)
        #expect(fixture.permissions.asked.isEmpty && fixture.camera.openCamera == nil)
    }
}
