/// Where frames and sound of a camera lie in a movie that can be paused. Times are nanoseconds: those that go in on the common clock,
/// those that come out from the movie's start.
struct MovieTimeline: Sendable {
    /// From one frame to the next.
    let interval: UInt64
    /// When the first frame was taken; nil before it.
    private(set) var start: UInt64?
    /// Where the newest frame lies.
    private(set) var last: UInt64 = 0
    /// Whether it is paused now.
    private(set) var isPaused = false
    /// What was left out so far.
    private var skipped: UInt64 = 0
    /// When the pause began after which no frame has come yet, and when it was over.
    private var pause: (from: UInt64, until: UInt64)?
    /// Sound from before belongs to what was left out.
    private var soundStart: UInt64 = 0

    init(interval: UInt64) { self.interval = interval }

    /// Leaves out what was taken at or after `time`.
    mutating func pause(at time: UInt64) {
        guard !isPaused else { return }
        isPaused = true
        // One that follows before a frame has come makes the one before longer.
        if pause == nil { pause = (time, .max) }
    }

    /// Takes in what was taken at or after `time`.
    mutating func resume(at time: UInt64) {
        guard isPaused else { return }
        isPaused = false
        pause?.until = time
    }

    /// Whether a frame that was taken then is left out.
    func leavesOut(_ time: UInt64) -> Bool {
        guard let pause else { return false }
        return time >= pause.from && (isPaused || time < pause.until)
    }

    /// Where the next frame lies; nil when it is left out, or no later than the one before.
    mutating func place(frame time: UInt64) -> UInt64? {
        guard !leavesOut(time) else { return nil }
        guard let start else {
            (start, soundStart, pause) = (time, time, nil)
            return 0
        }
        if let pause, time >= pause.from {
            // The movie goes on where it was cut, one frame after the last at the earliest, so that sound stays in step.
            let cut = max(pause.from - min(pause.from, start + skipped), last + interval)
            skipped = time - start - min(time - start, cut)
            soundStart = time
            self.pause = nil
        }
        let passed = start + skipped
        guard time > passed, time - passed > last else { return nil }
        last = time - passed
        return last
    }

    /// Where sound that was heard then lies; nil when it is left out.
    func place(sound time: UInt64) -> UInt64? {
        guard let start, time >= soundStart, pause.map({ time < $0.from }) ?? true else { return nil }
        return time - start - skipped
    }
}
