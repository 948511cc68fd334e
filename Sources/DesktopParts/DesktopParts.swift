import Filmstrip
import Foundation
import PrivateDesktop

/// The programs of a private desktop in one executable:
///
///     DesktopParts session [--display] [--cameras N] [--microphone] [--portal gtk|grant|deny|silence|none] -- COMMAND…
///     DesktopParts camera [--name N] [--description D] [--position front|rear] [--size WxH] [--fps F]
///                         [--format bgrx|yuy2|mjpeg] [--count C]
///     DesktopParts microphone [--name N] [--description D]
///     DesktopParts portal-backend grant|deny|silence
///     DesktopParts keeper FOLDER          (started by PrivateDesktop alone)
@main
enum DesktopParts {
    static func main() async {
        do {
            var arguments = Arguments(CommandLine.arguments.dropFirst())
            switch arguments.next() {
            case "session": exit(try await Session(&arguments).run())
            case "camera": exit(try CameraNode(&arguments).run())
            case "microphone": exit(try MicrophoneNode(&arguments).run())
            case "portal-backend": try PortalBackend(&arguments).run()
            case "keeper":
                var keeper = KeeperProcess(folder: try arguments.value(of: "keeper"))
                keeper.run()
            case let other: throw UsageError("unknown part: \(other ?? "none")")
            }
        } catch {
            let text = (error as? any FilmstripError)?.message ?? "\(error)"
            FileHandle.standardError.write(Data("DesktopParts: \(text)\n".utf8))
            exit(2)
        }
    }
}

/// A wrong command line.
struct UsageError: FilmstripError {
    let message: String
    var code: ErrorCode { .usage }

    init(_ message: String) {
        self.message = message
    }
}
