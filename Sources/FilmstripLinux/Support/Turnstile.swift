import Filmstrip

/// Lets one operation at a time through, in the order in which they come.
final class Turnstile: Sendable {
    private let state = Locked<(isTaken: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    /// Waits for the turn. Each `enter` is followed by one `leave`.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Whether somebody waits.
    var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Gives the turn to the next.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
