import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// Windows on their own, for tests that drive and measure them from outside:
///
///     WindowProbe loop                      hops and sleeps of the main actor inside GLib's loop
///     WindowProbe lives COUNT [PART PARTS]  opens and closes each window so often, and counts what is left
///     WindowProbe browse [OPTION…]          the album browser over a library in memory
///     WindowProbe keyboard [OPTION…]        the image picker, in place of a keyboard or elsewhere; see KeyboardProbe
///     WindowProbe attach [OPTION…]          the attachments grid over a library in memory; see AttachProbe for its options
///     WindowProbe call [OPTION…]            the one call over the simulated cameras: --source S, --camera front|rear
///     WindowProbe camera [OPTION…]          the camera screen over the simulated camera; see CameraProbe
///     WindowProbe shooting [OPTION…]        the camera screen over real pipelines, to be proven and measured; see ShootingProbe
///     WindowProbe look FOLDER               the pictures of a library of folders in full, one after the other
///     WindowProbe ask sources|library|settings     a prompt
///     WindowProbe edit square|free|trim [OPTION…]      an editor over a scene, or over --file FILE
///     WindowProbe pick [OPTION…]            the one call over real files: see PickProbe
///     WindowProbe plus                      the + tile of an attachments grid
///     WindowProbe settings                  makes sure of a permission that was refused
///     WindowProbe style                     whether our windows change the look of others
///     WindowProbe first COUNT               milliseconds until a library of that size fills the first screen
///     WindowProbe screen FOLDER             the same of a library on the disk (`Pictures`, `cache`, `data`)
///     WindowProbe flick COUNT               through a library in memory, there and back, and which tiles are wrong then
///     WindowProbe scroll FOLDER SECONDS     from the top of it to its end: stalls, memory, tiles; and the processor at rest
///
/// Options before the verb say what the desktop is like: --rtl, --big or --huge text, --still (no movement), --dark, --contrast.
/// Options of browse: --count N, --max N, --min N, --numbers, --prompt TEXT, --lang TAG, --columns N, --albums A,B,
/// --access denied|restricted|limited, --select ID, --attached ID, --types A,B, --longest SECONDS, --fails ID, --coloured;
/// --broken N for a library that cannot be read the first N times, --slow-veto ID for an app that thinks until the cue and refuses that one;
/// --folder F for a library of folders; at the hand's cue --remove ID, --revoke, --grant, --copy-picture (no file, into the clipboard);
/// --copy FILE for the clipboard, --offer FILE for a window to drag it from; --dark, --big, --calm, --mirrored for the desktop's looks.
/// Prints one line of JSON, or text, when it is done.
@main enum WindowProbe {
    static func main() {
        Task { @MainActor in
            do {
                var words = Array(CommandLine.arguments.dropFirst())
                guard Toolkit.start(name: "WindowProbe") else { throw ProbeError("no display") }
                Cue.heed()
                try Surroundings.take(&words)
                guard !words.isEmpty else { throw ProbeError("what?") }
                switch words.removeFirst() {
                case "loop": try await LoopProbe.run()
                case "lives":
                    let numbers = words.compactMap { Int($0) }
                    let part: (number: Int, count: Int) =
                        numbers.count == 3 ? (number: numbers[1], count: max(1, numbers[2])) : (0, 1)
                    try await LivesProbe.run(times: numbers.first ?? 50, part: part)
                case "browse": try await BrowseProbe(words).run()
                case "keyboard": try await KeyboardProbe(words).run()
                case "attach": try await AttachProbe(words).run()
                case "call": try await CallProbe(words).run()
                case "camera": try await CameraProbe(words).run()
                case "shooting": try await ShootingProbe(words).run()
                case "look" where !words.isEmpty: try await LookProbe.run(words[0])
                case "ask": try await AskProbe.run(words)
                case "edit": try await EditProbe.run(words)
                case "pick": try await PickProbe(words).run()
                case "plus": try await PlusProbe.run()
                case "settings": try await SettingsProbe.run()
                case "style": try await StyleProbe.run()
                case "first": try await FirstScreenProbe.run(count: words.first.flatMap { Int($0) } ?? 100_000)
                case "screen" where !words.isEmpty: try await ScreenProbe.run(words[0])
                case "flick": try await FlickProbe.run(count: words.first.flatMap { Int($0) } ?? 5000)
                case "scroll" where !words.isEmpty:
                    try await ScrollProbe.run(words[0], seconds: words.dropFirst().first.flatMap { Double($0) } ?? 5)
                case let other: throw ProbeError("unknown: \(other)")
                }
                exit(0)
            } catch {
                hint("WindowProbe: \(error)")
                exit(2)
            }
        }
        MainLoop.run()
    }

    /// Prints a line at once.
    static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    /// Tells whoever stands in front of the windows something that is no answer.
    static func hint(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// Why the probe gave up.
struct ProbeError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
