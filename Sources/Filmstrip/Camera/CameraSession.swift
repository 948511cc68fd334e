/// A camera in use: opens and closes it, takes photos, records, and tells what happens, whatever back end is behind it.
///
/// An actor. Each call has one result. Calls that do not belong to the state are refused at once with an error named by
/// reason; `CameraSessionMachine` is the table. The camera is closed by `stop()`, and not by forgetting the session.
public actor CameraSession {
    /// What a session is made for.
    public struct Configuration: Sendable {
        /// The camera to begin with: a wish. Rear by default.
        public var position: CameraDevice.Position
        /// A certain camera to begin with; nil for the one at `position`.
        public var camera: CameraDevice.ID?
        /// The frame size wanted, at most; nil for the camera's best up to 1920x1080.
        public var preferredSize: PixelSize?
        /// Frames a second wanted; 30 by default.
        public var framesPerSecond: Double
        /// Previews are scaled down to fit this; nil for 1280x720.
        public var previewSize: PixelSize?
        /// Whether files of a front camera show what the mirrored preview showed; off by default.
        public var mirrorsFrontCamera: Bool
        /// The flash at first; off by default.
        public var flash: FlashMode
        /// How often a camera that another program holds is tried again; each half second by default.
        public var retryInterval: Duration
        /// How many times more it is tried; 6 by default, 0 for never.
        public var retryCount: Int

        /// A configuration; see the fields for the defaults.
        public init(
            position: CameraDevice.Position = .rear, camera: CameraDevice.ID? = nil, preferredSize: PixelSize? = nil,
            framesPerSecond: Double = 30, previewSize: PixelSize? = nil, mirrorsFrontCamera: Bool = false,
            flash: FlashMode = .off, retryInterval: Duration = .milliseconds(500), retryCount: Int = 6
        ) {
            self.position = position
            self.camera = camera
            self.preferredSize = preferredSize
            self.framesPerSecond = framesPerSecond
            self.previewSize = previewSize
            self.mirrorsFrontCamera = mirrorsFrontCamera
            self.flash = flash
            self.retryInterval = retryInterval
            self.retryCount = retryCount
        }
    }

    /// What a session tells.
    public enum Update: Sendable {
        /// Another state holds.
        case state(CameraSessionState)
        /// The usable cameras are others.
        case cameras([CameraDevice])
        /// Something happened to the devices or to the open camera.
        case event(CameraEvent)
        /// Another flash mode is wished.
        case flash(FlashMode)
        /// Live mode runs so from now on; nil when it is off.
        case live(LiveMode?)
        /// A recording ended, by whomever.
        case recordingEnded(Result<CapturedVideo, CameraError>)
        /// Focus and exposure could not go back to the centre by themselves.
        case adjustmentFailed(CameraError)
    }

    let backend: any CameraBackend
    let permissions: any PermissionProvider
    private(set) var configuration: Configuration
    private let clock: any Clock<Duration>
    private let hub = StreamHub<Update>()
    private var machine = CameraSessionMachine()
    private var opening: Task<Result<CameraDevice, CameraError>, Never>?
    private var closing: Task<Void, Never>?
    private var watching: [Task<Void, Never>] = []
    /// The camera that was changed to last: the one to begin with the next time.
    private var changedTo: CameraDevice.ID?
    /// Cameras that were unplugged and have not come back.
    private var unplugged: Set<CameraDevice.ID> = []
    /// The recording that the back end is starting.
    var beginning: Task<Result<SessionRecording, CameraError>, Never>?
    /// How many recordings were asked for, so that a late one knows whether it is still meant.
    var recordingCount = 0
    /// How many snapshots were taken.
    var snapshotCount = 0
    /// The recording that has not ended yet.
    var recording: SessionRecording?
    /// The usable cameras, best first; empty before the first start.
    public private(set) var cameras: [CameraDevice] = []
    /// The flash that the user wishes. A camera without it goes without, and the wish holds again on one that has it.
    public internal(set) var flash: FlashMode
    /// How live mode runs; nil while it is off. It says whether the microphone is open.
    public private(set) var live: LiveMode?
    /// What the open camera was told since it was opened.
    var told = DeviceAdjustment()
    /// What live mode was asked to keep, for the next camera.
    var liveWish: LiveSettings?

    /// - Parameter clock: what retries wait on.
    public init(
        backend: any CameraBackend, permissions: any PermissionProvider, configuration: Configuration = Configuration(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.backend = backend
        self.permissions = permissions
        self.configuration = configuration
        self.clock = clock
        flash = configuration.flash
    }

    deinit {
        for task in watching { task.cancel() }
    }

    /// Where the session stands.
    public var state: CameraSessionState { machine.state }

    /// What happens from now on. Buffers all.
    public nonisolated func updates() -> AsyncStream<Update> { hub.stream() }

    /// Frames of the open camera, upright and not mirrored. Keeps the newest only.
    public nonisolated func previews() -> AsyncStream<PixelFrame> { backend.previews() }

    // MARK: Opening and closing

    /// Opens the camera and answers with it; one that is open or being opened is the answer too. Asks the system for the
    /// permission when nobody did, unless there surely is no camera. Waits for a stop that is under way. One that was changed to
    /// before a stop is opened again.
    /// - Throws: `permissionDenied`, `permissionRestricted`, `noCamera`, `cameraInUse` after the retries, `cancelled` when
    ///   stopped meanwhile, or what else the back end met.
    @discardableResult
    public func start() async throws(CameraError) -> CameraDevice {
        while let closing { await closing.value }
        if let opening { return try await opening.value.get() }
        if handle(.start) == .open {
            return try await open(retries: configuration.retryCount) { session throws(CameraError) in
                try await session.firstCamera()
            }
        }
        guard let camera = state.camera else { throw .notReady }
        return camera
    }

    /// Closes the camera. A recording is finished first. Safe to call at any time, and twice; returns when it is closed.
    public func stop() async {
        if handle(.stop) == .close { close() }
        await closing?.value
    }

    /// Changes to the other camera. When that fails, the one that worked before runs on.
    /// - Throws: `noCamera` without a second camera, `busy`, `recordingInProgress`, `notReady`, or why the other one cannot
    ///   be opened.
    @discardableResult
    public func flip() async throws(CameraError) -> CameraDevice {
        guard case .running(let current) = state else { throw refusal(of: .change) }
        guard let other = current.counterpart(among: cameras) else { throw .noCamera }
        return try await change(to: other)
    }

    /// Changes to a certain camera. When that fails, the one that worked before runs on, as with `flip()`.
    @discardableResult
    public func select(_ id: CameraDevice.ID) async throws(CameraError) -> CameraDevice {
        guard case .running(let current) = state else { throw refusal(of: .change) }
        guard let camera = cameras.first(where: { $0.id == id }) else { throw .noCamera }
        return camera.id == current.id ? current : try await change(to: camera)
    }

    /// Lets files of front cameras show what the mirrored preview shows, or what others see. An open front camera is opened anew; where that
    /// fails it runs on as it did.
    /// - Throws: `busy`, `recordingInProgress`, `notReady`, or why it cannot be opened.
    public func setMirrorsFrontCamera(_ mirrors: Bool) async throws(CameraError) {
        guard mirrors != configuration.mirrorsFrontCamera else { return }
        guard case .running(let camera) = state else { throw refusal(of: .change) }
        configuration.mirrorsFrontCamera = mirrors
        guard camera.position == .front else { return }
        do throws(CameraError) {
            _ = try await change(to: camera)
        } catch {
            configuration.mirrorsFrontCamera = !mirrors
            throw error
        }
    }

    private func change(to camera: CameraDevice) async throws(CameraError) -> CameraDevice {
        guard handle(.change) == .open else { throw refusal(of: .change) }
        let changed = try await open(retries: 0) { _ throws(CameraError) in camera }
        changedTo = changed.id
        return changed
    }

    private func firstCamera() async throws(CameraError) -> CameraDevice {
        var status = await permissions.status(of: .camera)
        if status == .notDetermined {
            if await lacksCamera() { throw .noCamera }
            guard case .starting = state else { throw .cancelled }
            do throws(PermissionError) {
                status = try await permissions.request(.camera)
            } catch {
                throw .configurationFailed(error.message)
            }
        }
        try Self.check(status)
        let found = try await backend.devices()
        update(cameras: found)
        if let changedTo, let camera = found.first(where: { $0.id == changedTo }) { return camera }
        if let id = configuration.camera {
            guard let camera = found.first(where: { $0.id == id }) else { throw .noCamera }
            return camera
        }
        guard let camera = CameraDevice.preferred(at: configuration.position, among: found) else { throw .noCamera }
        return camera
    }

    /// Whether there surely is no camera: nobody is asked for one then. Back ends may hide cameras until they are allowed, and what else
    /// goes wrong will do so again.
    func lacksCamera() async -> Bool {
        do throws(CameraError) { return try await backend.devices().isEmpty } catch { return error == .noCamera }
    }

    /// Why a permission with that status is none.
    static func reason(_ status: PermissionStatus) -> ErrorCode {
        status == .restricted ? .permissionRestricted : .permissionDenied
    }

    private static func check(_ status: PermissionStatus) throws(CameraError) {
        switch status {
        case .authorized, .limited: return
        case .restricted: throw .permissionRestricted
        case .denied, .notDetermined: throw .permissionDenied
        }
    }

    /// The opening has a task of its own, so that a stop can wait for its end, and a second start for its result.
    private func open(
        retries: Int, _ choose: @escaping @Sendable (isolated CameraSession) async throws(CameraError) -> CameraDevice
    ) async throws(CameraError) -> CameraDevice {
        watch()
        let task = Task { await self.opened(retries: retries, choose) }
        opening = task
        return try await task.value.get()
    }

    private func opened(
        retries: Int, _ choose: @Sendable (isolated CameraSession) async throws(CameraError) -> CameraDevice
    ) async -> Result<CameraDevice, CameraError> {
        defer { opening = nil }
        do throws(CameraError) {
            let camera = try await choose(self)
            try await begin(camera, retries: retries)
            await renewLive()
            if handle(.opened(camera)) == .close {
                await backend.stop()
                return .failure(.cancelled)
            }
            return .success(camera)
        } catch {
            // The camera that comes back may have ended live mode on its way.
            await renewLive()
            _ = handle(.openingFailed(error))
            return .failure(error)
        }
    }

    private func begin(_ camera: CameraDevice, retries: Int) async throws(CameraError) {
        let wanted = CameraConfiguration(
            camera: camera.id, preferredSize: configuration.preferredSize,
            framesPerSecond: configuration.framesPerSecond, previewSize: configuration.previewSize,
            mirrorsFrontCamera: configuration.mirrorsFrontCamera)
        for attempt in 0... {
            guard case .starting = state else { throw .cancelled }
            do {
                try await backend.start(wanted)
                told = DeviceAdjustment()
                return
            } catch .cameraInUse where attempt < retries {
                do { try await clock.sleep(for: configuration.retryInterval) } catch { throw .cancelled }
            }
        }
    }

    private func close() {
        opening?.cancel()
        endLive()
        closing = Task {
            await backend.stop()
            // Ended by the stop, if it was under way; a camera that it opened after all is closed by it.
            _ = await opening?.value
            _ = await beginning?.value
            _ = await recording?.ending.value
            _ = handle(.stopped)
            closing = nil
        }
    }

    // MARK: What happens

    /// Takes an event, tells of a new state, and says what is to be done.
    func handle(_ event: CameraSessionMachine.Event) -> CameraSessionMachine.Action {
        let before = machine.state
        let action = machine.handle(event)
        if machine.state != before { tell(.state(machine.state)) }
        return action
    }

    /// Why an operation is refused now.
    func refusal(of event: CameraSessionMachine.Event) -> CameraError {
        var copy = machine
        if case .refuse(let error) = copy.handle(event) { return error }
        return .notReady
    }

    func tell(_ update: Update) { hub.send(update) }

    func update(live mode: LiveMode?) {
        guard mode != live else { return }
        live = mode
        tell(.live(mode))
    }

    private func update(cameras found: [CameraDevice]) {
        guard found != cameras else { return }
        cameras = found
        tell(.cameras(found))
    }

    private func watch() {
        guard watching.isEmpty else { return }
        let (events, changes) = (backend.events(), permissions.changes())
        watching = [
            Task { [weak self] in for await event in events { await self?.receive(event) } },
            Task { [weak self] in for await permission in changes { await self?.receive(permission) } },
        ]
    }

    private func receive(_ permission: Permission) async {
        if permission == .microphone, live?.usesMicrophone == true {
            let status = await permissions.status(of: .microphone)
            if !status.isAllowed { silenceLive(because: Self.reason(status)) }
        }
        guard permission == .camera, state.isActive, !(await permissions.status(of: .camera)).isAllowed else { return }
        // While the system's own question is open, `start` gets the answer.
        if case .starting(nil) = state { return }
        fail(.permissionLost)
    }

    private func receive(_ event: CameraEvent) async {
        switch event {
        case .connected(let device):
            unplugged.remove(device.id)
            tell(.event(event))
            update(cameras: cameras.filter { $0.id != device.id } + [device])
        case .disconnected(let id):
            unplugged.insert(id)
            tell(.event(event))
            update(cameras: cameras.filter { $0.id != id })
            if state.camera?.id == id { fail(.cameraLost(id)) }
        case .subjectAreaChanged:
            tell(.event(event))
            if handle(.subjectAreaChanged) == .readjust, !isLocked { await readjust() }
        case .interrupted(.permissionLost): fail(.permissionLost)
        case .interrupted(let reason):
            if handle(.interrupted(reason)) == .endRecording { recording?.end() }
            if case .interrupted = state { tell(.event(event)) }
        case .resumed:
            guard case .interrupted = state else { return }
            _ = handle(.resumed)
            tell(.event(event))
        // Of an unplugged camera this is the same loss once more, and the session may have been started anew meanwhile.
        case .failed(.cameraLost(let id)) where unplugged.contains(id): return
        case .failed(let error): fail(error)
        }
    }

    /// Ends the session with one error; what comes after it is not told.
    private func fail(_ error: CameraError) {
        guard handle(.failed(error)) == .close else { return }
        tell(.event(.failed(error)))
        close()
    }
}
