/// Why a camera could not do what was asked.
public enum CameraError: FilmstripError, Hashable {
    /// The user said no, now or earlier.
    case permissionDenied
    /// An administrator or a policy forbids it.
    case permissionRestricted
    /// The permission was withdrawn while the camera was in use.
    case permissionLost
    /// There is no camera.
    case noCamera
    /// There is no microphone.
    case noMicrophone
    /// Another program has the camera.
    case cameraInUse(CameraDevice.ID)
    /// The camera is gone, or gives no frames.
    case cameraLost(CameraDevice.ID)
    /// The camera is not running yet.
    case notReady
    /// An operation of ours is under way.
    case busy
    /// A change of the device could not be made as a whole; nothing was changed.
    case configurationFailed(String)
    /// A flash was asked of a camera that has none.
    case flashUnsupported
    /// Not while a video is recorded.
    case recordingInProgress
    /// There is no movie, and why.
    case recordingFailed(String)
    /// The media service is not running.
    case pipeWireMissing
    /// The media service runs without its session manager.
    case sessionManagerMissing
    /// The desktop's permission service is missing.
    case portalMissing
    /// The file to write to exists.
    case exists(path: String)
    /// Nothing can be written there.
    case readOnly(folder: String)
    /// The disk of that folder is full.
    case noSpace(folder: String)
    /// The format asked for cannot be made here, and why.
    case unsupportedFormat(String)
    /// Somebody ended it: the user, `stop()`, or the end of a task.
    case cancelled
    /// Something that must not happen, with what is known of it.
    case `internal`(String)

    /// The reason, by the name that commands print and programs compare.
    public var code: ErrorCode {
        switch self {
        case .permissionDenied: .permissionDenied
        case .permissionRestricted: .permissionRestricted
        case .permissionLost: .permissionLost
        case .noCamera: .noCamera
        case .noMicrophone: .noMicrophone
        case .cameraInUse: .cameraInUse
        case .cameraLost: .cameraLost
        case .notReady: .notReady
        case .busy: .busy
        case .configurationFailed: .configurationFailed
        case .flashUnsupported: .flashUnsupported
        case .recordingInProgress: .recordingInProgress
        case .recordingFailed: .recordingFailed
        case .pipeWireMissing: .pipeWireMissing
        case .sessionManagerMissing: .sessionManagerMissing
        case .portalMissing: .portalMissing
        case .exists: .exists
        case .readOnly: .readOnly
        case .noSpace: .noSpace
        case .unsupportedFormat: .unsupportedFormat
        case .cancelled: .cancelled
        case .internal: .internal
        }
    }

    /// What happened, in words that help.
    public var message: String {
        switch self {
        case .permissionDenied: "Access to the camera was denied; it can be allowed in the system's privacy settings."
        case .permissionRestricted: "The camera is blocked by an administrator."
        case .permissionLost: "The permission to use the camera was withdrawn."
        case .noCamera: "No camera was found."
        case .noMicrophone: "No microphone was found."
        case .cameraInUse: "Another program is using the camera."
        case .cameraLost: "The camera was disconnected or gives no pictures any more."
        case .notReady: "The camera is not running yet."
        case .busy: "The camera is busy with another shot."
        case .configurationFailed(let detail): "The camera refused the change: \(detail)."
        case .flashUnsupported: "This camera has no flash."
        case .recordingInProgress: "A video is being recorded."
        case .recordingFailed(let detail): "The video could not be recorded: \(detail)."
        case .pipeWireMissing: "PipeWire, the system's camera service, is not running."
        case .sessionManagerMissing: "PipeWire runs without its session manager (WirePlumber), so it shows no cameras."
        case .portalMissing: "The desktop's permission service (xdg-desktop-portal) is missing."
        case .exists: "The file exists already."
        case .readOnly: "The folder cannot be written."
        case .noSpace: "There is no space left on the disk."
        case .unsupportedFormat(let detail): "That format cannot be made here: \(detail)."
        case .cancelled: "Cancelled."
        case .internal(let detail): "Something went wrong inside: \(detail)."
        }
    }

    /// What it is about: a path, a device or an identity; nil for nothing in particular.
    public var subject: String? {
        switch self {
        case .cameraInUse(let id), .cameraLost(let id): id.rawValue
        case .exists(let path): path
        case .readOnly(let folder), .noSpace(let folder): folder
        case .permissionDenied, .permissionRestricted, .permissionLost, .noCamera, .noMicrophone, .notReady, .busy,
            .configurationFailed, .flashUnsupported, .recordingInProgress, .recordingFailed, .pipeWireMissing,
            .sessionManagerMissing, .portalMissing, .unsupportedFormat, .cancelled, .internal:
            nil
        }
    }
}
