import Foundation
import PrivateDesktop
import Testing

/// What one does on the camera screen beside taking a photo, driven as people drive it. All of it in one desktop.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct CameraScreenWalksTests {
    private static func camera(_ options: String...) -> [Any] {
        ["start", Screen.program("WindowProbe"), "camera"] + options
    }

    private static var shutter: [Any] { ["push button", "^Take Photo$"] }
    /// The shutter can be pressed: the picture is live.
    private static var live: [Any] { ["await"] + shutter + ["sensitive"] }
    private static var shoot: [[Any]] { [live, ["press"] + shutter, ["press", "push button", "^Use$"]] }

    private static func press(_ name: String) -> [Any] { ["press", "push button", "^\(name)$"] }

    private func lines(_ found: [Any]) throws -> [String] {
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.last == "open none", "\(output)")
        return lines
    }

    @Test
    func
        `5.9, 3.2, 0.8 many in one visit: shots and assets in order, one taken anew; lens, light, pause, playback, code`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        try await library(screen)
        try await video(screen)
        try await code(screen)
        try await keys(screen)
    }

    @Test
    func `2.4, 2.8, 2.9, C74 touches reach the picture's point, refused changes are not shown, lost cameras come back`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let touch: [[Any]] = [["drag", 160, 250, 160, 250], ["sleep", 0.3]]
        // The front camera is seen as in a mirror: what is at the left is at the picture's right.
        for (options, x) in [([], 25), (["--front"], 75)] {
            let start: [Any] = ["start", Screen.program("WindowProbe"), "camera", "--touches"] + options
            let found = try await screen.walk(
                [start, Self.live, ["resize", 640, 480]] + touch + [["key", "Escape"], ["end"]])
            let touched = try lines(found).first { $0.hasPrefix("touched") }?.split(separator: " ").compactMap {
                Int($0)
            }
            #expect(abs(try #require(touched?.first) - x) <= 2, "\(touched ?? [])")
        }
        var found = try await screen.walk([
            Self.camera("--stubborn"), Self.live, ["await"] + Self.shutter + ["focused"], ["key", "plus"],
            ["sleep", 0.5], ["gone", "push button", "^Zoom 1.3×$"], ["key", "plus"],
            ["see", "push button", "^Zoom 1.3×$"], ["key", "Escape"], ["end"],
        ])
        #expect(try lines(found)[0] == "cancelled")
        // bluerobotics/BlueOS #145: never comes back.
        found = try await screen.walk(
            [
                Self.camera("--only", "simulated-rear", "--later", "replug"),
                ["see", "*", "^The camera was disconnected$"],
                ["see", "*", "^Connect it again"],
            ] + Self.shoot + [["end"]])
        #expect(try lines(found)[0].hasPrefix("photo:simulated-rear"))
    }

    private func library(_ screen: Screen) async throws {
        let found = try await screen.walk(
            [Self.camera("--max", "5", "--library", "30")] + Self.shoot + [
                ["see", "push button", "^Photo, Shot 1 of 1$"], Self.press("Photos"),
                ["click", "check box", "\\b5 of 30\\b"], ["see", "check box", "\\b5 of 30\\b.*selected"],
                ["click", "check box", "\\b3 of 30\\b"], ["see", "label", "^2 Selected · 2 Left$"],
                Self.press("Done"), ["see", "push button", "Shot 3 of 3$"], ["front"],
                // Taken anew, it stands where it stood.
                Self.press("Photo, Shot 1 of 3"), ["see", "push button", "^Delete$"], Self.press("Retake"),
                ["see", "alert", "takes its place"],
            ] + Self.shoot + Self.shoot + [
                // An asset can only be taken out.
                ["press", "push button", "Shot 3 of 4$"], ["see", "push button", "^Back$"],
                ["gone", "push button", "^Retake$"], Self.press("Delete"), ["see", "push button", "Shot 3 of 3$"],
                ["press", "push button", "^Done \\(3\\)$"], ["end"],
            ])
        let told = try lines(found)[0].split(separator: " ").map { $0.split(separator: ":") }
        #expect(told.map { $0.first.map(String.init) } == ["shot", "asset", "shot"], "\(told)")
    }

    private func video(_ screen: Screen) async throws {
        let found = try await screen.walk([
            Self.camera("--kinds", "photo,video"), Self.live, Self.press("Zoom 2×"),
            ["see", "push button", "^Zoom 2×$"], Self.press("Video"),
            ["await", "push button", "^Record Video$", "sensitive"], Self.press("Light"), Self.press("Record Video"),
            ["see", "*", "^Recording, 0:01$"], Self.press("Pause"), ["see", "*", "^Paused, 0:01$"], ["sleep", 1.5],
            ["see", "*", "^Paused, 0:01$"], ["see", "push button", "^Light$"], Self.press("Continue Recording"),
            ["see", "*", "^Recording, 0:02$"], Self.press("Stop Recording"), ["see", "push button", "^Use$"],
            Self.press("Play"), ["see", "push button", "^Pause$"], ["see", "push button", "^Play$"],
            Self.press("Use"), ["end"],
        ])
        let told = try lines(found)[0].split(separator: ":")
        // What was left out is not in it.
        #expect(told.first == "video" && (1500...3000).contains(Int(told.last ?? "") ?? 0), "\(told)")
    }

    private func code(_ screen: Screen) async throws {
        let found = try await screen.walk([
            Self.camera("--code"), Self.live, ["see", "*", "^QR code: example.org$"], Self.press("Open Link"),
            ["gone", "*", "^QR code: "], ["sleep", 0.6], ["gone", "*", "^QR code: "], ["key", "f"],
            ["see", "*", "^Mirrored Selfies$"], Self.live,
            ["key", "f"], ["see", "*", "^QR code: example.org$"],
            Self.press("Copy"), ["see", "alert", "^Copied$"], ["key", "Escape"], ["end"],
        ])
        let told = try lines(found)
        #expect(told[0] == "opens https://example.org/filmstrip" && told[1] == "cancelled", "\(told)")
    }

    private func keys(_ screen: Screen) async throws {
        let found = try await screen.walk([
            Self.camera("--max", "2"), Self.live, ["await"] + Self.shutter + ["focused"],
            ["key", "Up"], ["see", "*", "^Brightness \\+0.3$"], ["key", "Down"], ["gone", "*", "^Brightness"],
            ["key", "Shift+C"], ["see", "*", "brightness are locked$"], ["key", "c"], ["gone", "*", "are locked$"],
            ["key", "plus"], ["see", "push button", "^Zoom 1.3×$"], ["key", "0"],
            ["see", "push button", "^Zoom 1×$"], ["key", "l"], ["see", "push button", "^Flash On$"],
            ["key", "Shift+slash"], ["see", "*", "^Keyboard Shortcuts$"], ["see", "label", "^Switch Camera$"],
            ["key", "Escape"], ["gone", "label", "^Switch Camera$"], ["gone", "*", "^Mirrored Selfies$"],
            ["key", "f"], ["see", "*", "^Mirrored Selfies$"], Self.live, ["key", "m"], Self.live, ["key", "t"],
            ["see", "push button", "^Self-Timer 3 Seconds$"], ["key", "space"], ["see", "alert", "^[123]$"],
            ["await", "push button", "^Use$", "focused"], ["key", "space"],
            ["see", "push button", "^Photo, Shot 1 of 1$"], ["key", "Ctrl+Return"], ["end"],
        ])
        // The mirror holds from the moment in which it was set.
        #expect(try lines(found)[0].hasPrefix("photo:simulated-front:320x240:upMirrored"))
    }
}
