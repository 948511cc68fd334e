import Observation

/// Applies a closure now, and again soon after anything has changed that it read from observable objects; until it is let go.
///
///     watch = observe { [weak self] in self?.title.text = model.title }
@MainActor package final class ObservationWatch {
    private let apply: @MainActor () -> Void
    private var isOver = false

    fileprivate init(_ apply: @escaping @MainActor () -> Void) {
        self.apply = apply
        run()
    }

    /// Ends it before it is let go.
    package func end() { isOver = true }

    private func run() {
        guard !isOver else { return }
        withObservationTracking {
            apply()
        } onChange: { [weak self] in
            // Once for all changes of a turn: it is told of the first, and looks when all of them are made.
            Task { @MainActor in self?.run() }
        }
    }
}

/// Applies a closure now and after each change of what it read, as long as the answer is kept.
@MainActor package func observe(_ apply: @escaping @MainActor () -> Void) -> ObservationWatch {
    ObservationWatch(apply)
}
