public import Foundation

/// What a pick needs of a library: the asset of an identity, its original, and adding.
///
/// Implementations are actors, or values that are safe to use from anywhere. No call modifies or removes a picture.
public protocol AssetStore: Sendable {
    /// The asset of that identity, or nil when it is gone.
    func asset(_ id: AssetID) async throws(LibraryError) -> Asset?
    /// The original file: perhaps progress first, the file last and once, then the stream ends. Ends with a
    /// `LibraryError`. Ending the iteration cancels the work.
    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error>
    /// Adds a capture or a file, atomically and durably: the name never collides, and nothing is ever overwritten.
    /// - Parameters:
    ///   - media: what to add.
    ///   - album: the title of the user's album to add it to, made if there is none; nil for Recents alone.
    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset
}

/// Albums, fetches, changes, thumbnails, originals and adding: what a photo library can do, whoever keeps it.
public protocol PhotoLibrary: AssetStore {
    /// The albums that exist: smart ones first in the order of `Album.Smart`, then the user's by title. Counts and
    /// covers are loaded lazily, from a fetch. Empty smart albums are left out, but for Recents.
    func albums() async throws(LibraryError) -> [Album]
    /// A snapshot of a query. 10 or 1,000,000 assets cost the same to open.
    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch
    /// Changes from now on. Buffers all.
    func changes() -> AsyncStream<LibraryChange>
    /// A small picture: perhaps a degraded one first, the final one last, then the stream ends. Ends with a
    /// `LibraryError`. Ending the iteration cancels the work.
    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error>
}

/// What is handed to a library to be added. The library makes copies: the files stay as they are, and the caller's.
public struct NewMedia: Sendable {
    /// The photo, the video, or the still of a live photo.
    public var file: MediaFile
    /// The movie of a live photo.
    public var movie: MediaFile?
    /// The wanted file name without its ending; nil for the library's own naming by date.
    public var name: String?

    /// Files to be added.
    public init(file: MediaFile, movie: MediaFile? = nil, name: String? = nil) {
        self.file = file
        self.movie = movie
        self.name = name
    }

    /// A capture's files.
    public init(_ media: CapturedMedia) {
        switch media {
        case .photo(let photo): self.init(file: photo.file)
        case .livePhoto(let photo, let movie): self.init(file: photo.file, movie: movie.file)
        case .video(let video): self.init(file: video.file)
        }
    }
}

/// Which assets, in which order.
public struct AssetQuery: Sendable, Hashable {
    /// The album; Recents by default, which holds everything.
    public var album: Album.ID
    /// The kinds wanted; all by default.
    public var kinds: Set<MediaKind>
    /// Only assets with all of these subtypes; none asked by default.
    public var subtypes: AssetSubtypes
    /// Only what the user marked; off by default.
    public var favoritesOnly: Bool
    /// Only assets taken at or after this moment.
    public var since: Date?
    /// Only assets taken before this moment.
    public var until: Date?
    /// Only assets whose name contains this, compared without case and Unicode form.
    public var nameContains: String?
    /// Newest first by default.
    public var oldestFirst: Bool

    /// A query; by default all assets, newest first.
    public init(
        album: Album.ID = .smart(.recents), kinds: Set<MediaKind> = Set(MediaKind.allCases),
        subtypes: AssetSubtypes = [], favoritesOnly: Bool = false, since: Date? = nil, until: Date? = nil,
        nameContains: String? = nil, oldestFirst: Bool = false
    ) {
        self.album = album
        self.kinds = kinds
        self.subtypes = subtypes
        self.favoritesOnly = favoritesOnly
        self.since = since
        self.until = until
        self.nameContains = nameContains
        self.oldestFirst = oldestFirst
    }
}

/// An immutable, randomly accessible, lazily loaded snapshot of a query.
///
/// It stays true to the moment of its opening until the library tells of a change; after that, open a new one. Long-lived
/// snapshots of a changing library may answer `itemGone` for assets that have vanished.
public protocol AssetFetch: Sendable {
    /// How many assets there are.
    var count: Int { get }
    /// How many there are of each kind.
    var countByKind: [MediaKind: Int] { get }
    /// The days that have assets, in the order of the fetch. Days are those of the place where a picture was taken.
    var days: [DayCount] { get }
    /// The assets at those places. Places outside of `0..<count` are left out.
    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset]
    /// The place of an asset, or nil when it is not in the fetch.
    func index(of id: AssetID) async throws(LibraryError) -> Int?
    /// Where a moment begins in the order of the fetch; `count` when that is behind all assets. Newest first, it is the place
    /// of the first asset taken at that moment or before it; oldest first, of the first one taken then or after it.
    func index(at date: Date) async throws(LibraryError) -> Int
}

/// A day and how many assets it has.
public struct DayCount: Sendable, Hashable {
    /// Days since 1970-01-01 in the local time of the pictures.
    public var day: Int
    /// How many assets were taken on that day.
    public var count: Int

    /// A day and its number of assets.
    public init(day: Int, count: Int) {
        self.day = day
        self.count = count
    }
}

/// What happened in a library.
public struct LibraryChange: Sendable, Hashable {
    /// What is new.
    public var added: [AssetID]
    /// What is still there, with other contents or other facts.
    public var changed: [AssetID]
    /// What is no longer there, or may not be seen any more.
    public var removed: [AssetID]
    /// True when the change is too large to list, or was not seen in detail: open everything anew.
    public var isCoarse: Bool

    /// A change; nothing happened by default.
    public init(added: [AssetID] = [], changed: [AssetID] = [], removed: [AssetID] = [], isCoarse: Bool = false) {
        self.added = added
        self.changed = changed
        self.removed = removed
        self.isCoarse = isCoarse
    }
}

/// A small upright picture of an asset.
public struct Thumbnail: Sendable {
    /// The picture, upright.
    public var frame: PixelFrame
    /// Whether a better one follows.
    public var isDegraded: Bool

    /// A picture, and whether a better one follows.
    public init(frame: PixelFrame, isDegraded: Bool) {
        self.frame = frame
        self.isDegraded = isDegraded
    }
}

/// A step on the way to an original.
public enum OriginalDelivery: Sendable {
    /// How far a download is, 0 to 1.
    case progress(Double)
    /// A stand-in that a library gave first. Never the result.
    case degraded(MediaFile)
    /// The original, once.
    case original(MediaFile, movie: MediaFile?)
}
