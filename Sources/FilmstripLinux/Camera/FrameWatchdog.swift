/// Says when silence is a fault: the media service reports neither a dead node nor its own end, frames just stop.
struct FrameWatchdog: Sendable, Hashable {
    /// What is to be done.
    enum Verdict: Sendable, Hashable {
        /// Frames stay out: tell it, and build the source anew.
        case interrupted
        /// Still none: build it once more.
        case retry
        /// They come again.
        case resumed
        /// The camera counts as gone.
        case lost
    }

    /// Seconds without a frame that are an interruption.
    var patience = 1.5
    /// Seconds without a frame after which the camera is lost.
    var limit = 5.0
    /// Seconds between two attempts to build the source anew.
    var retryInterval = 1.0

    private var isSilent = false
    private var isLost = false
    private var lastAttempt = 0.0

    /// Looks at the clock. Times are seconds on one clock.
    mutating func check(now: Double, lastFrame: Double) -> Verdict? {
        guard !isLost else { return nil }
        let silence = now - lastFrame
        if silence < patience {
            guard isSilent else { return nil }
            isSilent = false
            return .resumed
        }
        if silence >= limit {
            isLost = true
            return .lost
        }
        if !isSilent {
            isSilent = true
            lastAttempt = now
            return .interrupted
        }
        guard now - lastAttempt >= retryInterval else { return nil }
        lastAttempt = now
        return .retry
    }

    /// The source said itself that it failed: no need to wait.
    mutating func fail(now: Double) -> Verdict? {
        guard !isSilent, !isLost else { return nil }
        isSilent = true
        lastAttempt = now
        return .interrupted
    }
}
