/// What one tile of a grid shows.
public struct AssetTile: Sendable, Hashable {
    /// The asset; nil while it is not loaded: a plain placeholder.
    public var asset: Asset?
    /// Whether it is chosen, and whether it can be.
    public var mark: TileMark
    /// What is drawn in its corners.
    public var badges: Badges

    /// A tile; without an asset it is a placeholder.
    public init(_ asset: Asset?, mark: TileMark = .none) {
        self.asset = asset
        self.mark = mark
        badges = asset.map(Badges.init) ?? Badges()
    }

    /// Whether a mark is drawn: a full one on what is chosen, an empty one on what can be, where more than one can.
    public func showsMark(takesMany: Bool) -> Bool {
        if mark.isSelected { return true }
        if case .blocked = mark { return false }
        return takesMany && asset != nil
    }

    /// What is drawn in the corners of a tile.
    public struct Badges: Sendable, Hashable {
        /// The sign at the bottom left; nil for a plain photo.
        public var sign: Sign?
        /// How long a video is: `1:05`.
        public var duration: String?
        /// Whether a heart is shown.
        public var isFavorite = false
        /// Whether a cloud is shown: its original has to be downloaded first.
        public var isRemote = false

        /// No badge.
        public init() {}

        /// The badges of an asset.
        public init(_ asset: Asset) {
            sign = Sign(asset)
            if asset.kind == .video { duration = asset.duration.map(Texts.duration) }
            (isFavorite, isRemote) = (asset.isFavorite, asset.isRemote)
        }
    }

    /// What kind of asset it is, where that is worth a sign.
    public enum Sign: String, Sendable, Hashable, CaseIterable {
        /// One for each kind and subtype that has a sign; plain photos have none.
        case video, slowMotion, timeLapse, livePhoto, panorama, animated, burst

        /// The sign of an asset; what moves comes before what is only large.
        public init?(_ asset: Asset) {
            switch asset.kind {
            case .video where asset.subtypes.contains(.slowMotion): self = .slowMotion
            case .video where asset.subtypes.contains(.timeLapse): self = .timeLapse
            case .video: self = .video
            case .livePhoto: self = .livePhoto
            case .photo where asset.subtypes.contains(.animated): self = .animated
            case .photo where asset.subtypes.contains(.panorama): self = .panorama
            case .photo where asset.subtypes.contains(.burst): self = .burst
            case .photo: return nil
            }
        }
    }
}
