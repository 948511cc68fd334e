extension CameraModel {
    /// What the screen is for.
    public struct Configuration: Sendable {
        /// Whether what is used is also added to the library; off by default. What is retaken never is.
        public var savesToLibrary: Bool
        /// The user's album to add it to; nil for Recents alone.
        public var albumTitle: String?
        /// Whether movies can be recorded as well; off by default.
        public var recordsVideo: Bool
        /// How photos are taken.
        public var photo: PhotoSettings
        /// How movies are recorded.
        public var recording: RecordingSettings
        /// What live photos keep; nil, the default, where the screen takes none.
        public var live: LiveSettings?

        /// The defaults.
        public init(
            savesToLibrary: Bool = false, albumTitle: String? = nil, recordsVideo: Bool = false,
            photo: PhotoSettings = PhotoSettings(), recording: RecordingSettings = RecordingSettings(),
            live: LiveSettings? = nil
        ) {
            self.savesToLibrary = savesToLibrary
            self.albumTitle = albumTitle
            self.recordsVideo = recordsVideo
            self.photo = photo
            self.recording = recording
            self.live = live
        }
    }

    /// What the screen shows.
    public enum Phase: Sendable {
        /// The live picture, as soon as it comes.
        case live
        /// What was taken, with Retake and Use.
        case review(CapturedMedia)
        /// What was taken, while it is being saved.
        case saving(CapturedMedia)
        /// A page that says why there is no picture.
        case unavailable(CameraError)
        /// The screen is over.
        case closed
    }

    /// How the screen ended.
    public enum Outcome: Sendable {
        /// Used; saved if that was asked for.
        case captured(CapturedMedia, saving: Saving)
        /// The user left, and nothing is handed over.
        case cancelled
        /// No camera could be used, and why.
        case failed(CameraError)
    }

    /// What became of saving.
    public enum Saving: Sendable, Hashable {
        /// Nobody asked for it.
        case notWanted
        /// It is in the library, as that asset.
        case saved(AssetID)
        /// It could not be saved, and is handed over all the same.
        case failed(LibraryError)
    }
}
