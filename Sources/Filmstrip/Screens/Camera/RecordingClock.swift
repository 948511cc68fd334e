import Observation

/// Counts the seconds of a recording, without those that it was paused. Main actor.
@MainActor @Observable final class RecordingClock {
    /// Whole seconds of it; nil when nothing is recorded.
    private(set) var seconds: Int?
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let tasks = TaskBag<String>()
    /// What was counted before the last pause.
    @ObservationIgnored private var before = Duration.zero
    /// How long it has been going on since; nil while it does not.
    @ObservationIgnored private var since: (() -> Duration)?

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Counts while the session records.
    func follow(_ state: CameraSessionState) {
        switch state {
        case .recording(_, .beginning): break
        case .recording(_, .rolling): begin()
        case .recording(_, .paused): rest()
        // The last second stays in sight until the movie is there.
        case .recording(_, .finishing): tasks.cancel("counting")
        default:
            guard seconds != nil else { return }
            tasks.cancel("counting")
            (seconds, since, before) = (nil, nil, .zero)
        }
    }

    private func begin() {
        guard since == nil else { return }
        if seconds == nil { seconds = 0 }
        since = clock.stopwatch()
        let (clock, before) = (clock, before)
        tasks.keep(
            Task { [weak self] in await Self.count(on: clock, from: before) { self?.seconds = $0 } }, as: "counting")
    }

    private func rest() {
        guard let since else { return }
        tasks.cancel("counting")
        before += since()
        self.since = nil
    }

    /// By the moments at which seconds end, so that an hour is an hour.
    private static func count(on clock: some Clock<Duration>, from before: Duration, _ tell: (Int) -> Void) async {
        let start = clock.now
        for second in (Int(before.components.seconds) + 1)... {
            let end = start.advanced(by: .seconds(second) - before)
            do { try await clock.sleep(until: end, tolerance: nil) } catch { return }
            // Paused in the moment in which the second ended: it counts when it goes on.
            guard !Task.isCancelled else { return }
            tell(second)
        }
    }
}
