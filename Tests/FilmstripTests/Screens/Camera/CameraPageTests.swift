import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraPageTests {
    @Test(arguments: [Texts.english, .simplifiedChinese, .traditionalChinese])
    func `2.1 each page says what there is, and has the button that helps`(_ texts: Texts) {
        let retry: [CameraError] = [.noCamera, .cameraLost("a"), .cameraInUse("a"), .pipeWireMissing, .internal("x")]
        for error in retry {
            let content = CameraPage(error).content(texts)
            #expect(content.action?.id == .retry, "\(error)")
            #expect(!content.title.isEmpty)
        }
        for error in retry.dropLast() {
            #expect(CameraPage(error).content(texts).message?.isEmpty == false, "\(error)")
        }
        for error in [CameraError.permissionDenied, .permissionLost] {
            #expect(CameraPage(error) == .notAllowed(.denied))
            #expect(CameraPage(error).content(texts).action?.id == .openSettings)
        }
        // Promises no switch that is not there.
        #expect(CameraPage(.permissionRestricted).content(texts).action == nil)
        #expect(CameraPage.starting.content(texts).action == nil && CameraPage.starting.isBusy)
        #expect(!CameraPage.interrupted(.noFrames).isBusy)
    }

    @Test func `C73 no camera, a busy one and a lost one say different things, and none speaks of a limit`() {
        // zhangao0086/DKImagePickerController PR 113
        let texts = Texts.english
        let said = [CameraError.noCamera, .cameraInUse("a"), .cameraLost("a"), .pipeWireMissing].map {
            CameraPage($0).content(texts)
        }
        #expect(Set(said.map(\.title)).count == 4 && Set(said.map(\.message)).count == 4)
        for content in said { #expect(!content.title.contains("most") && content.message?.contains("most") == false) }
    }

    @Test func `2.2 the page goes when the first picture comes, and stands over the last one while there are none`()
        async
    {
        let fixture = SessionFixture()
        let model = CameraModel(session: fixture.session, clock: fixture.clock)
        #expect(model.page == .starting)
        await model.appear()
        #expect(model.page == .starting)
        while model.preview == nil {
            fixture.camera.tick()
            await Task.yield()
        }
        #expect(model.page == nil)
        fixture.camera.interrupt()
        while model.page == nil { await Task.yield() }
        #expect(model.page == .interrupted(.noFrames) && model.preview != nil)
        fixture.camera.resume()
        while model.page != nil { await Task.yield() }
        await model.exit()
        #expect(model.page == nil)
    }

    @Test func `5.12 a permission that is withdrawn is a page, and the picture comes back with the permission`() async {
        let fixture = SessionFixture()
        let model = CameraModel(session: fixture.session, clock: fixture.clock)
        await model.appear()
        fixture.permissions.set(.camera, to: .denied)
        await until { model.page == .notAllowed(.denied) && fixture.camera.openCamera == nil }
        fixture.permissions.set(.camera, to: .authorized)
        while fixture.camera.openCamera == nil { await Task.yield() }
        await until { model.page == .starting || model.page == nil }
        await model.exit()
    }

    @Test func `C74 a camera that is connected again is live again by itself`() async {
        // bluerobotics/BlueOS #145: never comes back.
        let fixture = SessionFixture(devices: [SimulatedScene().device])
        let model = CameraModel(session: fixture.session, clock: fixture.clock)
        await model.appear()
        fixture.camera.disconnect("simulated-rear")
        await until { model.page == .unavailable(.cameraLost("simulated-rear")) }
        fixture.camera.connect(SimulatedScene().device)
        await until { model.state.camera != nil }
        #expect(fixture.camera.openCamera == "simulated-rear")
        await model.exit()
    }

    @Test func `2.5 what a view asks for is done, whichever screen it is a part of`() async {
        let (first, second) = (SessionFixture(), SessionFixture())
        let model = RecordingClockTests.recorder(first)
        var taken: [MediaKind] = []
        let tile = CameraTileModel(
            second.session, permissions: second.permissions, mode: .photoAndVideo,
            recording: RecordingSettings(wantsSound: false), clock: second.clock
        ) { taken.append($0.kind) }
        for (view, fixture) in [(model as any CameraViewModel, first), (tile, second)] {
            await view.act(.retry)
            #expect(view.buttons.shutter == .enabled && view.buttons.record == .enabled)
            await view.act(.flip)
            #expect(fixture.camera.openCamera == "simulated-front" && view.drawing == .upMirrored)
            while view.preview == nil {
                fixture.camera.tick()
                await Task.yield()
            }
            let place = view.geometry(in: CGSize(width: 320, height: 240)).picturePoint(at: CGPoint(x: 80, y: 60))
            await view.act(.focus(place!))
            #expect(fixture.camera.adjustment.exposurePoint == PicturePoint(x: 0.75, y: 0.25))
            #expect(view.cursor?.point == place)
            await view.act(.toggleRecording)
            #expect(view.recordingSeconds == 0 && view.isRecording)
            fixture.camera.tick(3)
            await view.act(.toggleRecording)
            await until { !view.isRecording }
        }
        guard case .review(.video) = model.phase else { return #expect(Bool(false)) }
        await until { taken == [.video] }
        await model.exit()
        await tile.disappear()
    }
}

@Suite(.timeLimit(.minutes(1))) @MainActor struct RecordingClockTests {
    /// A model that records videos without sound.
    static func recorder(_ fixture: SessionFixture) -> CameraModel {
        CameraModel(
            session: fixture.session,
            configuration: CameraModel.Configuration(
                recordsVideo: true, recording: RecordingSettings(wantsSound: false)), clock: fixture.clock)
    }

    @Test func `5.9 the seconds of a recording are counted while it runs, by the clock and not by waiting`() async {
        let fixture = SessionFixture()
        let model = Self.recorder(fixture)
        await model.appear()
        #expect(model.recordingSeconds == nil)
        await model.toggleRecording()
        #expect(model.recordingSeconds == 0)
        await fixture.clock.waitForSleepers()
        // A late hand does not lose seconds.
        fixture.clock.advance(by: .milliseconds(2500))
        await until { model.recordingSeconds == 2 }
        await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .milliseconds(499))
        await settle()
        #expect(model.recordingSeconds == 2)
        fixture.clock.advance(by: .milliseconds(1))
        await until { model.recordingSeconds == 3 }
        fixture.camera.tick(3)
        await model.toggleRecording()
        #expect(model.recordingSeconds == nil)
        await model.exit()
    }

    @Test func `0.8, 5.9 a paused recording counts no seconds, takes no frames, and goes on where it was`() async throws
    {
        let fixture = SessionFixture()
        let model = Self.recorder(fixture)
        await model.appear()
        #expect(model.controls.pause == .hidden)
        await model.togglePause()
        await model.toggleRecording()
        #expect(model.controls.pause == .enabled && !model.isPaused)
        await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .milliseconds(1600))
        await until { model.recordingSeconds == 1 }
        fixture.camera.tick(3)
        await model.togglePause()
        #expect(model.isPaused && model.isRecording && model.controls.record == .enabled)
        fixture.clock.advance(by: .seconds(60))
        fixture.camera.tick(30)
        await settle()
        #expect(model.recordingSeconds == 1)
        await model.togglePause()
        await fixture.clock.waitForSleepers()
        // The 0.6 s before the pause count.
        fixture.clock.advance(by: .milliseconds(399))
        await settle()
        #expect(model.recordingSeconds == 1)
        fixture.clock.advance(by: .milliseconds(1))
        await until { model.recordingSeconds == 2 }
        fixture.camera.tick(3)
        await model.togglePause()
        await model.toggleRecording()
        guard case .review(.video(let video)) = model.phase else { return #expect(Bool(false)) }
        #expect(video.duration == 0.2)
        #expect(model.controls.pause == .hidden && !model.isPaused)
        await model.exit()
    }

    @Test func `5.9 a recording that is paused by its holder is paused for the session, and ends as any other`()
        async throws
    {
        let fixture = SessionFixture()
        let session = fixture.session
        #expect(await session.canPauseRecording == false)
        await #expect(throws: CameraError.notReady) { try await session.setRecordingPaused(true) }
        try await session.start()
        let recording = try await session.startRecording(RecordingSettings(wantsSound: false))
        #expect(await session.canPauseRecording)
        fixture.camera.tick(2)
        recording.pause()
        await fixture.wait { if case .recording(_, .paused) = $0 { true } else { false } }
        fixture.camera.tick(5)
        recording.resume()
        await fixture.wait { if case .recording(_, .rolling) = $0 { true } else { false } }
        try await session.setRecordingPaused(true)
        try await session.setRecordingPaused(true)
        #expect(try await session.stopRecording().duration == 2.0 / 30)
        await session.stop()
    }

    @Test func `5.9 where recordings cannot be paused there is no button, and asking is refused`() async throws {
        let camera = SimulatedCamera(canPause: false)
        let session = CameraSession(backend: camera, permissions: ScriptedPermissions())
        let model = CameraModel(
            session: session,
            configuration: CameraModel.Configuration(
                recordsVideo: true, recording: RecordingSettings(wantsSound: false)))
        await model.appear()
        await model.toggleRecording()
        #expect(model.isRecording && model.controls.pause == .hidden)
        await model.togglePause()
        await #expect(throws: CameraError.recordingInProgress) { try await session.setRecordingPaused(true) }
        #expect(!model.isPaused)
        camera.tick()
        await model.exit()
    }
}
