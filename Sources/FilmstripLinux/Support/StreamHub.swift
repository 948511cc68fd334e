import Filmstrip
import Foundation

/// Hands values to any number of streams, each with a buffering policy of the same kind.
final class StreamHub<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Locked(State())
    private let policy: AsyncStream<Element>.Continuation.BufferingPolicy

    init(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy) {
        self.policy = policy
    }

    deinit {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
    }

    /// A stream of all values from now on.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let key = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
        }
        return stream
    }

    /// Hands a value to everybody who listens.
    func send(_ value: Element) {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.yield(value) }
    }
}

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
