import Filmstrip
import FilmstripTesting
import Foundation
import Observation
import Testing

/// A library that only takes things in, or refuses to.
private final class AddingLibrary: PhotoLibrary {
    private let added = Locked<[String?]>([])
    let error: LibraryError?

    init(error: LibraryError? = nil) { self.error = error }

    var albumsAddedTo: [String?] { added.withLock { $0 } }

    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        if let error { throw error }
        added.withLock { $0.append(album) }
        return Asset(
            id: "added", kind: .photo, size: .zero,
            date: MediaDate(instant: Date(timeIntervalSince1970: 0), offsetFromUTC: nil, source: .fileTime),
            fileName: "added.jpg")
    }

    func albums() async throws(LibraryError) -> [Album] { [] }
    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch { throw .cancelled }
    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { nil }
    func changes() -> AsyncStream<LibraryChange> { AsyncStream { $0.finish() } }
    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        AsyncThrowingStream { $0.finish(throwing: LibraryError.itemGone(id)) }
    }
    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        AsyncThrowingStream { $0.finish(throwing: LibraryError.itemGone(id)) }
    }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct CameraModelTests {
    private let view = CGSize(width: 320, height: 240)

    private func shown(
        _ fixture: SessionFixture = SessionFixture(), library: (any PhotoLibrary)? = nil,
        _ configuration: CameraModel.Configuration = CameraModel.Configuration(photo: PhotoSettings(format: .png))
    ) async -> CameraModel {
        let model = CameraModel(
            session: fixture.session, library: library, configuration: configuration, clock: fixture.clock)
        await model.appear()
        return model
    }

    /// Lets a frame come and waits until the model has it.
    private func tick(_ fixture: SessionFixture, _ model: CameraModel) async {
        let before = model.preview?.time
        while model.preview == nil || model.preview?.time == before {
            fixture.camera.tick()
            await Task.yield()
        }
    }

    private func isReview(_ model: CameraModel) -> Bool { if case .review = model.phase { true } else { false } }
    private func isLive(_ model: CameraModel) -> Bool { if case .live = model.phase { true } else { false } }

    @Test func `2.1 without a camera the page says so, and exit still works`() async {
        let model = await shown(SessionFixture(devices: []))
        guard case .unavailable(.noCamera) = model.phase else { return #expect(Bool(false), "\(model.phase)") }
        #expect(model.controls.shutter == .hidden && model.controls.exit == .enabled)
        await model.exit()
        guard case .cancelled = await model.result() else { return #expect(Bool(false)) }
    }

    @Test func `2.2 the camera runs while the screen is visible`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        #expect(fixture.camera.openCamera == "simulated-rear")
        await model.disappear()
        #expect(fixture.camera.openCamera == nil && model.controls.shutter == .disabled)
        await model.appear()
        #expect(fixture.camera.openCamera == "simulated-rear" && model.controls.shutter == .enabled)
    }

    @Test func `2.3 flash buttons are there where supported, and the active one is disabled`() async {
        let model = await shown()
        func flash() -> [CameraControls.Control] { model.controls.flash.map(\.control) }
        #expect(model.controls.flash.map(\.mode) == [.off, .on, .auto])
        #expect(flash() == [.disabled, .enabled, .enabled])
        await model.setFlash(.on)
        #expect(flash() == [.enabled, .disabled, .enabled])
        await model.flip()
        #expect(flash().isEmpty)
        await model.flip()
        #expect(flash() == [.enabled, .disabled, .enabled])
    }

    @Test func `2.4 a tap puts a cursor at the point, and it is gone after a second`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await tick(fixture, model)
        await model.tap(at: CGPoint(x: 80, y: 60), in: view)
        #expect(model.cursor?.point == PicturePoint(x: 0.25, y: 0.25))
        #expect(fixture.camera.adjustment.focusPoint == PicturePoint(x: 0.25, y: 0.25))
        await fixture.clock.waitForSleepers()
        fixture.clock.advance(by: .seconds(1))
        while model.cursor != nil { await Task.yield() }
    }

    @Test func `2.4 the cursor shrinks from 1.5 to 1.0 in a second`() {
        #expect(FocusCursor.scale(after: .zero) == 1.5)
        #expect(FocusCursor.scale(after: .milliseconds(500)) == 1.25)
        #expect(FocusCursor.scale(after: .seconds(1)) == 1.0)
        #expect(FocusCursor.scale(after: .milliseconds(1001)) == nil)
    }

    @Test func `2.4 a tap on the mirrored front preview is the other side of the picture`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await model.flip()
        #expect(model.drawing == .upMirrored)
        await tick(fixture, model)
        await model.tap(at: CGPoint(x: 80, y: 60), in: view)
        #expect(fixture.camera.adjustment.exposurePoint == PicturePoint(x: 0.75, y: 0.25))
    }

    @Test func `2.4 a second tap starts the cursor anew, and one beside the picture does nothing`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await tick(fixture, model)
        await model.tap(at: CGPoint(x: 10, y: 10), in: view)
        let first = model.cursor?.id
        await model.tap(at: CGPoint(x: 20, y: 10), in: view)
        #expect(model.cursor?.id != first && model.cursor != nil)
        let steps = fixture.camera.steps.count
        await model.tap(at: CGPoint(x: -5, y: 10), in: view)
        #expect(fixture.camera.steps.count == steps)
    }

    @Test func `2.5 flip is hidden without a second camera, and a failed one keeps the camera that worked`() async {
        let single = await shown(SessionFixture(devices: [SimulatedScene().device]))
        #expect(single.controls.flip == .hidden)
        let fixture = SessionFixture()
        let model = await shown(fixture)
        #expect(model.controls.flip == .enabled)
        fixture.camera.fail(.start, with: .configurationFailed("no"))
        await model.flip()
        #expect(model.state.camera?.id == "simulated-rear" && model.problem == .configurationFailed("no"))
        await model.flip()
        #expect(model.state.camera?.id == "simulated-front" && model.problem == nil)
    }

    @Test func `2.6 the preview freezes on the photo, and goes on after Retake`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await tick(fixture, model)
        await model.takePhoto()
        let frozen = model.preview?.time
        fixture.camera.tick(5)
        for _ in 0..<50 { await Task.yield() }
        #expect(isReview(model) && model.preview?.time == frozen)
        model.retake()
        await tick(fixture, model)
        #expect(model.preview?.time != frozen)
    }

    /// Lets frames come one by one, and waits for each.
    private func frames(_ count: Int, _ fixture: SessionFixture, _ model: CameraModel) async throws -> [PixelFrame] {
        var frames: [PixelFrame] = []
        for _ in 0..<count {
            await tick(fixture, model)
            frames.append(try #require(model.preview))
        }
        return frames
    }

    private func time(of media: CameraModel.Phase) -> Double? {
        guard case .review(.photo(let photo)) = media else { return nil }
        // To the millisecond, as the simulated camera counts.
        return (photo.date.instant.timeIntervalSince1970 * 1000).rounded() / 1000 - 1_700_000_000
    }

    @Test func `2.6 a photo is of the frame that was drawn, and not of one that came since`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        let frames = try await frames(3, fixture, model)
        model.drew(frames[1])
        #expect(model.preview?.time == frames[2].time)
        await model.takePhoto()
        #expect(abs(try #require(time(of: model.phase)) - frames[1].time) < 0.0005)
        // The picture stands still on that one.
        #expect(model.preview?.time == frames[1].time)
        // A next shot is another picture.
        model.retake()
        await model.takePhoto()
        #expect(try #require(time(of: model.phase)) > frames[2].time)
    }

    @Test func `2.6 what nobody has drawn for a second, or what another camera showed, is not what is seen`()
        async throws
    {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        let old = try await frames(1, fixture, model)[0]
        model.drew(old)
        while let now = model.preview?.time, now - old.time <= 1 { await tick(fixture, model) }
        let newest = try #require(model.preview)
        await model.takePhoto()
        #expect(fixture.photos.last?.shown == newest.time && model.preview?.time == newest.time)
        model.retake()
        model.drew(try await frames(1, fixture, model)[0])
        await model.flip()
        let front = try await frames(1, fixture, model)[0]
        await model.takePhoto()
        #expect(fixture.photos.last?.shown == front.time)
    }

    @Test func `A view that draws wakes nobody who looks at the model`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        let frame = try await frames(1, fixture, model)[0]
        let isWoken = Locked(false)
        withObservationTracking {
            _ = (model.preview, model.page, model.buttons, model.drawing, model.cursor, model.live)
        } onChange: {
            isWoken.withLock { $0 = true }
        }
        model.drew(frame)
        #expect(!isWoken.withLock { $0 })
    }

    @Test func `2.7 at first only the shutter, after a shot Retake and Use`() async {
        let model = await shown()
        #expect(model.controls.shutter == .enabled)
        #expect(model.controls.retake == .hidden && model.controls.use == .hidden)
        await model.takePhoto()
        #expect(model.controls.shutter == .hidden)
        #expect(model.controls.retake == .enabled && model.controls.use == .enabled)
        #expect(model.controls.flash.isEmpty && model.controls.flip == .hidden)
        model.retake()
        #expect(isLive(model) && model.controls.shutter == .enabled)
    }

    @Test func `2.7 Use hands over picture and bytes, and closes`() async throws {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await model.takePhoto()
        await model.use()
        guard case .captured(.photo(let photo), .notWanted) = await model.result() else {
            return #expect(Bool(false))
        }
        #expect(try Data(contentsOf: photo.file.url).count > 1000)
        #expect(fixture.camera.openCamera == nil && model.controls.exit == .hidden)
    }

    @Test func `2.7 only what is used is saved, and only when that is asked for`() async {
        let library = AddingLibrary()
        let model = await shown(
            library: library, CameraModel.Configuration(savesToLibrary: true, albumTitle: "Trip"))
        await model.takePhoto()
        model.retake()
        await model.takePhoto()
        await model.use()
        guard case .captured(_, .saved("added")) = await model.result() else { return #expect(Bool(false)) }
        #expect(library.albumsAddedTo == ["Trip"])
        let unasked = AddingLibrary()
        let other = await shown(library: unasked)
        await other.takePhoto()
        await other.use()
        #expect(unasked.albumsAddedTo.isEmpty)
    }

    @Test func `2.6, 5.7 a failed save is reported beside the picture`() async {
        let model = await shown(
            library: AddingLibrary(error: .noSpace(folder: "x")), CameraModel.Configuration(savesToLibrary: true))
        await model.takePhoto()
        await model.use()
        guard case .captured(.photo, .failed(.noSpace)) = await model.result() else { return #expect(Bool(false)) }
    }

    @Test func `2.7 an error is handed over and closes`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        fixture.camera.fail(.photo, with: .configurationFailed("dark"))
        await model.takePhoto()
        guard case .failed(.configurationFailed("dark")) = await model.result() else { return #expect(Bool(false)) }
        #expect(fixture.camera.openCamera == nil)
    }

    @Test func `C64 shutter and Use twice give one photo and one result, and Use wins over a later exit`() async {
        // DKImagePickerController #96.
        let fixture = SessionFixture()
        let model = await shown(fixture)
        async let one: Void = model.takePhoto()
        async let two: Void = model.takePhoto()
        _ = await (one, two)
        #expect(fixture.camera.calls.filter { if case .photo = $0 { true } else { false } }.count == 1)
        async let use: Void = model.use()
        async let again: Void = model.use()
        async let exit: Void = model.exit()
        _ = await (use, again, exit)
        guard case .captured = await model.result() else { return #expect(Bool(false)) }
    }

    @Test func `2.8 a lost camera is shown, and the screen can be tried again`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        fixture.camera.disconnect("simulated-rear")
        while isLive(model) { await Task.yield() }
        guard case .unavailable(.cameraLost) = model.phase else { return #expect(Bool(false)) }
        await model.appear()
        #expect(isLive(model) && model.state.camera?.id == "simulated-front")
    }

    @Test func `C74, C37 what was recorded until the camera was lost is reviewed, and the camera's page comes after`()
        async
    {
        // jacksonliam/mjpg-streamer #260
        let fixture = SessionFixture()
        let model = await shown(
            fixture,
            CameraModel.Configuration(recordsVideo: true, recording: RecordingSettings(wantsSound: false)))
        await model.toggleRecording()
        fixture.camera.tick(3)
        fixture.camera.disconnect("simulated-rear")
        while !isReview(model) { await Task.yield() }
        #expect(model.page == nil && model.controls.use == .enabled)
        model.retake()
        // The end of the recording may be told before that of the camera.
        await until { model.page == .unavailable(.cameraLost("simulated-rear")) }
    }

    @Test func `2.6 what is looked at stays when the camera cannot be opened again`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await tick(fixture, model)
        await model.takePhoto()
        await model.disappear()
        for device in SimulatedScene.devices { fixture.camera.disconnect(device.device.id) }
        await model.appear()
        #expect(isReview(model))
    }

    @Test func `2.2 a camera that is plugged in while the screen is not visible stays closed until it is`() async {
        let fixture = SessionFixture()
        for device in SimulatedScene.devices { fixture.camera.disconnect(device.device.id) }
        let model = await shown(fixture)
        guard case .unavailable(.noCamera) = model.phase else { return #expect(Bool(false)) }
        await model.disappear()
        for device in SimulatedScene.devices { fixture.camera.connect(device) }
        await settle()
        #expect(fixture.camera.openCamera == nil)
        await model.appear()
        #expect(isLive(model) && fixture.camera.openCamera != nil)
    }

    @Test func `2.9 a change that fails is told`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await tick(fixture, model)
        fixture.camera.fail(.apply, with: .configurationFailed("held"))
        await model.tap(at: CGPoint(x: 80, y: 60), in: view)
        #expect(model.problem == .configurationFailed("held") && isLive(model))
    }

    @Test func `2.10 exit at any time stops the camera and ends as cancelled, once`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture)
        await model.takePhoto()
        await model.exit()
        await model.exit()
        await model.use()
        guard case .cancelled = await model.result() else { return #expect(Bool(false)) }
        #expect(fixture.camera.openCamera == nil)
        #expect(fixture.camera.calls.filter { $0 == .stop }.count == 1)
        await model.appear()
        #expect(fixture.camera.openCamera == nil)
    }

    @Test func `A movie is recorded, reviewed and used`() async {
        let fixture = SessionFixture()
        let model = await shown(
            fixture,
            CameraModel.Configuration(recordsVideo: true, recording: RecordingSettings(wantsSound: false)))
        #expect(model.controls.record == .enabled)
        await model.toggleRecording()
        #expect(model.controls.record == .enabled && model.controls.shutter == .disabled)
        fixture.camera.tick(3)
        await model.toggleRecording()
        #expect(isReview(model))
        await model.use()
        guard case .captured(.video(let video), _) = await model.result() else { return #expect(Bool(false)) }
        #expect(video.duration == 0.1)
    }

    @Test func `A movie that was sent back at once is not shown again when its end is told`() async {
        let fixture = SessionFixture()
        let model = await shown(
            fixture,
            CameraModel.Configuration(recordsVideo: true, recording: RecordingSettings(wantsSound: false)))
        var updates = fixture.session.updates().makeAsyncIterator()
        await model.toggleRecording()
        fixture.camera.tick(3)
        await model.toggleRecording()
        #expect(isReview(model))
        model.retake()
        while let update = await updates.next() { if case .recordingEnded = update { break } }
        await tick(fixture, model)
        for _ in 0..<50 { await Task.yield() }
        #expect(isLive(model))
    }

    @Test func `C64 a double tap on Record starts one movie and leaves the screen open`() async {
        let fixture = SessionFixture(permissions: ScriptedPermissions([.microphone: .notDetermined]))
        let model = await shown(fixture, CameraModel.Configuration(recordsVideo: true))
        fixture.permissions.holdsQuestions = true
        let first = Task { await model.toggleRecording() }
        await fixture.permissions.waitUntilAsked()
        #expect(model.controls.record == .disabled)
        await model.toggleRecording()
        #expect(isLive(model))
        fixture.permissions.holdsQuestions = false
        await first.value
        #expect(isLive(model) && model.controls.record == .enabled && model.problem == nil)
        fixture.camera.tick(3)
        await model.toggleRecording()
        #expect(isReview(model))
        #expect(fixture.camera.calls.count { if case .recording = $0 { true } else { false } } == 1)
    }

    @Test(arguments: [CameraError.busy, .recordingInProgress, .notReady])
    func `2.7 being refused is told and leaves the screen open`(refusal: CameraError) async {
        let fixture = SessionFixture()
        let model = await shown(
            fixture,
            CameraModel.Configuration(recordsVideo: true, recording: RecordingSettings(wantsSound: false)))
        fixture.camera.fail(.recording, with: refusal)
        await model.toggleRecording()
        #expect(isLive(model) && model.problem == refusal && model.controls.record == .enabled)
        fixture.camera.fail(.photo, with: refusal)
        await model.takePhoto()
        #expect(isLive(model) && model.problem == refusal)
        await model.toggleRecording()
        #expect(isLive(model) && model.problem == nil)
        guard case .recording = model.state else { return #expect(Bool(false), "\(model.state)") }
        await model.disappear()
    }

    @Test func `2.2 a screen that goes while the microphone is asked for can be shown again`() async {
        let fixture = SessionFixture(permissions: ScriptedPermissions([.microphone: .notDetermined]))
        let model = await shown(fixture, CameraModel.Configuration(recordsVideo: true))
        fixture.permissions.holdsQuestions = true
        let tap = Task { await model.toggleRecording() }
        await fixture.permissions.waitUntilAsked()
        await model.disappear()
        await model.appear()
        fixture.permissions.holdsQuestions = false
        await tap.value
        #expect(isLive(model) && model.controls.record == .enabled && model.controls.shutter == .enabled)
    }

    @Test func `1.6 screen and session go when nobody holds them`() async {
        weak var gone: CameraModel?
        do {
            let model = await shown()
            gone = model
            await model.exit()
        }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }

    // MARK: Live photos

    private static let live = CameraModel.Configuration(
        recordsVideo: true, photo: PhotoSettings(format: .png), live: LiveSettings(wantsSound: false))

    @Test func `5.5 live photos are offered where they are meant to be, and exclude video while they are on`() async {
        #expect(await shown().controls.live == .hidden)
        let model = await shown(SessionFixture(), library: nil, Self.live)
        #expect(model.controls.live == .enabled && model.live == nil && model.controls.record == .enabled)
        await model.toggleLive()
        #expect(model.live == LiveMode(sound: .notWanted) && model.controls.live == .enabled)
        #expect(model.controls.record == .disabled && model.controls.shutter == .enabled)
        await model.toggleLive()
        #expect(model.live == nil && model.controls.record == .enabled)
        await model.toggleRecording()
        #expect(model.controls.live == .disabled)
        await model.exit()
        #expect(model.live == nil && model.controls.live == .hidden)
    }

    @Test func `5.5 a live photo is shown for review with its movie, and the shutter waits until then`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, library: nil, Self.live)
        await model.toggleLive()
        let taking = Task { await model.takePhoto() }
        while fixture.camera.frameNumber == 0 { await Task.yield() }
        #expect(model.controls.shutter == .disabled && model.controls.live == .disabled)
        while !isReview(model) {
            fixture.camera.tick()
            await Task.yield()
        }
        await taking.value
        guard case .review(.livePhoto(_, let movie)) = model.phase else { return #expect(Bool(false)) }
        #expect(movie.duration > 1.4 && model.problem == nil)
        await model.use()
        guard case .captured(.livePhoto, saving: .notWanted) = await model.result() else { return #expect(Bool(false)) }
    }

    @Test func `5.5 a live photo without its movie is a photo, and the screen says why`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, library: nil, Self.live)
        await model.toggleLive()
        fixture.camera.fail(.liveMovie, with: .noSpace(folder: "/full"))
        let taking = Task { await model.takePhoto() }
        while !isReview(model) {
            fixture.camera.tick()
            await Task.yield()
        }
        await taking.value
        guard case .review(.photo) = model.phase else { return #expect(Bool(false)) }
        #expect(model.problem == .noSpace(folder: "/full"))
    }

    @Test func `5.5 a camera that cannot take live photos says so, and the screen stays`() async {
        let fixture = SessionFixture()
        let model = await shown(fixture, library: nil, Self.live)
        fixture.camera.fail(.live, with: .unsupportedFormat("no encoder"))
        await model.toggleLive()
        #expect(model.live == nil && model.problem == .unsupportedFormat("no encoder") && isLive(model))
        #expect(model.controls.live == .enabled)
    }
}
