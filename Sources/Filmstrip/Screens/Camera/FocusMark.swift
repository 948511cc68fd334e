import Observation

/// The cursor at the touched point, for its second. Main actor.
@MainActor @Observable final class FocusMark {
    private(set) var cursor: FocusCursor?
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let tasks = TaskBag<String>()
    @ObservationIgnored private var touches = 0

    /// - Parameter clock: what the second is counted on.
    init(clock: any Clock<Duration>) { self.clock = clock }

    /// A touch: the cursor begins anew there.
    func show(at point: PicturePoint) {
        touches += 1
        cursor = FocusCursor(id: touches, point: point)
        let task = Task { [weak self, clock, touches] in
            do { try await clock.sleep(for: FocusCursor.duration) } catch { return }
            if self?.cursor?.id == touches { self?.cursor = nil }
        }
        tasks.keep(task, as: "fading")
    }

    func hide() {
        tasks.cancel("fading")
        cursor = nil
    }
}
