/// One thing that a visit of a camera screen with a way to the library gives.
public enum AcquiredItem: Sendable {
    /// Taken with the camera.
    case captured(CapturedMedia)
    /// Chosen from the library, and not loaded yet.
    case chosen(ChosenItem)

    /// What the camera made; nil for what was chosen.
    public var captured: CapturedMedia? { if case .captured(let media) = self { media } else { nil } }

    /// What was chosen; nil for what the camera made.
    public var chosen: ChosenItem? { if case .chosen(let item) = self { item } else { nil } }
}

/// The way from a camera screen to the library. The picking flow makes it: permission, screen and notices are its business.
@MainActor public struct LibraryDoor {
    /// What may be taken and chosen together.
    public let rules: SelectionRules
    /// What knows the assets.
    public let store: any AssetStore
    /// Shows the library with what is chosen already, under rules that leave room for what was taken. The whole choice, in tap order;
    /// nil when it is to stay as it was. Ends once, and has told the user of whatever went wrong.
    public let choose: @MainActor (_ rules: SelectionRules, _ preselected: [AssetID]) async -> [ChosenItem]?

    /// A way to the library; see the fields.
    public init(
        rules: SelectionRules, store: any AssetStore,
        choose: @escaping @MainActor (_ rules: SelectionRules, _ preselected: [AssetID]) async -> [ChosenItem]?
    ) {
        self.rules = rules
        self.store = store
        self.choose = choose
    }
}

/// A presenter whose camera screen has a way to the library, so that what is taken and what is chosen come in one list. A protocol of
/// its own, since not every platform's camera screen can have that.
@MainActor public protocol MixingPresenter: Presenter {
    /// Shows a camera, and beside it the way to the library; answers with what was taken and chosen, in order; nil for cancel.
    func capture(
        _ request: CaptureRequest, beside library: LibraryDoor
    ) async throws(CameraError) -> [AcquiredItem]?
}
