/// Why a pick, or one item of it, failed. A cancel is no error: it is `PickOutcome.cancelled`.
public enum PickError: FilmstripError, Hashable {
    /// This picker is showing already; the call changed nothing.
    case alreadyShown
    /// The user has refused the permission earlier. They have been told and were offered the settings: say no more.
    case permissionDenied(Permission)
    /// The permission is blocked from above. The user has been told.
    case permissionRestricted(Permission)
    /// The permission cannot be asked for, for a fault of the app. The user has been told nothing.
    case permission(PermissionError)
    /// The camera could not be used. The user has been told by a notice.
    case camera(CameraError)
    /// The library, or an item of it, could not be used. The user has been told by a notice when it could not be opened.
    case library(LibraryError)
    /// An item breaks the rules, and was chosen all the same: a system's own picker knows few of them.
    case refused(SelectionRefusal)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode {
        switch self {
        case .alreadyShown: .alreadyShown
        case .permissionDenied: .permissionDenied
        case .permissionRestricted: .permissionRestricted
        case .permission(let error): error.code
        case .camera(let error): error.code
        case .library(let error): error.code
        case .refused(let refusal): refusal.code
        }
    }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .alreadyShown: "The picker is showing already."
        case .permissionDenied(let permission): Texts.english.access(to: permission).off
        case .permissionRestricted(let permission): Texts.english.access(to: permission).restricted
        case .permission(let error): error.message
        case .camera(let error): error.message
        case .library(let error): error.message
        case .refused(let refusal): refusal.message
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        switch self {
        case .alreadyShown: nil
        case .permissionDenied(let permission), .permissionRestricted(let permission): permission.rawValue
        case .permission(let error): error.subject
        case .camera(let error): error.subject
        case .library(let error): error.subject
        case .refused(let refusal): refusal.subject
        }
    }
}
