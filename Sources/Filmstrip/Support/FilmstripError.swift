/// The stable name of a reason for failure, the same in Swift, in the command's output and in its documents.
public enum ErrorCode: String, Sendable, Hashable, Codable, CaseIterable {
    case usage, notFound, unreadable, truncated, unsupportedFormat, tooLarge, noSpace, notPermitted, readOnly, exists
    case busy, cancelled
    case permissionDenied, permissionRestricted, permissionLost
    case portalMissing, pipeWireMissing, sessionManagerMissing, noDisplay
    case noCamera, noMicrophone, cameraInUse, cameraLost, notReady, configurationFailed, flashUnsupported
    case recordingInProgress, recordingFailed
    case limitReached, itemGone, alreadyShown
    case decoderFailed, decoderTimedOut
    case indexBusy, indexDamaged
    case `internal`
}

/// What every error of Filmstrip can tell: a stable code for programs, a sentence for people, and the file or device
/// in question where there is one.
public protocol FilmstripError: Error, Sendable {
    /// The stable name of the reason.
    var code: ErrorCode { get }
    /// One sentence in plain words, without the code, that says what happened and, where possible, what helps.
    var message: String { get }
    /// The file or device in question, or nil.
    var subject: String? { get }
}

extension FilmstripError {
    /// None, where an error is about no file or device.
    public var subject: String? { nil }
}
