import Observation

/// Counts the seconds of a recording. Main actor.
@MainActor @Observable final class RecordingClock {
    /// Whole seconds since its beginning; nil when nothing is recorded.
    private(set) var seconds: Int?
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let tasks = TaskBag<String>()

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Counts while the session records.
    func follow(_ state: CameraSessionState) {
        switch state {
        case .recording(_, .beginning): break
        case .recording(_, .rolling):
            guard seconds == nil else { return }
            seconds = 0
            let clock = clock
            tasks.keep(Task { [weak self] in await Self.count(on: clock) { self?.seconds = $0 } }, as: "counting")
        // The last second stays in sight until the movie is there.
        case .recording(_, .finishing): tasks.cancel("counting")
        default:
            guard seconds != nil else { return }
            tasks.cancel("counting")
            seconds = nil
        }
    }

    /// By the moments at which seconds end, so that an hour is an hour.
    private static func count(on clock: some Clock<Duration>, _ tell: (Int) -> Void) async {
        let start = clock.now
        for second in 1... {
            do { try await clock.sleep(until: start.advanced(by: .seconds(second)), tolerance: nil) } catch { return }
            tell(second)
        }
    }
}
