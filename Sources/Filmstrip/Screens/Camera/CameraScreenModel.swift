public import Observation

/// A whole camera screen without a screen: what a person shoots with, on top of `CameraModel`, which runs the camera. Main actor.
///
/// It takes photos, live photos and videos, as many in one visit as the request allows, and ends once: with all that was kept, or as
/// cancelled.
@MainActor @Observable public final class CameraScreenModel {
    /// Seconds between the press and the photo.
    public enum SelfTimer: Int, Sendable, Hashable, Codable, CaseIterable {
        /// The press takes the photo.
        case off = 0
        /// Three seconds.
        case three = 3
        /// Ten seconds.
        case ten = 10
    }

    /// Something that was taken and kept in this visit.
    public struct Shot: Sendable, Identifiable {
        /// Counts what was kept.
        public var id: Int
        /// The photo, live photo or video, with its files.
        public var media: CapturedMedia
        /// What the viewfinder showed, small; nil where it showed nothing.
        public var picture: PixelFrame?
        /// How that picture is drawn.
        public var drawing: Orientation
    }

    /// The camera, the live picture, and the review of what was just taken.
    public let camera: CameraModel
    /// What the app asked for, as it was when the screen opened.
    public let request: CaptureRequest
    /// What can be taken, in the order photo, live photo, video.
    public let kinds: [MediaKind]
    /// What the shutter takes.
    public private(set) var kind: MediaKind
    /// Told of each change of what the user likes to find again.
    @ObservationIgnored public var onSettings: (@MainActor (CameraSettings) -> Void)?
    /// What the user likes to find again.
    public private(set) var settings: CameraSettings
    /// Seconds until the photo is taken; nil while no timer runs.
    public private(set) var countdown: Int?
    /// What was taken and kept, and what was chosen, in order.
    public internal(set) var tray: ShootingTray
    /// What is looked at again.
    public internal(set) var looked: ShootingTray.Entry.ID?
    /// The shot that is to be taken anew: the next one takes its place.
    public internal(set) var replaced: ShootingTray.Entry.ID?
    /// Whether the library is shown.
    public internal(set) var isChoosing = false
    /// Finds codes in the live picture; nil where nobody does.
    public let codes: CodeWatcher?
    /// Why the last shot could not be taken, though the screen goes on; nil from the next one on.
    public private(set) var failure: CameraError?
    /// What the open camera is to be told, and what it has taken, for as long as that one is open.
    var held: (camera: CameraDevice.ID, wish: DeviceAdjustment, taken: DeviceAdjustment)?
    var locked: CameraDevice.ID?
    private var isDone = false
    /// Whether the shutter is held for a video.
    private var isHeld = false
    @ObservationIgnored let door: LibraryDoor?
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored let tasks = TaskBag<String>()
    @ObservationIgnored let adjusting = CoalescedWork()
    @ObservationIgnored private let following = CoalescedWork()

    /// - Parameters:
    ///   - session: the camera; see `CameraSession.Configuration.init(_:_:)`.
    ///   - library: the way to the library; nil, the default, for none.
    ///   - codes: what finds codes in the live picture; nil, the default, for nothing.
    ///   - clock: what the self-timer, the cursor and recordings are counted on.
    public init(
        _ session: CameraSession, request: CaptureRequest = CaptureRequest(),
        settings: CameraSettings = CameraSettings(), photo: PhotoSettings = PhotoSettings(),
        library: LibraryDoor? = nil, codes: (any CodeReader)? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        var wanted = request.allowedKinds.union([request.kind])
        // A format that cannot be live makes photos.
        if !session.takesLivePhotos(as: photo.format), wanted.remove(.livePhoto) != nil, request.kind == .livePhoto {
            wanted.insert(.photo)
        }
        kinds = [.photo, .livePhoto, .video].filter(wanted.contains)
        let liked = settings.kind.flatMap { wanted.contains($0) ? $0 : nil }
        // Who asks for a video gets one, whatever was liked before.
        kind = request.kind == .video ? .video : liked ?? (wanted.contains(request.kind) ? request.kind : .photo)
        self.request = request
        self.settings = settings
        self.clock = clock
        door = library
        self.codes = codes.map { CodeWatcher($0, clock: clock) }
        var rules = library?.rules ?? SelectionRules()
        rules.maximum = max(1, request.maximumCount)
        tray = ShootingTray(rules: rules)
        camera = CameraModel(
            session: session,
            configuration: CameraModel.Configuration(
                recordsVideo: wanted.contains(.video), photo: photo, recording: request.recording,
                live: wanted.contains(.livePhoto) ? LiveSettings(wantsSound: request.recording.wantsSound) : nil),
            clock: clock)
        camera.onOpened = { [weak self] wasResting in await self?.opened(afterRest: wasResting) }
        camera.onFailure = { [weak self] error in self?.survives(error) ?? false }
    }

    // MARK: Beginning and end

    /// The screen is visible: the camera is opened.
    public func appear() async {
        lookForCodes()
        await camera.appear()
    }

    /// By whomever: a camera that was opened anew knows nothing of what was told before.
    private func opened(afterRest: Bool) async {
        (failure, locked) = (nil, nil)
        if afterRest, held?.camera == camera.state.camera?.id { await restoreAdjustment() } else { held = nil }
        await followKind()
    }

    /// What the user kept is not lost with a shot: the screen says what failed, and goes on.
    private func survives(_ error: CameraError) -> Bool {
        guard !tray.entries.isEmpty else { return false }
        failure = error
        return true
    }

    /// The screen is no longer visible: the camera is closed. What was kept stays.
    public func disappear() async {
        cancelTimer()
        tasks.cancel("codes")
        codes?.rest()
        held = nil
        await camera.disappear()
    }

    /// How the screen ends: what was taken and kept, in order, or nil for cancel; waits for it. For screens without a way to the
    /// library.
    /// - Throws: why the camera could not go on, when nothing had been kept before.
    public func result() async throws(CameraError) -> [CapturedMedia]? {
        try await acquired()?.compactMap(\.captured)
    }

    /// How the screen ends: what was taken and chosen, in order, or nil for cancel; waits for it.
    /// - Throws: why the camera could not go on, when nothing had been kept before.
    public func acquired() async throws(CameraError) -> [AcquiredItem]? {
        let outcome = await camera.result()
        cancelTimer()
        tasks.cancel("codes")
        // With it goes the microphone's question, if it is still open.
        tasks.cancel("live")
        switch outcome {
        case .captured: return tray.items
        case .cancelled: return isDone ? tray.items : nil
        case .failed(let error): throw error
        }
    }

    /// Ends as cancelled, at any time.
    public func exit() async {
        cancelTimer()
        await camera.exit()
    }

    /// Ends with what was kept; does nothing while there is nothing.
    public func finish() async {
        guard canFinish else { return }
        isDone = true
        await camera.exit()
    }

    // MARK: What is shown

    /// How many can be kept.
    public var maximumCount: Int { max(1, request.maximumCount) }

    /// Whether several can be kept, so that there is a tray and a Done.
    public var takesMany: Bool { maximumCount > 1 }

    /// Why the shutter does nothing, though the camera is ready; nil while there is room for what it takes.
    public var refusal: SelectionRefusal? { tray.refusal(of: kind, replacing: replaced) }

    /// Whether there is something to end with.
    public var canFinish: Bool {
        guard tray.canFinish, !isChoosing, looked == nil, !camera.isRecording, countdown == nil else { return false }
        // Also when the camera has gone.
        return switch camera.phase {
        case .live, .unavailable: true
        case .review, .saving, .closed: false
        }
    }

    /// The buttons, as far as the moment has them.
    public var controls: CameraControls {
        var controls = camera.controls
        guard case .live = camera.phase else { return controls }
        if let lookedEntry { return .looking(at: lookedEntry) }
        if countdown != nil {
            (controls.flip, controls.live) = (controls.flip.disabledIfThere, controls.live.disabledIfThere)
            for index in controls.flash.indices { controls.flash[index].control = .disabled }
        }
        // One shutter does it all: what it does is the kind's.
        if kind == .video { controls.shutter = controls.record }
        if kind == .video { controls.flash = [] }
        if isChoosing || refusal != nil && !camera.isRecording {
            controls.shutter = controls.shutter.disabledIfThere
        }
        return controls
    }

    /// The choice between kinds; hidden where there is none, and while something is recorded, as then nobody could use it.
    public var kindSwitch: CameraControls.Control {
        guard kinds.count > 1, looked == nil, !camera.isRecording, case .live = camera.phase else { return .hidden }
        return canChangeKind ? .enabled : .disabled
    }

    /// Whether another kind can be chosen now.
    public var canChangeKind: Bool {
        guard kinds.count > 1, looked == nil, countdown == nil, case .running = camera.state,
            case .live = camera.phase
        else { return false }
        // While live mode is being switched there may be another mind.
        return !camera.isTaking || following.isRunning
    }

    /// Whether a light can be turned on for a video; hidden where there is none.
    public var torch: CameraControls.Control {
        guard kind == .video, looked == nil, case .live = camera.phase, camera.state.camera?.flash != nil else {
            return .hidden
        }
        return canAdjust ? .enabled : .disabled
    }

    /// Whether that light burns.
    public var isTorchOn: Bool { adjustment.torch == true }

    /// Seconds that the recording has left; nil without a limit, or when nothing is recorded.
    public var secondsLeft: Int? {
        guard let most = request.recording.maximumDuration, let seconds = camera.recordingSeconds else { return nil }
        // No end is no limit, and no number is longer than a century.
        guard most.isFinite else { return nil }
        return max(0, Int(min(most, 3e9).rounded(.up)) - seconds)
    }

    // MARK: The shutter

    /// The shutter, a key that stands for it, or the trigger of a device: takes what `kind` says, after the self-timer where one is
    /// set. While the timer runs it stops that instead.
    public func press() async {
        guard looked == nil else { return }
        if countdown != nil { return cancelTimer() }
        guard controls.shutter == .enabled else { return }
        if settings.timer != .off, !camera.isRecording { return count(settings.timer.rawValue) }
        await take()
    }

    /// Whether the shutter, when it is held, takes a video: where videos are allowed beside photos, and there is room for one.
    public var canHold: Bool {
        kind == .photo && kinds.contains(.video) && settings.timer == .off && countdown == nil && looked == nil
            && !isChoosing && camera.controls.record == .enabled && !camera.isRecording
            && tray.refusal(of: .video, replacing: replaced) == nil
    }

    /// The shutter is held: a video as long as that lasts.
    public func hold() async {
        guard canHold else { return }
        (isHeld, failure) = (true, nil)
        await camera.toggleRecording()
        // Let go while the recording was only just beginning.
        if !isHeld, camera.isRecording { await camera.toggleRecording() }
    }

    /// The held shutter is let go.
    public func release() async {
        guard isHeld else { return }
        isHeld = false
        if camera.isRecording { await camera.toggleRecording() }
    }

    private func take() async {
        failure = nil
        if kind == .video { return await camera.toggleRecording() }
        if !isLiveFit { await followKind() }
        await camera.takePhoto()
    }

    private func count(_ seconds: Int) {
        countdown = seconds
        let task = Task { [weak self, clock] in
            for left in stride(from: seconds - 1, through: 0, by: -1) {
                do { try await clock.sleep(for: .seconds(1)) } catch { return }
                guard self?.countdown != nil else { return }
                self?.countdown = left == 0 ? nil : left
            }
            self?.tasks.forget("timer")
            await self?.take()
        }
        tasks.keep(task, as: "timer")
    }

    /// Stops the self-timer; nothing is taken.
    public func cancelTimer() {
        tasks.cancel("timer")
        if countdown != nil { countdown = nil }
    }

    // MARK: Kinds and helps

    /// Chooses what the shutter takes.
    public func choose(_ wanted: MediaKind) async {
        guard canChangeKind, kinds.contains(wanted), wanted != kind else { return }
        kind = wanted
        change { $0.kind = wanted }
        if isTorchOn { await setTorch(false) }
        await followKind()
    }

    private var isLiveFit: Bool { (kind == .livePhoto) == (camera.live != nil) }

    /// Live mode goes with the kind that was chosen last. Where it cannot be had, photos are taken, and the camera's `problem` says why.
    private func followKind() async {
        await following.run {
            let task = Task { await fitLive() }
            tasks.keep(task, as: "live")
            await task.value
        }
    }

    private func fitLive() async {
        guard !isLiveFit, case .running = camera.state else { return }
        let wanted = kind
        await camera.toggleLive()
        if wanted == .livePhoto, kind == wanted, camera.live == nil { kind = .photo }
    }

    /// Shows or hides the lines that help to compose.
    public func toggleGrid() { change { $0.showsGrid.toggle() } }

    /// The next self-timer: off, three seconds, ten seconds.
    public func nextTimer() {
        guard countdown == nil else { return }
        let all = SelfTimer.allCases
        change { $0.timer = all[(all.firstIndex(of: $0.timer)! + 1) % all.count] }
    }

    /// The next flash mode that the camera has.
    public func nextFlash() async {
        let modes = controls.flash
        // While nothing can be asked of the camera, all are disabled.
        guard modes.contains(where: { $0.control == .enabled }), let now = modes.firstIndex(where: { $0.mode == flash })
        else { return }
        await camera.setFlash(modes[(now + 1) % modes.count].mode)
    }

    /// The flash mode that holds; nil without a flash.
    public var flash: FlashMode? { controls.flash.isEmpty ? nil : camera.state.camera?.flash(wished: camera.flash) }

    /// Changes to the other camera, and remembers its side.
    public func flip() async {
        guard countdown == nil, controls.flip == .enabled else { return }
        codes?.rest()
        let before = camera.state.camera?.id
        await camera.flip()
        if camera.state.camera?.id != before { (held, locked) = (nil, nil) }
        if let position = camera.state.camera?.position { change { $0.position = position } }
        await followKind()
    }

    func change(_ body: (inout CameraSettings) -> Void) {
        let before = settings
        body(&settings)
        if settings != before { onSettings?(settings) }
    }
}

extension CameraControls {
    /// The buttons beside something that was kept before. What is from the library cannot be taken anew.
    static func looking(at entry: ShootingTray.Entry) -> CameraControls {
        var controls = CameraControls()
        (controls.discard, controls.back) = (.enabled, .enabled)
        if case .shot = entry { controls.retake = .enabled }
        return controls
    }
}

extension CameraControls.Control {
    var disabledIfThere: Self { self == .hidden ? .hidden : .disabled }
}

extension CameraSession.Configuration {
    /// A session for a camera screen: what was asked for, and what the user likes to find again.
    public init(_ request: CaptureRequest, _ settings: CameraSettings = CameraSettings()) {
        let position = request.position == .rear ? settings.position ?? .rear : request.position
        self.init(
            position: position, camera: request.camera, mirrorsFrontCamera: settings.mirrorsFrontCamera,
            flash: request.flash)
    }
}
