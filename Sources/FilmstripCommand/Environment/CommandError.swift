import Filmstrip
import FilmstripLinux

/// What ends a verb with exit code 2, or 1 for `cancelled`: a code, a sentence, and the file in question.
struct CommandError: FilmstripError, Equatable {
    var code: ErrorCode
    var message: String
    /// The file in question, as the bytes that the file system holds.
    var path: MediaPath?
    /// What was not allowed, where that is known.
    var permission: Permission?
    /// Whether the output failed, and with it all that is still to be told.
    var isOfOutput = false

    var subject: String? { path?.string }

    init(_ code: ErrorCode, _ message: String, path: MediaPath? = nil) {
        self.code = code
        self.message = message
        self.path = path
    }

    /// Any error as one of the command's: errors of Filmstrip keep their code, cancellation is `cancelled`, and what nobody
    /// has named is `internal`.
    /// - Parameter known: paths that the user gave, byte by byte. An error that holds one of them as text gets its bytes back.
    init(_ error: any Error, known: [MediaPath] = []) {
        switch error {
        case let error as CommandError: self = error
        case let error as FrameFailure: self.init(error.code, error.message, path: error.path)
        case let error as any FilmstripError:
            self.init(error.code, error.message, path: Self.file(of: error).flatMap { Self.path($0, known) })
            permission = Self.permission(of: error)
        case is CancellationError: self = .cancelled
        default: self.init(.internal, "Something went wrong inside: \(error).")
        }
    }

    private static func permission(of error: any FilmstripError) -> Permission? {
        switch error {
        case is CameraError, PickError.camera: .camera
        case is LibraryError, PickError.library: .photoLibrary
        case PickError.permissionDenied(let permission), PickError.permissionRestricted(let permission): permission
        default: nil
        }
    }

    /// The path that a text stands for. One that lost bytes on its way to text, and that nobody gave, is left out: a path that
    /// leads nowhere is worse than none.
    private static func path(_ text: String, _ known: [MediaPath]) -> MediaPath? {
        if let path = known.first(where: { $0.string == text }) { return path }
        return text.unicodeScalars.contains("\u{FFFD}") ? nil : MediaPath(text)
    }

    /// The file or folder in question; nil where the subject is a camera, an asset, a program or a permission.
    private static func file(of error: any FilmstripError) -> String? {
        switch error {
        case LibraryError.itemGone, LibraryError.needsDownload: nil
        case let error as LibraryError: error.subject
        case CameraError.exists, CameraError.readOnly, CameraError.noSpace: error.subject
        case Base64Error.file(let error): file(of: error)
        case ExportError.library(let error): file(of: error)
        case let error as ExportError: error.subject
        case PickError.camera(let error): file(of: error)
        case PickError.library(let error): file(of: error)
        default: nil
        }
    }

    static let cancelled = CommandError(.cancelled, "Cancelled.")

    static func usage(_ message: String) -> CommandError { CommandError(.usage, message) }
}

/// How the command ends.
enum CommandStatus: Int32, Sendable, Equatable {
    case done = 0
    /// The user cancelled.
    case cancelled = 1
    case failed = 2

    /// The status that an error asks for.
    init(_ error: CommandError) { self = error.code == .cancelled ? .cancelled : .failed }
}
