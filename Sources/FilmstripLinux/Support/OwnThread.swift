import Filmstrip
import Foundation

/// Blocking work on a thread of its own, for callers that must not wait for it once they are cancelled.
enum OwnThread {
    /// Runs `body`. A caller that is cancelled is let go at once; the work goes on until it looks whether it is still wanted, or to its
    /// end, and what comes of it is dropped.
    /// - Parameter body: is given a question whether nobody waits any more.
    /// - Returns: nil when the task was cancelled.
    static func run<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable (_ isUnwanted: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value? {
        let call = Call<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard call.begin(continuation) else { return continuation.resume(returning: nil) }
                let thread = Thread { call.end(body { call.isOver }) }
                thread.name = name
                // Encoders go deep.
                thread.stackSize = 8 << 20
                thread.start()
            }
        } onCancel: {
            call.end(nil)
        }
    }

    private final class Call<Value: Sendable>: Sendable {
        private let state = Locked<(waiting: CheckedContinuation<Value?, Never>?, isOver: Bool)>((nil, false))

        var isOver: Bool { state.withLock { $0.isOver } }

        /// False when the caller has gone already.
        func begin(_ continuation: CheckedContinuation<Value?, Never>) -> Bool {
            state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return !state.isOver
            }
        }

        func end(_ value: Value?) {
            let waiting = state.withLock { state in
                defer { state = (nil, true) }
                return state.waiting
            }
            waiting?.resume(returning: value)
        }
    }
}
