/// What a camera made, always as files with their original bytes.
public enum CapturedMedia: Sendable {
    case photo(CapturedPhoto)
    /// A still and its movie, bound by an identifier.
    case livePhoto(CapturedPhoto, movie: CapturedVideo)
    case video(CapturedVideo)

    /// The file that stands for the whole: the still of a live photo.
    public var file: MediaFile {
        switch self {
        case .photo(let photo), .livePhoto(let photo, _): photo.file
        case .video(let video): video.file
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

/// A still that a camera made.
public struct CapturedPhoto: Sendable {
    public var file: MediaFile
    /// Upright, as shown.
    public var size: PixelSize
    public var date: MediaDate
    /// The camera that made it.
    public var camera: CameraDevice.ID
    /// Seconds from the call to the moment when the frame was in hand.
    public var shutterLatency: Double

    public init(file: MediaFile, size: PixelSize, date: MediaDate, camera: CameraDevice.ID, shutterLatency: Double) {
        self.file = file
        self.size = size
        self.date = date
        self.camera = camera
        self.shutterLatency = shutterLatency
    }
}

/// A movie that a camera made.
public struct CapturedVideo: Sendable {
    /// Whether a movie has sound, and why not.
    public enum Sound: Sendable, Hashable {
        case recorded
        /// Nobody asked for it.
        case notWanted
        /// It was wanted, and could not be had.
        case missing(ErrorCode)
    }

    public var file: MediaFile
    /// Upright, as shown.
    public var size: PixelSize
    public var date: MediaDate
    public var camera: CameraDevice.ID
    /// Seconds.
    public var duration: Double
    public var framesPerSecond: Double
    /// Frames that the camera made and the file lacks.
    public var framesDropped: Int
    public var sound: Sound
    /// Why it ended before anybody asked for it; nil for a recording that was stopped or reached its limit.
    public var interruption: InterruptionReason?

    public init(
        file: MediaFile, size: PixelSize, date: MediaDate, camera: CameraDevice.ID, duration: Double,
        framesPerSecond: Double, framesDropped: Int, sound: Sound, interruption: InterruptionReason? = nil
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
    }
}
