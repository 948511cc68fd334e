/// How a pick ended.
public enum PickOutcome: Sendable {
    /// The user wanted nothing: Cancel, a dismissed screen, a refused question of the system, a cancelled task.
    case cancelled
    /// What was taken or chosen, in that order, each a value or the reason why it is missing. Never empty.
    case picked([PickedItem])

    /// The items that arrived, in order; empty for a cancel.
    public var media: [PickedMedia] {
        guard case .picked(let items) = self else { return [] }
        return items.compactMap(\.media)
    }
}

/// One item of a pick.
public struct PickedItem: Sendable {
    /// Which asset was chosen; nil for what the camera made.
    public var asset: AssetID?
    /// The item, or why it is missing.
    public var result: Result<PickedMedia, PickError>

    /// An item, or why it is missing.
    public init(asset: AssetID?, result: Result<PickedMedia, PickError>) {
        self.asset = asset
        self.result = result
    }

    /// The item, where it arrived.
    public var media: PickedMedia? {
        guard case .success(let media) = result else { return nil }
        return media
    }
}

/// A photo, video or live photo that was picked, as files.
public struct PickedMedia: Sendable {
    /// Where it came from.
    public enum Origin: Sendable {
        /// The camera made it.
        case camera(CapturedMedia)
        /// It was chosen in the library.
        case library(Asset)
    }

    /// Whether a capture was saved to the library.
    public enum Saving: Sendable, Hashable {
        /// Nobody asked for it, or it was in the library already.
        case notAsked
        /// It is in the library, as that asset.
        case saved(AssetID)
        /// It was not; the item is here all the same.
        case failed(LibraryError)
    }

    /// Where it came from.
    public var origin: Origin
    /// The untouched file: photo, video, or the still of a live photo.
    public var original: MediaFile
    /// The movie of a live photo.
    public var movie: MediaFile?
    /// What the user made of the original in the editor; nil where it stayed as it was.
    public var edited: MediaFile?
    /// Whether it was saved to the library.
    public var saving: Saving

    /// An item of those files; as it was made, and not saved, by default.
    public init(
        origin: Origin, original: MediaFile, movie: MediaFile? = nil, edited: MediaFile? = nil,
        saving: Saving = .notAsked
    ) {
        self.origin = origin
        self.original = original
        self.movie = movie
        self.edited = edited
        self.saving = saving
    }

    /// What the camera made, and what the user made of it on the camera's own screen.
    public init(_ capture: CapturedMedia) {
        var movie: MediaFile?
        if case .livePhoto(_, let video) = capture { movie = video.file }
        self.init(origin: .camera(capture), original: capture.file, movie: movie, edited: capture.editing.edited)
    }

    /// Whether the camera's own screen let the user edit it.
    var editingWasOffered: Bool {
        guard case .camera(let capture) = origin else { return false }
        return capture.editing.wasOffered
    }

    /// The file to use: the edited one where there is one, else the original. Never nothing.
    public var file: MediaFile { edited ?? original }

    /// One of the files of an item.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The file to use: edited, else original.
        case result
        /// The untouched file.
        case original
        /// What the user made of the original.
        case edited
        /// The movie of a live photo.
        case movie
    }

    /// That file; nil where the item has none of it.
    public func file(_ part: Part) -> MediaFile? {
        switch part {
        case .result: file
        case .original: original
        case .edited: edited
        case .movie: movie
        }
    }

    /// What `file` is. An edited live photo is a photo.
    public var kind: MediaKind {
        let kind: MediaKind =
            switch origin {
            case .camera(let capture): capture.kind
            case .library(let asset): asset.kind
            }
        return kind == .livePhoto && edited != nil ? .photo : kind
    }

    /// The file to use, and the movie that belongs to it, as a library takes it.
    var newMedia: NewMedia { NewMedia(file: file, movie: edited == nil ? movie : nil) }
}
