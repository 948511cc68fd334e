public import Filmstrip
import Foundation

/// A camera back end without hardware: draws the simulated scene, writes real files, and fails on command.
///
/// By default nothing moves by itself: `tick(_:)` makes the frames, so that a test knows each one. Photos are JPEG or PNG,
/// movies are QuickTime files of PNG frames without sound; both carry the strip that `SceneStrip` reads. Frames are small
/// (320x240) unless a size is asked for. Safe to use from any thread.
public final class SimulatedCamera: CameraBackend {
    /// What makes the frames.
    public enum Pace: Sendable {
        /// `tick(_:)` alone.
        case byHand
        /// A clock, at the frame rate asked for.
        case clock(any Clock<Duration>)
    }

    /// What can be made to fail or to wait.
    public enum Operation: Sendable, Hashable, CaseIterable {
        /// The calls of those names: `photo` is a live one, too, and `live` turns live mode on or off.
        case devices, start, apply, photo, recording, live
        /// Making a live photo's movie, behind its still. It cannot be held.
        case liveMovie
    }

    /// What was asked of the camera.
    public enum Call: Sendable, Hashable {
        case devices
        case start(CameraConfiguration)
        case stop
        case apply(DeviceAdjustment)
        case photo(PhotoSettings)
        case recording(RecordingSettings)
        case live(LiveSettings?)
        case livePhoto(PhotoSettings)
    }

    /// One step of a change of the device, in the order in which it was made.
    public enum Step: Sendable, Hashable {
        case lock, unlock
        case focusPoint(PicturePoint)
        case focusMode(AdjustmentMode)
        case exposurePoint(PicturePoint)
        case exposureMode(AdjustmentMode)
        case exposureBias(Double)
        case zoom(Double)
        case torch(Bool)
    }

    struct Open {
        var device: SimulatedDevice
        var configuration: CameraConfiguration
        var size: PixelSize
        var adjustment = DeviceAdjustment()
        var recording: SimulatedRecording?
        var reel: SimulatedReel?
        var ticking: Task<Void, Never>?
    }

    struct State {
        var devices: [SimulatedDevice]
        var open: Open?
        var frameNumber = 0
        /// Frames up to that number were taken already, or are of another camera.
        var settled = 0
        var isStalled = false
        var calls: [Call] = []
        var steps: [Step] = []
        var faults: [Operation: [CameraError]] = [:]
        var held: Set<Operation> = []
        var waiting: [(operation: Operation, continuation: CheckedContinuation<Bool, Never>)] = []
        var watchers: [(operation: Operation, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let state: Locked<State>
    let eventHub = StreamHub<CameraEvent>()
    let previewHub = StreamHub<PixelFrame>(.bufferingNewest(1))
    /// Whether its recordings can be paused.
    let canPause: Bool
    private let pace: Pace
    private let folder: MediaPath
    /// Milliseconds since 1970 of frame 0.
    static let epoch: Int64 = 1_700_000_000_000

    /// - Parameters:
    ///   - devices: the cameras; the simulated scene's, rear and front, by default.
    ///   - pace: what makes the frames; by hand by default.
    ///   - canPause: whether recordings can be paused; they can by default.
    ///   - folder: where files are made, as temporary ones; the system's folder for these by default.
    public init(
        devices: [SimulatedDevice] = SimulatedScene.devices, pace: Pace = .byHand, canPause: Bool = true,
        folder: MediaPath? = nil
    ) {
        state = Locked(State(devices: devices))
        self.pace = pace
        self.canPause = canPause
        self.folder = folder ?? MediaPath(FileManager.default.temporaryDirectory.path)
    }

    deinit { state.withLock { $0.open?.ticking }?.cancel() }

    // MARK: The back end

    /// The devices that are plugged in. Throws `noCamera` without any, and what was ordered to fail.
    public func devices() async throws(CameraError) -> [CameraDevice] {
        try await pass(.devices, .devices)
        let devices = state.withLock { $0.devices.map(\.device) }
        guard !devices.isEmpty else { throw .noCamera }
        return devices
    }

    /// What happens to the camera from now on.
    public func events() -> AsyncStream<CameraEvent> { eventHub.stream() }
    /// The frames from now on, while it runs.
    public func previews() -> AsyncStream<PixelFrame> { previewHub.stream() }

    /// Opens a device and begins to draw; another one that was open is closed. Throws `noCamera`, `recordingInProgress`, and what was ordered to fail.
    public func start(_ configuration: CameraConfiguration) async throws(CameraError) {
        try await pass(.start, .start(configuration))
        let (old, error) = state.withLock { state -> (Open?, CameraError?) in
            guard let device = state.devices.first(where: { $0.device.id == configuration.camera }) else {
                return (nil, .noCamera)
            }
            if state.open?.recording != nil { return (nil, .recordingInProgress) }
            var configuration = configuration
            configuration.framesPerSecond = Self.rate(configuration.framesPerSecond)
            defer {
                state.open = Open(device: device, configuration: configuration, size: Self.size(for: configuration))
            }
            state.isStalled = false
            state.settled = state.frameNumber
            return (state.open, nil)
        }
        if let error { throw error }
        old?.ticking?.cancel()
        old?.endShots(nil)
        beginTicking(Self.rate(configuration.framesPerSecond))
    }

    /// Closes the device. A recording ends, and what waits is cancelled.
    public func stop() async {
        let (open, waiting) = state.withLock { state in
            state.calls.append(.stop)
            defer { (state.open, state.waiting) = (nil, []) }
            return (state.open, state.waiting)
        }
        open?.ticking?.cancel()
        for waiter in waiting { waiter.continuation.resume(returning: false) }
        open?.recording?.finish(nil)
        open?.endShots(nil)
    }

    /// Changes the device as a whole or not at all. Throws `notReady` while closed, `configurationFailed`, and what was ordered to fail.
    public func apply(_ adjustment: DeviceAdjustment) async throws(CameraError) {
        try requireOpen()
        do {
            try await pass(.apply, .apply(adjustment))
        } catch {
            state.withLock { $0.steps += [.lock, .unlock] }
            throw error
        }
        let error = state.withLock { state -> CameraError? in
            guard let open = state.open else { return .notReady }
            if let obstacle = open.device.device.obstacle(to: adjustment) { return .configurationFailed(obstacle) }
            state.steps += [.lock] + adjustment.steps + [.unlock]
            state.open?.adjustment = open.adjustment.merged(with: adjustment)
            return nil
        }
        if let error { throw error }
    }

    /// Takes the frame that the user saw as a photo, where the settings say which, no flash lights it, and it was not taken already; else
    /// the next one. Throws `notReady` while closed, and what was ordered to fail.
    public func capturePhoto(_ settings: PhotoSettings) async throws(CameraError) -> CapturedPhoto {
        try requireOpen()
        let begun = ContinuousClock.now
        try await pass(.photo, .photo(settings))
        let flash = state.withLock { $0.open?.device.device.flash(wished: settings.flash) ?? .off }
        // It is dusk in the scene: an automatic flash fires.
        let seen = flash == .off ? seenFrame(at: settings.shown) : nil
        guard let frame = seen ?? nextFrame(isLit: flash != .off) else { throw .notReady }
        state.withLock { $0.settled = max($0.settled, frame.number) }
        let latency = (ContinuousClock.now - begun) / .seconds(1)
        let upright = frame.mirrors ? frame.pixels.mirrored() : frame.pixels
        let data = try StillEncoder.encode(upright, as: settings.format, quality: settings.quality)
        let file = try write(data, as: settings.format)
        return CapturedPhoto(
            file: file, size: upright.size, date: date(of: upright), camera: frame.camera, shutterLatency: latency)
    }

    /// Begins a movie. Throws `notReady` while closed, `recordingInProgress`, `busy` in live mode, and what was ordered to fail.
    public func startRecording(_ settings: RecordingSettings) async throws(CameraError) -> any CameraRecording {
        try requireOpen()
        if state.withLock({ $0.open?.recording != nil }) { throw .recordingInProgress }
        if state.withLock({ $0.open?.reel != nil }) { throw .busy }
        try await pass(.recording, .recording(settings))
        let result = state.withLock { state -> Result<SimulatedRecording, CameraError> in
            guard let open = state.open else { return .failure(.cancelled) }
            guard open.recording == nil else { return .failure(.recordingInProgress) }
            guard open.reel == nil else { return .failure(.busy) }
            let recording = SimulatedRecording(open: open, settings: settings, camera: self)
            state.open?.recording = recording
            return .success(recording)
        }
        return try result.get()
    }

    // MARK: Inside

    func requireOpen() throws(CameraError) {
        guard state.withLock({ $0.open != nil }) else { throw .notReady }
    }

    /// The small size that suits a configuration.
    private static func size(for configuration: CameraConfiguration) -> PixelSize {
        configuration.preferredSize ?? PixelSize(width: 320, height: 240)
    }

    /// A rate that frames can come at, whatever was asked for: 0.1 to 1000 a second, 30 for what is not a number.
    private static func rate(_ framesPerSecond: Double) -> Double {
        framesPerSecond.isNaN ? 30 : min(1000, max(0.1, framesPerSecond))
    }

    private func beginTicking(_ framesPerSecond: Double) {
        guard case .clock(let clock) = pace else { return }
        let task = Task { [weak self] in
            while !Task.isCancelled {
                do { try await clock.sleep(for: .seconds(1 / framesPerSecond)) } catch { return }
                self?.tick()
            }
        }
        state.withLock { $0.open?.ticking = task }
    }

    struct Frame {
        var number: Int
        var pixels: PixelFrame
        var camera: CameraDevice.ID
        /// Whether files show it mirrored.
        var mirrors: Bool
        var framesPerSecond: Double
        var recording: SimulatedRecording?
    }

    /// Draws the next frame; nil when no camera is open or its frames stay out.
    func nextFrame(isLit: Bool) -> Frame? {
        let next = state.withLock { state -> (open: Open, number: Int)? in
            guard let open = state.open, !state.isStalled else { return nil }
            state.frameNumber += 1
            return (open, state.frameNumber)
        }
        return next.map { frame($0.number, of: $0.open, isLit: isLit) }
    }

    /// Draws a frame of the open camera once more, by its time; nil when there is none, or a photo has been taken since.
    private func seenFrame(at time: Double?) -> Frame? {
        guard let time else { return nil }
        let (open, made) = state.withLock { ($0.open, $0.settled + 1..<$0.frameNumber + 1) }
        guard let open else { return nil }
        // Times are whole milliseconds, rounded down.
        let number = Int((time * open.configuration.framesPerSecond - 0.001).rounded(.up))
        guard made.contains(number) else { return nil }
        let seen = frame(number, of: open, isLit: false)
        return seen.pixels.time == time ? seen : nil
    }

    private func frame(_ number: Int, of open: Open, isLit: Bool) -> Frame {
        let elapsed = Int64(Double(number) * 1000 / open.configuration.framesPerSecond)
        let frame = SimulatedFrame(
            number: number, milliseconds: Self.epoch + elapsed, size: open.size, isLit: isLit,
            adjustment: open.adjustment)
        let bytesPerRow = open.size.width * 4
        var bytes = Data(count: bytesPerRow * open.size.height)
        bytes.withUnsafeMutableBytes { open.device.draw(frame, $0, bytesPerRow) }
        return Frame(
            number: number,
            pixels: PixelFrame(
                size: open.size, bytesPerRow: bytesPerRow, bytes: bytes, time: Double(elapsed) / 1000),
            camera: open.device.device.id,
            mirrors: open.configuration.mirrorsFrontCamera && open.device.device.position == .front,
            framesPerSecond: open.configuration.framesPerSecond, recording: open.recording)
    }

    func write(_ data: Data, as type: ContentType) throws(CameraError) -> MediaFile {
        let path = folder.appending("simulated-\(UUID().uuidString).\(type.fileExtension)")
        do {
            try data.write(to: path.url, options: .withoutOverwriting)
        } catch {
            throw .readOnly(folder: folder.string)
        }
        return MediaFile(path: path, contentType: type, isTemporary: true)
    }

    func date(of frame: PixelFrame) -> MediaDate {
        let instant = Date(timeIntervalSince1970: Double(Self.epoch) / 1000 + frame.time)
        return MediaDate(instant: instant, offsetFromUTC: 0, source: .fileTime)
    }

    func ended(_ recording: SimulatedRecording) {
        state.withLock { if $0.open?.recording === recording { $0.open?.recording = nil } }
    }
}

extension DeviceAdjustment {
    /// Points before modes.
    fileprivate var steps: [SimulatedCamera.Step] {
        let steps: [SimulatedCamera.Step?] = [
            focusPoint.map { .focusPoint($0) }, focusMode.map { .focusMode($0) },
            exposurePoint.map { .exposurePoint($0) }, exposureMode.map { .exposureMode($0) },
            exposureBias.map { .exposureBias($0) }, zoom.map { .zoom($0) }, torch.map { .torch($0) },
        ]
        return steps.compactMap(\.self)
    }
}
