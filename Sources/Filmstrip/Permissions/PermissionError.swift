/// Why a permission cannot even be asked for. A fault of the app, for its developer to mend; the user cannot.
public enum PermissionError: FilmstripError, Hashable {
    /// The app does not say what it needs the permission for: its Info.plist lacks that key. iOS ends an app that asks
    /// all the same.
    case usageDescriptionMissing(key: String, Permission)

    public var code: ErrorCode { .configurationFailed }

    public var message: String {
        switch self {
        case .usageDescriptionMissing(let key, _):
            "The app's Info.plist lacks \(key), the sentence that tells the user what the app does with it."
        }
    }

    public var subject: String? {
        switch self {
        case .usageDescriptionMissing(let key, _): key
        }
    }
}
