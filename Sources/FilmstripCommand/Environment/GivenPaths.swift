import Filmstrip
import FilmstripLinux

/// The paths that a call names, so that errors tell of files by the bytes, and in the words, in which the user did.
struct GivenPaths: Sendable {
    /// The words that may be paths, as they are and from the root, and the folders that they lie in.
    let known: [MediaPath]
    private let words: [MediaPath: MediaPath]

    /// - Parameter arguments: the words of the call.
    init(_ arguments: [MediaPath], in folder: MediaPath) {
        let values = arguments.map { word in
            guard word.bytes.starts(with: "--".utf8), let sign = word.bytes.firstIndex(of: UInt8(ascii: "=")) else {
                return word
            }
            return MediaPath(bytes: Array(word.bytes[(sign + 1)...]))
        }
        let paths = values + values.map { $0.absolute(in: folder) }
        known = paths + paths.map(\.parent)
        var words: [MediaPath: MediaPath] = [:]
        for value in values where !value.bytes.isEmpty {
            words[value.absolute(in: folder)] = value
            guard value.bytes.contains(UInt8(ascii: "/")), value.parent != MediaPath("/") else { continue }
            let parent = value.parent.absolute(in: folder)
            words[parent] = words[parent] ?? value.parent
        }
        self.words = words
    }

    /// Any error as one of the command's, about the path as it was typed.
    func error(_ error: any Error) -> CommandError {
        var error = CommandError(error, known: known)
        error.path = error.path.map { words[$0] ?? $0 }
        return error
    }
}
