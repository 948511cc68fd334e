/// What a camera's view says in place of a live picture, and what helps.
public enum CameraPage: Sendable, Hashable {
    /// The first frame is on its way.
    case starting
    /// No frames come at the moment, and why; it goes on by itself.
    case interrupted(InterruptionReason)
    /// The user, or somebody above, does not allow it. Never `limited` or `authorized`.
    case notAllowed(PermissionStatus)
    /// There is no camera that could be used, and why.
    case unavailable(CameraError)

    /// A page has a title, a message, and a button that helps.
    public typealias Content = LibraryPage.Content

    /// The page for an error that ended a session, or kept it from starting.
    public init(_ error: CameraError) {
        switch error {
        case .permissionDenied, .permissionLost: self = .notAllowed(.denied)
        case .permissionRestricted: self = .notAllowed(.restricted)
        default: self = .unavailable(error)
        }
    }

    /// The page for a session that is to be live; nil while its picture is.
    init?(_ state: CameraSessionState, hasPicture: Bool) {
        switch state {
        case .interrupted(let reason, _, _): self = .interrupted(reason)
        case .starting: self = .starting
        case .failed(let error): self.init(error)
        case .running, .capturing, .recording, .idle, .stopping:
            guard !hasPicture else { return nil }
            self = .starting
        }
    }

    /// Whether something is under way, so that waiting helps.
    public var isBusy: Bool { self == .starting }

    /// What the page says.
    public func content(_ texts: Texts) -> Content {
        let (buttons, shooting, notices) = (texts.buttons, texts.shooting, texts.notices)
        let retry = Prompt.Action(id: .retry, title: buttons.retry)
        switch self {
        case .starting: return Content(title: shooting.starting)
        case .interrupted: return Content(title: shooting.interrupted.title, message: shooting.interrupted.message)
        case .notAllowed(.restricted):
            return Content(title: notices.cameraRestricted, message: texts.camera.restricted)
        case .notAllowed:
            return Content(
                title: notices.cameraOff, message: texts.camera.howTo,
                action: Prompt.Action(id: .openSettings, title: buttons.openSettings))
        case .unavailable(let error):
            let help: String? =
                switch error {
                case .noCamera: shooting.connectCamera
                case .cameraLost: shooting.connectAgain
                case .cameraInUse, .busy: shooting.closeOther
                case .pipeWireMissing, .sessionManagerMissing, .portalMissing: shooting.startService
                default: nil
                }
            let title = Prompt.Toast.cameraUnavailable(error, texts: texts).text
            return Content(title: title, message: help, action: retry)
        }
    }
}
