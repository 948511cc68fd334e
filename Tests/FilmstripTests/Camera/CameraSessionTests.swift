import Filmstrip
import FilmstripTesting
import Testing

/// A session over the simulated camera.
struct SessionFixture {
    let camera: SimulatedCamera
    let permissions: ScriptedPermissions
    let clock = ManualClock()
    let session: CameraSession

    init(
        devices: [SimulatedDevice] = SimulatedScene.devices, permissions: ScriptedPermissions = ScriptedPermissions(),
        configuration: CameraSession.Configuration = CameraSession.Configuration()
    ) {
        camera = SimulatedCamera(devices: devices)
        self.permissions = permissions
        session = CameraSession(
            backend: camera, permissions: permissions, configuration: configuration, clock: clock)
    }

    /// A session whose camera is open.
    static func running(
        _ devices: [SimulatedDevice] = SimulatedScene.devices, permissions: ScriptedPermissions = ScriptedPermissions(),
        flash: FlashMode = .off
    ) async throws -> SessionFixture {
        let fixture = SessionFixture(
            devices: devices, permissions: permissions, configuration: CameraSession.Configuration(flash: flash))
        try await fixture.session.start()
        return fixture
    }

    /// How the photos were to be taken.
    var photos: [PhotoSettings] {
        camera.calls.compactMap { if case .photo(let settings) = $0 { settings } else { nil } }
    }

    /// Waits until the session's state is one that passes.
    func wait(for passes: @escaping @Sendable (CameraSessionState) -> Bool) async {
        let updates = session.updates()
        if passes(await session.state) { return }
        for await update in updates {
            if case .state(let state) = update, passes(state) { return }
        }
    }
}

/// A back end that does nothing, and whose events a test sends one by one.
class IdleBackend: CameraBackend, @unchecked Sendable {
    // Unchecked because it has a subclass; neither has anything that changes.
    let hub = StreamHub<CameraEvent>(.unbounded)

    func devices() async throws(CameraError) -> [CameraDevice] { [SimulatedScene().device.device] }
    func events() -> AsyncStream<CameraEvent> { hub.stream() }
    func previews() -> AsyncStream<PixelFrame> { AsyncStream { $0.finish() } }
    func start(_ configuration: CameraConfiguration) async throws(CameraError) {}
    func stop() async {}
    func apply(_ adjustment: DeviceAdjustment) async throws(CameraError) {}
    func capturePhoto(_ settings: PhotoSettings) async throws(CameraError) -> CapturedPhoto { throw .notReady }
    func startRecording(_ settings: RecordingSettings) async throws(CameraError) -> any CameraRecording {
        throw .notReady
    }
}

@Suite(.timeLimit(.minutes(1))) struct CameraSessionTests {
    @Test func `2.1 the rear camera first, or the one there is`() async throws {
        #expect(try await SessionFixture().session.start().id == "simulated-rear")
        let frontOnly = SessionFixture(devices: [SimulatedScene(.front).device])
        #expect(try await frontOnly.session.start().id == "simulated-front")
        let wished = SessionFixture(configuration: CameraSession.Configuration(position: .front))
        #expect(try await wished.session.start().id == "simulated-front")
        let named = SessionFixture(configuration: CameraSession.Configuration(camera: "simulated-front"))
        #expect(try await named.session.start().id == "simulated-front")
    }

    @Test func `2.1 no camera is a typed error, and a later start tries anew`() async throws {
        // C73: react-native-image-picker #1940.
        let fixture = SessionFixture(devices: [])
        await #expect(throws: CameraError.noCamera) { try await fixture.session.start() }
        #expect(await fixture.session.state == .failed(.noCamera))
        fixture.camera.connect(SimulatedScene().device)
        #expect(try await fixture.session.start().id == "simulated-rear")
        let unknown = SessionFixture(configuration: CameraSession.Configuration(camera: "nobody"))
        await #expect(throws: CameraError.noCamera) { try await unknown.session.start() }
    }

    @Test func `2.1 what the session was made for reaches the camera`() async throws {
        let size = PixelSize(width: 640, height: 480)
        let fixture = SessionFixture(
            configuration: CameraSession.Configuration(
                position: .front, preferredSize: size, framesPerSecond: 24, previewSize: size, mirrorsFrontCamera: true)
        )
        try await fixture.session.start()
        #expect(
            fixture.camera.calls.last
                == .start(
                    CameraConfiguration(
                        camera: "simulated-front", preferredSize: size, framesPerSecond: 24, previewSize: size,
                        mirrorsFrontCamera: true)))
    }

    @Test(arguments: [
        (PermissionStatus.denied, CameraError.permissionDenied), (.restricted, .permissionRestricted),
    ])
    func `Without permission no camera is opened and nobody is asked again`(
        status: PermissionStatus, error: CameraError
    ) async {
        let fixture = SessionFixture(permissions: ScriptedPermissions([.camera: status]))
        await #expect(throws: error) { try await fixture.session.start() }
        #expect(fixture.camera.calls.isEmpty)
        #expect(fixture.permissions.asked.isEmpty)
    }

    @Test func `Asked for the first time, the system's answer decides`() async throws {
        let granting = SessionFixture(permissions: ScriptedPermissions([.camera: .notDetermined]))
        granting.permissions.answer(.camera, with: .authorized)
        try await granting.session.start()
        #expect(granting.permissions.asked == [.camera])
        let refusing = SessionFixture(permissions: ScriptedPermissions([.camera: .notDetermined]))
        refusing.permissions.answer(.camera, with: .denied)
        await #expect(throws: CameraError.permissionDenied) { try await refusing.session.start() }
    }

    @Test func `C73 without a camera nobody is asked for one, and with the camera the question comes`() async throws {
        let fixture = SessionFixture(devices: [], permissions: ScriptedPermissions([.camera: .notDetermined]))
        await #expect(throws: CameraError.noCamera) { try await fixture.session.start() }
        #expect(fixture.permissions.asked.isEmpty)
        fixture.camera.connect(SimulatedScene().device)
        try await fixture.session.start()
        #expect(fixture.permissions.asked == [.camera])
    }

    @Test(arguments: [CameraError.permissionDenied, .pipeWireMissing, .configurationFailed("no")])
    func `Cameras that hide until they are allowed are asked for`(error: CameraError) async throws {
        let fixture = SessionFixture(permissions: ScriptedPermissions([.camera: .notDetermined]))
        fixture.camera.fail(.devices, with: error)
        #expect(try await fixture.session.start().id == "simulated-rear")
        #expect(fixture.permissions.asked == [.camera])
    }

    @Test func `Nobody is asked for a session that was stopped meanwhile`() async {
        let fixture = SessionFixture(permissions: ScriptedPermissions([.camera: .notDetermined]))
        fixture.camera.hold(.devices)
        let start = Task { try await fixture.session.start() }
        await fixture.camera.waitUntilHeld(.devices)
        await fixture.session.stop()
        await #expect(throws: CameraError.cancelled) { try await start.value }
        #expect(fixture.permissions.asked.isEmpty)
    }

    @Test func `Two starts at once open the camera once, and both get it`() async throws {
        let fixture = SessionFixture()
        fixture.camera.hold(.start)
        async let first = fixture.session.start()
        await fixture.camera.waitUntilHeld(.start)
        async let second = fixture.session.start()
        fixture.camera.release(.start)
        #expect(try await [first.id, second.id] == ["simulated-rear", "simulated-rear"])
        #expect(try await fixture.session.start().id == "simulated-rear")
        #expect(fixture.camera.calls.filter { if case .start = $0 { true } else { false } }.count == 1)
    }

    @Test func `2.2 a stop closes the camera, twice or early as it may come`() async throws {
        let fixture = SessionFixture()
        await fixture.session.stop()
        #expect(fixture.camera.calls.isEmpty)
        try await fixture.session.start()
        async let one: Void = fixture.session.stop()
        async let two: Void = fixture.session.stop()
        _ = await (one, two)
        #expect(await fixture.session.state == .idle)
        #expect(fixture.camera.openCamera == nil)
        #expect(fixture.camera.calls.filter { $0 == .stop }.count == 1)
        try await fixture.session.start()
        #expect(fixture.camera.openCamera == "simulated-rear")
    }

    @Test func `2.2 a stop while the camera is being opened leaves nothing open`() async {
        let fixture = SessionFixture()
        fixture.camera.hold(.start)
        let start = Task { try await fixture.session.start() }
        await fixture.camera.waitUntilHeld(.start)
        await fixture.session.stop()
        await #expect(throws: CameraError.cancelled) { try await start.value }
        #expect(await fixture.session.state == .idle)
        #expect(fixture.camera.openCamera == nil)
    }

    @Test func `C73 a camera that another program holds is tried again, and then had`() async throws {
        // teltek/Galicaster #343: busy, then free after two seconds.
        let fixture = SessionFixture()
        fixture.camera.fail(.start, with: .cameraInUse("simulated-rear"), .cameraInUse("simulated-rear"))
        let start = Task { try await fixture.session.start() }
        for _ in 0..<2 {
            await fixture.clock.waitForSleepers()
            fixture.clock.advance(by: .milliseconds(500))
        }
        #expect(try await start.value.id == "simulated-rear")
        #expect(await fixture.session.state.camera?.id == "simulated-rear")
    }

    @Test func `C73 a camera that stays held is in use, never a limit, and can be tried later`() async throws {
        // zhangao0086/DKImagePickerController PR 113: the wrong message.
        let fixture = SessionFixture(configuration: CameraSession.Configuration(retryCount: 0))
        fixture.camera.fail(.start, with: .cameraInUse("simulated-rear"))
        await #expect(throws: CameraError.cameraInUse("simulated-rear")) { try await fixture.session.start() }
        try await fixture.session.start()
        #expect(fixture.camera.openCamera == "simulated-rear")
    }

    @Test func `C73 a stop ends the retries`() async {
        let fixture = SessionFixture()
        fixture.camera.fail(.start, with: .cameraInUse("simulated-rear"))
        let start = Task { try await fixture.session.start() }
        await fixture.clock.waitForSleepers()
        await fixture.session.stop()
        await #expect(throws: CameraError.cancelled) { try await start.value }
        #expect(await fixture.session.state == .idle)
    }

    @Test func `2.5 flipping goes from rear to front and back`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.start()
        #expect(try await fixture.session.flip().position == .front)
        #expect(try await fixture.session.flip().position == .rear)
        #expect(await fixture.session.state.camera?.position == .rear)
    }

    @Test func `2.5 a failed flip keeps the camera that worked`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.start()
        fixture.camera.fail(.start, with: .configurationFailed("refused"))
        await #expect(throws: CameraError.configurationFailed("refused")) { try await fixture.session.flip() }
        #expect(fixture.camera.openCamera == "simulated-rear")
        #expect(await fixture.session.state.camera?.id == "simulated-rear")
        #expect(try await fixture.session.capturePhoto().camera == "simulated-rear")
    }

    @Test func `2.5 without a second camera there is nothing to flip to`() async throws {
        let fixture = SessionFixture(devices: [SimulatedScene().device])
        try await fixture.session.start()
        await #expect(throws: CameraError.noCamera) { try await fixture.session.flip() }
        #expect(fixture.camera.openCamera == "simulated-rear")
    }

    @Test func `2.5 a certain camera can be selected, and the same one is no change`() async throws {
        let fixture = SessionFixture()
        try await fixture.session.start()
        #expect(try await fixture.session.select("simulated-rear").id == "simulated-rear")
        #expect(fixture.camera.calls.count == 2)
        #expect(try await fixture.session.select("simulated-front").id == "simulated-front")
        await #expect(throws: CameraError.noCamera) { try await fixture.session.select("nobody") }
    }

    @Test func `Each operation says why it is refused`() async throws {
        let fixture = SessionFixture()
        let session = fixture.session
        await #expect(throws: CameraError.notReady) { try await session.capturePhoto() }
        await #expect(throws: CameraError.notReady) { try await session.startRecording() }
        await #expect(throws: CameraError.notReady) { try await session.stopRecording() }
        await #expect(throws: CameraError.notReady) { try await session.flip() }
        await #expect(throws: CameraError.notReady) { try await session.select("simulated-rear") }
        await #expect(throws: CameraError.notReady) { try await session.adjust(DeviceAdjustment(zoom: 2)) }
        await #expect(throws: CameraError.notReady) { try await session.focusAndExpose(at: .center) }
        try await session.start()
        try await session.startRecording()
        await #expect(throws: CameraError.recordingInProgress) { try await session.capturePhoto() }
        await #expect(throws: CameraError.recordingInProgress) { try await session.startRecording() }
        await #expect(throws: CameraError.recordingInProgress) { try await session.flip() }
    }

    @Test func `A session that is let go does not keep itself or the camera's events`() async throws {
        let camera = SimulatedCamera()
        weak var gone: CameraSession?
        do {
            let session = CameraSession(backend: camera, permissions: ScriptedPermissions())
            gone = session
            try await session.start()
            await session.stop()
        }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }
}
