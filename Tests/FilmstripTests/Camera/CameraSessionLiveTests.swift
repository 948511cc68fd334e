import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct CameraSessionLiveTests {
    private static let silent = LiveSettings(wantsSound: false)
    private static let png = PhotoSettings(format: .png)

    /// What live mode was told to be, until the session is idle.
    private func modes(_ updates: AsyncStream<CameraSession.Update>) async -> [LiveMode?] {
        var modes: [LiveMode?] = []
        for await update in updates {
            if case .live(let mode) = update { modes.append(mode) }
            if case .state(.idle) = update { break }
        }
        return modes
    }

    @Test func `5.5 live mode is on when it is asked for, told of, and off again`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        #expect(await fixture.session.live == nil)
        #expect(try await fixture.session.setLiveMode(Self.silent) == LiveMode(sound: .notWanted))
        #expect(await fixture.session.live == LiveMode(sound: .notWanted))
        #expect(try await fixture.session.setLiveMode(nil) == nil)
        #expect(await fixture.session.live == nil)
        #expect(fixture.camera.liveFrameCount == nil)
        await fixture.session.stop()
        #expect(await modes(updates) == [LiveMode(sound: .notWanted), nil])
    }

    @Test func `5.5 a live photo is taken while the session runs on, and the next one may follow at once`() async throws
    {
        let fixture = try await SessionFixture.running()
        try await fixture.session.setLiveMode(Self.silent)
        fixture.camera.tick(60)
        let first = try await fixture.session.captureLivePhoto(Self.png)
        guard case .running = await fixture.session.state else { return #expect(Bool(false), "not running again") }
        let second = try await fixture.session.captureLivePhoto(Self.png)
        fixture.camera.tick(60)
        let taken = try await first.result()
        #expect(taken.media.kind == .livePhoto && taken.photo.size == PixelSize(width: 320, height: 240))
        #expect(taken.stillTime == 1.5)
        #expect(try abs(taken.movie.get().duration - 3) < 0.1)
        #expect(try await first.result().photo.file === taken.photo.file)
        #expect(try await second.result().photo.file !== taken.photo.file)
    }

    @Test func `5.5 live mode keeps no more than a second and a half, and nothing when it is off`() async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.setLiveMode(Self.silent)
        fixture.camera.tick(200)
        #expect(fixture.camera.liveFrameCount == 46)
        try await fixture.session.setLiveMode(nil)
        fixture.camera.tick(10)
        #expect(fixture.camera.liveFrameCount == nil)
        await #expect(throws: CameraError.notReady) { try await fixture.session.captureLivePhoto(Self.png) }
    }

    @Test(arguments: [
        (PermissionStatus.denied, ErrorCode.permissionDenied), (.restricted, .permissionRestricted),
    ])
    func `5.5 C38 without the microphone's permission live photos are silent and say why`(
        _ status: PermissionStatus, _ reason: ErrorCode
    ) async throws {
        let fixture = try await SessionFixture.running(permissions: ScriptedPermissions([.microphone: status]))
        #expect(try await fixture.session.setLiveMode(LiveSettings()) == LiveMode(sound: .missing(reason)))
        #expect(fixture.camera.calls.last == .live(Self.silent))
        let capture = try await fixture.session.captureLivePhoto(Self.png)
        fixture.camera.tick(60)
        #expect(try await capture.result().movie.get().sound == .missing(reason))
    }

    @Test func `5.5 the microphone is asked for once, and only when sound is wanted`() async throws {
        let permissions = ScriptedPermissions([.microphone: .notDetermined])
        let fixture = try await SessionFixture.running(permissions: permissions)
        try await fixture.session.setLiveMode(Self.silent)
        #expect(permissions.asked == [])
        try await fixture.session.setLiveMode(LiveSettings())
        #expect(permissions.asked == [.microphone])
        #expect(fixture.camera.calls.last == .live(LiveSettings()))
    }

    @Test func `5.5 live mode lasts over a flip, also over one that fails`() async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.setLiveMode(Self.silent)
        try await fixture.session.flip()
        #expect(fixture.camera.liveFrameCount == 0 && fixture.camera.openCamera == "simulated-front")
        fixture.camera.fail(.start, with: .configurationFailed("refused"))
        await #expect(throws: CameraError.configurationFailed("refused")) { try await fixture.session.flip() }
        #expect(await fixture.session.live == LiveMode(sound: .notWanted))
        #expect(fixture.camera.liveFrameCount != nil)
    }

    @Test func `5.5 a camera that takes no live photos turns live mode off, and a flip to it succeeds`() async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.setLiveMode(Self.silent)
        fixture.camera.fail(.live, with: .unsupportedFormat("no"))
        #expect(try await fixture.session.flip().position == .front)
        #expect(await fixture.session.live == nil)
        await #expect(throws: CameraError.notReady) { try await fixture.session.captureLivePhoto() }
        try await fixture.session.startRecording()
    }

    @Test func `5.5 the session's end is live mode's, and keeps what was taken`() async throws {
        let fixture = try await SessionFixture.running()
        let updates = fixture.session.updates()
        try await fixture.session.setLiveMode(Self.silent)
        fixture.camera.tick(10)
        let capture = try await fixture.session.captureLivePhoto(Self.png)
        fixture.camera.tick(3)
        await fixture.session.stop()
        #expect(await fixture.session.live == nil)
        #expect(await modes(updates) == [LiveMode(sound: .notWanted), nil])
        let taken = try await capture.result()
        #expect(try abs(taken.movie.get().duration - 14.0 / 30) < 0.01)
        #expect(try taken.movie.get().interruption == nil)
        try await fixture.session.start()
        #expect(await fixture.session.live == nil)
    }

    @Test func `5.5 a lost camera leaves the still, and a movie that says why it is short`() async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.setLiveMode(Self.silent)
        let capture = try await fixture.session.captureLivePhoto(Self.png)
        fixture.camera.disconnect("simulated-rear")
        let taken = try await capture.result()
        #expect(try taken.movie.get().interruption == .cameraLost)
        await fixture.wait { $0 == .failed(.cameraLost("simulated-rear")) || $0 == .idle }
        #expect(await fixture.session.live == nil)
    }

    @Test func `5.5 a movie that cannot be written leaves the still, and why`() async throws {
        let fixture = try await SessionFixture.running()
        try await fixture.session.setLiveMode(Self.silent)
        fixture.camera.fail(.liveMovie, with: .noSpace(folder: "/full"))
        let capture = try await fixture.session.captureLivePhoto(Self.png)
        fixture.camera.tick(60)
        let taken = try await capture.result()
        #expect(taken.media.kind == .photo && taken.stillTime == 0)
        #expect(throws: CameraError.noSpace(folder: "/full")) { try taken.movie.get() }
    }

    @Test func `5.5 live mode is refused by name, and changes nothing then`() async throws {
        let fixture = SessionFixture()
        await #expect(throws: CameraError.notReady) { try await fixture.session.setLiveMode(Self.silent) }
        #expect(try await fixture.session.setLiveMode(nil) == nil)
        try await fixture.session.start()
        fixture.camera.fail(.live, with: .unsupportedFormat("no encoder"))
        await #expect(throws: CameraError.unsupportedFormat("no encoder")) {
            try await fixture.session.setLiveMode(Self.silent)
        }
        #expect(await fixture.session.live == nil)
        try await fixture.session.startRecording()
        await #expect(throws: CameraError.recordingInProgress) { try await fixture.session.setLiveMode(Self.silent) }
        fixture.camera.tick()
        _ = try await fixture.session.stopRecording()
        try await fixture.session.setLiveMode(Self.silent)
        await #expect(throws: CameraError.busy) { try await fixture.session.startRecording() }
        fixture.camera.fail(.live, with: .internal("no"))
        await #expect(throws: CameraError.internal("no")) { try await fixture.session.setLiveMode(LiveSettings()) }
        #expect(await fixture.session.live == LiveMode(sound: .notWanted))
        await #expect(throws: CameraError.busy) { try await fixture.session.startRecording() }
    }

    @Test func `5.5 a stop while live mode begins ends it as cancelled`() async throws {
        let fixture = try await SessionFixture.running()
        fixture.camera.hold(.live)
        let asked = Task { try await fixture.session.setLiveMode(Self.silent) }
        await fixture.camera.waitUntilHeld(.live)
        await fixture.session.stop()
        await #expect(throws: CameraError.cancelled) { try await asked.value }
        #expect(await fixture.session.live == nil)
    }

    @Test func `5.5 a double tap in live mode makes one live photo, with the session's flash`() async throws {
        let fixture = try await SessionFixture.running(flash: .on)
        try await fixture.session.setLiveMode(Self.silent)
        fixture.camera.hold(.photo)
        let first = Task { try await fixture.session.captureLivePhoto(Self.png) }
        await fixture.camera.waitUntilHeld(.photo)
        await #expect(throws: CameraError.busy) { try await fixture.session.captureLivePhoto(Self.png) }
        await #expect(throws: CameraError.busy) { try await fixture.session.setLiveMode(nil) }
        fixture.camera.release(.photo)
        _ = try await first.value
        #expect(fixture.camera.calls.last == .livePhoto(PhotoSettings(flash: .on, format: .png)))
        await fixture.session.stop()
    }

    @Test func `5.5 a microphone's question that outlives the camera turns nothing on in the next one`() async throws {
        let permissions = ScriptedPermissions([.microphone: .notDetermined])
        permissions.answer(.microphone, with: .authorized)
        permissions.holdsQuestions = true
        let fixture = try await SessionFixture.running(permissions: permissions)
        let session = fixture.session
        let asking = Task { try await session.setLiveMode(LiveSettings()) }
        await permissions.waitUntilAsked()
        await session.stop()
        try await session.start()
        permissions.holdsQuestions = false
        await #expect(throws: CameraError.cancelled) { try await asking.value }
        #expect(await session.live == nil)
        #expect(fixture.camera.liveFrameCount == nil)
    }

    @Test func `5.5 live mode that was asked for before a flip lasts over the next flip too`() async throws {
        let permissions = ScriptedPermissions([.microphone: .notDetermined])
        permissions.answer(.microphone, with: .denied)
        permissions.holdsQuestions = true
        let fixture = try await SessionFixture.running(permissions: permissions)
        let session = fixture.session
        let asking = Task { try await session.setLiveMode(LiveSettings()) }
        await permissions.waitUntilAsked()
        let first = try #require(await session.state.camera?.id)
        let flipping = Task { try await session.flip() }
        while case .running(let camera) = await session.state, camera.id == first { await Task.yield() }
        permissions.holdsQuestions = false
        _ = try await flipping.value
        // It may have been answered before the flip or after it.
        _ = await asking.result
        #expect(await session.live != nil)
        try await session.flip()
        #expect(await session.live != nil)
    }

    @Test func `5.5 a microphone that is withdrawn while it is open is told of`() async throws {
        let backend = SoundingBackend()
        let permissions = ScriptedPermissions()
        let session = CameraSession(backend: backend, permissions: permissions)
        try await session.start()
        #expect(try await session.setLiveMode(LiveSettings())?.usesMicrophone == true)
        let updates = session.updates()
        permissions.set(.microphone, to: .denied)
        for await update in updates {
            guard case .live(let mode) = update else { continue }
            #expect(mode == LiveMode(sound: .missing(.permissionDenied)))
            break
        }
        await session.stop()
    }

    @Test(arguments: [(ContentType.jpeg, true), (.heic, true), (.png, false), (.tiff, false)])
    func `5.5 live photos are JPEG or HEIC, unless a back end says otherwise`(_ format: ContentType, _ isLive: Bool) {
        let session = CameraSession(backend: SoundingBackend(), permissions: ScriptedPermissions())
        #expect(session.takesLivePhotos(as: format) == isLive)
        let idle = CameraSession(backend: IdleBackend(), permissions: ScriptedPermissions())
        #expect(!idle.takesLivePhotos(as: format))
    }

    @Test func `5.5 a back end without live photos says so`() async throws {
        let session = CameraSession(backend: IdleBackend(), permissions: ScriptedPermissions())
        try await session.start()
        await #expect(throws: CameraError.unsupportedFormat("this camera takes no live photos")) {
            try await session.setLiveMode(LiveSettings())
        }
        #expect(try await session.setLiveMode(nil) == nil)
        await #expect(throws: CameraError.notReady) { try await session.captureLivePhoto() }
        await session.stop()
    }
}

/// The same with a microphone for live mode.
private final class SoundingBackend: IdleBackend, LiveCameraBackend, @unchecked Sendable {
    // Unchecked as what it inherits from.
    func setLiveMode(_ settings: LiveSettings?) async throws(CameraError) -> LiveMode? {
        settings.map { LiveMode(sound: $0.wantsSound ? .recorded : .notWanted) }
    }
    func captureLivePhoto(_ settings: PhotoSettings) async throws(CameraError) -> LiveCapture { throw .notReady }
}
