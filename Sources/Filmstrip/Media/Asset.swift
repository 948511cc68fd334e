/// What an asset is.
public enum MediaKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A still, also one with several frames; a movie.
    case photo, video
    /// A still with about three seconds of movie around it.
    case livePhoto = "live"
}

/// What is special about an asset. Several may hold at once.
public struct AssetSubtypes: OptionSet, Sendable, Hashable, Codable {
    /// The bits, one for each subtype. They are stored, and keep their meaning.
    public let rawValue: UInt32
    /// The set with those bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A still with a movie around it.
    public static let live = AssetSubtypes(rawValue: 1 << 0)
    /// Much wider than high, or so marked by the camera.
    public static let panorama = AssetSubtypes(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let screenshot = AssetSubtypes(rawValue: 1 << 2)
    /// Made of several exposures, or with a gain map.
    public static let hdr = AssetSubtypes(rawValue: 1 << 3)
    /// With a map of distances.
    public static let depth = AssetSubtypes(rawValue: 1 << 4)
    /// Played from elsewhere while it comes, and never there as a whole.
    public static let streamed = AssetSubtypes(rawValue: 1 << 5)
    /// A still with several frames.
    public static let animated = AssetSubtypes(rawValue: 1 << 6)
    /// A movie taken faster than it is played.
    public static let slowMotion = AssetSubtypes(rawValue: 1 << 7)
    /// A movie taken slower than it is played.
    public static let timeLapse = AssetSubtypes(rawValue: 1 << 8)
    /// One of many taken in quick succession.
    public static let burst = AssetSubtypes(rawValue: 1 << 9)
    /// Taken with the front camera.
    public static let selfie = AssetSubtypes(rawValue: 1 << 10)

    /// Each single subtype with its name, in the order of the raw values.
    public static let named: [(subtype: AssetSubtypes, name: String)] = [
        (.live, "live"), (.panorama, "panorama"), (.screenshot, "screenshot"), (.hdr, "hdr"), (.depth, "depth"),
        (.streamed, "streamed"), (.animated, "animated"), (.slowMotion, "slowMotion"), (.timeLapse, "timeLapse"),
        (.burst, "burst"), (.selfie, "selfie"),
    ]

    /// The names of those that hold.
    public var names: [String] { Self.named.filter { contains($0.subtype) }.map(\.name) }
}

/// The identity of an asset within its library: stable over scans, albums and reloads, and never its file name.
public struct AssetID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The library's own text for it, opaque to others.
    public let rawValue: String
    /// The identity of that text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The identity of that text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The identity of that text.
    public init(stringLiteral value: String) { rawValue = value }
    /// The text.
    public var description: String { rawValue }
}

/// One photo, video or live photo of a library.
public struct Asset: Sendable, Hashable, Identifiable {
    /// The asset's identity in its library.
    public var id: AssetID
    /// Photo, video or live photo.
    public var kind: MediaKind
    /// What is special about it.
    public var subtypes: AssetSubtypes
    /// The size as shown, upright.
    public var size: PixelSize
    /// Seconds; nil for stills.
    public var duration: Double?
    /// When it was taken, and how that is known.
    public var date: MediaDate
    /// Where it was taken, or nil.
    public var place: Place?
    /// The file's name, as text.
    public var fileName: String
    /// Where the file lies, in libraries made of files.
    public var path: MediaPath?
    /// What the (still's) file holds.
    public var contentType: ContentType
    /// Bytes of the file.
    public var byteCount: Int64
    /// Frames of an animation, 1 for other stills, nil for videos.
    public var frameCount: Int?
    /// Whether the user marked it.
    public var isFavorite: Bool
    /// Whether its original lies elsewhere and has to be downloaded first.
    public var isRemote: Bool

    /// An asset; only its identity, kind, size, date and name must be known.
    public init(
        id: AssetID, kind: MediaKind, subtypes: AssetSubtypes = [], size: PixelSize, duration: Double? = nil,
        date: MediaDate, place: Place? = nil, fileName: String, path: MediaPath? = nil,
        contentType: ContentType = .jpeg, byteCount: Int64 = 0, frameCount: Int? = nil, isFavorite: Bool = false,
        isRemote: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.subtypes = subtypes
        self.size = size
        self.duration = duration
        self.date = date
        self.place = place
        self.fileName = fileName
        self.path = path
        self.contentType = contentType
        self.byteCount = byteCount
        self.frameCount = frameCount
        self.isFavorite = isFavorite
        self.isRemote = isRemote
    }
}
