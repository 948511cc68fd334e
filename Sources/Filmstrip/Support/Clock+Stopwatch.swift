extension Clock<Duration> {
    /// Answers how long ago it was made.
    func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
