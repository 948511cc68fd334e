/// What the core asks a platform to show. Main actor; a presenter draws and reports, and decides nothing.
///
/// Each call ends exactly once. Dismissal by any means — gesture, window button, cancelled task — is a cancel.
@MainActor public protocol Presenter: AnyObject {
    /// Waits until there is a visible place to present on. False when that place has gone for good.
    func waitUntilVisible() async -> Bool
    /// Shows an alert or an action sheet and answers with the chosen action, nil when dismissed.
    func show(_ prompt: Prompt) async -> Prompt.Action.ID?
    /// Shows a notice that goes by itself. Returns at once.
    func notify(_ toast: Prompt.Toast)
    /// Shows a camera and answers with what was taken and accepted, nil for cancel.
    func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]?
    /// Shows the library and answers with the chosen, in tap order, nil for cancel.
    func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [AssetID]?
    /// Lets the user edit a picture or trim a video, and answers with the edited file, nil when it stays as it is.
    func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile?
    /// Opens the system's settings at that permission. False when there is no such place.
    func openSettings(for permission: Permission) async -> Bool
}
