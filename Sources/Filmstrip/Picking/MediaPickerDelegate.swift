/// Is told how a pick ended, for those who do not await it. On the main actor, once for each `start`.
@MainActor public protocol MediaPickerDelegate: AnyObject {
    /// The pick has ended, and its screens are closed.
    func mediaPicker(_ picker: MediaPicker, did event: PickEvent)
}

/// How a pick ended.
public enum PickEvent: Sendable {
    /// Something was taken or chosen, as in `PickOutcome.picked`.
    case picked([PickedItem])
    /// The user wanted nothing.
    case cancelled
    /// It could not be done, and why.
    case failed(PickError)
}

extension MediaPicker {
    /// Starts a pick and tells a delegate how it ended. The delegate is held weakly, the picker until then.
    /// - Returns: the pick; cancelling it takes the screens away. It may be thrown away.
    @discardableResult
    public func start(
        _ request: PickRequest = PickRequest(), delegate: any MediaPickerDelegate
    ) -> Task<Void, Never> {
        Task { [weak delegate] in
            let event: PickEvent
            do throws(PickError) {
                switch try await pick(request) {
                case .picked(let items): event = .picked(items)
                case .cancelled: event = .cancelled
                }
            } catch {
                event = .failed(error)
            }
            delegate?.mediaPicker(self, did: event)
        }
    }
}
