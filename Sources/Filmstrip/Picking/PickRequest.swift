/// What an app asks for in the one call. Every part has a default, and nothing is kept between calls.
public struct PickRequest: Sendable {
    /// Where the picture comes from.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user says, in an action sheet.
        case ask
        /// That one, without a question.
        case camera, library
    }

    /// Ask by default.
    public var source: Source
    /// The camera's part: by default a photo, full screen, rear camera, flash off.
    public var capture: CaptureRequest
    /// The library's part: by default one item of any kind.
    public var choice: ChoiceRequest
    /// Whether what was taken or chosen is edited. By default pictures are cropped to a square and videos stay as they are.
    public var editing: EditPolicy
    /// Whether captures go to the library too; they do not by default. Library picks are never saved again.
    public var saving: SavePolicy
    /// How the user is asked for the source.
    public var sheet: SourceSheet
    /// What the user reads; in the user's language by default.
    public var texts: Texts

    /// A request; the rear camera is a wish, and with only one camera it is that one.
    public init(
        source: Source = .ask, camera: CameraDevice.Position = .rear, capture: CaptureRequest = CaptureRequest(),
        choice: ChoiceRequest = ChoiceRequest(), editing: EditPolicy = .square, saving: SavePolicy = .none,
        sheet: SourceSheet = SourceSheet(), texts: Texts = .preferred()
    ) {
        self.source = source
        self.capture = capture
        self.capture.position = camera
        self.choice = choice
        self.editing = editing
        self.saving = saving
        self.sheet = sheet
        self.texts = texts
    }
}

/// Which results are edited, and how. A capture without the platform's controls (`.embedded`) is never edited.
public struct EditPolicy: Sendable, Hashable {
    /// For photos and live photos: `.square`, `.free`, or nil for not at all. An edited live photo is a photo.
    public var pictures: EditStyle?
    /// For videos: `.trim`, or nil for not at all.
    public var videos: EditStyle?

    /// A policy; nothing is edited by default.
    public init(pictures: EditStyle? = nil, videos: EditStyle? = nil) {
        self.pictures = pictures
        self.videos = videos
    }

    /// Everything stays as it is.
    public static let none = EditPolicy()
    /// Pictures are cropped to a square.
    public static let square = EditPolicy(pictures: .square)

    func style(for kind: MediaKind) -> EditStyle? {
        kind == .video ? videos : pictures
    }
}

/// Which captures are saved to the library, and where.
public struct SavePolicy: Sendable, Hashable {
    /// The kinds that are saved.
    public var kinds: Set<MediaKind>
    /// The title of the user's album, made if there is none; nil for Recents alone.
    public var album: String?

    /// A policy; all captures go into Recents by default.
    public init(kinds: Set<MediaKind> = Set(MediaKind.allCases), album: String? = nil) {
        self.kinds = kinds
        self.album = album
    }

    /// Nothing is saved.
    public static let none = SavePolicy(kinds: [])
    /// Everything is saved, into Recents.
    public static let recents = SavePolicy()
    /// Everything is saved, into Recents and that album.
    public static func album(_ title: String) -> SavePolicy { SavePolicy(album: title) }
}

/// The sheet that asks for the source.
public struct SourceSheet: Sendable, Hashable {
    /// The rows above Cancel: `.takePhoto`, `.recordVideo`, `.chooseFromLibrary`.
    public var order: [Prompt.Action.ID]
    /// What the sheet points at; nil for the middle, or for an alert where a sheet must point at something.
    public var anchor: Prompt.Anchor?

    /// A sheet; the camera comes first by default.
    public init(order: [Prompt.Action.ID] = [.takePhoto, .chooseFromLibrary], anchor: Prompt.Anchor? = nil) {
        self.order = order
        self.anchor = anchor
    }
}

extension PickRequest {
    /// A picture of a person: library before camera, one picture, cropped to a square.
    public static var avatar: PickRequest {
        var request = PickRequest()
        request.choice.rules.kinds = [.photo, .livePhoto]
        request.sheet.order = [.chooseFromLibrary, .takePhoto]
        return request
    }

    /// Pictures and videos to attach to something: originals in tap order; photos taken are saved into Recents.
    /// - Parameter maximum: how many, 6 by default; nil for no limit.
    public static func attachments(max maximum: Int? = 6) -> PickRequest {
        var request = PickRequest(editing: .none, saving: .recents)
        request.choice.rules.maximum = maximum
        request.choice.badges = .number
        return request
    }

    /// Something to send in a conversation: photo, live photo or video, as many as one likes, unedited; live photos and
    /// videos that are taken are saved.
    public static var chat: PickRequest {
        var request = PickRequest(editing: .none, saving: SavePolicy(kinds: [.livePhoto, .video]))
        request.choice.rules.maximum = nil
        request.choice.badges = .number
        request.capture.allowedKinds = Set(MediaKind.allCases)
        return request
    }

    /// A video from the camera: high quality, switchable to photo, trimmed before it is used.
    public static func video(camera: CameraDevice.Position = .rear) -> PickRequest {
        PickRequest(
            source: .camera, camera: camera, capture: CaptureRequest(kind: .video, allowedKinds: [.video, .photo]),
            editing: EditPolicy(videos: .trim(maximumDuration: nil)))
    }

    /// A photo taken inside the current view, under the app's own overlay: no stock controls, no editing.
    public static func embeddedPhoto(camera: CameraDevice.Position = .rear) -> PickRequest {
        PickRequest(
            source: .camera, camera: camera, capture: CaptureRequest(placement: .embedded), editing: .none)
    }

    /// The camera's part with what the rules of choosing demand of it: no more items than there is room for, and no longer
    /// videos than may be chosen.
    func captureUnderRules(of kind: MediaKind) -> CaptureRequest {
        var request = capture
        request.kind = kind
        request.allowedKinds.insert(kind)
        let rules = choice.rules
        if let maximum = rules.maximum { request.maximumCount = min(request.maximumCount, maximum) }
        if let longest = rules.duration?.upperBound {
            request.recording.maximumDuration = min(request.recording.maximumDuration ?? longest, longest)
        }
        if let most = rules.maximumByteCount {
            request.recording.maximumByteCount = min(request.recording.maximumByteCount ?? most, most)
        }
        return request
    }
}
