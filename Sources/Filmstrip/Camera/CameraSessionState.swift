/// Where a camera session stands.
public enum CameraSessionState: Sendable, Hashable {
    /// No camera is open.
    case idle
    /// A camera is being opened, perhaps in place of one that works and comes back if this fails.
    case starting(replacing: CameraDevice?)
    /// That camera is open, and ready for a shot.
    case running(CameraDevice)
    /// A photo is being taken.
    case capturing(CameraDevice)
    /// A video is being recorded, or is about to be.
    case recording(CameraDevice, RecordingPhase)
    /// No frames come, and why; the back end tries to go on. What was under way has not been answered yet.
    case interrupted(InterruptionReason, CameraDevice, during: Activity?)
    /// The camera is being closed.
    case stopping
    /// It is over until the next start, and why.
    case failed(CameraError)

    /// How far a recording is.
    public enum RecordingPhase: Sendable, Hashable, CaseIterable {
        /// Asked for; no frame is certain to be in it yet.
        case beginning
        /// Frames go into the movie.
        case rolling
        /// What comes is left out of the movie until it goes on.
        case paused
        /// Its end was asked for, and the movie is not there yet.
        case finishing
    }

    /// What an interruption came upon.
    public enum Activity: Sendable, Hashable, CaseIterable {
        /// A photo, or a recording.
        case capturing, recording
    }

    /// The open camera: also the one that is being replaced or is interrupted.
    public var camera: CameraDevice? {
        switch self {
        case .running(let camera), .capturing(let camera), .recording(let camera, _), .interrupted(_, let camera, _):
            camera
        case .starting(let replaced): replaced
        case .idle, .stopping, .failed: nil
        }
    }

    /// Whether the session was asked to run and has not ended.
    public var isActive: Bool {
        switch self {
        case .starting, .running, .capturing, .recording, .interrupted: true
        case .idle, .stopping, .failed: false
        }
    }
}
