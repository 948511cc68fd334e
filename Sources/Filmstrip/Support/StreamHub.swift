/// Hands values to any number of streams that share a buffering policy.
package final class StreamHub<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Locked(State())
    private let policy: AsyncStream<Element>.Continuation.BufferingPolicy

    package init(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded) {
        self.policy = policy
    }

    deinit { finish() }

    /// A stream of all values from now on. It ends with the hub.
    package func stream() -> AsyncStream<Element> {
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

    /// Hands a value to everybody who listens now.
    package func send(_ value: Element) {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.yield(value) }
    }

    /// Ends all streams.
    package func finish() {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener.finish() }
    }

    /// How many streams are being listened to.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }
}
