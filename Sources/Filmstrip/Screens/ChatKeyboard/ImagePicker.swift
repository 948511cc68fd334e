/// The picker that stands in place of a keyboard: action tiles, a live camera tile, recent pictures. `ImagePickerModel` is its screen
/// without a screen; the values here say what it looks like.
public enum ImagePicker {
    /// The looks of all pickers that are made from now on, where they do not say otherwise themselves. The only setting of its kind.
    @MainActor public static var defaultAppearance = Appearance()

    /// The height for a picker in place of a keyboard, where nobody knows the keyboard's: 40 % of the window, at least 240, and never
    /// more than the window.
    public static func keyboardHeight(windowHeight: Double) -> Double {
        guard windowHeight.isFinite, windowHeight > 0 else { return 240 }
        return min(windowHeight, max(240, (windowHeight * 0.4).rounded()))
    }

    /// A colour in sRGB, each part from 0 to 1.
    public struct Color: Sendable, Hashable, Codable {
        /// Red, 0 to 1.
        public var red: Double
        /// Green, 0 to 1.
        public var green: Double
        /// Blue, 0 to 1.
        public var blue: Double
        /// 0 for clear, 1 for opaque.
        public var alpha: Double

        /// A colour; parts outside of 0 to 1 are moved inside.
        public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
            func part(_ value: Double) -> Double { value.isFinite ? max(0, min(value, 1)) : 0 }
            (self.red, self.green, self.blue, self.alpha) = (part(red), part(green), part(blue), part(alpha))
        }
    }

    /// A font, as far as both systems know it.
    public struct Font: Sendable, Hashable, Codable {
        /// The family's name; nil for the system's.
        public var family: String?
        /// Points, before the user's own text size is taken into account.
        public var size: Double
        /// Whether it is bold.
        public var isBold: Bool

        /// A font of that size.
        public init(family: String? = nil, size: Double, isBold: Bool = false) {
            self.family = family
            self.size = size.isFinite && size > 0 ? size : 13
            self.isBold = isBold
        }
    }

    /// What a picker looks like. What is nil is as `defaultAppearance` says, and as the system's look where that says nothing.
    public struct Appearance: Sendable, Hashable {
        /// Behind everything.
        public var background: Color?
        /// Buttons and signs.
        public var tint: Color?
        /// Tiles whose picture is not there yet, and action tiles.
        public var tileBackground: Color?
        /// The mark and the edge of chosen tiles.
        public var selected: Color?
        /// What is written on badges.
        public var badge: Color?
        /// Behind what is written on badges.
        public var badgeBackground: Color?
        /// Titles of action tiles.
        public var label: Color?
        /// The font of those titles.
        public var labelFont: Font?
        /// Points; how round the corners of tiles are.
        public var cornerRadius: Double?

        /// Looks; nothing is said by default.
        public init(
            background: Color? = nil, tint: Color? = nil, tileBackground: Color? = nil, selected: Color? = nil,
            badge: Color? = nil, badgeBackground: Color? = nil, label: Color? = nil, labelFont: Font? = nil,
            cornerRadius: Double? = nil
        ) {
            self.background = background
            self.tint = tint
            self.tileBackground = tileBackground
            self.selected = selected
            self.badge = badge
            self.badgeBackground = badgeBackground
            self.label = label
            self.labelFont = labelFont
            self.cornerRadius = cornerRadius
        }

        /// These looks, and those of another where these say nothing: field by field.
        public func over(_ other: Appearance) -> Appearance {
            Appearance(
                background: background ?? other.background, tint: tint ?? other.tint,
                tileBackground: tileBackground ?? other.tileBackground, selected: selected ?? other.selected,
                badge: badge ?? other.badge, badgeBackground: badgeBackground ?? other.badgeBackground,
                label: label ?? other.label, labelFont: labelFont ?? other.labelFont,
                cornerRadius: cornerRadius ?? other.cornerRadius)
        }
    }

    /// Where the tiles stand.
    public struct Layout: Sendable, Hashable {
        /// The direction in which it scrolls; sideways by default.
        public var scrollDirection: GridGeometry.Axis
        /// How many asset tiles stand side by side, across the direction of scrolling; 2 by default, at least 1.
        public var columns: Int
        /// Points between two tiles; 1 by default.
        public var spacing: Double
        /// Points after the action tiles; 1 by default.
        public var spacingAfterActions: Double
        /// Points after the camera tile; 10 by default.
        public var spacingAfterCamera: Double
        /// Whether the tile that leads to the camera is there; it is by default.
        public var showsCameraAction: Bool
        /// Whether the tile that leads to the albums is there; it is by default.
        public var showsPhotosAction: Bool
        /// Whether the live camera tile is there; it is by default. Without it the camera permission is never asked.
        public var showsCamera: Bool
        /// Whether lines run from the right; off by default.
        public var isRightToLeft: Bool

        /// A layout; see the fields for the defaults.
        public init(
            scrollDirection: GridGeometry.Axis = .horizontal, columns: Int = 2, spacing: Double = 1,
            spacingAfterActions: Double = 1, spacingAfterCamera: Double = 10, showsCameraAction: Bool = true,
            showsPhotosAction: Bool = true, showsCamera: Bool = true, isRightToLeft: Bool = false
        ) {
            self.scrollDirection = scrollDirection
            self.columns = columns
            self.spacing = spacing
            self.spacingAfterActions = spacingAfterActions
            self.spacingAfterCamera = spacingAfterCamera
            self.showsCameraAction = showsCameraAction
            self.showsPhotosAction = showsPhotosAction
            self.showsCamera = showsCamera
            self.isRightToLeft = isRightToLeft
        }
    }

    /// What the live camera tile takes. Fixed once the picker shows; movies and live photos are never offered together.
    public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
        /// Photos alone.
        case photo
        /// Photos, and live photos while live mode is on.
        case photoAndLivePhoto
        /// Photos and videos.
        case photoAndVideo
    }

    /// Everything that is said before a picker shows. Every field has a default.
    public struct Configuration: Sendable {
        /// The app's own query, asked when the picker opens and after each change of the library.
        public typealias Query = @MainActor @Sendable () async -> AssetQuery?

        /// Where the tiles stand.
        public var layout: Layout
        /// What they look like.
        public var appearance: Appearance
        /// What the camera tile takes; photos by default.
        public var mode: Mode
        /// Which captures are saved to the library too; none by default. They are handed to the app in any case.
        public var saving: SavePolicy
        /// Which assets; nil, or a query that answers nil, for Recents, newest first.
        public var query: Query?
        /// How many assets at most; all by default.
        public var limit: Int?
        /// How a photo is taken.
        public var photo: PhotoSettings
        /// How a video is recorded.
        public var recording: RecordingSettings

        /// A configuration; see the fields for the defaults.
        public init(
            layout: Layout = Layout(), appearance: Appearance = Appearance(), mode: Mode = .photo,
            saving: SavePolicy = .none, query: Query? = nil, limit: Int? = nil,
            photo: PhotoSettings = PhotoSettings(), recording: RecordingSettings = RecordingSettings()
        ) {
            self.layout = layout
            self.appearance = appearance
            self.mode = mode
            self.saving = saving
            self.query = query
            self.limit = limit
            self.photo = photo
            self.recording = recording
        }
    }
}

/// Why a picker could not do what the app's code asked.
public enum ImagePickerError: FilmstripError, Hashable {
    /// A line needs at least one tile.
    case tooFewColumns(Int)
    /// It shows already, and its configuration is fixed.
    case alreadyShown
    /// There is no asset at that place.
    case noSuchPlace(Int)
    /// The asset may not be chosen, and why.
    case refused(SelectionRefusal)
    /// The library could not tell.
    case library(LibraryError)
    /// What the app makes for these tiles is nothing that can be shown.
    case wrongTile(String)

    /// The code of the reason; that of the library or of the refusal where there is one below.
    public var code: ErrorCode {
        switch self {
        case .tooFewColumns, .wrongTile: .usage
        case .alreadyShown: .alreadyShown
        case .noSuchPlace: .notFound
        case .refused(let refusal): refusal.code
        case .library(let error): error.code
        }
    }

    /// One sentence in English, for developers.
    public var message: String {
        switch self {
        case .tooFewColumns(let count): "A line needs at least one tile, not \(count)."
        case .alreadyShown: "The picker shows already; configure it before."
        case .noSuchPlace(let index): "There is no asset at place \(index)."
        case .refused(let refusal): refusal.message
        case .library(let error): error.message
        case .wrongTile(let name): "What is made for the tiles of \(name) is no view."
        }
    }

    /// The tile type, asset or file in question; nil where there is none.
    public var subject: String? {
        switch self {
        case .tooFewColumns, .alreadyShown, .noSuchPlace: nil
        case .wrongTile(let name): name
        case .refused(let refusal): refusal.subject
        case .library(let error): error.subject
        }
    }
}
