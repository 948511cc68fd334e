/// A camera back end that can take live photos: stills with the moments before and after them.
///
/// Live mode keeps the last moments all the time, which costs an encoder's work and the microphone; so it runs only while somebody
/// wants it. It ends with the camera: when that is closed, lost, or changed for another. Previews and photos go on beside it.
public protocol LiveCameraBackend: CameraBackend {
    /// Turns live mode on, with other settings, or off, and answers how it runs; nil when it is off. When it throws, what ran before
    /// runs on. What it kept is given back at once when it ends, and live photos under way get the moments that they have.
    /// - Throws: `notReady` when no camera is open, `recordingInProgress`, `unsupportedFormat` where nothing makes such movies,
    ///   `cancelled` when the camera was stopped meanwhile. A missing microphone is no error: the mode says so.
    func setLiveMode(_ settings: LiveSettings?) async throws(CameraError) -> LiveMode?
    /// Takes a live photo, and answers when its frame is in hand, so that the next one may follow at once.
    /// - Throws: `notReady` when live mode is off, `unsupportedFormat` for stills other than JPEG and HEIC, `busy` when too many
    ///   are under way; otherwise as `capturePhoto`.
    func captureLivePhoto(_ settings: PhotoSettings) async throws(CameraError) -> LiveCapture
    /// What the stills of live photos can be; JPEG and HEIC by default, which alone name their movie.
    var liveFormats: Set<ContentType> { get }
}

extension LiveCameraBackend {
    /// JPEG and HEIC.
    public var liveFormats: Set<ContentType> { [.jpeg, .heic] }
}

/// What live mode is to keep.
public struct LiveSettings: Sendable, Hashable {
    /// Whether sound is wanted; on by default. The microphone is open as long as live mode is.
    public var wantsSound: Bool

    /// Settings; with sound by default.
    public init(wantsSound: Bool = true) {
        self.wantsSound = wantsSound
    }

    /// Seconds of a movie before its still, where there were so many: up to half a second more, to where frames can begin.
    public static let secondsBefore = 1.5
    /// Seconds of a movie after its still.
    public static let secondsAfter = 1.5
}

/// How live mode runs.
public struct LiveMode: Sendable, Hashable {
    /// `recorded` while the microphone is open; else why it is not.
    public var sound: CapturedVideo.Sound

    /// A mode with that sound.
    public init(sound: CapturedVideo.Sound) {
        self.sound = sound
    }

    /// Whether the microphone is open, which a screen has to show.
    public var usesMicrophone: Bool { sound == .recorded }
}

/// A live photo under way: its frame is in hand, and the moments after it are still to come.
public struct LiveCapture: Sendable {
    private let work: Task<Result<CapturedLivePhoto, CameraError>, Never>

    /// Begins to wait for the moments, at once.
    public init(_ body: @escaping @Sendable () async throws(CameraError) -> CapturedLivePhoto) {
        work = Task {
            do throws(CameraError) { return .success(try await body()) } catch { return .failure(error) }
        }
    }

    /// Still and movie, about a second and a half after the shot. Safe to ask more than once; the answer is the same one.
    /// - Throws: why there is not even a still.
    public func result() async throws(CameraError) -> CapturedLivePhoto { try await work.value.get() }
}
