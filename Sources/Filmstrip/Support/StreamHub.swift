/// Hands values to any number of streams that share a buffering policy.
package final class StreamHub<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var unheard: [Element] = []
    }

    private let state = Locked(State())
    private let policy: AsyncStream<Element>.Continuation.BufferingPolicy
    private let keepsUnheard: Bool

    /// - Parameter keepsUnheard: whether values that nobody listened to wait for the next listener.
    package init(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded, keepsUnheard: Bool = false
    ) {
        self.policy = policy
        self.keepsUnheard = keepsUnheard
    }

    deinit { finish() }

    /// A stream of all values from now on. It ends with the hub.
    /// - Parameter onEnd: called once when the listener has gone, or the stream has ended.
    package func stream(onEnd: (@Sendable () -> Void)? = nil) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let (key, unheard) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            defer { state.unheard = [] }
            return (state.next, state.unheard)
        }
        for value in unheard { continuation.yield(value) }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
            onEnd?()
        }
        return stream
    }

    /// Hands a value to everybody who listens now.
    package func send(_ value: Element) {
        let listeners = state.withLock { state in
            if keepsUnheard, state.listeners.isEmpty { state.unheard.append(value) }
            return state.listeners.values.map(\.self)
        }
        for listener in listeners { listener.yield(value) }
    }

    /// What waits for the next listener, taken away from it.
    package func takeUnheard() -> [Element] {
        state.withLock { state in
            defer { state.unheard = [] }
            return state.unheard
        }
    }

    /// Ends all streams.
    package func finish() {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
    }

    /// How many streams are being listened to.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }
}
