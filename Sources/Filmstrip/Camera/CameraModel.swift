public import Foundation
public import Observation

/// A camera screen without a screen: what it shows, which buttons it has, and what they do. Main actor.
///
/// It runs the session while the screen is visible, takes a photo or a movie, lets the user retake or use it, and ends
/// once. Everything works when nobody listens.
@MainActor @Observable public final class CameraModel {
    /// What the screen was made to do.
    public let configuration: Configuration
    /// The camera behind it.
    public let session: CameraSession
    private let library: (any PhotoLibrary)?
    private let mark: FocusMark
    private let recordingClock: RecordingClock
    /// What the screen shows.
    public private(set) var phase = Phase.live
    /// Where the session stands.
    public private(set) var state = CameraSessionState.idle
    /// The usable cameras.
    public private(set) var cameras: [CameraDevice] = []
    /// The flash that the user wishes.
    public private(set) var flash = FlashMode.off
    /// How live photos are taken; nil while they are off. The screen shows that it is on, and that the microphone is open.
    public private(set) var live: LiveMode?
    /// Whether what is being recorded can be paused.
    private var canPause = false
    /// The movie that was shown last.
    private weak var reviewed: MediaFile?
    /// The newest frame, upright and not mirrored; it stands still after a shot.
    public private(set) var preview: PixelFrame?
    /// The mark at the touched point, or nil.
    public var cursor: FocusCursor? { mark.cursor }
    /// Whole seconds that are recorded already; nil when nothing is.
    public var recordingSeconds: Int? { recordingClock.seconds }
    /// The last thing that went wrong without ending the screen; nil when all is well.
    public private(set) var problem: CameraError?
    /// Whether a photo, the start of a recording or its end is under way.
    private(set) var isTaking = false
    /// Whether the picture stands still on what is being taken.
    private var isFrozen = false
    /// Whether the camera is closed for a while, since something else is in front of the screen.
    private(set) var isResting = false
    private var isVisible = false
    private var outcome: Outcome?
    /// Told each time the camera was opened, and whether it had only been resting.
    @ObservationIgnored var onOpened: (@MainActor (Bool) async -> Void)?
    /// Told of a shot that failed; answers whether the screen goes on all the same.
    @ObservationIgnored var onFailure: (@MainActor (CameraError) -> Bool)?
    @ObservationIgnored private var drawn = DrawnFrame()
    /// The number of the newest snapshot that is shown.
    @ObservationIgnored private var shown: Int?
    @ObservationIgnored private var waiting: [CheckedContinuation<Outcome, Never>] = []
    @ObservationIgnored private var watching: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - library: where what is used is added to, if that is asked for.
    ///   - configuration: what the screen is for; without live photos where the camera takes none of that format.
    ///   - clock: what the cursor's second and those of a recording are counted on.
    public init(
        session: CameraSession, library: (any PhotoLibrary)? = nil, configuration: Configuration = Configuration(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.session = session
        self.library = library
        var configuration = configuration
        if !session.takesLivePhotos(as: configuration.photo.format) { configuration.live = nil }
        self.configuration = configuration
        mark = FocusMark(clock: clock)
        recordingClock = RecordingClock(clock: clock)
    }

    isolated deinit {
        for task in watching { task.cancel() }
    }

    // MARK: What is shown

    /// The buttons.
    public var controls: CameraControls {
        switch phase {
        case .live:
            var controls = CameraControls.live(
                state, cameras: cameras, flash: flash, records: configuration.recordsVideo, canPause: canPause)
            // Video and live photos never at once.
            if configuration.live != nil { controls.live = controls.shutter }
            if isTaking || live != nil, controls.record == .enabled { controls.record = .disabled }
            if isTaking {
                if controls.pause == .enabled { controls.pause = .disabled }
                if controls.shutter == .enabled { controls.shutter = .disabled }
                if controls.live == .enabled { controls.live = .disabled }
            }
            return controls
        case .review: return .review(isSaving: false)
        case .saving: return .review(isSaving: true)
        case .unavailable: return CameraControls()
        case .closed:
            var controls = CameraControls()
            controls.exit = .hidden
            return controls
        }
    }

    /// How the preview is drawn: a front camera's as in a mirror.
    public var drawing: Orientation { state.camera?.previewDrawing ?? .up }

    /// How the screen ends; waits for it. Safe to ask by any number, at any time.
    public func result() async -> Outcome {
        if let outcome { return outcome }
        return await withCheckedContinuation { waiting.append($0) }
    }

    // MARK: What the user does

    /// The screen has become visible: the camera is opened.
    public func appear() async {
        guard outcome == nil else { return }
        isVisible = true
        watch()
        if case .unavailable = phase { phase = .live }
        let wasOpen = state.isActive
        do {
            try await session.start()
            // The failure before it may have been heard meanwhile.
            if outcome == nil, case .unavailable = phase { phase = .live }
        } catch .cancelled {
            // Gone before it was there.
        } catch {
            // What is being looked at is not lost with the camera.
            if outcome == nil, case .live = phase { phase = .unavailable(error) }
        }
        await refresh()
        let wasResting = isResting
        isResting = false
        if !wasOpen, state.isActive { await onOpened?(wasResting) }
    }

    /// Something else is in front of the screen for a while: the camera is closed, and the last frame stays, with a page over it, until
    /// `appear()`. Nothing may be under way.
    public func rest() async {
        guard outcome == nil, case .live = phase else { return }
        isResting = true
        await session.stop()
        await refresh()
    }

    /// The screen is no longer visible: the camera is closed. What was taken stays.
    public func disappear() async {
        isVisible = false
        await session.stop()
        await refresh()
    }

    /// Takes a photo, or a live one while those are on; a second tap meanwhile does nothing. An error is handed over and closes
    /// the screen; a live photo without its movie is a photo, and `problem` says why.
    ///
    /// It is of the frame that was drawn last, and the picture stands still on that one.
    public func takePhoto() async {
        guard case .live = phase, !isTaking, controls.shutter == .enabled else { return }
        (isTaking, isFrozen) = (true, true)
        let seen = drawn.seen(of: preview)
        if seen?.time != preview?.time { preview = seen }
        defer { (isTaking, isFrozen) = (false, false) }
        do {
            let media = try await capture()
            if outcome == nil { phase = .review(media) }
        } catch {
            await giveUp(error)
        }
    }

    private func capture() async throws(CameraError) -> CapturedMedia {
        var settings = configuration.photo
        settings.shown = preview?.time
        guard live != nil else { return .photo(try await session.capturePhoto(settings)) }
        let taken = try await session.captureLivePhoto(settings).result()
        if case .failure(let error) = taken.movie { problem = error }
        return taken.media
    }

    /// Turns live photos on or off; what keeps them off is the `problem`.
    public func toggleLive() async {
        guard case .live = phase, !isTaking, controls.live == .enabled else { return }
        isTaking = true
        defer { isTaking = false }
        let wanted = live == nil ? configuration.live : nil
        await attempt { session throws(CameraError) in _ = try await session.setLiveMode(wanted) }
    }

    /// Starts to record, or ends it and shows the movie; a second tap meanwhile does nothing. An error is handed over and
    /// closes the screen.
    public func toggleRecording() async {
        guard case .live = phase, !isTaking, controls.record == .enabled else { return }
        isTaking = true
        defer { isTaking = false }
        do throws(CameraError) {
            if case .recording = state {
                review(try await session.stopRecording())
            } else {
                try await session.startRecording(configuration.recording)
                problem = nil
            }
        } catch {
            await giveUp(error)
        }
        await refresh()
    }

    /// Whether a recording is paused.
    public var isPaused: Bool { if case .recording(_, .paused) = state { true } else { false } }

    /// Pauses the recording, or lets it go on.
    public func togglePause() async {
        guard controls.pause == .enabled else { return }
        let isPaused = isPaused
        await attempt { session throws(CameraError) in try await session.setRecordingPaused(!isPaused) }
    }

    /// Shows a movie once: that it has ended is told to who ended it and to who listens, and the user may have used it in between.
    private func review(_ video: CapturedVideo) {
        guard outcome == nil, video.file !== reviewed else { return }
        reviewed = video.file
        phase = .review(.video(video))
    }

    /// Throws away what was taken and goes back to the live picture.
    public func retake() {
        guard case .review = phase else { return }
        phase = .live
    }

    /// Hands over what was taken, saved first if that is asked for, and closes the screen.
    public func use() async {
        guard case .review(let media) = phase else { return }
        phase = .saving(media)
        await finish(.captured(media, saving: await save(media)))
    }

    /// Ends as cancelled. Does nothing once something is being handed over.
    public func exit() async {
        if case .saving = phase { return }
        await finish(.cancelled)
    }

    /// Changes to the other camera; when that fails the one that worked stays.
    public func flip() async {
        guard controls.flip == .enabled else { return }
        await attempt { session throws(CameraError) in _ = try await session.flip() }
    }

    /// Wishes a flash mode.
    public func setFlash(_ mode: FlashMode) async {
        await attempt { session throws(CameraError) in try await session.setFlash(mode) }
    }

    /// Lets files of front cameras show what the mirrored preview shows, or what others see.
    /// - Throws: why it stays as it was.
    func setMirrorsFrontCamera(_ mirrors: Bool) async throws(CameraError) {
        do throws(CameraError) {
            try await session.setMirrorsFrontCamera(mirrors)
            await refresh()
        } catch {
            await refresh()
            throw error
        }
    }

    /// Focuses and exposes where the picture was touched, and shows the cursor there.
    /// - Parameters:
    ///   - place: in the view's points.
    ///   - view: the view's size.
    public func tap(at place: CGPoint, in view: CGSize) async {
        guard let point = geometry(in: view).picturePoint(at: place) else { return }
        await focus(on: point)
    }

    /// Focuses and exposes at a point of the picture, and shows the cursor there.
    public func focus(on point: PicturePoint) async {
        guard case .live = phase, state.camera?.adjustment(at: .center) != nil else { return }
        mark.show(at: point)
        await attempt { session throws(CameraError) in try await session.focusAndExpose(at: point) }
    }

    // MARK: Inside

    private func attempt(_ body: (CameraSession) async throws(CameraError) -> Void) async {
        do throws(CameraError) {
            try await body(session)
            problem = nil
        } catch {
            problem = error
        }
        await refresh()
    }

    /// Ends the screen with an error. Being refused, or cancelled by a screen that went, is no reason to close it.
    private func giveUp(_ error: CameraError) async {
        switch error {
        case .busy, .recordingInProgress, .notReady: problem = error
        case .cancelled: break
        default: if onFailure?(error) != true { await finish(.failed(error)) }
        }
    }

    private func save(_ media: CapturedMedia) async -> Saving {
        guard configuration.savesToLibrary, let library else { return .notWanted }
        do {
            return .saved(try await library.add(NewMedia(media), toAlbumTitled: configuration.albumTitle).id)
        } catch {
            return .failed(error)
        }
    }

    /// Ends the screen: the first end counts, and it is told when the camera is closed.
    private func finish(_ end: Outcome) async {
        guard outcome == nil else { return }
        outcome = end
        phase = .closed
        mark.hide()
        await session.stop()
        await refresh()
        for task in watching { task.cancel() }
        let asked = waiting
        waiting = []
        for asker in asked { asker.resume(returning: end) }
    }

    /// Takes over what the session knows, so that buttons are right as soon as a call has returned.
    private func refresh() async {
        let snapshot = await session.snapshot()
        guard snapshot.isNewer(than: shown) else { return }
        shown = snapshot.number
        if snapshot.state.camera?.id != state.camera?.id { drawn.frame = nil }
        (state, cameras, flash) = (snapshot.state, snapshot.cameras, snapshot.flash)
        (live, canPause) = (snapshot.live, snapshot.canPauseRecording)
        recordingClock.follow(state)
    }

    private func watch() {
        guard watching.isEmpty else { return }
        let (updates, previews, changes) = (session.updates(), session.previews(), session.permissions.changes())
        watching = [
            Task { [weak self] in for await update in updates { await self?.take(update) } },
            Task { [weak self] in for await frame in previews { self?.take(frame) } },
            Task { [weak self] in for await permission in changes { await self?.take(permission) } },
        ]
    }

    private func take(_ update: CameraSession.Update) async {
        await refresh()
        switch update {
        case .event(.failed(let error)) where outcome == nil:
            // By now it may have been started anew.
            if case .live = phase, !state.isActive { phase = .unavailable(error) }
        // A movie that ended by itself: at its limit, by an interruption, or with its camera, whose page comes after it.
        case .recordingEnded(.success(let video)) where outcome == nil:
            switch phase {
            case .live, .unavailable: review(video)
            case .review, .saving, .closed: break
            }
        // What was missing is there again.
        case .event(.connected):
            if failure?.isCured(by: .camera) == true {
                // Updates are to be heard meanwhile.
                Task { [weak self] in await self?.appear() }
            }
        case .adjustmentFailed(let error): problem = error
        case .event, .recordingEnded, .state, .cameras, .flash, .live: break
        }
    }

    /// Why there is no live picture; nil when there is nothing to be cured, or nobody looks.
    private var failure: CameraError? {
        guard isVisible else { return nil }
        return switch (phase, state) {
        case (.unavailable(let error), _), (.live, .failed(let error)): error
        default: nil
        }
    }

    /// Allowed in the settings meanwhile: the screen comes to life.
    private func take(_ permission: Permission) async {
        guard permission == .camera, failure?.isCured(by: .permission) == true,
            await session.permissions.status(of: .camera).isAllowed
        else { return }
        await appear()
    }

    /// What the user sees from now on.
    public func drew(_ frame: PixelFrame) { drawn.frame = frame }

    private func take(_ frame: PixelFrame) {
        if case .live = phase, !isFrozen { preview = frame }
    }
}
