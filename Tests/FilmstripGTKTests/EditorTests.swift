import Filmstrip
import FilmstripLinux
import Foundation
import PrivateDesktop
import Testing

/// The crop editor and the trim editor as windows, over real files, through the one call.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct EditorTests {
    private static let probe = Screen.program("WindowProbe")

    /// A screen, and a library of one picture that its tag turns.
    private func library(_ orientation: Orientation = .right) async throws -> (Screen, folder: URL) {
        let screen = try await Screen()
        let folder = screen.desktop.folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try QuadPictures.jpeg(orientation).write(to: folder.appending(path: "turned.jpg"))
        return (screen, folder)
    }

    private func pick(_ screen: Screen, _ folder: URL, _ options: String...) -> [Any] {
        let cache = screen.desktop.folder.appending(path: "cache").path
        return ["start", Self.probe, "pick", "--library", folder.path, "--cache", cache] + options
    }

    private func report(_ found: [Any]) throws -> [String: Any] {
        let output = try #require(found.last.ending).output
        let line = try #require(output.split(separator: "\n").last)
        return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func item(_ report: [String: Any]) throws -> [String: Any] {
        let items = try #require(report["items"] as? [[String: Any]])
        #expect(items.count == 1 && report["told"] as? Int == 1)
        return try #require(items.first)
    }

    @Test func `0.9, 0.10, 1.5, C01 a library pick is cropped as it is seen, and the original stays`() async throws {
        // imazen/imageflow #553; CanHub/Android-Image-Cropper #279
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let file = folder.appending(path: "turned.jpg")
        let before = try Data(contentsOf: file)
        let up = Array(repeating: "Up", count: 26)
        let found = try await screen.walk([
            pick(screen, folder, "--edit", "square"), ["click", "check box", "1 of 1"],
            // 200 × 400 as shown; the square is in its middle, and goes to the top by keys.
            ["see", "*", "^Crop, 200 × 200 pixels$"], ["key"] + up,
            ["press", "push button", "^Done$"], ["end"],
        ])
        let item = try item(report(found))
        let edited = try #require(item["edited"] as? String)
        #expect((item["original"] as? String) == file.path)
        // Blue and red are the upper quarters of the picture as it is seen.
        let look = try await QuadPictures.look(edited, at: QuadPictures.corners)
        #expect(look.size == PixelSize(width: 200, height: 200) && look.colors == "BRBR")
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func `1.5, 5.10 a capture is turned, mirrored and cropped by mouse and keys, and then saved`() async throws {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let capture = screen.desktop.folder.appending(path: "capture.jpg")
        try QuadPictures.jpeg(.up).write(to: capture)
        let found = try await screen.walk([
            pick(
                screen, folder, "--source", "camera", "--capture", capture.path, "--edit", "free", "--album", "Faces"),
            ["see", "*", "^Crop, 400 × 200 pixels$"], ["press", "push button", "^Rotate$"],
            ["see", "*", "^Crop, 200 × 400 pixels$"], ["press", "push button", "^Mirror$"],
            ["press", "push button", "^Square$"], ["see", "*", "^Crop, 200 × 200 pixels$"],
            ["focus", "*", "^Crop, 200"], ["key", "minus"], ["key", "plus", "plus"],
            ["see", "*", "^Crop, 181 × 181 pixels$"], ["key", "Ctrl+z", "Ctrl+z"], ["see", "*", "^Crop, 200 × 200"],
            ["press", "push button", "^Redo$"], ["see", "*", "^Crop, 190"], ["press", "push button", "^Undo$"],
            ["see", "*", "^Crop, 200 × 200"], ["press", "push button", "^Done$"], ["end"],
        ])
        let item = try item(report(found))
        // Turned by a quarter: B R over W G; in a mirror: R B over G W.
        let look = try await QuadPictures.look(try #require(item["edited"] as? String), at: QuadPictures.corners)
        #expect(look.size == PixelSize(width: 200, height: 200) && look.colors == "RBGW")
        // What was made of it is saved, and not what the camera gave.
        let saved = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jpg") }
        let new = try #require(saved.first { $0 != "turned.jpg" })
        let kept = try await QuadPictures.look(folder.appending(path: new).path, at: QuadPictures.corners)
        #expect(saved.count == 2 && kept.colors == "RBGW" && item["saved"] != nil)
    }

    @Test(arguments: ["Cancel", "Escape", "close"])
    func `0.10, 1.5 the original is handed over, once, where the crop is missing`(_ way: String) async throws {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let leave: [Any] =
            switch way {
            case "Cancel": ["press", "push button", "^Cancel$"]
            case "Escape": ["key", "Escape"]
            default: ["close"]
            }
        let found = try await screen.walk([
            pick(screen, folder, "--edit", "square"), ["click", "check box", "1 of 1"],
            ["see", "*", "^Crop, "], ["see", "push button", "^Reset$"], leave, ["end"],
        ])
        let item = try item(report(found))
        #expect(item["edited"] == nil && (item["original"] as? String)?.hasSuffix("/turned.jpg") == true)
    }

    @Test func `1.5 what cannot be cropped is handed over as it is, and a notice says so`() async throws {
        let (screen, _) = try await library()
        defer { screen.desktop.end() }
        let broken = screen.desktop.folder.appending(path: "broken.jpg")
        try Data("no picture".utf8).write(to: broken)
        let found = try await screen.walk([
            ["start", Self.probe, "edit", "square", "--file", broken.path],
            ["see", "*", "^This file cannot be edited$"], ["hush", "^This file cannot be edited$"], ["end"],
        ])
        #expect(found.last.ending! == (0, "unchanged"))
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"),
        arguments: ["square", "trim"])
    func `C58 what is deleted while it is edited is an error then, and the user reads so`(_ style: String) async throws
    {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let file = folder.appending(path: style == "trim" ? "film.mp4" : "turned.jpg").path
        if style == "trim" {
            try FileManager.default.removeItem(at: folder.appending(path: "turned.jpg"))
            try await screen.desktop.run(
                path: "/usr/bin/ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=red:size=160x120:rate=25:duration=2", file], seconds: 60)
        }
        let found = try await screen.walk([
            pick(screen, folder, "--edit", style), ["click", "check box", "1 of 1"],
            ["see", "*", style == "trim" ? "^Start, 0:00.0$" : "^Crop, 200 × 200 pixels$"], ["run", "rm", file],
            ["press", "push button", "^Done$"], ["see", "*", "^No longer in the library$"],
            // The newest notice takes the place of the one before it.
            ["gone", "*", "^This file cannot be edited$"],
            ["hush", "^No longer in the library$"], ["end"],
        ])
        let error = try #require(try item(report(found))["error"] as? String)
        #expect(error.contains("itemGone"), "\(error)")
    }

    @Test func `5.10, C79 the crop box follows the mouse at edges and corners, and the ruler straightens`() async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        var found = try await screen.walk([
            ["start", Self.probe, "edit", "free"], ["rest", "*", "^Crop, 640 × 480 pixels$"], ["key", "Escape"],
            ["end"],
        ])
        // The picture stands in the middle of the stage, with room for a hand around it.
        let box = try #require(found[1] as? [Int])
        let (width, height) = (Double(box[2]) - 52, Double(box[3]) - 52)
        let scale = min(width / 640, height / 480)
        let left = Double(box[0]) + 26 + (width - 640 * scale) / 2
        let top = Double(box[1]) + 26 + (height - 480 * scale) / 2
        func at(_ x: Double, _ y: Double) -> [Any] { [Int(left + x * scale), Int(top + y * scale)] }
        found = try await screen.walk([
            ["start", Self.probe, "edit", "free"], ["rest", "*", "^Crop, 640 × 480 pixels$"],
            ["drag"] + at(0, 240) + at(100, 240), ["see", "*", "^Crop, 5[34][0-9] × 480 pixels$"],
            ["drag"] + at(638, 478) + at(540, 380), ["see", "*", "^Crop, 4[34][0-9] × 3[78][0-9] pixels$"],
            ["point"] + at(300, 200), ["wheel", -3], ["see", "*", "^Crop, 3[45][0-9] × 3[01][0-9] pixels$"],
            ["focus", "slider", "^Straighten$"], ["key", "Right", "Right", "Right", "Right"],
            // All that keys do to the ruler without a rest is one step.
            ["see", "label", "^2.0°$"], ["key", "Ctrl+z"], ["see", "label", "^0.0°$"], ["key", "Ctrl+y"],
            ["see", "label", "^2.0°$"], ["press", "push button", "^Reset$"],
            ["see", "*", "^Crop, 640 × 480 pixels$"], ["see", "label", "^0.0°$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect(found.last.ending! == (0, "unchanged"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
    func `5.10 a video is trimmed by keys and mouse, between its limits`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        // Red, green, blue and white, a second each, with a key frame at the beginning of each.
        let movie = screen.desktop.folder.appending(path: "colors.mp4").path
        let inputs = ["red", "lime", "blue", "white"].flatMap {
            ["-f", "lavfi", "-i", "color=\($0):size=160x120:rate=25:duration=1"]
        }
        try await screen.desktop.run(
            path: "/usr/bin/ffmpeg",
            ["-v", "error"] + inputs + ["-filter_complex", "[0][1][2][3]concat=n=4,format=yuv420p"]
                + ["-c:v", "libx264", "-g", "25", "-sc_threshold", "0", movie], seconds: 60)
        let found = try await screen.walk([
            ["start", Self.probe, "edit", "trim", "--file", movie, "--longest", "2.5"],
            ["see", "slider", "^Start, 0:00.0$"], ["see", "slider", "^End, 0:02.5$"],
            ["see", "slider", "^Position, 0:00.0$"], ["focus", "slider", "^Start"],
            ["key", "Shift+Right"], ["see", "slider", "^Start, 0:01.0$"], ["see", "label", "0:01.0 – 0:02.5 · 0:01.5"],
            ["key", "Ctrl+z"], ["see", "slider", "^Start, 0:00.0$"], ["press", "push button", "^Redo$"],
            ["see", "slider", "^Start, 0:01.0$"],
            ["focus", "slider", "^End"], ["key", "Home"], ["see", "slider", "^End, 0:02.0$"],
            // It plays round and round.
            ["press", "push button", "^Play$"], ["see", "slider", "^Position, 0:01.[1-9]$"],
            ["press", "push button", "^Pause$"], ["see", "slider", "^Position, 0:01.[0-9]$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        let (status, made) = found.last.ending!
        #expect(status == 0)
        let trimmed = MediaFile(path: MediaPath(made), contentType: .mp4, isTemporary: true)
        let duration = try #require(await FileEditor().subject(of: trimmed).duration)
        #expect(abs(duration - 1) < 0.1)
        // The second that is green, and nothing else.
        let small = PixelSize(width: 80, height: 80)
        for seconds in [0, 0.8] {
            let frame = try await FileEditor().frame(of: trimmed, at: seconds, fitting: small)
            let pixel = frame.bytes.prefix(3).map { $0 > 127 }
            #expect(pixel == [false, true, false], "\(seconds)")
        }
    }

    @Test func `0.13, 5.13 the editors speak Chinese, and stay whole with huge text from the right to the left`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        try await screen.walk([
            ["start", Self.probe, "--rtl", "--huge", "--still", "edit", "free", "--lang", "zh-Hans"],
            ["see", "*", "^裁剪，640 × 480 像素$"], ["see", "push button", "^旋转$"], ["see", "slider", "^校正$"],
            ["press", "push button", "^取消$"], ["end"],
        ])
    }
}
