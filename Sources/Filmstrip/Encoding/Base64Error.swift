/// Why a picture could not be turned into text, or text into a picture.
public enum Base64Error: FilmstripError, Hashable {
    /// The bytes are no image, or there are none.
    case notAnImage
    /// The text ends in the middle of a byte.
    case truncated
    /// There is more text behind the end that the padding marks.
    case dataAfterEnd
    /// A `data:` address that does not hold Base64, or never comes to its data.
    case notBase64
    /// The file could not be read.
    case file(LibraryError)
    /// The image could not be brought into the format asked for, and why.
    case conversionFailed(String)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode {
        switch self {
        case .notAnImage, .dataAfterEnd, .notBase64: .unsupportedFormat
        case .truncated: .truncated
        case .file(let error): error.code
        case .conversionFailed: .decoderFailed
        }
    }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .notAnImage: "That is no image."
        case .truncated: "The Base64 text ends too early."
        case .dataAfterEnd: "The Base64 text goes on behind its end."
        case .notBase64: "The data address does not hold Base64."
        case .file(let error): error.message
        case .conversionFailed(let detail): "The image could not be converted: \(detail)."
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        guard case .file(let error) = self else { return nil }
        return error.subject
    }
}
