import Filmstrip
import Foundation

/// A program that is installed beside this one, or where programs are looked for.
enum OtherProgram {
    /// This process becomes that program, with those words. Returns only when it could not be.
    static func become(_ name: String, _ words: [MediaPath], _ variables: [String: String]) -> CommandError {
        let beside = Bundle.main.executableURL?.deletingLastPathComponent().path
        let folders = [beside].compactMap(\.self) + (variables["PATH"] ?? "").split(separator: ":").map(String.init)
        let found = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else {
            return CommandError(.notFound, "\(name) lies neither beside this program nor in the PATH.")
        }
        var arguments = ([MediaPath(found)] + words).map { word in word.withCString { strdup($0) } } + [nil]
        defer { for argument in arguments { free(argument) } }
        execv(found, &arguments)
        return CommandError(.notFound, "\(found) cannot be started: \(String(cString: strerror(errno))).")
    }
}
