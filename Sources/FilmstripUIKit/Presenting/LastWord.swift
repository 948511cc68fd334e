#if os(iOS) || FILMSTRIP_DOUBLES
    import Filmstrip

    /// Gives an answer when the last reference to it goes. The buttons of an alert hold it, so that an alert that is taken away
    /// without a press, which UIKit tells nobody, still ends.
    final class LastWord<Value: Sendable>: Sendable {
        private let answer: Answer<Value>
        private let value: Value

        init(_ answer: Answer<Value>, _ value: Value) {
            self.answer = answer
            self.value = value
        }

        @MainActor func give(_ value: Value) { answer.give(value) }

        deinit {
            let (answer, value) = (answer, value)
            Task { @MainActor in answer.give(value) }
        }
    }
#endif
