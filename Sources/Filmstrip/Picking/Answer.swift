/// The one answer that a screen gives: the first counts, whatever is pressed after it. For presenters.
///
///     let answer = Answer<Prompt.Action.ID?>()
///     doneButton.onClick { answer.give(.ok) }       // twice is once
///     window.onClose { answer.give(nil) }           // too late is nothing
///     return await answer.value
@MainActor public final class Answer<Value: Sendable> {
    private var given: Value?
    private var waiting: [CheckedContinuation<Value, Never>] = []

    public init() {}

    /// Whether the answer was given.
    public var isGiven: Bool { given != nil }

    /// Gives the answer. Only the first counts.
    /// - Returns: whether it was the first.
    @discardableResult
    public func give(_ value: Value) -> Bool {
        guard given == nil else { return false }
        given = value
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume(returning: value) }
        return true
    }

    /// Waits for the answer. Whoever makes an answer must see to it that one is given.
    public var value: Value {
        get async {
            if let given { return given }
            return await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Waits for the answer. A cancelled task calls off what is to answer.
    /// - Parameter cancel: sees to it that an answer is given.
    package func value(orCancel cancel: @escaping @MainActor @Sendable () -> Void) async -> Value {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            Task { @MainActor in cancel() }
        }
    }
}
