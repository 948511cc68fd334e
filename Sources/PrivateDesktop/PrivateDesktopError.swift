package import Filmstrip

/// Why a private desktop could not be had.
package enum PrivateDesktopError: FilmstripError, Hashable {
    /// A program is not installed, and the package of Debian that has it.
    case programMissing(name: String, package: String)
    /// A program could not be started.
    case startFailed(program: String, reason: String)
    /// Something was started and did not get ready in time; the end of what it said.
    case notReady(what: String, log: String)
    /// A command inside the desktop failed; what it said.
    case commandFailed(program: String, log: String)
    /// The folder could not be made.
    case folderFailed(String)

    package var code: ErrorCode {
        switch self {
        case .programMissing: .notFound
        case .startFailed, .notReady, .commandFailed, .folderFailed: .internal
        }
    }

    package var message: String {
        switch self {
        case .programMissing(let name, let package):
            "\(name) is not installed; on Debian and Ubuntu it is in the package \(package)."
        case .startFailed(let program, let reason): "\(program) could not be started: \(reason)."
        case .notReady(let what, let log): "\(what) did not get ready in time. It said: \(log)"
        case .commandFailed(let program, let log): "\(program) failed: \(log)"
        case .folderFailed(let reason): "No temporary folder could be made: \(reason)."
        }
    }

    package var subject: String? {
        switch self {
        case .programMissing(let name, _): name
        case .startFailed(let program, _), .commandFailed(let program, _): program
        case .notReady, .folderFailed: nil
        }
    }
}
