/// Why a new file could not be made of an old one.
public enum ExportError: FilmstripError, Hashable {
    /// The file could not be read, or the new one not be written.
    case library(LibraryError)
    /// There is a file of that name already.
    case exists(path: String)
    /// Nothing here makes files of that format, and why.
    case cannotEncode(ContentType, reason: String)
    /// The file is no live photo.
    case notLive(path: String)
    /// A file of that kind cannot be changed as asked, and why.
    case notChangeable(path: String, reason: String)
    /// No file of so few bytes can be made, and how many the smallest has.
    case budgetTooSmall(path: String, smallest: Int64)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode {
        switch self {
        case .library(let error): error.code
        case .exists: .exists
        case .cannotEncode, .notLive, .notChangeable: .unsupportedFormat
        case .budgetTooSmall: .limitReached
        }
    }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .library(let error): error.message
        case .exists: "The file exists already."
        case .cannotEncode(let type, let reason): "A file of type \(type.mimeType) cannot be made here: \(reason)."
        case .notLive: "The file is no live photo."
        case .notChangeable(_, let reason): "It cannot be changed in this way: \(reason)."
        case .budgetTooSmall(_, let smallest): "It cannot be made so small; the smallest would have \(smallest) bytes."
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        switch self {
        case .library(let error): error.subject
        case .exists(let path), .notLive(let path), .notChangeable(let path, _), .budgetTooSmall(let path, _): path
        case .cannotEncode: nil
        }
    }
}
