import Filmstrip
import FilmstripGTK
import Foundation

/// The demo app: a GNOME program whose user sets a picture of theirs, attaches pictures to a message,
/// sends some in a chat, and takes some.
///
///     filmstrip-demo [--page avatar|attachments|chat|camera] [--library FOLDER] [--cache FOLDER] [--samples N] [--lang TAG]
///
/// Where there are no pictures it offers to make some: 48, enough for several screens, or N.
@main enum Demo {
    @MainActor static func main() {
        // Kept as long as the program runs: without it nothing of the main actor runs inside GTK's loop.
        let bridge = MainLoop.bridge()
        var options = Options()
        do throws(UsageError) {
            options = try Options(CommandLine.arguments.dropFirst())
        } catch {
            FileHandle.standardError.write(Data("filmstrip-demo: \(error.message)\n".utf8))
            exit(2)
        }
        let status = DemoApplication(options).run()
        withExtendedLifetime(bridge) {}
        exit(status)
    }

    /// What may be said when the program is started.
    struct Options: Sendable {
        var page: MainWindow.Page?
        /// The folder of pictures; nil for those of the user.
        var library: MediaPath?
        /// The folder of index and thumbnails; nil for that of the user.
        var cache: MediaPath?
        var sampleCount = 48
        var texts = DemoTexts.preferred()
        var words = Texts.preferred()

        init() {}

        init(_ arguments: ArraySlice<String>) throws(UsageError) {
            var rest = arguments
            while let option = rest.popFirst() {
                guard let value = rest.popFirst() else {
                    throw UsageError(message: "\(option) wants a value, or is unknown")
                }
                switch option {
                case "--page":
                    guard let page = MainWindow.Page(rawValue: value) else {
                        throw UsageError(message: "--page wants avatar, attachments, chat or camera, not \(value)")
                    }
                    self.page = page
                case "--library": library = MediaPath(value)
                case "--cache": cache = MediaPath(value)
                case "--samples":
                    // As many as `filmstrip samples` makes.
                    guard let count = Int(value), (1...10_000_000).contains(count) else {
                        throw UsageError(message: "--samples wants a number from 1 to 10000000, not \(value)")
                    }
                    sampleCount = count
                case "--lang":
                    guard let words = Texts(languageTag: value) else {
                        throw UsageError(message: "there are no texts in \(value)")
                    }
                    (self.words, texts) = (words, DemoTexts(for: words))
                default: throw UsageError(message: "unknown option \(option)")
                }
            }
        }
    }

    /// Why the program was not started.
    struct UsageError: Error {
        var message: String
    }
}
