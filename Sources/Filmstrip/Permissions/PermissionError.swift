/// Why a permission cannot even be asked for. A fault of the app, for its developer to mend; the user cannot.
public enum PermissionError: FilmstripError, Hashable {
    /// The app does not say what it needs the permission for: its Info.plist lacks that key. iOS ends an app that asks
    /// all the same.
    case usageDescriptionMissing(key: String, Permission)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode { .configurationFailed }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .usageDescriptionMissing(let key, _):
            "The app's Info.plist lacks \(key), the sentence that tells the user what the app does with it."
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        switch self {
        case .usageDescriptionMissing(let key, _): key
        }
    }
}
