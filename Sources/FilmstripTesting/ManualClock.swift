import Filmstrip

/// A clock that a test moves by hand. Whoever sleeps on it wakes when it has been moved far enough, and not before.
public final class ManualClock: Clock, Sendable {
    /// A moment, counted from the clock's making.
    public struct Instant: InstantProtocol, Sendable, Hashable {
        /// The time since the making of the clock.
        public var offset: Duration

        /// A moment; the clock's making by default.
        public init(offset: Duration = .zero) {
            self.offset = offset
        }

        /// The moment that much later, or earlier where it is negative.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is until the other moment; negative when that has passed.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// The earlier moment is the smaller one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Those who were cancelled before they fell asleep.
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeReadyWatchers() -> [CheckedContinuation<Void, Never>] {
            let ready = watchers.filter { $0.count <= sleepers.count }.map(\.continuation)
            watchers.removeAll { $0.count <= sleepers.count }
            return ready
        }
    }

    private let state = Locked(State())

    /// A clock that stands at zero.
    public init() {}

    /// Where the clock stands.
    public var now: Instant { state.withLock { $0.now } }
    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many sleep now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock has been moved there; returns at once when it has.
    /// - Throws: `CancellationError` when the task is cancelled, asleep or before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(key, Sleeper(deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: key)
                if sleeper == nil { state.cancelled.insert(key) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func fallAsleep(_ key: Int, _ sleeper: Sleeper) {
        enum Outcome { case asleep, awake, cancelled }
        let (outcome, watchers) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(key) != nil { return (.cancelled, []) }
            if sleeper.deadline <= state.now { return (.awake, []) }
            state.sleepers[key] = sleeper
            return (.asleep, state.takeReadyWatchers())
        }
        switch outcome {
        case .asleep: watchers.forEach { $0.resume() }
        case .awake: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock on and wakes those whose time has come, the earliest first.
    public func advance(by duration: Duration) {
        let ready = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
        }
        ready.forEach { $0.resume() }
    }

    /// Waits until at least so many sleep: a test then knows that the code under test has come to its pause.
    public func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
