import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// Windows on their own, for tests that drive and measure them from outside:
///
///     WindowProbe loop                      hops and sleeps of the main actor inside GLib's loop
///     WindowProbe lives COUNT               opens and closes each window so often, and counts what is left
///     WindowProbe browse [OPTION…]          the album browser over a library in memory
///     WindowProbe attach [OPTION…]          the attachments grid over a library in memory; see AttachProbe for its options
///     WindowProbe ask sources|library|settings     a prompt
///     WindowProbe first COUNT               milliseconds until a library of that size fills the first screen
///
/// Options of browse: --count N, --max N, --min N, --numbers, --prompt TEXT, --lang TAG, --columns N, --albums A,B,
/// --access denied|restricted|limited, --select ID, --remove ID (after a second), --revoke (after a second).
/// Prints one line of JSON, or text, when it is done.
@main enum WindowProbe {
    static func main() {
        Task { @MainActor in
            do {
                var words = Array(CommandLine.arguments.dropFirst())
                guard Toolkit.start(name: "WindowProbe") else { throw ProbeError("no display") }
                guard !words.isEmpty else { throw ProbeError("what?") }
                switch words.removeFirst() {
                case "loop": try await LoopProbe.run()
                case "lives": try await LivesProbe.run(times: words.first.flatMap { Int($0) } ?? 50)
                case "browse": try await BrowseProbe(words).run()
                case "attach": try await AttachProbe(words).run()
                case "ask": try await AskProbe.run(words)
                case "first": try await FirstScreenProbe.run(count: words.first.flatMap { Int($0) } ?? 100_000)
                case let other: throw ProbeError("unknown: \(other)")
                }
                exit(0)
            } catch {
                FileHandle.standardError.write(Data("WindowProbe: \(error)\n".utf8))
                exit(2)
            }
        }
        MainLoop.run()
    }

    /// Prints a line at once.
    static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}

/// Why the probe gave up.
struct ProbeError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
