import Filmstrip
import Foundation

/// The command `filmstrip`.
@main enum FilmstripCommand {
    static func main() async {
        let status = await CommandRunner(environment: .linux()).run(Self.arguments)
        exit(status.rawValue)
    }

    /// The words after the program's own name, as the bytes that they are: file names need not be UTF-8.
    private static var arguments: [MediaPath] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                MediaPath(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
            }
        }
    }
}
