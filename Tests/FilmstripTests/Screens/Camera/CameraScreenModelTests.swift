import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct CameraScreenModelTests {
    private static let all = Set(MediaKind.allCases)

    private func shown(
        _ fixture: SessionFixture = SessionFixture(), _ request: CaptureRequest = CaptureRequest(),
        settings: CameraSettings = CameraSettings()
    ) async -> CameraScreenModel {
        var request = request
        request.recording.wantsSound = false
        let model = CameraScreenModel(
            fixture.session, request: request, settings: settings, photo: PhotoSettings(format: .png),
            clock: fixture.clock)
        await model.appear()
        return model
    }

    private func tick(_ fixture: SessionFixture, _ model: CameraScreenModel) async {
        let before = model.camera.preview?.time
        while model.camera.preview == nil || model.camera.preview?.time == before {
            fixture.camera.tick()
            await Task.yield()
        }
    }

    private func isReview(_ model: CameraScreenModel) -> Bool {
        if case .review = model.camera.phase { true } else { false }
    }

    private func photoCount(_ fixture: SessionFixture) -> Int {
        fixture.camera.calls.count { if case .photo = $0 { true } else { false } }
    }

    @Test func `2.7 one photo: shutter, then Retake and Use, and Use ends with it`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        #expect(model.kinds == [.photo] && !model.takesMany && !model.canChangeKind)
        await model.press()
        #expect(isReview(model) && model.controls.use == .enabled && model.controls.shutter == .hidden)
        model.retake()
        await model.press()
        await model.use()
        let taken = try await model.result()
        #expect(taken?.map(\.kind) == [.photo] && photoCount(fixture) == 2)
        #expect(fixture.camera.openCamera == nil)
    }

    @Test func `2.10 exit is one cancel, with nothing of what was kept`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(maximumCount: 3))
        await model.press()
        await model.use()
        await model.exit()
        await model.exit()
        #expect(try await model.result() == nil)
        #expect(fixture.camera.openCamera == nil)
    }

    @Test func `5.9 several are kept in one visit, looked at again, thrown away, and handed over in order`()
        async throws
    {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(allowedKinds: [.photo, .video], maximumCount: 3))
        #expect(model.takesMany && !model.canFinish)
        await model.finish()
        #expect(model.controls.shutter == .enabled)
        await tick(fixture, model)
        await model.press()
        await model.use()
        #expect(model.shots.count == 1 && model.canFinish && model.controls.shutter == .enabled)
        #expect(model.shots[0].picture?.size == PixelSize(width: 320, height: 240))
        await model.choose(.video)
        await model.press()
        #expect(!model.canFinish)
        fixture.camera.tick(3)
        await model.press()
        await model.use()
        #expect(model.shots.map(\.media.kind) == [.photo, .video])
        #expect(model.name(of: model.shots[1].id, .english) == "Video, Shot 2 of 2")
        model.look(at: model.shots[0].id)
        #expect(model.looked == model.shots[0].id && model.controls.retake == .enabled && !model.canFinish)
        await model.press()
        #expect(model.shots.count == 2 && photoCount(fixture) == 1)
        model.closeLook()
        model.look(at: model.shots[0].id)
        model.discardLooked()
        #expect(model.shots.map(\.media.kind) == [.video] && model.looked == nil)
        await model.finish()
        #expect(try await model.result()?.map(\.kind) == [.video])
    }

    @Test func `5.9 with the last one that there is room for the visit ends by itself`() async throws {
        let model = await shown(SessionFixture(), CaptureRequest(maximumCount: 2))
        for _ in 0..<2 {
            await model.press()
            await model.use()
        }
        #expect(try await model.result()?.count == 2)
    }

    @Test func `5.12 the first shot that fails ends the visit with its error`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(maximumCount: 3))
        fixture.camera.fail(.photo, with: .configurationFailed("dark"))
        await model.press()
        await #expect(throws: CameraError.configurationFailed("dark")) { try await model.result() }
    }

    @Test func `C64 the shutter pressed twice within a moment is one photo`() async {
        // react-native-image-picker PR 1922
        let fixture = SessionFixture()
        let model = await shown(fixture)
        async let one: Void = model.press()
        async let two: Void = model.press()
        _ = await (one, two)
        #expect(photoCount(fixture) == 1 && isReview(model))
        await model.exit()
    }

    @Test func `3.2 live mode goes with the kind, and comes back after a flip`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(kind: .livePhoto, allowedKinds: Self.all))
        #expect(model.kinds == [.photo, .livePhoto, .video])
        #expect(model.kind == .livePhoto && model.camera.live != nil && model.controls.shutter == .enabled)
        await model.choose(.video)
        #expect(model.camera.live == nil && model.controls.shutter == .enabled)
        await model.choose(.livePhoto)
        await model.flip()
        #expect(model.camera.live != nil && fixture.camera.openCamera == "simulated-front")
        await model.disappear()
        #expect(model.camera.live == nil)
        await model.appear()
        #expect(model.camera.live != nil)
        await model.exit()
    }

    @Test func `3.2 where live photos cannot be taken, photos are, and the screen says why`() async {
        let fixture = SessionFixture()
        fixture.camera.fail(.live, with: .unsupportedFormat("no encoder"))
        let model = await shown(fixture, CaptureRequest(kind: .livePhoto, allowedKinds: Self.all))
        #expect(model.kind == .photo && model.camera.problem == .unsupportedFormat("no encoder"))
        await model.press()
        #expect(isReview(model))
        await model.exit()
    }

    @Test func `5.9 the self-timer counts down, can be stopped, and then takes one photo`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        model.nextTimer()
        #expect(model.settings.timer == .three)
        await model.press()
        #expect(model.countdown == 3 && photoCount(fixture) == 0 && model.controls.flip == .disabled)
        await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .seconds(1))
        await until { model.countdown == 2 }
        await model.press()
        #expect(model.countdown == nil)
        fixture.clock.advance(by: .seconds(9))
        await settle()
        #expect(photoCount(fixture) == 0)
        await model.press()
        for left in [2, 1, nil] {
            await fixture.clock.waitForSleepers()
            fixture.clock.advance(by: .seconds(1))
            await until { model.countdown == left }
        }
        await until { isReview(model) }
        #expect(photoCount(fixture) == 1)
        await model.exit()
    }

    @Test func `2.10 leaving while the self-timer runs takes nothing`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, settings: CameraSettings(timer: .ten))
        await model.press()
        #expect(model.countdown == 10)
        await model.exit()
        fixture.clock.advance(by: .seconds(20))
        await settle()
        #expect(photoCount(fixture) == 0 && model.countdown == nil && fixture.camera.openCamera == nil)
    }

    @Test func `5.9 holding the shutter records as long as it is held, and a tap is a photo`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(allowedKinds: [.photo, .video]))
        await model.hold()
        #expect(model.camera.isRecording)
        fixture.camera.tick(3)
        await model.release()
        guard case .review(.video) = model.camera.phase else { return #expect(Bool(false)) }
        model.retake()
        await model.press()
        guard case .review(.photo) = model.camera.phase else { return #expect(Bool(false)) }
        await model.exit()
        let photosOnly = await shown()
        await photosOnly.hold()
        #expect(!photosOnly.camera.isRecording)
        await photosOnly.release()
        await photosOnly.exit()
    }

    @Test func `0.8 a video is limited, and says how much is left`() async {
        let fixture = SessionFixture()
        let model = await shown(
            fixture,
            CaptureRequest(
                kind: .video, allowedKinds: [.video, .photo], recording: RecordingSettings(maximumDuration: 15)))
        #expect(model.kind == .video && model.secondsLeft == nil)
        await model.press()
        #expect(model.secondsLeft == 15)
        await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .seconds(4))
        await until { model.secondsLeft == 11 }
        #expect(!model.canChangeKind && model.controls.flip == .disabled)
        fixture.camera.tick(3)
        await model.press()
        #expect(isReview(model) && model.secondsLeft == nil)
        await model.exit()
    }

    @Test(arguments: [Double.infinity, .nan, 1e300])
    func `0.8 a limit without an end is none, and a longest one is no fault`(limit: Double) async {
        let fixture = SessionFixture()
        let model = await shown(
            fixture,
            CaptureRequest(
                kind: .video, allowedKinds: [.video], recording: RecordingSettings(maximumDuration: limit)))
        await model.press()
        #expect(model.camera.isRecording && (model.secondsLeft == nil) == !limit.isFinite)
        await model.exit()
    }

    @Test func `C68 the flash that is wished holds again on the camera that has it, and is nowhere on the one without`()
        async
    {
        // finn-no/Finjinon PR 46
        let fixture = SessionFixture()
        let model = await shown(fixture)
        #expect(model.flash == .off)
        await model.nextFlash()
        #expect(model.flash == .on)
        await model.flip()
        #expect(model.flash == nil && model.controls.flash.isEmpty)
        await model.nextFlash()
        await model.press()
        #expect(isReview(model))
        model.retake()
        await model.flip()
        #expect(model.flash == .on)
        await model.press()
        #expect(
            fixture.camera.calls.last { if case .photo = $0 { true } else { false } }
                == .photo(
                    PhotoSettings(flash: .on, format: .png)))
        await model.exit()
    }

    @Test func `5.9 zoom, brightness and light are within what the camera can, and begin anew with another one`() async
    {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(kind: .video, allowedKinds: [.video]))
        #expect(model.zoomRange == 1...4 && model.lenses == [1, 2, 4] && model.zoom == 1)
        await model.zoom(to: 9)
        #expect(model.zoom == 4 && fixture.camera.adjustment.zoom == 4)
        await model.zoom(to: .nan)
        await model.bias(to: 1.26)
        #expect(
            model.bias == 1.3 && fixture.camera.adjustment.exposureBias == 1.3 && fixture.camera.adjustment.zoom == 4)
        #expect(model.torch == .enabled)
        await model.setTorch(true)
        #expect(model.isTorchOn && fixture.camera.adjustment.torch == true)
        await model.flip()
        #expect(model.zoomRange == nil && model.lenses.isEmpty && model.zoom == 1 && model.bias == 0)
        #expect(model.torch == .hidden && !model.isTorchOn)
        await model.zoom(to: 2)
        #expect(model.zoom == 1)
        await model.exit()
    }

    @Test func `2.9 a change that the camera refuses is not shown as made`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        fixture.camera.fail(.apply, with: .configurationFailed("held"))
        await model.zoom(to: 2)
        #expect(model.zoom == 1)
        await model.zoom(to: 2)
        #expect(model.zoom == 2)
        await model.exit()
    }

    @Test func `2.4 a touch that is held locks focus and brightness, and the next touch frees them`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await tick(fixture, model)
        await model.lock(on: PicturePoint(x: 0.25, y: 0.5))
        #expect(model.isLocked && fixture.camera.adjustment.focusMode == .locked)
        #expect(fixture.camera.adjustment.exposureMode == .locked)
        #expect(fixture.camera.adjustment.focusPoint == PicturePoint(x: 0.25, y: 0.5))
        await model.focus(on: .center)
        #expect(!model.isLocked && fixture.camera.adjustment.focusMode == .auto)
        await model.exit()
    }

    @Test func `5.9 what the user likes is told, and found again the next time`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, CaptureRequest(allowedKinds: Self.all))
        var told: [CameraSettings] = []
        model.onSettings = { told.append($0) }
        model.toggleGrid()
        model.nextTimer()
        await model.choose(.video)
        await model.flip()
        #expect(told.count == 4)
        let liked = CameraSettings(position: .front, kind: .video, showsGrid: true, timer: .three)
        #expect(told.last == liked)
        await model.exit()
        let session = CameraSession.Configuration(CaptureRequest(), liked)
        #expect(
            session.position == .front
                && CameraSession.Configuration(CaptureRequest(position: .front)).position == .front)
        let again = await shown(
            SessionFixture(configuration: session), CaptureRequest(allowedKinds: Self.all), settings: liked)
        #expect(again.kind == .video && again.settings == liked)
        await again.exit()
        // What the app does not take is not taken, whatever is liked; and who asks for a video gets one.
        let photos = await shown(SessionFixture(), CaptureRequest(), settings: liked)
        #expect(photos.kind == .photo)
        await photos.exit()
    }

    @Test func `1.6 screen and session go when nobody holds them`() async {
        weak var gone: CameraScreenModel?
        do {
            let model = await shown()
            gone = model
            model.nextTimer()
            await model.press()
            await model.exit()
        }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }
}
