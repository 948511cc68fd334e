import Dispatch
import Filmstrip
import Foundation

/// What live mode is made for.
struct LivePlan: Sendable {
    var settings: LiveSettings
    var encoder: VideoEncoder
    /// The encoder of sound, as a part of a pipeline; nil where there is none.
    var soundEncoder: String?
    var frameCaps: GStreamerCaps
    /// The movies' size: the camera's, or a smaller one that the encoder keeps the pace with.
    var size: PixelSize
    var rate: Double
    var mirrored: Bool
    /// Why there is no sound, where there is none.
    var silence: CapturedVideo.Sound?

    /// Seconds from one frame that a movie can begin with to the next.
    static let keyInterval = 0.5
    /// Seconds that the reel reaches back: a shot is told of a little after its frame was taken.
    static let span = LiveSettings.secondsBefore + 0.25
    /// Bytes of frames, and of sound, that are kept at most.
    static let frameLimit = 32 << 20
    static let soundLimit = 1 << 20
}

/// Live mode: encodes each frame as it comes, keeps the last moments, and gives those around it to each shot.
///
/// A pipeline of its own that is fed from the camera's tap, as a recording is, so that neither preview nor photos wait for it.
final class LiveReel: Sendable {
    private struct State {
        var isEnding = false
        /// Whether nothing is kept any longer.
        var isOver = false
        /// Whether all is given back.
        var isClosed = false
        /// Why it ends, where nobody asked for that.
        var reason: InterruptionReason?
        var firstTime: UInt64?
        var lastTime: UInt64 = 0
        var caps: GStreamerCaps?
        var frames = MomentRing<GStreamerBuffer>(
            span: GStreamer.nanoseconds(LivePlan.span), byteLimit: LivePlan.frameLimit)
        var sounds = MomentRing<GStreamerBuffer>(
            span: GStreamer.nanoseconds(LivePlan.span), byteLimit: LivePlan.soundLimit)
        var sound: CapturedVideo.Sound
        var shots: [LiveShot] = []
        /// Those who wait for the first moment.
        var watching: [CheckedContinuation<Bool, Never>] = []
        /// Those who wait for the end.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let plan: LivePlan
    private let pipeline: GStreamerPipeline
    private let video: GStreamerAppSource
    private let sound: SoundSource?
    private let state: Locked<State>
    private let ended = DispatchSemaphore(value: 0)
    /// Nanoseconds from one frame to the next.
    let frameInterval: UInt64

    /// Begins: frames that are handed to `take` from now on are kept for a while.
    init(_ plan: LivePlan, sound: SoundSource?) throws(CameraError) {
        self.plan = plan
        self.sound = sound
        frameInterval = UInt64(1e9 / max(1, plan.rate))
        state = Locked(State(sound: sound == nil ? plan.silence ?? .notWanted : .recorded))
        do throws(GStreamerFault) {
            pipeline = try GStreamerPipeline(Self.description(plan))
        } catch {
            throw .configurationFailed("live photos cannot be encoded: \(error.text)")
        }
        plan.encoder.prepare(pipeline)
        video = GStreamerAppSource(pipeline["video"])
        video.setCaps(plan.frameCaps)
        GStreamerAppSink(pipeline["packets"]).onSample { [weak self] in self?.keep($0) }
        pipeline.onMessage { [weak self] message in
            guard let self else { return }
            // The end was asked for by us; a failure of the encoder ends live mode, and not the camera.
            if case .failed = message { end(because: nil) }
            ended.signal()
        }
        do throws(GStreamerFault) {
            try pipeline.play()
        } catch {
            pipeline.shutDownNow()
            throw .configurationFailed("live photos cannot be encoded: \(error.text)")
        }
        sound?.tap.feed { [weak self] in self?.hear($0) }
    }

    private static func description(_ plan: LivePlan) -> String {
        let flip = plan.mirrored ? "videoflip video-direction=horiz ! " : ""
        let bitRate = VideoEncoder.bitRate(.high, size: plan.size, rate: plan.rate)
        let encoder = plan.encoder.video(bitRate: bitRate, rate: plan.rate, keyInterval: LivePlan.keyInterval)
        return """
            appsrc name=video format=time max-bytes=0 ! videoconvertscale ! \(flip)\
            video/x-raw,format=I420,width=\(plan.size.width),height=\(plan.size.height) ! \
            queue max-size-bytes=0 max-size-time=0 max-size-buffers=45 ! \(encoder) ! \
            appsink name=packets sync=false
            """
    }

    /// How it runs.
    var mode: LiveMode { LiveMode(sound: state.withLock { $0.sound }) }

    /// What is kept now: seconds of frames, and bytes of all.
    var footprint: (seconds: Double, byteCount: Int) {
        state.withLock { state in
            let frames = state.frames.moments
            let span = (frames.last?.time ?? 0) - (frames.first?.time ?? 0)
            return (Double(span) / 1e9, state.frames.byteCount + state.sounds.byteCount)
        }
    }

    // MARK: What comes

    /// A frame of the camera, on its streaming thread.
    func take(_ frame: TappedBuffer) {
        // More than half a second of frames waits already: the encoder is too slow, and this one is in no movie.
        let isLate = video.waiting >= 15
        let time: UInt64? = state.withLock { state in
            guard !state.isEnding, frame.time > state.lastTime else { return nil }
            guard !isLate else {
                for shot in state.shots { shot.dropFrame() }
                return nil
            }
            let first = state.firstTime ?? frame.time
            (state.firstTime, state.lastTime) = (first, frame.time)
            return frame.time - first
        }
        if let time { video.push(frame.buffer.retimed(to: time, duration: frameInterval)) }
    }

    /// An encoded frame, on the encoder's thread.
    private func keep(_ sample: GStreamerSample) {
        let (complete, watching) = state.withLock { state -> ([LiveShot], [CheckedContinuation<Bool, Never>]) in
            guard !state.isOver, let first = state.firstTime, let time = sample.runningTime else { return ([], []) }
            let moment = Moment(
                time: first + time, isKey: !sample.buffer.isDelta, byteCount: sample.buffer.byteCount,
                payload: sample.buffer)
            state.caps = state.caps ?? sample.caps
            state.frames.append(moment)
            guard let oldest = state.frames.moments.first else { return ([], []) }
            state.sounds.removeAll(before: oldest.time)
            let complete = state.shots.filter { $0.take(moment, state.caps, interval: frameInterval) }
            state.shots.removeAll { shot in complete.contains { $0 === shot } }
            defer { state.watching = [] }
            return (complete, state.watching)
        }
        for watcher in watching { watcher.resume(returning: true) }
        for shot in complete { shot.complete(mode.sound, because: nil) }
    }

    private func hear(_ heard: TappedBuffer) {
        // A copy: the microphone has only a few buffers of its own.
        guard let own = heard.buffer.detached() else { return }
        let moment = Moment(time: heard.time, isKey: true, byteCount: own.byteCount, payload: own)
        state.withLock { state in
            guard !state.isOver, state.sound == .recorded else { return }
            state.sounds.append(moment)
            for shot in state.shots { shot.take(sound: moment) }
        }
    }

    /// Waits until a first moment is kept; false when none is in time.
    func begins(within seconds: Double) async -> Bool {
        let timer = Task {
            do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
            endWatch()
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            let known: Bool? = state.withLock { state in
                if state.isEnding || !state.frames.moments.isEmpty { return !state.isEnding }
                state.watching.append(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func endWatch() {
        let watching = state.withLock { state in
            defer { state.watching = [] }
            return state.watching
        }
        for watcher in watching { watcher.resume(returning: false) }
    }

    // MARK: Shots

    /// Begins to gather the moments around a still that was taken at that time. They are complete a second and a half after it, or
    /// when there are no more.
    func shoot(at time: UInt64) -> LiveShot {
        let reach = GStreamer.nanoseconds(LiveSettings.secondsBefore)
        let (shot, isOver) = state.withLock { state in
            let frames = state.frames.moments(since: time - min(time, reach))
            let moments = LiveMoments(
                frames: Array(frames), frameCaps: state.caps, sounds: state.sounds.moments, soundCaps: sound?.caps)
            let shot = LiveShot(time: time, moments: moments)
            if !state.isOver { state.shots.append(shot) }
            return (shot, state.isOver)
        }
        guard !isOver else {
            shot.complete(mode.sound, because: state.withLock { $0.reason })
            return shot
        }
        // An encoder that hangs must not keep the still.
        DispatchQueue.global().asyncAfter(deadline: .now() + LiveSettings.secondsAfter + 3) { [weak self, weak shot] in
            guard let shot else { return }
            self?.state.withLock { $0.shots.removeAll { $0 === shot } }
            shot.complete(self?.mode.sound ?? .notWanted, because: .noFrames)
        }
        return shot
    }

    /// Frames stay out: shots under way get what there is, and what is kept is too old for others.
    func interrupt(_ reason: InterruptionReason?) {
        let (shots, sound) = state.withLock { state in
            state.frames.removeAll()
            state.sounds.removeAll()
            defer { state.shots = [] }
            return (state.shots, state.sound)
        }
        for shot in shots { shot.complete(sound, because: reason) }
    }

    // MARK: The end

    /// The microphone may not be used any longer: the picture goes on.
    func endSound(because reason: ErrorCode) {
        guard let sound else { return }
        state.withLock { state in
            guard state.sound == .recorded else { return }
            state.sound = .missing(reason)
            state.sounds.removeAll()
        }
        sound.tap.feed(nil)
        Task { await sound.shutDown() }
    }

    /// Ends it: shots under way get what there is, the microphone is closed, and what was kept is given back.
    /// - Parameter reason: nil when somebody asked for it.
    func end(because reason: InterruptionReason?) {
        let isFirst = state.withLock { state in
            guard !state.isEnding else { return false }
            state.isEnding = true
            state.reason = reason
            return true
        }
        guard isFirst else { return }
        endWatch()
        // Held until the end, so that shots whose camera has gone are completed all the same.
        GStreamerThread.start { self.finish() }
    }

    private func finish() {
        // Frames that are in the encoder belong to shots under way.
        video.end()
        _ = ended.wait(timeout: .now() + 1)
        state.withLock { $0.isOver = true }
        interrupt(state.withLock { $0.reason })
        let isDown = DispatchSemaphore(value: 0)
        GStreamerThread.start {
            self.pipeline.shutDownNow()
            isDown.signal()
        }
        _ = isDown.wait(timeout: .now() + 2)
        Task {
            await sound?.shutDown()
            let waiting = state.withLock { state in
                state.isClosed = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiter in waiting { waiter.resume() }
        }
    }

    /// Waits until all is given back.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.waiting.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }
}
