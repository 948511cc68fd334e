/// What a file holds, judged by its bytes and never by its name.
public enum ContentType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Stills, also those with several frames.
    case jpeg, png, gif, webP, heic, heif, avif, tiff, jpegXL, bmp, raw
    /// Movies.
    case mp4, quickTime, webM, matroska

    /// Whether it is a moving picture with a time line.
    public var isVideo: Bool {
        switch self {
        case .mp4, .quickTime, .webM, .matroska: true
        case .jpeg, .png, .gif, .webP, .heic, .heif, .avif, .tiff, .jpegXL, .bmp, .raw: false
        }
    }

    /// The registered media type (IANA), such as `image/jpeg`.
    public var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webP: "image/webp"
        case .heic: "image/heic"
        case .heif: "image/heif"
        case .avif: "image/avif"
        case .tiff: "image/tiff"
        case .jpegXL: "image/jxl"
        case .bmp: "image/bmp"
        case .raw: "image/x-dcraw"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .webM: "video/webm"
        case .matroska: "video/x-matroska"
        }
    }

    /// The usual ending of a file's name, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .webP: "webp"
        case .heic: "heic"
        case .heif: "heif"
        case .avif: "avif"
        case .tiff: "tif"
        case .jpegXL: "jxl"
        case .bmp: "bmp"
        case .raw: "dng"
        case .mp4: "mp4"
        case .quickTime: "mov"
        case .webM: "webm"
        case .matroska: "mkv"
        }
    }
}
