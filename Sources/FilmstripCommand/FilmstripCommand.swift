import Filmstrip
import FilmstripGTK
import Foundation

/// The command `filmstrip`.
@main enum FilmstripCommand {
    /// Not async: windows want the main thread to themselves, and it must be known first who owns it.
    static func main() {
        StandardStreams.fillGaps()
        HomeFolder.settle()
        // Until here signals wait: see CStopSignals.
        StopSignals.takeOver()
        let arguments = arguments
        Task {
            let status = await CommandRunner(environment: .linux()).run(arguments)
            // What nobody waits for any more may be at work still, and does not bear that libraries clean up under it.
            if status == .cancelled { _exit(status.rawValue) }
            exit(status.rawValue)
        }
        // The toolkit's loop runs the work of the main actor too. Whoever has no window needs no toolkit.
        if arguments.contains(MediaPath("pick")) { MainLoop.run() } else { dispatchMain() }
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
