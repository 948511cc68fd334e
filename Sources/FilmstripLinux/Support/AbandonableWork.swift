import Dispatch
import Filmstrip

/// Work whose callers can be let go before it ends: what hangs is left to itself.
final class AbandonableWork<Value: Sendable>: Sendable {
    private struct State {
        var answer: Value??
        var waiting: [CheckedContinuation<Value?, Never>] = []
    }

    private let state = Locked(State())

    /// Begins at once.
    init(_ body: @escaping @Sendable () async -> Value) {
        Task { settle(await body()) }
    }

    /// Lets go all who wait, and all who will. Work that is done stays done.
    func abandon() {
        settle(nil)
    }

    /// Lets them go when so many seconds are over.
    func abandon(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { self.abandon() }
    }

    /// What came of it; nil when it was abandoned.
    var value: Value? {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.answer == nil { state.waiting.append(continuation) }
                    return state.answer
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    private func settle(_ answer: Value?) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard state.answer == nil else { return [] }
            state.answer = .some(answer)
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume(returning: answer) }
    }
}
