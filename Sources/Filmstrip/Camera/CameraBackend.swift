/// The wall behind which a platform keeps its cameras: the device layer without a screen, of one session.
///
/// One open camera at a time. Each call is answered once. `CameraSession` decides *what* happens *when*; a back end does it.
public protocol CameraBackend: Sendable {
    /// The usable cameras, best first (rear before front before external). No camera is `noCamera`, never an empty answer
    /// with a wrong reason: `pipeWireMissing` and `sessionManagerMissing` are answers of their own.
    func devices() async throws(CameraError) -> [CameraDevice]
    /// What happens to the devices and to the open camera, from now on. Buffers all.
    func events() -> AsyncStream<CameraEvent>
    /// Frames of the open camera, newest only, unmirrored and upright.
    func previews() -> AsyncStream<PixelFrame>
    /// Opens a camera, or changes the open one, as a whole: when it throws, what ran before runs on.
    func start(_ configuration: CameraConfiguration) async throws(CameraError)
    /// Closes the camera. Returns within 5 s, whatever the device does. A recording is finished first; a start or photo
    /// under way ends, with an error if need be. Safe to call at any time.
    func stop() async
    /// Changes focus, exposure, zoom or torch in one lock – change – unlock, as a whole, or throws `configurationFailed` and
    /// changes nothing. Points are set before modes.
    func apply(_ adjustment: DeviceAdjustment) async throws(CameraError)
    /// Takes a photo and hands over a file with the bytes that the camera made, where it makes a still format.
    func capturePhoto(_ settings: PhotoSettings) async throws(CameraError) -> CapturedPhoto
    /// Starts to record. Frames from the moment of the return are in the movie. `busy` while live mode is on.
    func startRecording(_ settings: RecordingSettings) async throws(CameraError) -> any CameraRecording
}

/// A recording under way.
public protocol CameraRecording: Sendable {
    /// Asks for the end. Returns at once; safe to call twice.
    func stop()
    /// Waits until the first frame is in the movie: true then, and false when it ended without one. A back end that cannot
    /// tell answers true at once.
    func began() async -> Bool
    /// Whether it can be paused; false by default.
    var canPause: Bool { get }
    /// Leaves out what comes from now on until `resume()`: the movie goes on without a gap, and its length and limits count what is
    /// in it. The device and the preview run on. Returns at once; safe to call twice; does nothing where it cannot be paused, and
    /// after its end. A recording that is stopped while it is paused ends as any other.
    func pause()
    /// Goes on after `pause()`. Returns at once; does nothing otherwise.
    func resume()
    /// The movie, when it has ended for whatever reason. Safe to ask more than once; the answer is the same one.
    /// - Throws: `cancelled` when it was stopped before its first frame, or why there is no movie.
    func result() async throws(CameraError) -> CapturedVideo
}

extension CameraRecording {
    /// True, at once.
    public func began() async -> Bool { true }
    /// Recordings cannot be paused, where a back end says nothing else.
    public var canPause: Bool { false }
    /// For those that cannot be paused.
    public func pause() {}
    /// For those that cannot be paused.
    public func resume() {}
}

/// What a camera is opened for.
public struct CameraConfiguration: Sendable, Hashable {
    /// Which camera is opened.
    public var camera: CameraDevice.ID
    /// The frame size wanted, at most; nil for the camera's best for photos up to 1920x1080.
    public var preferredSize: PixelSize?
    /// Frames a second wanted; 30 by default.
    public var framesPerSecond: Double
    /// Previews are scaled down to fit this; nil for 1280x720.
    public var previewSize: PixelSize?
    /// Whether files of a *front* camera show what the mirrored preview showed. Off by default: text stays readable. Other
    /// cameras are never mirrored.
    public var mirrorsFrontCamera: Bool

    /// A configuration; see the fields for the defaults.
    public init(
        camera: CameraDevice.ID, preferredSize: PixelSize? = nil, framesPerSecond: Double = 30,
        previewSize: PixelSize? = nil, mirrorsFrontCamera: Bool = false
    ) {
        self.camera = camera
        self.preferredSize = preferredSize
        self.framesPerSecond = framesPerSecond
        self.previewSize = previewSize
        self.mirrorsFrontCamera = mirrorsFrontCamera
    }
}

/// A set of changes to the open device, applied together. What is nil stays.
public struct DeviceAdjustment: Sendable, Hashable {
    /// How it focuses.
    public var focusMode: AdjustmentMode?
    /// Where it focuses.
    public var focusPoint: PicturePoint?
    /// How it exposes.
    public var exposureMode: AdjustmentMode?
    /// What it exposes for.
    public var exposurePoint: PicturePoint?
    /// Exposure bias in EV, −4 to 4.
    public var exposureBias: Double?
    /// Zoom factor, 1 = none.
    public var zoom: Double?
    /// Whether a steady light burns.
    public var torch: Bool?

    /// A set of changes; none by default.
    public init(
        focusMode: AdjustmentMode? = nil, focusPoint: PicturePoint? = nil, exposureMode: AdjustmentMode? = nil,
        exposurePoint: PicturePoint? = nil, exposureBias: Double? = nil, zoom: Double? = nil, torch: Bool? = nil
    ) {
        self.focusMode = focusMode
        self.focusPoint = focusPoint
        self.exposureMode = exposureMode
        self.exposurePoint = exposurePoint
        self.exposureBias = exposureBias
        self.zoom = zoom
        self.torch = torch
    }
}

/// How a photo is taken.
public struct PhotoSettings: Sendable, Hashable {
    /// Off by default. A mode that the camera lacks counts as off.
    public var flash: FlashMode
    /// `.jpeg` (default), `.png`, `.heic` or `.webP`.
    public var format: ContentType
    /// 1 to 100; 92 by default. The camera's own JPEG bytes are not touched by it.
    public var quality: Int
    /// Written into the file where given.
    public var place: Place?
    /// The `time` of the preview that the user saw when they pressed; nil, the default, where nobody saw one. The photo is that very
    /// frame where the back end still has it, unless a flash lights it.
    public var shown: Double?

    /// Settings; qualities outside of 1 to 100 are moved inside.
    public init(flash: FlashMode = .off, format: ContentType = .jpeg, quality: Int = 92, place: Place? = nil) {
        self.flash = flash
        self.format = format
        self.quality = min(100, max(1, quality))
        self.place = place
    }
}

/// How a video is recorded.
public struct RecordingSettings: Sendable, Hashable {
    /// What to spend on a movie: bits for each of the camera's pixels. A machine that does not keep the camera's pace makes movies of fewer
    /// pixels for the same bits, or of fewer frames; `CapturedVideo` says so.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable {
        /// From the fewest bits to the most.
        case low, medium, high
    }

    /// High by default.
    public var quality: Quality
    /// Whether sound is wanted; on by default. Without a microphone the movie is silent and says so.
    public var wantsSound: Bool
    /// Seconds after which it ends by itself; nil for no limit.
    public var maximumDuration: Double?
    /// Bytes at which it ends by itself; nil for no limit.
    public var maximumByteCount: Int64?
    /// Written into the file where given.
    public var place: Place?

    /// Settings; see the fields for the defaults.
    public init(
        quality: Quality = .high, wantsSound: Bool = true, maximumDuration: Double? = nil,
        maximumByteCount: Int64? = nil, place: Place? = nil
    ) {
        self.quality = quality
        self.wantsSound = wantsSound
        self.maximumDuration = maximumDuration
        self.maximumByteCount = maximumByteCount
        self.place = place
    }
}

/// What happens to the devices and to the open camera.
public enum CameraEvent: Sendable, Hashable {
    /// A camera can be used from now on.
    case connected(CameraDevice)
    /// A camera is gone, the open one or another.
    case disconnected(CameraDevice.ID)
    /// The picture has changed for good since the last focus.
    case subjectAreaChanged
    /// Frames stay out, and why; the back end tries to go on.
    case interrupted(InterruptionReason)
    /// Frames come again.
    case resumed
    /// It is over.
    case failed(CameraError)
}

/// Why a session or a recording was interrupted.
public enum InterruptionReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// No frame for 1.5 s.
    case noFrames
    /// The device is gone.
    case cameraLost
    /// Another program took the camera.
    case cameraInUse
    /// The permission was withdrawn.
    case permissionLost
    /// The sound or media service ended.
    case serviceLost
    /// The app went to the background, a call came in.
    case background
    /// The disk is full; what was recorded until then is kept.
    case noSpace
    /// The program was asked to end.
    case terminated
}
