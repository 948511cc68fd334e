/// How new files are made of old ones, as a value. Where nothing is asked, the new file has the old one's bytes.
///
/// Sizes, formats, qualities and edits are for stills. Videos keep their frames as they are: they are trimmed at key frames, metadata
/// are taken out of them, and a budget that they do not keep is an error.
public struct ExportRecipe: Sendable, Hashable {
    /// What is kept of what a file says about itself.
    public enum Metadata: String, Sendable, Hashable, Codable, CaseIterable {
        /// All of it; what no longer holds of the new picture (sizes, turning, thumbnail) is made true or left out.
        case all
        /// All but places: coordinates, and names of cities and countries.
        case withoutLocation
        /// Nothing.
        case none
    }

    /// What is done to stills; nothing by default.
    public var edit: EditRecipe?
    /// The seconds of a video that are kept; all by default. Nothing is coded anew, so the new video begins at the last key frame
    /// before the lower bound, which is a second or two earlier at most in what cameras record.
    public var trim: ClosedRange<Double>?
    /// The largest size as shown; larger stills are made smaller, smaller ones are not enlarged. No limit by default.
    public var largestSize: PixelSize?
    /// JPEG, PNG, HEIC or WebP; nil, the default, keeps the still's own where it can be made, else takes JPEG, or PNG for what
    /// JPEG would spoil.
    public var format: ContentType?
    /// 1 to 100, for formats that lose something; nil, the default, is 90, and 95 after an edit.
    public var quality: Int?
    /// The most bytes of a file: quality and then size are lowered until it fits. No limit by default.
    public var maximumBytes: Int64?
    /// All of it by default.
    public var metadata: Metadata
    /// Whether of a live photo only the still is taken; false by default.
    public var stillOnly: Bool

    /// A recipe; by default nothing is asked.
    public init(
        edit: EditRecipe? = nil, trim: ClosedRange<Double>? = nil, largestSize: PixelSize? = nil,
        format: ContentType? = nil, quality: Int? = nil,
        maximumBytes: Int64? = nil, metadata: Metadata = .all, stillOnly: Bool = false
    ) {
        self.edit = edit
        self.trim = trim
        self.largestSize = largestSize
        self.format = format
        self.quality = quality.map { max(1, min($0, 100)) }
        self.maximumBytes = maximumBytes
        self.metadata = metadata
        self.stillOnly = stillOnly
    }

    /// The formats that can be asked for.
    public static let formats: [ContentType] = [.jpeg, .png, .heic, .webP]

    /// Small enough for a message, and silent about where it was taken: at most 2048 pixels and 1 MiB, JPEG.
    public static let message = ExportRecipe(
        largestSize: PixelSize(width: 2048, height: 2048), format: .jpeg, quality: 85, maximumBytes: 1 << 20,
        metadata: .withoutLocation, stillOnly: true)

    /// The same picture for somebody who must not learn more than it shows.
    public static let anonymous = ExportRecipe(metadata: .none)
}

/// A file that is to be exported.
public struct ExportItem: Sendable, Hashable {
    /// The picture or movie. It is read, and never changed.
    public var file: MediaPath
    /// The movie of a live photo that lies in a file of its own; the one beside it that carries the same identifier is found
    /// without being named.
    public var movie: MediaPath?
    /// The new file's name without its ending; the old one's by default.
    public var name: String?

    /// A file, with its movie and its new name where they are not the usual ones.
    public init(file: MediaPath, movie: MediaPath? = nil, name: String? = nil) {
        self.file = file
        self.movie = movie
        self.name = name
    }
}

/// A new file, and what became of the old one's parts.
public struct ExportedMedia: Sendable, Hashable {
    /// Something that the new file lacks.
    public enum Loss: String, Sendable, Hashable, Codable {
        /// The movie of a live photo, because the still was edited or the movie did not fit.
        case movie
        /// The frames of an animation but the first.
        case animation
        /// The second, brighter picture for screens that can show it.
        case gainMap
        /// Pictures behind the first: further views of a camera, larger previews, the other pages of a document.
        case furtherPictures
        /// A part of the picture, which the old file lacked.
        case lowerPart
        /// What was transparent, and is white in a format that has no transparency.
        case transparency
        /// IPTC's texts, for which JPEG alone has a place.
        case texts
    }

    /// Where the new file lies.
    public var path: MediaPath
    /// The movie of a live photo that is kept in two files.
    public var moviePath: MediaPath?
    /// Photo, live photo or video, as the new file is.
    public var kind: MediaKind
    /// The format of the new file's bytes.
    public var contentType: ContentType
    /// As shown.
    public var size: PixelSize
    /// Bytes of the file.
    public var byteCount: Int64
    /// Seconds, for videos.
    public var duration: Double?
    /// Whether the pixels are those of the old file, not coded anew.
    public var isLossless: Bool
    /// What it lacks.
    public var losses: [Loss]

    /// A new file, and what is known of it.
    public init(
        path: MediaPath, moviePath: MediaPath? = nil, kind: MediaKind, contentType: ContentType, size: PixelSize,
        byteCount: Int64, duration: Double? = nil, isLossless: Bool, losses: [Loss] = []
    ) {
        self.path = path
        self.moviePath = moviePath
        self.kind = kind
        self.contentType = contentType
        self.size = size
        self.byteCount = byteCount
        self.duration = duration
        self.isLossless = isLossless
        self.losses = losses
    }
}

/// How far an export has come.
public struct ExportProgress: Sendable, Hashable {
    /// Items that are done or have failed.
    public var finished: Int
    /// Items of the whole export.
    public var total: Int

    /// So many of so many.
    public init(finished: Int, total: Int) {
        self.finished = finished
        self.total = total
    }
}

/// Who makes new files by recipe.
public protocol MediaExporting: Sendable {
    /// Makes a new file of each item, several at a time. Names never collide, and no file is ever there in part.
    /// - Parameters:
    ///   - folder: made where it is missing.
    ///   - progress: called after each item, from any thread, one call at a time.
    /// - Returns: one result for each item, in their order. When the task is cancelled, what was not done yet ends as cancelled.
    func export(
        _ items: [ExportItem], to folder: MediaPath, as recipe: ExportRecipe,
        progress: (@Sendable (ExportProgress) -> Void)?
    ) async -> [Result<ExportedMedia, ExportError>]
}
