/// What a camera made, always as files with their original bytes.
public enum CapturedMedia: Sendable {
    /// A still.
    case photo(CapturedPhoto)
    /// A still and its movie, bound by an identifier.
    case livePhoto(CapturedPhoto, movie: CapturedVideo)
    /// A movie.
    case video(CapturedVideo)

    /// The file that stands for the whole: the still of a live photo.
    public var file: MediaFile {
        switch self {
        case .photo(let photo), .livePhoto(let photo, _): photo.file
        case .video(let video): video.file
        }
    }

    /// What became of it on the camera's own screen.
    public var editing: CaptureEditing {
        switch self {
        case .photo(let photo), .livePhoto(let photo, _): photo.editing
        case .video(let video): video.editing
        }
    }

    /// Photo, live photo or video.
    public var kind: MediaKind {
        switch self {
        case .photo: .photo
        case .livePhoto: .livePhoto
        case .video: .video
        }
    }
}

/// Whether the camera's own screen let the user edit a capture, and what came of it.
public enum CaptureEditing: Sendable {
    /// It has no editor. The picking flow shows one, if it is asked to.
    case notOffered
    /// It has one. Nil where the user left the capture as it was, or the editor gave nothing; a video is cut in its file.
    case offered(MediaFile?)

    /// What the user made of the capture.
    public var edited: MediaFile? {
        if case .offered(let file) = self { file } else { nil }
    }

    /// Whether the user could edit.
    public var wasOffered: Bool {
        if case .offered = self { true } else { false }
    }
}

/// A still that a camera made.
public struct CapturedPhoto: Sendable {
    /// The still, with its original bytes.
    public var file: MediaFile
    /// Upright, as shown.
    public var size: PixelSize
    /// When it was taken.
    public var date: MediaDate
    /// The camera that made it.
    public var camera: CameraDevice.ID
    /// Seconds from the call to the moment when the frame was in hand.
    public var shutterLatency: Double
    /// What became of it on the camera's own screen.
    public var editing: CaptureEditing

    /// A still and what is known of it.
    public init(
        file: MediaFile, size: PixelSize, date: MediaDate, camera: CameraDevice.ID, shutterLatency: Double,
        editing: CaptureEditing = .notOffered
    ) {
        self.file = file
        self.size = size
        self.date = date
        self.camera = camera
        self.shutterLatency = shutterLatency
        self.editing = editing
    }
}

/// A movie that a camera made.
public struct CapturedVideo: Sendable {
    /// Whether a movie has sound, and why not.
    public enum Sound: Sendable, Hashable {
        /// It is in the movie.
        case recorded
        /// Nobody asked for it.
        case notWanted
        /// It was wanted, and could not be had.
        case missing(ErrorCode)
    }

    /// The movie.
    public var file: MediaFile
    /// Upright, as shown.
    public var size: PixelSize
    /// When its first frame was taken.
    public var date: MediaDate
    /// The camera that made it.
    public var camera: CameraDevice.ID
    /// Seconds.
    public var duration: Double
    /// The frames in the file for each second, on average.
    public var framesPerSecond: Double
    /// Frames that the camera made and the file lacks.
    public var framesDropped: Int
    /// Whether it has sound, and why not.
    public var sound: Sound
    /// Why it ended before anybody asked for it; nil for a recording that was stopped or reached its limit.
    public var interruption: InterruptionReason?
    /// What became of it on the camera's own screen.
    public var editing: CaptureEditing

    /// A movie and what is known of it.
    public init(
        file: MediaFile, size: PixelSize, date: MediaDate, camera: CameraDevice.ID, duration: Double,
        framesPerSecond: Double, framesDropped: Int, sound: Sound, interruption: InterruptionReason? = nil,
        editing: CaptureEditing = .notOffered
    ) {
        self.file = file
        self.size = size
        self.date = date
        self.camera = camera
        self.duration = duration
        self.framesPerSecond = framesPerSecond
        self.framesDropped = framesDropped
        self.sound = sound
        self.interruption = interruption
        self.editing = editing
    }
}
