import Filmstrip
import Foundation

/// One line on a terminal's standard error that tells how far a longer work is. Silent for the first second.
final class ProgressLine: Sendable {
    private struct State {
        var start: Double?
        var shown = 0.0
        var isVisible = false
    }

    private let sink: (any ByteSink)?
    private let now: @Sendable () -> Double
    private let state = Locked(State())

    /// - Parameters:
    ///   - sink: the terminal; nil for silence.
    ///   - now: seconds on a steady clock.
    init(sink: (any ByteSink)?, now: @escaping @Sendable () -> Double) {
        self.sink = sink
        self.now = now
    }

    /// Tells the state of the work; shown at most ten times a second.
    func update(_ text: @autoclosure () -> String) {
        guard let sink else { return }
        let time = now()
        let isDue = state.withLock { state -> Bool in
            let start = state.start ?? time
            state.start = start
            guard time - start >= 1, time - state.shown >= 0.1 else { return false }
            state.shown = time
            state.isVisible = true
            return true
        }
        if isDue { put("\r\u{1B}[K\(text())", to: sink) }
    }

    /// Tells something that stays on the terminal, at once.
    func say(_ text: String) {
        guard let sink else { return }
        state.withLock { $0.isVisible = false }
        put("\r\u{1B}[K\(text)\n", to: sink)
    }

    /// Takes the line away.
    func finish() {
        guard let sink else { return }
        let wasVisible = state.withLock { state in
            defer { state = State() }
            return state.isVisible
        }
        if wasVisible { put("\r\u{1B}[K", to: sink) }
    }

    private func put(_ text: String, to sink: any ByteSink) {
        do { try sink.write(Array(text.utf8)) } catch {
            // A terminal that has gone cannot be told of progress; the work itself goes on.
        }
    }
}
