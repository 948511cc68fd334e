/// Why a photo library could not do what was asked.
public enum LibraryError: FilmstripError, Hashable {
    /// The user's permission is missing.
    case permissionDenied
    /// A policy forbids it.
    case permissionRestricted
    /// A file or folder does not exist.
    case notFound(path: String)
    /// A file or folder is there and cannot be read.
    case unreadable(path: String, reason: String)
    /// A file ends too early.
    case truncated(path: String)
    /// A file is no photo or video that we know.
    case unsupportedFormat(path: String)
    /// A file is of a known kind, but nothing here can decode it, and why not.
    case notDecodable(path: String, reason: String)
    /// A decoder made no sense of a file, crashed at it, or wanted more memory than it may have.
    case decoderFailed(path: String, reason: String)
    /// A decoder took too long over a file, and was ended.
    case decoderTimedOut(path: String)
    /// A picture has more pixels than we are willing to decode.
    case tooLarge(path: String)
    /// The folder to add to cannot be written.
    case readOnly(folder: String)
    /// The system refused an operation on that path.
    case notPermitted(path: String)
    /// The disk is full.
    case noSpace(folder: String)
    /// The asset has been removed.
    case itemGone(AssetID)
    /// The original lies elsewhere and must be downloaded first, which is not possible now.
    case needsDownload(AssetID)
    /// Another process is writing the index.
    case indexBusy(path: String)
    /// The index is damaged and could not be rebuilt.
    case indexDamaged(path: String)
    /// The work was cancelled.
    case cancelled
    /// A fault of ours, with what is known of it.
    case `internal`(String)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode {
        switch self {
        case .permissionDenied: .permissionDenied
        case .permissionRestricted: .permissionRestricted
        case .notFound: .notFound
        case .unreadable: .unreadable
        case .truncated: .truncated
        case .unsupportedFormat, .notDecodable: .unsupportedFormat
        case .decoderFailed: .decoderFailed
        case .decoderTimedOut: .decoderTimedOut
        case .tooLarge: .tooLarge
        case .readOnly: .readOnly
        case .notPermitted: .notPermitted
        case .noSpace: .noSpace
        case .itemGone: .itemGone
        case .needsDownload: .notReady
        case .indexBusy: .indexBusy
        case .indexDamaged: .indexDamaged
        case .cancelled: .cancelled
        case .internal: .internal
        }
    }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .permissionDenied: "Access to the photos was denied."
        case .permissionRestricted: "Access to the photos is blocked by an administrator."
        case .notFound: "There is no such file or folder."
        case .unreadable(_, let reason): "It cannot be read: \(reason)."
        case .truncated: "The file ends too early."
        case .unsupportedFormat: "The file is no photo or video of a known kind."
        case .notDecodable(_, let reason): "It cannot be decoded here: \(reason)."
        case .decoderFailed(_, let reason): "Its decoder failed: \(reason)."
        case .decoderTimedOut: "Its decoder took too long."
        case .tooLarge: "The picture is too large to be decoded."
        case .readOnly: "The folder cannot be written."
        case .notPermitted: "The system does not permit this."
        case .noSpace: "There is no space left on the disk."
        case .itemGone: "The photo is no longer in the library."
        case .needsDownload: "The photo has to be downloaded first, and the network does not answer."
        case .indexBusy: "Another program is updating the index; try again in a moment."
        case .indexDamaged: "The index is damaged and could not be rebuilt."
        case .cancelled: "Cancelled."
        case .internal(let detail): "Something went wrong inside: \(detail)."
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        switch self {
        case .notDecodable(let path, _), .decoderFailed(let path, _), .decoderTimedOut(let path): path
        case .notFound(let path), .unreadable(let path, _), .truncated(let path), .unsupportedFormat(let path),
            .tooLarge(let path), .notPermitted(let path), .indexBusy(let path), .indexDamaged(let path):
            path
        case .readOnly(let folder), .noSpace(let folder): folder
        case .itemGone(let id), .needsDownload(let id): id.rawValue
        case .permissionDenied, .permissionRestricted, .cancelled, .internal: nil
        }
    }
}
