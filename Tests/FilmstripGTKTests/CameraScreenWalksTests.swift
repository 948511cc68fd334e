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
        let found = try await screen.walks([Self.library, Self.video, Self.code, Self.keys])
        let told = try found.map(lines)
        let kinds = told[0][0].split(separator: " ").map { $0.prefix { $0 != ":" } }
        #expect(
            kinds == ["shot", "asset", "shot"] && told[0][1] == "opened simulated-rear simulated-rear", "\(told[0])")
        let video = told[1][0].split(separator: ":")
        let milliseconds = try #require(video.last.flatMap { Int($0) })
        #expect(video.first == "video" && milliseconds > 0)
        // What was left out is not in it, however long the hand took.
        let moments = found[1].compactMap { ($0 as? [String: Any])?["moment"] as? Double }
        try #require(moments.count == 4)
        let recorded = moments[1] - moments[0] + moments[3] - moments[2]
        #expect(milliseconds <= Int(recorded * 1000), "\(video), \(recorded)")
        // Nor is it counted.
        let paused = found[1].compactMap { $0 as? String }.filter { $0.hasPrefix("Paused, ") }
        #expect(paused.count == 2 && paused[0] == paused[1], "\(paused)")
        #expect(told[2][0] == "opens https://example.org/filmstrip" && told[2][1] == "cancelled", "\(told[2])")
        // The mirror holds from the moment in which it was set.
        #expect(told[3][0].hasPrefix("photo:simulated-front:320x240:upMirrored"))
    }

    @Test
    func `2.4, 2.8, 2.9, C74 touches reach the picture's point, refused changes are not shown, lost cameras come back`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let touch: [[Any]] = [
            Self.live, ["resize", 640, 480], ["drag", 160, 250, 160, 250],
            // Beside what lies over the picture the picture is reached.
            ["drag", 64, 78, 64, 78],
        ]
        let leave: [[Any]] = [["key", "Escape"], ["end"]]
        let found = try await screen.walks([
            // The front camera is seen as in a mirror: what is at the left is at the picture's right.
            [Self.camera("--touches")] + touch + leave, [Self.camera("--touches", "--front")] + touch + leave,
            [
                Self.camera("--stubborn"), Self.live, ["await"] + Self.shutter + ["focused"], ["key", "plus"],
                // Whether it was refused by now or not: nothing is wished any more.
                ["sleep", 0.5], ["gone", "push button", "^Zoom 1.3×$"], ["key", "0", "plus"],
                ["see", "push button", "^Zoom 1.3×$"],
            ] + leave,
            // bluerobotics/BlueOS #145: never comes back.
            [
                Self.camera("--only", "simulated-rear", "--later", "replug"),
                ["see", "alert", "^The camera was disconnected$"], ["see", "*", "^Connect it again"], ["cue"],
            ] + Self.shoot + [["end"]],
        ])
        let told = try found.map(lines)
        for (told, x) in zip(told, [25, 75]) {
            let touched = told.filter { $0.hasPrefix("touched") }.map {
                $0.split(separator: " ").compactMap { Int($0) }
            }
            try #require(touched.count == 2 && touched.allSatisfy { $0.count == 2 }, "\(told)")
            #expect(abs(touched[0][0] - x) <= 2, "\(told)")
            #expect(abs(touched[1][0] - (x < 50 ? 10 : 90)) <= 2 && abs(touched[1][1] - 12) <= 4, "\(told)")
        }
        #expect(told[2][0] == "cancelled")
        #expect(told[3][0].hasPrefix("photo:simulated-rear"))
    }

    private static var library: [[Any]] {
        [camera("--max", "5", "--library", "30")] + shoot + [
            ["see", "push button", "^Photo, Shot 1 of 1$"], press("Photos"),
            // Nobody sees the picture now, and the camera sees nobody.
            ["see", "alert", "^The camera is paused$"], ["click", "check box", "\\b5 of 30\\b"],
            ["see", "check box", "\\b5 of 30\\b.*selected"], ["click", "check box", "\\b3 of 30\\b"],
            ["see", "label", "^2 Selected · 2 Left$"], press("Done"), ["see", "push button", "Shot 3 of 3$"], ["front"],
            ["gone", "alert", "^The camera is paused$"], ["await"] + shutter + ["focused"],
            // Taken anew, it stands where it stood.
            press("Photo, Shot 1 of 3"), ["see", "image", "^Photo, Shot 1 of 3$"], press("Retake"),
            ["see", "alert", "takes its place"],
        ] + shoot + shoot + [
            // An asset can only be taken out.
            ["press", "push button", "Shot 3 of 4$"], ["see", "push button", "^Back$"],
            ["gone", "push button", "^Retake$"], press("Delete"), ["see", "push button", "Shot 3 of 3$"],
            ["press", "push button", "^Done \\(3\\)$"], ["end"],
        ]
    }

    private static var video: [[Any]] {
        [
            camera("--kinds", "photo,video"), live, press("Zoom 2×"), ["see", "push button", "^Zoom 2×$"],
            // What is over the picture is drawn when it changes.
            ["hue"] + shutter + ["^ffffff$"], press("Video"),
            ["await", "push button", "^Record Video$", "sensitive"],
            ["hue", "push button", "^Record Video$", "^e01b24$"],
            press("Light"),
            ["moment"], press("Record Video"), ["see", "*", "^Recording, 0:0[1-9]$"],
            ["hue", "push button", "^Stop Recording$", "^e01b24$"],
            // Nobody could use the choice now.
            ["gone", "push button", "^(Photo|Video)$"], press("Pause"), ["see", "*", "^Paused, "], ["moment"],
        ] + sizes + [
            // It took longer than a second, which would count.
            ["see", "*", "^Paused, "], ["see", "push button", "^Light$"], ["moment"],
            press("Continue Recording"), ["see", "*", "^Recording, 0:(0[2-9]|[1-5][0-9])$"], press("Stop Recording"),
            ["see", "push button", "^Use$"], ["moment"], ["see", "image", "^Video, [0-9]+ seconds?$"], press("Play"),
            ["see", "push button", "^Pause$"], ["see", "push button", "^Play$"], press("Use"), ["end"],
        ]
    }

    /// However small the window, the time of the recording is seen beside the button that ends it.
    private static var sizes: [[Any]] {
        let sizes = [(360, 250), (300, 200), (300, 300), (480, 270), (640, 360), (360, 420), (960, 680)]
        return sizes.flatMap { width, height -> [[Any]] in
            [["resize", width, height]]
                + ["Stop Recording", "Continue Recording"].map {
                    ["apart", "label", "^Paused, ", "push button", "^\($0)$", 12]
                }
        }
    }

    private static var code: [[Any]] {
        [
            camera("--code"), live, ["see", "alert", "^QR code: example.org$"], press("Open Link"),
            ["gone", "*", "^QR code: "], ["sleep", 0.6], ["gone", "*", "^QR code: "], ["key", "f"],
            ["see", "*", "^Mirrored Selfies$"], live, ["key", "f"], ["see", "alert", "^QR code: example.org$"],
            press("Copy"), ["see", "alert", "^Copied$"], ["key", "Escape"], ["end"],
        ]
    }

    private static var keys: [[Any]] {
        [
            camera("--max", "2", "--kinds", "photo,live"), live, ["see", "image", "^Camera picture$"],
            ["hue", "push button", "^Grid$", "^(?!ffd60a)"], ["key", "g"],
            ["hue", "push button", "^Grid$", "^ffd60a$"],
            ["key", "g"], ["hue", "push button", "^Grid$", "^(?!ffd60a)"],
            ["key", "2"], ["see", "push button", "^Take Live Photo$"],
            ["await", "push button", "^Live Photo$", "pressed"], ["key", "1"], live, ["await"] + shutter + ["focused"],
            ["key", "Up"], ["see", "*", "^Brightness \\+0.3$"], ["key", "Down"], ["gone", "*", "^Brightness"],
            ["key", "Shift+C"], ["see", "*", "brightness are locked$"], ["key", "c"], ["gone", "*", "are locked$"],
            ["key", "plus"], ["see", "push button", "^Zoom 1.3×$"], ["key", "0"],
            ["see", "push button", "^Zoom 1×$"], ["key", "l"], ["see", "push button", "^Flash On$"],
            ["key", "Shift+slash"], ["see", "heading", "^Keyboard Shortcuts$"], ["see", "label", "^Switch Camera$"],
            ["see", "label", "^Self-Timer$"], ["see", "label", "^Photo, Live Photo$"], ["see", "label", "^1 2$"],
            ["key", "Escape"], ["gone", "label", "^Switch Camera$"], ["gone", "*", "^Mirrored Selfies$"],
            ["key", "f"], ["see", "*", "^Mirrored Selfies$"], live, ["key", "m"], live, ["key", "t"],
            ["see", "push button", "^Self-Timer 3 Seconds$"], ["key", "space"], ["see", "alert", "^[123]$"],
            ["see", "push button", "^Stop Self-Timer$"], ["await", "push button", "^Use$", "focused"],
            ["see", "image", "^Photo$"], ["key", "space"],
            ["see", "push button", "^Photo, Shot 1 of 1$"], ["key", "Ctrl+Return"], ["end"],
        ]
    }
}
