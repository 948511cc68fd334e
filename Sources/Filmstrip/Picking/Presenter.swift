/// What the core asks a platform to show. Main actor; a presenter draws and reports, and decides nothing.
///
/// Each call ends exactly once, and the first answer counts: a second Done, or a Cancel after Done, changes nothing.
/// Dismissal by any means (gesture, Escape, window button, `dismiss()`) is a cancel. When a call returns, what it showed is
/// closed, so that the next call can present at once. A presenter holds its screen weakly.
@MainActor public protocol Presenter: AnyObject, Sendable {
    /// Waits until there is a visible place to present on, and describes it. Nil when that place has gone for good, or
    /// after `dismiss()`.
    func waitUntilVisible() async -> PresentationPlace?
    /// Shows an alert or an action sheet and answers with the chosen action, nil when dismissed.
    func show(_ prompt: Prompt) async -> Prompt.Action.ID?
    /// Shows a notice over everything that goes by itself. Returns at once.
    func notify(_ toast: Prompt.Toast)
    /// Shows a camera and answers with what was taken and accepted, in that order; nil for cancel.
    func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]?
    /// Shows the library and answers with the chosen, in tap order; nil for cancel.
    func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]?
    /// Lets the user edit a picture or trim a video, and answers with the edited file, nil when it stays as it is.
    func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile?
    /// Opens the system's settings at that permission. False when there is no such place.
    func openSettings(for permission: Permission) async -> Bool
    /// Takes away whatever this presenter shows; every open call ends as cancelled. Does nothing when nothing is shown.
    func dismiss()
}

/// What the core must know of the place where a presenter presents.
public struct PresentationPlace: Sendable, Hashable {
    /// Whether an action sheet must point at something there, as on a tablet. Without an anchor from the app, an alert is
    /// shown instead. False by default.
    public var needsAnchor: Bool
    /// Whether the library is shown by the system itself, so that no permission to read it is needed. False by default.
    public var choosesWithoutPermission: Bool

    /// A place; see the fields for the defaults.
    public init(needsAnchor: Bool = false, choosesWithoutPermission: Bool = false) {
        self.needsAnchor = needsAnchor
        self.choosesWithoutPermission = choosesWithoutPermission
    }
}
