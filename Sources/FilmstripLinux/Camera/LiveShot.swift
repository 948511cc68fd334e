import Filmstrip

/// What a live photo's movie is made of.
struct LiveMoments: Sendable {
    /// Encoded frames, the first of which needs no other.
    var frames: [Moment<GStreamerBuffer>] = []
    /// What the frames are; nil when there are none.
    var frameCaps: GStreamerCaps?
    /// Sound as it was heard, in 16 bits.
    var sounds: [Moment<GStreamerBuffer>] = []
    var soundCaps: GStreamerCaps?
    /// Whether the sound was heard, and why not.
    var sound = CapturedVideo.Sound.notWanted
    /// Frames that the encoder had no time for.
    var framesDropped = 0
    /// Why it is shorter than it was meant to be, where nobody asked for that.
    var interruption: InterruptionReason?
}

/// A shot in live mode, until its moments are complete.
final class LiveShot: Sendable {
    /// When its still was taken, in nanoseconds on the common clock.
    let time: UInt64
    private let state: Locked<State>

    private struct State {
        var moments: LiveMoments
        var isComplete = false
        var waiting: [CheckedContinuation<LiveMoments, Never>] = []
    }

    /// - Parameter moments: those before it.
    init(time: UInt64, moments: LiveMoments) {
        self.time = time
        state = Locked(State(moments: moments))
    }

    /// The last moment that belongs to it.
    private var end: UInt64 { time + GStreamer.nanoseconds(LiveSettings.secondsAfter) }

    /// Takes an encoded frame. True when it needs no more.
    /// - Parameter interval: between two frames.
    func take(_ frame: Moment<GStreamerBuffer>, _ caps: GStreamerCaps?, interval: UInt64) -> Bool {
        state.withLock { state in
            guard !state.isComplete, frame.time <= end else { return true }
            guard frame.isKey || !state.moments.frames.isEmpty else { return false }
            state.moments.frameCaps = state.moments.frameCaps ?? caps
            state.moments.frames.append(frame)
            return frame.time + interval > end
        }
    }

    func take(sound: Moment<GStreamerBuffer>) {
        state.withLock { if !$0.isComplete { $0.moments.sounds.append(sound) } }
    }

    func dropFrame() { state.withLock { $0.moments.framesDropped += 1 } }

    /// No more comes: who waits gets what there is. Only the first time counts.
    func complete(_ sound: CapturedVideo.Sound, because reason: InterruptionReason?) {
        let waiting = state.withLock { state in
            guard !state.isComplete else { return state.waiting }
            state.isComplete = true
            state.moments.sound = sound
            state.moments.interruption = reason
            defer { state.waiting = [] }
            return state.waiting
        }
        let moments = state.withLock { $0.moments }
        for waiter in waiting { waiter.resume(returning: moments) }
    }

    /// All its moments, as soon as they are there.
    var moments: LiveMoments {
        get async {
            await withCheckedContinuation { continuation in
                let known: LiveMoments? = state.withLock { state in
                    if state.isComplete { return state.moments }
                    state.waiting.append(continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }
}
