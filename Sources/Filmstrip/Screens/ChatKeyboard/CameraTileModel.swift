public import Observation

/// The live camera tile without a screen: preview, shutter, recording, flip, and what stands there without the permission. Main actor.
///
/// Everything that is taken is told at once; there is no review. A camera that is taken away while nothing is recorded comes back by
/// itself when the session can.
@MainActor @Observable public final class CameraTileModel {
    /// What the tile shows.
    public enum Phase: Sendable, Hashable {
        /// Not seen, or on the way.
        case starting
        /// The camera runs, and its picture is shown.
        case live
        /// The permission is missing; a way to the settings helps where it is denied.
        case notAllowed(PermissionStatus)
        /// The camera cannot be used, and why. It comes to life when a camera is connected that helps.
        case unavailable(CameraError)
    }

    /// The buttons that are there, and which can be pressed.
    public struct Controls: Sendable, Hashable {
        /// Takes a photo.
        public var shutter = CameraControls.Control.hidden
        /// Starts and stops a recording.
        public var record = CameraControls.Control.hidden
        /// Turns live photos on or off; hidden where the mode has none.
        public var live = CameraControls.Control.hidden
        /// Changes to the other camera; hidden where there is none.
        public var flip = CameraControls.Control.hidden
        /// Leads to the settings.
        public var settings = CameraControls.Control.hidden

        /// No buttons.
        public init() {}
    }

    /// What it takes.
    public let mode: ImagePicker.Mode
    /// The camera.
    public let session: CameraSession
    /// The permission to use it.
    public let access: AccessModel
    /// What the tile shows.
    public private(set) var phase = Phase.starting
    /// Where the session stands.
    public private(set) var state = CameraSessionState.idle
    /// The usable cameras.
    public private(set) var cameras: [CameraDevice] = []
    /// How live mode runs; nil while it is off. It says whether the microphone is open, which the tile has to show.
    public private(set) var live: LiveMode?
    /// How many live photos are under way: their frame is in hand, and their last moments are still to come.
    public private(set) var liveCount = 0
    /// The newest frame, upright and not mirrored; it stays while the tile is not seen.
    public private(set) var preview: PixelFrame?
    /// The last thing that went wrong without ending the preview; nil when all is well.
    public private(set) var problem: CameraError?
    /// The mark at the touched point, or nil.
    public var cursor: FocusCursor? { mark.cursor }
    /// Whole seconds that are recorded already; nil when nothing is.
    public var recordingSeconds: Int? { recordingClock.seconds }
    /// Whether something is being taken.
    public private(set) var isTaking = false
    private let mark: FocusMark
    private let recordingClock: RecordingClock
    @ObservationIgnored private let photo: PhotoSettings
    @ObservationIgnored private let recording: RecordingSettings
    @ObservationIgnored private let taken: @MainActor (CapturedMedia) async -> Void
    @ObservationIgnored private let tasks = TaskBag<String>()
    @ObservationIgnored private var drawn = DrawnFrame()
    /// The number of the newest snapshot that is shown.
    @ObservationIgnored private var shown: Int?
    @ObservationIgnored private var isWatching = false
    @ObservationIgnored private var isWatchingAccess = false
    /// Whether the tile is seen.
    @ObservationIgnored private var isSeen = false

    /// - Parameters:
    ///   - session: the camera; its permission is asked when the tile is seen for the first time, that of the microphone with the
    ///     first recording that wants sound.
    ///   - clock: what the cursor's second and those of a recording are counted on.
    ///   - taken: told of each capture.
    public init(
        _ session: CameraSession, permissions: any PermissionProvider, mode: ImagePicker.Mode = .photo,
        photo: PhotoSettings = PhotoSettings(), recording: RecordingSettings = RecordingSettings(),
        clock: any Clock<Duration> = ContinuousClock(), taken: @escaping @MainActor (CapturedMedia) async -> Void
    ) {
        self.session = session
        self.mode = mode
        self.photo = photo
        self.recording = recording
        self.taken = taken
        mark = FocusMark(clock: clock)
        recordingClock = RecordingClock(clock: clock)
        access = AccessModel(.camera, permissions: permissions)
    }

    // MARK: What is shown

    /// The buttons.
    public var controls: Controls {
        var controls = Controls()
        if case .notAllowed(.denied) = phase { controls.settings = .enabled }
        guard case .live = phase else { return controls }
        let isReady = if case .running = state { !isTaking } else { false }
        controls.shutter = isReady ? .enabled : .disabled
        if case .recording(_, let stage) = state {
            controls.record = stage == .finishing ? .disabled : .enabled
        } else if mode == .photoAndVideo {
            controls.record = controls.shutter
        }
        if mode == .photoAndLivePhoto, session.takesLivePhotos(as: photo.format) { controls.live = controls.shutter }
        if state.camera?.counterpart(among: cameras) != nil { controls.flip = controls.shutter }
        return controls
    }

    /// Whether a recording goes on.
    public var isRecording: Bool {
        if case .recording = state { return true }
        return false
    }

    /// How the preview is drawn: a front camera's as in a mirror.
    public var drawing: Orientation { state.camera?.previewDrawing ?? .up }

    /// What the tile says without a picture; nil where it has one.
    public func text(_ texts: Texts) -> String? {
        switch phase {
        case .starting, .live: nil
        case .notAllowed(.restricted): texts.camera.restricted
        case .notAllowed: texts.camera.off
        case .unavailable(let error): Prompt.Toast.cameraUnavailable(error, texts: texts).text
        }
    }

    // MARK: What happens

    /// The tile is seen: the camera is opened. The system's question comes first, where nobody was asked yet and there may be a camera.
    public func appear() async {
        isSeen = true
        watchAccess()
        let isUnasked = await access.read() == .notDetermined
        let isPointless = isUnasked ? await session.lacksCamera() : false
        guard isSeen else { return }
        guard !isPointless else { return phase = .unavailable(.noCamera) }
        let status = await access.ask()
        guard isSeen else { return }
        guard status.isAllowed else { return phase = .notAllowed(status == .notDetermined ? .denied : status) }
        watch()
        if phase != .live { phase = .starting }
        do {
            try await session.start()
            await refresh()
            if isSeen { phase = .live }
        } catch .cancelled {
            // Gone before it was there.
        } catch {
            await fail(error)
        }
    }

    /// The tile is no longer seen: the camera is closed, a recording is finished first.
    public func disappear() async {
        isSeen = false
        await session.stop()
        await refresh()
        if case .live = phase { phase = .starting }
    }

    /// Takes a photo, a live one while live mode is on. A second tap meanwhile does nothing; an error leaves the preview as it is.
    public func takePhoto() async {
        guard controls.shutter == .enabled else { return }
        if live != nil { return await takeLivePhoto() }
        await attempt {
            session throws(CameraError) in .photo(try await session.capturePhoto(self.shownPhoto))
        }
    }

    /// Starts to record, or ends it and hands over the movie.
    public func toggleRecording() async {
        guard controls.record == .enabled else { return }
        if isRecording {
            // The movie is handed over when the session tells of its end, however that came.
            await attempt { session throws(CameraError) in
                _ = try await session.stopRecording()
                return nil
            }
        } else {
            await attempt { session throws(CameraError) in
                try await session.startRecording(self.recording)
                return nil
            }
        }
    }

    /// Turns live mode on or off. Where the camera takes no live photos it stays off, and `problem` says so. The microphone's permission
    /// is asked when it is turned on first; without it live photos are silent.
    public func toggleLive() async {
        guard controls.live == .enabled else { return }
        let wanted = live == nil ? LiveSettings(wantsSound: recording.wantsSound) : nil
        await attempt { session throws(CameraError) in
            try await session.setLiveMode(wanted)
            return nil
        }
    }

    /// Of the frame that the user sees.
    private var shownPhoto: PhotoSettings {
        var settings = photo
        settings.shown = drawn.seen(of: preview)?.time
        return settings
    }

    /// What the user sees from now on.
    public func drew(_ frame: PixelFrame) { drawn.frame = frame }

    /// The next shot may follow as soon as the frame is in hand; the photo is handed over when its last moments have come.
    private func takeLivePhoto() async {
        isTaking = true
        do throws(CameraError) {
            let capture = try await session.captureLivePhoto(shownPhoto)
            isTaking = false
            liveCount += 1
            await refresh()
            defer { liveCount -= 1 }
            let photo = try await capture.result()
            problem = nil
            await taken(photo.media)
        } catch {
            isTaking = false
            if error != .cancelled { problem = error }
            await refresh()
        }
    }

    /// Changes to the other camera; when that fails the one that worked stays.
    public func flip() async {
        guard controls.flip == .enabled else { return }
        await attempt { session throws(CameraError) in
            try await session.flip()
            return nil
        }
    }

    /// Focuses and exposes at a point of the picture, where the camera can, and shows the cursor there.
    public func focus(on point: PicturePoint) async {
        guard case .live = phase, state.camera?.adjustment(at: .center) != nil else { return }
        mark.show(at: point)
        do {
            try await session.focusAndExpose(at: point)
        } catch {
            if error != .cancelled { problem = error }
        }
    }

    // MARK: Inside

    private func attempt(_ body: (CameraSession) async throws(CameraError) -> CapturedMedia?) async {
        isTaking = true
        do throws(CameraError) {
            let media = try await body(session)
            problem = nil
            isTaking = false
            await refresh()
            if let media { await taken(media) }
        } catch {
            isTaking = false
            if error != .cancelled { problem = error }
            await refresh()
        }
    }

    private func fail(_ error: CameraError) async {
        await refresh()
        phase =
            switch error {
            case .permissionDenied, .permissionLost: .notAllowed(.denied)
            case .permissionRestricted: .notAllowed(.restricted)
            default: .unavailable(error)
            }
    }

    private func refresh() async {
        let snapshot = await session.snapshot()
        guard snapshot.isNewer(than: shown) else { return }
        shown = snapshot.number
        if snapshot.state.camera?.id != state.camera?.id { drawn.frame = nil }
        (state, cameras, live) = (snapshot.state, snapshot.cameras, snapshot.live)
        recordingClock.follow(state)
    }

    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        let (updates, previews) = (session.updates(), session.previews())
        tasks.keep(Task { [weak self] in for await update in updates { await self?.take(update) } }, as: "updates")
        tasks.keep(Task { [weak self] in for await frame in previews { self?.preview = frame } }, as: "previews")
    }

    /// Allowed in the settings meanwhile: the tile comes to life.
    private func watchAccess() {
        guard !isWatchingAccess else { return }
        isWatchingAccess = true
        withObservationTracking {
            _ = access.status
        } onChange: { [weak self] in
            Task { @MainActor in
                guard let self else { return }
                self.isWatchingAccess = false
                self.watchAccess()
                if self.isSeen, self.access.isAllowed, case .notAllowed = self.phase { await self.appear() }
            }
        }
    }

    private func take(_ update: CameraSession.Update) async {
        await refresh()
        switch update {
        case .event(.failed(let error)):
            // By now it may have been started anew.
            if !state.isActive { await fail(error) }
        case .event(.connected):
            guard isSeen, case .unavailable(let error) = phase, error.isCured(by: .camera) else { return }
            // Updates are to be heard meanwhile.
            Task { [weak self] in await self?.appear() }
        // To hand it over may take as long as copying it does.
        case .recordingEnded(.success(let video)): Task { [taken] in await taken(.video(video)) }
        case .recordingEnded(.failure(let error)) where error != .cancelled: problem = error
        case .adjustmentFailed(let error): problem = error
        // All else is in what `refresh` has read.
        default: break
        }
    }
}
