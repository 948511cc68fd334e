public import Filmstrip
public import Foundation

/// The cameras of a Linux machine: PipeWire's, the kernel's where there is no PipeWire, and simulated ones through the same
/// encoders.
///
/// An actor. What GStreamer calls from its own threads hops onto it once, at the edge.
public actor GStreamerCamera: CameraBackend {
    /// How the cameras are used.
    public struct Configuration: Sendable {
        /// The way to the cameras; nil for simulated ones only.
        public var access: (any CameraAccessProvider)?
        /// Who says whether the microphone may be used, and when a permission is withdrawn; nil when all is allowed.
        public var permissions: (any PermissionProvider)?
        /// Cameras made of code; none by default. They open by their id, and are listed when there is no other.
        public var simulated: [SimulatedDevice]
        /// Whether simulated cameras are listed where there is no other. On by default.
        public var offersSimulatedWhenAlone: Bool
        /// From where a movie's sound comes; PipeWire's default microphone by default.
        public var microphone: MicrophoneSource
        /// Where captures lie until they are kept; nil for a folder in the system's temporary one.
        public var folder: MediaPath?
        /// Where a photo lies for which `folder` has no space left; nil, the default, to give it up.
        public var spareFolder: MediaPath?
        /// The name under which PipeWire sees the program.
        public var clientName: String
        /// How long before the call a photo's frame may have been taken, in seconds: what the user saw when they pressed. Half a
        /// frame at 30 frames a second by default; 0 for never.
        public var shutterLead: Double
        /// Seconds until a physical camera's first pictures are right; 0.4 by default. A photo of a frame that the user saw does not wait.
        public var warmUp: Double
        /// Seconds to wait for a camera's first frame; 5 by default.
        public var openingTimeout: Double
        /// The wall clock, for dates and names.
        public var now: @Sendable () -> Date
        /// The zone of those dates; the machine's by default.
        public var timeZone: @Sendable () -> TimeZone
        /// What tells how the device is held, so that photos and movies are upright; nil, the default, where nothing does.
        public var orientation: (any OrientationProvider)?
        /// Whether the user keeps the screen from turning with the device.
        var isScreenFixed: @Sendable () -> Bool = { ScreenLock().isOn }
        /// When silence is a fault.
        var watchdog = FrameWatchdog()
        /// The calls to the kernel's devices.
        var v4l2 = V4L2Calls.kernel
        /// Which encoder movies are made with: what is there and fast enough, by default.
        var encoders: VideoEncoderChoice

        /// Each parameter is described at the property of its name.
        public init(
            access: (any CameraAccessProvider)? = nil, permissions: (any PermissionProvider)? = nil,
            simulated: [SimulatedDevice] = [], offersSimulatedWhenAlone: Bool = true,
            microphone: MicrophoneSource = .pipeWire(), folder: MediaPath? = nil, clientName: String = "Filmstrip",
            shutterLead: Double = 1.0 / 60, warmUp: Double = 0.4, openingTimeout: Double = 5,
            now: @escaping @Sendable () -> Date = { Date() },
            timeZone: @escaping @Sendable () -> TimeZone = { TimeZone.current }
        ) {
            self.access = access
            self.permissions = permissions
            self.simulated = simulated
            self.offersSimulatedWhenAlone = offersSimulatedWhenAlone
            self.microphone = microphone
            self.folder = folder
            self.clientName = clientName
            self.shutterLead = shutterLead
            self.warmUp = warmUp
            self.openingTimeout = openingTimeout
            self.now = now
            self.timeZone = timeZone
            encoders = .measured
        }
    }

    /// A camera that runs.
    struct OpenCamera {
        var configuration: CameraConfiguration
        var pipeline: CapturePipeline
        /// The way to focus, exposure, zoom and light of a device of the kernel.
        var controls: V4L2Controls?
        var adjustment = DeviceAdjustment()
        var watchdog: FrameWatchdog
        /// Which start opened it: the same over all attempts to build its pipeline anew.
        var number: Int
        /// When a frame was last seen, on any pipeline of this camera; seconds on the common clock.
        var lastFrame: Double
        /// When the camera has got used to the light. Movies begin then, and so do photos, unless the user saw the frame that they want.
        var warm: UInt64
        /// Photos show the world at this time or later: what is older was taken before the device was set, or is in a photo.
        var settled: UInt64 = 0

        var device: CameraDevice { pipeline.plan.device }
        var isMirrored: Bool { configuration.mirrorsFrontCamera && device.position == .front }
    }

    let configuration: Configuration
    let folder: CaptureFolder
    /// Where photos are written: the first that has space left takes them.
    let photoFolders: [CaptureFolder]
    nonisolated let eventHub = StreamHub<CameraEvent>(.unbounded)
    nonisolated let previewHub = StreamHub<PixelFrame>(.bufferingNewest(1))
    /// Opening, changing and closing happen one at a time.
    nonisolated let turnstile = Turnstile()
    /// What has the turn, when it can be given up.
    var turn: (giveUp: @Sendable () -> Void, isRebuilding: Bool)?
    /// Counts the stops, so that what was begun before one knows that it is not meant any longer.
    var era = 0
    /// The pipeline that is being opened.
    private var opening: CapturePipeline?
    private var openCount = 0
    var isRebuilding = false
    let meter = LightMeter()
    /// The room that previews cover; nil for what the configuration of the open camera says.
    var previewRoom: PixelSize?
    var camera: OpenCamera?
    var recording: GStreamerRecording?
    /// Live mode, while it is on.
    var live: LiveReel?
    /// Live photos under way, by their number; nil while they wait for their frame.
    var liveCaptures: [Int: LiveCapture?] = [:]
    var liveCount = 0
    var watching: Task<Void, Never>?
    var watchingPermissions: Task<Void, Never>?
    /// How the device is held; listened to while a camera is open.
    var held = DeviceOrientation.upright
    var watchingOrientation: Task<Void, Never>?
    var session: PipeWireSession?
    /// Cameras of PipeWire that were told of, by the names of their nodes.
    var known: [String: CameraDevice.ID] = [:]
    /// What changed while a connection is being made; nil at all other times.
    var early: [PipeWireSession.Change]?
    private var hasRecovered = false
    var encoder: (size: PixelSize, rate: Double, choice: VideoEncoderChoice.Answer?)?

    /// Opens nothing yet.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        folder = configuration.folder.map { CaptureFolder(path: $0) } ?? .temporary
        photoFolders = [folder] + (configuration.spareFolder.map { [CaptureFolder(path: $0)] } ?? [])
    }

    deinit {
        watching?.cancel()
        watchingPermissions?.cancel()
        watchingOrientation?.cancel()
    }

    /// Cameras that come and go, interruptions, and the end, from now on. Buffers all.
    public nonisolated func events() -> AsyncStream<CameraEvent> { eventHub.stream() }

    /// Frames of the open camera, newest only. They wrap the pipeline's memory: let each go before long.
    public nonisolated func previews() -> AsyncStream<PixelFrame> { previewHub.stream() }

    /// The machine's cameras, rear before front before external, infrared ones last; else the simulated ones.
    /// - Throws: `permissionDenied`, `permissionRestricted`; `pipeWireMissing`, `sessionManagerMissing` or `noCamera` where there is
    ///   none of either kind.
    public func devices() async throws(CameraError) -> [CameraDevice] {
        do throws(CameraError) {
            let found = try await physicalDevices()
            guard found.isEmpty else { return found }
            throw .noCamera
        } catch {
            switch error {
            case .noCamera, .pipeWireMissing, .sessionManagerMissing:
                let simulated = configuration.simulated.map(\.device)
                guard configuration.offersSimulatedWhenAlone, !simulated.isEmpty else { throw error }
                return simulated
            default: throw error
            }
        }
    }

    // MARK: Opening and closing

    /// Opens a camera, or changes the open one. Another camera is opened beside the one that runs, which goes only when the new one
    /// gives frames. The first time, movies that a killed program left in the folder of captures get their names.
    /// - Throws: `noCamera`, `cameraInUse`, `cameraLost` without a first frame in time, `configurationFailed` when no format fits,
    ///   `recordingInProgress`, `cancelled` when the camera was stopped meanwhile, and what `devices()` throws.
    public func start(_ wanted: CameraConfiguration) async throws(CameraError) {
        try await inTurn { camera, era throws(CameraError) in try await camera.begin(wanted, era) }
    }

    /// Does one thing at a time with the device. When the camera is stopped, who waits is let go as cancelled, even where the device
    /// hangs; what goes on behind them finds another era.
    func inTurn<Value: Sendable>(
        isRebuilding: Bool = false,
        _ body: @escaping @Sendable (isolated GStreamerCamera, _ era: Int) async throws(CameraError) -> Value
    ) async throws(CameraError) -> Value {
        let era = era
        await turnstile.enter()
        defer {
            turn = nil
            turnstile.leave()
        }
        try check(era)
        let work = AbandonableWork { () async -> Result<Value, CameraError> in
            do throws(CameraError) { return .success(try await body(self, era)) } catch { return .failure(error) }
        }
        turn = ({ work.abandon() }, isRebuilding)
        guard let result = await work.value else { throw .cancelled }
        return try result.get()
    }

    /// Ends what was begun before a stop.
    func check(_ era: Int) throws(CameraError) {
        guard era == self.era else { throw .cancelled }
    }

    private func begin(_ wanted: CameraConfiguration, _ era: Int) async throws(CameraError) {
        try check(era)
        if let recording, !recording.isOver { throw .recordingInProgress }
        recording = nil
        await recover()
        guard let old = camera, old.device.id == wanted.camera, old.pipeline.plan.source.isPhysical else {
            let opened = try await open(wanted, era)
            dropLive()
            let old = camera
            install(opened, wanted)
            await old?.pipeline.shutDown()
            return
        }
        // A device cannot run in two formats at once: the old one makes room, and comes back when the new one does not work.
        camera = nil
        await old.pipeline.shutDown()
        live?.interrupt(nil)
        do throws(CameraError) {
            let opened = try await open(wanted, era)
            dropLive()
            install(opened, wanted)
        } catch {
            try check(era)
            do throws(CameraError) {
                install(try await open(old.configuration, adjustment: old.adjustment, era), old.configuration)
                feedLive()
            } catch {
                try check(era)
                dropLive(because: .cameraLost)
                eventHub.send(.failed(.cameraLost(old.device.id)))
            }
            throw error
        }
    }

    /// Looks after what a killed program left behind, once.
    private func recover() async {
        guard !hasRecovered else { return }
        hasRecovered = true
        let recovery = RecordingRecovery(folder)
        _ = await GStreamerThread.run { recovery.recover() }
    }

    /// Opens a camera beside the one that runs.
    func open(_ wanted: CameraConfiguration, adjustment: DeviceAdjustment = DeviceAdjustment(), _ era: Int)
        async throws(CameraError)
        -> (pipeline: CapturePipeline, controls: V4L2Controls?)
    {
        let (planned, controls) = try await plan(for: wanted)
        let pipeline = try await build(planned, adjustment)
        try check(era)
        opening = pipeline
        defer { if opening === pipeline { opening = nil } }
        do throws(CameraError) {
            try await pipeline.start(timeout: configuration.openingTimeout)
            try check(era)
        } catch {
            await pipeline.shutDown()
            throw error
        }
        return (pipeline, controls)
    }

    /// Off the actor, because parts of GStreamer may have to be loaded from the disk.
    private func build(_ plan: CapturePlan, _ adjustment: DeviceAdjustment) async throws(CameraError) -> CapturePipeline
    {
        var plan = plan
        plan.adjustment = adjustment
        let relay = PipelineRelay(camera: self, previews: previewHub, events: eventHub, meter: meter)
        let made = await GStreamerThread.run { [plan] () -> Result<CapturePipeline, CameraError> in
            do throws(GStreamerFault) {
                return .success(
                    try CapturePipeline(plan, onPreview: { relay.show($0) }, onMessage: { relay.hear($0) }))
            } catch {
                return .failure(error.cameraError(plan.device.id))
            }
        }
        let pipeline = try made.get()
        relay.attach(pipeline)
        return pipeline
    }

    private func install(_ opened: (pipeline: CapturePipeline, controls: V4L2Controls?), _ wanted: CameraConfiguration)
    {
        meter.rebase()
        openCount += 1
        let isPhysical = opened.pipeline.plan.source.isPhysical
        camera = OpenCamera(
            configuration: wanted, pipeline: opened.pipeline, controls: opened.controls,
            watchdog: configuration.watchdog, number: openCount, lastFrame: Double(GStreamer.now) / 1e9,
            warm: isPhysical ? GStreamer.now + GStreamer.nanoseconds(configuration.warmUp) : 0)
        // The view may have changed while the camera was being opened.
        followPreview()
        watchPermissions()
        watchOrientation()
        guard watching == nil else { return }
        watching = Task { [weak self] in
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
                guard let self else { return }
                await lookAfter()
            }
        }
    }

    /// Finishes a recording and lets the device go, in at most 5 s whatever hangs: it is left to itself then. A start, a change or
    /// a recording that is just being begun ends as `cancelled`.
    public func stop() async {
        era += 1
        turn?.giveUp()
        await turnstile.enter()
        defer { turnstile.leave() }
        await close(because: nil)
    }

    /// Ends what is under way and lets the device go. From the first moment on no camera is open.
    func close(because reason: InterruptionReason?, telling event: CameraEvent? = nil) async {
        for task in [watching, watchingOrientation] { task?.cancel() }
        (watching, watchingOrientation) = (nil, nil)
        let (ending, pipelines) = (recording, [camera?.pipeline, opening].compactMap { $0 })
        let (endingLive, captures) = (live, liveCaptures.values.compactMap { $0 })
        camera = nil
        recording = nil
        live = nil
        // Before anything is told: who hears of it may ask for the files.
        endingLive?.end(because: reason)
        if let event { eventHub.send(event) }
        if let reason { ending?.interrupt(reason) } else { ending?.stop() }
        let work = AbandonableWork {
            await withTaskGroup { group in
                for pipeline in pipelines { group.addTask { await pipeline.shutDown() } }
                group.addTask { await ending?.waitForEnd() }
                group.addTask { await endingLive?.waitForEnd() }
                for capture in captures { group.addTask { await capture.wait() } }
            }
        }
        work.abandon(after: 4.5)
        _ = await work.value
    }
}

/// Brings what a pipeline says on its own threads to the camera.
final class PipelineRelay: Sendable {
    private weak let camera: GStreamerCamera?
    private let previews: StreamHub<PixelFrame>
    private let events: StreamHub<CameraEvent>
    private let meter: LightMeter
    private let pipeline = Locked<ObjectIdentifier?>(nil)

    init(
        camera: GStreamerCamera, previews: StreamHub<PixelFrame>, events: StreamHub<CameraEvent>, meter: LightMeter
    ) {
        self.camera = camera
        self.previews = previews
        self.events = events
        self.meter = meter
    }

    func attach(_ pipeline: CapturePipeline) {
        let identity = ObjectIdentifier(pipeline)
        self.pipeline.withLock { $0 = identity }
    }

    func show(_ frame: PixelFrame) {
        if meter.see(frame) { events.send(.subjectAreaChanged) }
        previews.send(frame)
    }

    func hear(_ message: GStreamerPipeline.Message) {
        guard let pipeline = pipeline.withLock({ $0 }) else { return }
        // Never held on a streaming thread: who lets the camera go last ends its pipeline.
        Task { [weak camera] in await camera?.heard(message, from: pipeline) }
    }
}
