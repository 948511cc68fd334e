import Foundation
import PrivateDesktop
import Testing

/// The image picker in the windows of an app, driven as people drive it.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct ImagePickerTests {
    private func tile(_ place: Int, of count: Int = 60) -> String { "\\b\(place) of \(count)\\b" }

    private func picker(_ options: String...) -> [Any] {
        ["start", Screen.program("WindowProbe"), "keyboard"] + options
    }

    /// What the program told, line by line.
    private func told(_ found: [Any]) throws -> [String] {
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0)
        return output.split(separator: "\n").map(String.init)
    }

    private func box(_ found: Any) throws -> (x: Int, y: Int, width: Int, height: Int) {
        let box = try #require(found as? [Int])
        return (box[0], box[1], box[2], box[3])
    }

    private static let notAsked = ["library", "camera", "microphone"].flatMap { ["--status", "\($0)=notDetermined"] }

    @Test
    func `3.1, 3.11 in place of the keyboard, as high as one, and permissions are asked when it is first seen`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "keyboard", "--size", "600", "800", "--mode", "photoAndVideo"]
                + Self.notAsked + ["--do", "configure,tiles"],
            ["see", "push button", "^Pictures$"], ["gone", "check box", ""], ["press", "push button", "^Pictures$"],
            // 40 % of the window, at least 240, less the line above.
            ["see", "check box", tile(1)], ["box", "list", "^Recents$", "height=319"],
            ["see", "push button", "^Take Photo$"], ["resize", 500, 500], ["box", "list", "^Recents$", "height=239"],
            ["resize", 900, 700], ["box", "list", "^Recents$", "height=279"],
            ["see", "push button", "^Record Video$"], ["press", "push button", "^Record Video$"],
            ["see", "push button", "^Stop Recording$"], ["press", "push button", "^Stop Recording$"],
            ["see", "push button", "^Record Video$"],
            // Escape gives the keyboard back to the text entry.
            ["click", "check box", tile(1)], ["key", "Escape"], ["gone", "check box", ""],
            ["type", "ok"], ["press", "push button", "^Send$"], ["end"],
        ])
        let lines = try told(found)
        #expect(
            lines.filter { $0.hasPrefix("asked ") } == ["asked library", "asked camera", "asked microphone"], "\(lines)"
        )
        let said = [
            "camera simulated-rear", "configure: alreadyShown", "tiles: alreadyShown", "taken video handed over",
            "selected memory-0", "camera closed",
        ]
        #expect(Set(lines).isSuperset(of: said) && lines.last == "memory-0", "\(lines)")
    }

    @Test func `3.2, 3.4 the camera tile takes what its mode says, flips, and hands everything over`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "window", "--mode", "photoAndLivePhoto", "--save"),
            ["see", "push button", "^Live Photo$"], ["see", "push button", "^Switch Camera$"],
            ["gone", "push button", "^Record Video$"], ["press", "push button", "^Take Photo$"],
            ["see", "check box", tile(1, of: 61)],
            ["press", "push button", "^Switch Camera$"], ["told", "^camera simulated-front$"],
            ["await", "push button", "^Live Photo$", "sensitive"], ["press", "push button", "^Live Photo$"],
            ["told", "^live$"], ["await", "push button", "^Live Photo$", "pressed"],
            ["await", "push button", "^Take Photo$", "sensitive"], ["press", "push button", "^Take Photo$"],
            ["see", "check box", tile(1, of: 62)], ["key", "Escape"], ["end"],
        ])
        let lines = try told(found).filter { !$0.hasPrefix("camera simulated") || $0.hasSuffix("front") }
        #expect(
            Set(lines) == [
                "taken photo saved", "camera simulated-front", "live", "taken live saved", "camera closed", "cancelled",
            ], "\(lines)")
    }

    @Test
    func `4.11 a picker that the app closes takes its alert along, and does nothing any more where it still stands`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "embedded", "--status", "camera=denied", "--close-early"),
            ["see", "check box", tile(1)], ["press", "push button", "^Open Settings$"], ["see", "push button", "^OK$"],
            ["cue"], ["gone", "push button", "^OK$"], ["press", "push button", "^Photos$"], ["sleep", 0.5],
            ["gone", "push button", "^Done$"], ["front"], ["close"], ["end"],
        ])
        #expect(try told(found).last == "closed")
    }

    @Test func `3.4 a camera that is not allowed says so in its tile, and leads to the settings`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "window", "--status", "camera=notDetermined", "--answer", "camera=denied"),
            ["see", "*", "^Camera access is off$"], ["see", "check box", tile(1)],
            ["press", "push button", "^Open Settings$"],
            ["see", "*", "^Allow access in Settings, under Privacy, Camera.$"], ["press", "push button", "^OK$"],
            ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect(try told(found) == ["asked camera", "cancelled"])
        let without = try await screen.walk([
            picker("--place", "window", "--hide", "camera", "--status", "camera=notDetermined"),
            ["see", "check box", tile(1)], ["see", "push button", "^Camera$"], ["see", "push button", "^Photos$"],
            ["gone", "push button", "^(?!(Camera|Photos|Cancel|Done)$)"], ["key", "Escape"], ["end"],
        ])
        #expect(try told(without) == ["cancelled"])
    }

    @Test func `3.3, 3.10 the action tiles lead to camera and albums, unless the app takes the event`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "window", "--hide", "camera"), ["click", "check box", tile(2)],
            ["press", "push button", "^Photos$"], ["see", "list item", "^Recents, 60 Items$"],
            ["see", "check box", tile(2) + ".*selected as number 1"], ["see", "label", "^1 Selected$"],
            ["front"], ["key", "Home", "Return", "Ctrl+Return"], ["gone", "list item", ""],
            ["see", "check box", tile(1) + ".*selected as number 2"], ["press", "push button", "^Done$"], ["end"],
        ])
        #expect(
            try told(found) == ["selected memory-1", "action 1", "selected memory-0", "memory-1 memory-0"])
        let taken = try await screen.walk([
            picker("--place", "window", "--take-actions", "--hide", "camera-action"), ["see", "check box", tile(1)],
            ["press", "push button", "^Photos$"], ["told", "^action 0$"], ["gone", "push button", "^Camera$"],
            ["gone", "list item", ""], ["key", "Escape"], ["end"],
        ])
        #expect(try told(taken).last == "cancelled")
    }

    @Test func `3.5, 3.6 tiles stand in rows with their gaps and badges, sideways and down, from either side`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let sideways = try await screen.walk([
            picker("--columns", "3", "--spacing", "4", "--gaps", "7", "20", "--size", "720", "750"),
            ["press", "push button", "^Pictures$"], ["rest", "check box", tile(1)], ["box", "check box", tile(2)],
            ["box", "check box", tile(4)], ["box", "push button", "^Camera$"], ["see", "check box", "^Video, "],
            ["key", "Tab", "Tab", "End"], ["press", "push button", "^Send$"], ["end"],
        ])
        let (first, second, next) = (try box(sideways[2]), try box(sideways[3]), try box(sideways[4]))
        let action = try box(sideways[5])
        #expect(first.width == 97 && first.height == 97)
        #expect(second.x == first.x && second.y - first.y == 101)
        #expect(next.y == first.y && next.x - first.x == 101)
        // Two actions half as wide as they are high, 7, the camera upright as the window is, 20.
        #expect(first.x == 150 + 7 + 226 + 20 && action.x < 10, "\(first) \(action)")

        let down = try await screen.walk([
            picker("--place", "embedded", "--vertical", "--columns", "3", "--size", "400", "800"),
            ["box", "check box", tile(1)], ["box", "check box", tile(2)], ["box", "check box", tile(4)],
            ["box", "push button", "^Camera$"], ["box", "push button", "^Photos$"], ["close"], ["end"],
        ])
        let (top, beside, below) = (try box(down[1]), try box(down[2]), try box(down[3]))
        #expect(beside.y == top.y && beside.x > top.x && below.x == top.x && below.y > top.y)
        #expect(try box(down[4]).y == box(down[5]).y && box(down[4]).x < box(down[5]).x)

        let mirrored = try await screen.walk([
            picker("--place", "embedded", "--right-to-left", "--hide", "camera", "--size", "700", "300"),
            ["box", "check box", tile(1)], ["box", "check box", tile(3)], ["box", "push button", "^Camera$"],
            ["click", "check box", tile(1)], ["key", "Left"], ["see", "check box", tile(3)], ["key", "Return", "End"],
            ["box", "check box", tile(60)], ["key", "Home"], ["box", "check box", tile(1)], ["close"], ["end"],
        ])
        let (start, left, camera) = (try box(mirrored[1]), try box(mirrored[2]), try box(mirrored[3]))
        #expect(camera.x + camera.width > 680 && start.x < camera.x && left.x < start.x)
        #expect(try box(mirrored[8]).x >= 0)
        #expect(try told(mirrored).prefix(2) == ["selected memory-0", "selected memory-2"])
    }

    @Test func `3.7 colours, font and corners for all pickers and for one`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        func see(_ above: String, _ inside: String, _ looks: String...) async throws {
            try await screen.walk([
                ["start", Screen.program("WindowProbe"), "keyboard", "--place", "embedded", "--hide", "camera"]
                    + ["--count", "0", "--size", "700", "300"] + looks.flatMap { ["--look", $0] },
                ["see", "*", "^No Photos$"], ["pixel", 400, 20, above], ["pixel", 60, 40, inside], ["close"], ["end"],
            ])
        }
        try await see("^(?!cc0033|000000)", "")
        try await see("^cc0033$", "", "general")
        try await see("^000000$", "^cc0033$", "general", "own")
    }

    @Test func `3.8 the app's query, its fallback, and a limit`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "window", "--query", "video", "--no-camera"), ["see", "check box", "^Video, .*\\b1 of "],
            ["gone", "check box", "^(?!Video, )"], ["key", "Escape"], ["end"],
        ])
        #expect(try told(found) == ["cancelled"])
        let fallback = try await screen.walk([
            picker("--place", "window", "--query", "nothing", "--limit", "12", "--no-camera"),
            ["see", "check box", tile(1, of: 12)], ["key", "Escape"], ["end"],
        ])
        #expect(try told(fallback) == ["cancelled"])
    }

    @Test func `3.9 without permission an overlay lies over the tiles, ours or the app's`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "window", "--status", "library=denied", "--status", "camera=notDetermined"),
            ["see", "*", "^You have not allowed access to your photos.$"], ["gone", "check box", ""],
            ["press", "push button", "^Open Settings$"],
            ["see", "*", "^Allow access in Settings, under Privacy, Photos.$"], ["press", "push button", "^OK$"],
            ["press", "push button", "^Cancel$"], ["end"],
        ])
        // The camera lies under the overlay, so nobody asks for it.
        #expect(try told(found) == ["cancelled"])
        let own = try await screen.walk([
            picker("--place", "window", "--status", "library=denied", "--own", "overlay"),
            ["see", "label", "^Mine: denied$"], ["key", "Escape"], ["end"],
        ])
        #expect(try told(own) == ["cancelled"])
        let ours = try await screen.walk([
            picker("--place", "window", "--status", "library=restricted", "--own", "overlay"),
            ["see", "*", "^The photo library cannot be opened$"], ["key", "Escape"], ["end"],
        ])
        #expect(try told(ours) == ["cancelled"])
    }

    @Test func `3.10, 3.12 choosing in code, and a library that changes meanwhile`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker(
                "--place", "window", "--max", "3", "--no-camera", "--remove", "memory-0", "--do",
                "select:4,scroll:50,at:2,at:99,select:99,deselect:4,deselect:99,select:7,select:8,select:9,clear,select:50"
            ),
            // It scrolled there, stays there, and has another place now.
            ["see", "check box", tile(51) + ".*selected as number 1"], ["cue"],
            ["see", "check box", tile(50, of: 59) + ".*selected as number 1"], ["box", "check box", tile(50, of: 59)],
            ["press", "push button", "^Done$"], ["end"],
        ])
        let lines = try told(found)
        #expect(
            lines.filter { !$0.contains("elected") } == [
                "at 2: memory-2", "at 99: nil", "select:99: notFound", "deselect:99: notFound",
                "select:9: limitReached", "memory-50",
            ], "\(lines)")
        #expect(
            lines.filter { $0.contains("elected") } == [
                "selected memory-4", "selected memory-50", "deselected memory-4", "selected memory-7",
                "selected memory-8", "deselected memory-50", "deselected memory-7", "deselected memory-8",
                "selected memory-50",
            ], "\(lines)")
        #expect(try box(found[4]).x >= 0 && box(found[4]).x < 720)
    }

    @Test func `3.13 tiles of the app's own, by class and by closure, for sections and media types`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--place", "window", "--own", "actions", "--own", "camera", "--own", "assets", "--own", "wrong"),
            ["see", "label", "^Own Camera$"], ["see", "label", "^Own camera: live, picture$"],
            ["see", "label", "^own memory-0 \\w+.* seen$"], ["click", "check box", tile(1)],
            ["see", "label", "^own memory-0 .*chosen seen$"], ["press", "push button", "^Done$"], ["end"],
        ])
        #expect(try told(found).contains("wrong: usage"))
        let some = try await screen.walk([
            picker("--place", "window", "--own", "photos-action", "--own", "videos", "--no-camera"),
            ["see", "label", "^My Photos$"], ["see", "label", "^film memory-[0-9]+ video"],
            // Ours for the rest.
            ["gone", "label", "photo|live|^My Camera$"], ["key", "Escape"], ["end"],
        ])
        #expect(try told(some).last == "cancelled")
    }

    @Test func `5.8 a tile in place of the keyboard is looked at in full by Space, and chosen there`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            picker("--size", "600", "800"), ["press", "push button", "^Pictures$"], ["rest", "check box", tile(1)],
            ["click", "check box", tile(1)], ["see", "check box", tile(1) + ".*selected"],
            // By a screen reader, and chosen there.
            ["press", "check box", tile(2), "tile.look"], ["see", "label", "^2 of 60$"],
            ["see", "push button", "^Back$"],
            ["key", "Right", "Return"], ["see", "push button", "3 of 60, selected as number 2"],
            ["key", "Escape"], ["gone", "push button", "^Back$"], ["front"],
            ["see", "check box", tile(3) + ".*selected as number 2"],
            // The keyboard's mark stands where one looked last.
            ["key", "space"], ["see", "label", "^3 of 60$"], ["press", "push button", "^Back$"],
            ["gone", "push button", "^Back$"], ["front"], ["key", "Escape"], ["gone", "check box", ""],
            ["press", "push button", "^Send$"], ["end"],
        ])
        let lines = try told(found)
        #expect(lines.filter { $0.hasPrefix("selected") } == ["selected memory-0", "selected memory-2"], "\(lines)")
    }
}
