import Filmstrip
import FilmstripLinux
import Foundation

extension CommandError {
    /// The same, about files that must not be lost with it: they stay where they are for good, and the message says where.
    /// - Parameter what: what the files are, such as `what was captured`.
    func keeping(_ files: [MediaFile], _ what: String) -> CommandError {
        guard !files.isEmpty else { return self }
        let paths = files.map { $0.keep() }
        // Others look into the folder for temporary files, too.
        for path in paths { path.withCString { _ = chmod($0, 0o600) } }
        let kept = paths.map(\.string)
        let reason = message.hasSuffix(".") ? String(message.dropLast()) : message
        var failure = self
        failure.message = "\(reason); \(what) is kept at \(kept.joined(separator: " and "))"
        return failure
    }
}
