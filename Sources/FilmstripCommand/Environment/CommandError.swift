import Filmstrip

/// What ends a verb with exit code 2, or 1 for `cancelled`: a code, a sentence, and the file or device in question.
struct CommandError: FilmstripError, Equatable {
    var code: ErrorCode
    var message: String
    /// The file in question, as the bytes that the file system holds.
    var path: MediaPath?

    var subject: String? { path?.string }

    init(_ code: ErrorCode, _ message: String, path: MediaPath? = nil) {
        self.code = code
        self.message = message
        self.path = path
    }

    /// Any error as one of the command's: errors of Filmstrip keep their code, cancellation is `cancelled`, and what nobody
    /// has named is `internal`.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as any FilmstripError:
            self.init(error.code, error.message, path: error.subject.map { MediaPath($0) })
        case is CancellationError: self = .cancelled
        default: self.init(.internal, "Something went wrong inside: \(error).")
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
