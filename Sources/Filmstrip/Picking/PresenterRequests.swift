/// What a presenter is to show when it shows a camera.
public struct CaptureRequest: Sendable, Hashable {
    /// Where the camera appears.
    public enum Placement: Sendable, Hashable {
        /// Over the whole screen, with the platform's controls.
        case fullScreen
        /// Inside the current view, without stock controls, under the app's overlay.
        case embedded
    }

    /// Front or rear: a wish. With only one camera, that one.
    public var position: CameraDevice.Position
    /// A certain camera; nil, the default, for the one at `position`.
    public var camera: CameraDevice.ID?
    /// How the screen is shown.
    public var placement: Placement
    /// What is taken at first.
    public var kind: MediaKind
    /// What the user may switch to.
    public var allowedKinds: Set<MediaKind>
    /// The flash at first.
    public var flash: FlashMode
    /// Limits and sound of videos.
    public var recording: RecordingSettings
    /// How many may be taken in one visit; 1 by default.
    public var maximumCount: Int
    /// What the screen may let the user edit at once, where it can; nothing by default. Set by the picking flow, which shows
    /// the editor for whatever the screen did not offer to edit.
    public var editing: EditPolicy
    /// Whether the screen has a way to the library beside the shutter, so that what is taken and what is chosen come in one list, under
    /// one `maximumCount` and the rules of choosing; where the platform's camera screen can have that. False by default.
    public var offersLibrary = false

    /// A request; see the fields. By default one photo by the rear camera, over the whole screen, without flash.
    public init(
        position: CameraDevice.Position = .rear, placement: Placement = .fullScreen, kind: MediaKind = .photo,
        allowedKinds: Set<MediaKind> = [.photo], flash: FlashMode = .off,
        recording: RecordingSettings = RecordingSettings(), maximumCount: Int = 1, editing: EditPolicy = .none
    ) {
        self.position = position
        self.placement = placement
        self.kind = kind
        self.allowedKinds = allowedKinds
        self.flash = flash
        self.recording = recording
        self.maximumCount = maximumCount
        self.editing = editing
    }
}

/// What a presenter is to show when it shows a library.
public struct ChoiceRequest: Sendable {
    /// What may be chosen, and how many.
    public var rules: SelectionRules
    /// What is chosen already, in order.
    public var preselected: [AssetID]
    /// Which albums, in which order; nil for the default.
    public var albums: [Album.ID]?
    /// A line above the grid.
    public var prompt: String?
    /// How chosen tiles are marked.
    public var badges: BadgeStyle
    /// Whether the user has allowed a part of the library only, so that "choose more" is offered. Set by the picking flow.
    public var isLimited: Bool
    /// Whether files from elsewhere, dragged in or pasted, may be chosen beside the library's own; true by default. Not for callers that
    /// know assets only: such files are handed over.
    public var takesFiles = true

    /// How a chosen tile shows that it is chosen.
    public enum BadgeStyle: String, Sendable, Hashable, Codable, CaseIterable {
        /// A check mark.
        case checkMark
        /// The place in tap order, from 1.
        case number
    }

    /// A request; by default one item of any kind, among the platform's usual albums.
    public init(
        rules: SelectionRules = SelectionRules(), preselected: [AssetID] = [], albums: [Album.ID]? = nil,
        prompt: String? = nil, badges: BadgeStyle = .checkMark, isLimited: Bool = false
    ) {
        self.rules = rules
        self.preselected = preselected
        self.albums = albums
        self.prompt = prompt
        self.badges = badges
        self.isLimited = isLimited
    }
}

/// How a picture or video is edited before it is handed over.
public enum EditStyle: Sendable, Hashable {
    /// Crop a picture to a square, or to a box of any shape.
    case square, free
    /// Cut a video to at most that many seconds; nil for any length.
    case trim(maximumDuration: Double?)
}
