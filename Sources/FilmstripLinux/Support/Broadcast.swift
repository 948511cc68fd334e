import Filmstrip

/// Tells values to everybody who listens. Buffers all.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var unheard: [Value] = []
    }

    private let state = Locked(State())
    private let keepsUnheard: Bool

    /// - Parameter keepsUnheard: whether values that nobody listened to wait for the first listener.
    init(keepsUnheard: Bool) {
        self.keepsUnheard = keepsUnheard
    }

    /// The values from now on.
    /// - Parameter onEnd: called when the listener has gone, with the number of those that are left.
    func stream(onEnd: (@Sendable (Int) -> Void)? = nil) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .unbounded)
        let (key, unheard) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            defer { state.unheard = [] }
            return (state.next, state.unheard)
        }
        for value in unheard { continuation.yield(value) }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            let left = state.withLock { state in
                state.listeners[key] = nil
                return state.listeners.count
            }
            onEnd?(left)
        }
        return stream
    }

    func send(_ value: Value) {
        let listeners = state.withLock { state in
            if state.listeners.isEmpty, keepsUnheard { state.unheard.append(value) }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(value) }
    }

    /// What waits for a first listener, taken away from it.
    func takeUnheard() -> [Value] {
        state.withLock { state in
            defer { state.unheard = [] }
            return state.unheard
        }
    }

    /// Ends every stream.
    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
