import Foundation
import PrivateDesktop
import Testing

/// What the album browser has beside its grid: tray, bar of dates, search, large pictures, files from elsewhere, fingers.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct AlbumBrowserPartsTests {
    private func tile(_ place: Int, of count: Int = 12) -> String { "\\b\(place) of \(count)\\b" }

    @Test func `5.8 the chosen stand in a tray, and are put in another order by keys, by hand, and by screen readers`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "4", "--numbers"), ["see", "check box", tile(1)],
            ["click", "check box", tile(1)], ["click", "check box", tile(2)], ["click", "check box", tile(3)],
            ["rest", "list item", "\\b3 of 3$"],
            // By keys: the last one to the front, and out by Delete, and back by undo.
            ["click", "list item", "\\b3 of 3$"], ["key", "Ctrl+Home"],
            ["see", "check box", tile(3) + ".*selected as number 1"], ["key", "Delete"],
            ["see", "label", "^2 Selected"], ["key", "Ctrl+z"], ["see", "label", "^3 Selected"],
            ["see", "check box", tile(3) + ".*selected as number 1"],
            // By hand: the first behind the last.
            ["carry", "list item", "\\b1 of 3$", "\\b3 of 3$"],
            ["see", "check box", tile(3) + ".*selected as number 3"],
            // By a screen reader.
            ["press", "list item", "\\b1 of 3$", "tile.later"],
            ["see", "check box", tile(1) + ".*selected as number 2"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1 memory-0 memory-2"))
    }

    @Test func `5.8 the bar of dates leads to any year, by keys and by hand`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "3000", "--max", "4"), ["see", "check box", tile(1, of: 3000)],
            ["see", "slider", "^Dates$"], ["slide", "slider", "^Dates$", 1.0],
            ["see", "check box", tile(3000, of: 3000)], ["slide", "slider", "^Dates$", 0.0],
            ["see", "check box", tile(1, of: 3000)], ["key", "Escape"], ["end"],
        ])
        #expect((found.last).ending! == (0, "cancelled"))
    }

    @Test func `Pictures and albums are looked for by name, and the search is left by Escape`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        // The field has come to its place: it hears what is typed.
        let typed: [Any] = ["rest", "entry", "^Search by name$"]
        let found = try await screen.walk([
            Screen.browse("--count", "120", "--max", "4"), ["see", "check box", tile(1, of: 120)],
            ["click", "check box", tile(2, of: 120)], ["see", "label", "^1 Selected"], ["key", "Ctrl+f"],
            typed, ["type", "zzz"], ["see", "*", "^Nothing Found$"], ["key", "Escape"],
            ["see", "check box", tile(2, of: 120)], ["await", "check box", "", "focused"],
            // With Caps Lock, and where the letters are Cyrillic, shortcuts are the same keys.
            ["key", "Caps_Lock", "Ctrl+f", "Caps_Lock"], typed, ["type", "zzz"],
            ["see", "*", "^Nothing Found$"], ["key", "Escape"], ["see", "check box", tile(2, of: 120)],
            ["await", "check box", "", "focused"],
            ["run", "setxkbmap", "us,ru", "-option", "grp:caps_toggle"], ["sleep", 0.2],
            ["key", "Caps_Lock", "Ctrl+f", "Caps_Lock"], typed, ["type", "zzz"],
            ["see", "*", "^Nothing Found$"], ["key", "Escape"],
            ["see", "check box", tile(2, of: 120) + ".*selected"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1"))
    }

    @Test(.enabled(if: Screen.missingTouch == nil, "there is no server of touch screens"))
    func `5.8 fingers choose by taps and slides, look by resting, and change the columns by parting`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["touchscreen"], Screen.browse("--count", "200", "--max", "0", "--columns", "4"),
            ["rest", "check box", tile(1, of: 200)],
            // A flick upwards moves the grid and chooses nothing.
            ["swipe", "check box", tile(14, of: 200), tile(2, of: 200), 0.0], ["sleep", 0.8],
            ["see", "label", "^0 Selected$"], ["key", "Home"],
            ["rest", "check box", tile(1, of: 200)],
            // Across the direction of scrolling a finger slides over tiles; it goes back as well.
            ["click", "check box", tile(1, of: 200)], ["see", "label", "^1 Selected$"],
            ["swipe", "check box", tile(2, of: 200), tile(4, of: 200), 0.0], ["see", "label", "^4 Selected$"],
            // One that rests looks, and one that rests and then moves slides anywhere.
            ["swipe", "check box", tile(3, of: 200), tile(3, of: 200), 0.9], ["see", "label", "^3 of 200$"],
            ["box", "image", "3 of 200"], ["pinch", "image", "3 of 200", 90, 160],
            ["box", "image", "3 of 200", "wider"],
            // Fingers that make it whole again turn no page, however far they have moved.
            ["pinch", "image", "3 of 200", 400, 90],
            ["box", "image", "3 of 200", "narrower"], ["see", "label", "^3 of 200$"],
            ["press", "push button", "^Back$"], ["rest", "check box", tile(5, of: 200)],
            ["swipe", "check box", tile(5, of: 200), tile(8, of: 200), 0.9], ["see", "label", "^8 Selected$"],
            ["box", "check box", tile(6, of: 200)], ["pinch", "check box", tile(6, of: 200), 90, 130],
            ["box", "check box", tile(6, of: 200), "wider"], ["press", "push button", "^Done$"], ["end"],
        ])
        #expect(found.last.ending!.output.split(separator: " ").count == 8)
    }

    @Test func `One of the chosen that is looked at over the list of albums leads back to that list`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "4"), ["click", "check box", tile(2)], ["resize", 600, 720],
            ["press", "push button", "^Albums, Recents$"], ["see", "list item", "^Recents, 12 Items$"],
            ["focus", "list item", "\\b1 of 1$"], ["key", "Return"], ["see", "label", "^1 of 1$"],
            ["key", "Escape"], ["await", "list item", "^Recents, 12 Items$", "focused"], ["key", "Escape"],
            ["see", "check box", tile(2) + ".*selected"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
    func `5.8 what is wished while a video is on its way holds when it is there`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder.appending(path: "films")
        let pictures = folder.appending(path: "Pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try await screen.desktop.run(
            path: "/usr/bin/ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=red:size=160x120:rate=25:duration=9"]
                + [pictures.appending(path: "film.mp4").path], seconds: 60)
        let found = try await screen.walk([
            Screen.browse("--folder", folder.path, "--held"), ["press", "check box", tile(1, of: 1), "tile.look"],
            ["see", "label", "^1 of 1$"], ["key", "space"], ["see", "push button", "^Pause$"],
            ["click", "slider", "^Position$"], ["see", "label", "^0:0[45] / 0:09$"],
            // The bar of times has the arrows for itself.
            ["focus", "slider", "^Position$"], ["key", "Home"], ["see", "label", "^0:00 / 0:09$"],
            ["key", "Right", "Right", "Right", "Left"], ["see", "label", "^0:02 / 0:09$"],
            ["cue"], ["see", "label", "^0:0[3-9] / 0:09$"], ["key", "Escape"], ["see", "check box", tile(1, of: 1)],
            ["key", "Escape"], ["end"],
        ])
        #expect((found.last).ending! == (0, "cancelled"))
    }

    @Test func `Ctrl with the wheel changes the columns, and what is chosen stays`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "60", "--max", "4"), ["see", "check box", tile(1, of: 60)],
            ["click", "check box", tile(2, of: 60)], ["see", "label", "^1 Selected"],
            ["box", "check box", tile(2, of: 60)], ["wheel", 2, "Control_L"],
            ["box", "check box", tile(2, of: 60), "narrower"], ["wheel", -3, "Control_L"],
            ["box", "check box", tile(2, of: 60), "wider"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1"))
    }

    @Test func `Files that are pasted or dragged in are chosen, and what is no picture is named`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let (cat, letter) = (folder.appending(path: "my cat.png"), folder.appending(path: "letter.png"))
        try Data(png).write(to: cat)
        try Data("Dear all".utf8).write(to: letter)
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--copy", cat.path, "--copy", letter.path, "--copy-picture"),
            ["see", "check box", tile(1)], ["click", "check box", tile(2)], ["see", "label", "^1 Selected"],
            ["key", "Ctrl+v"], ["see", "*", "^letter.png cannot be used$"], ["see", "label", "^2 Selected"],
            ["see", "list item", "\\b2 of 2$"],
            // The same once more is the same.
            ["key", "Ctrl+v"], ["see", "label", "^2 Selected"],
            // A picture that is no file is one then, for us alone.
            ["cue"], ["told", "^copied a picture$"], ["key", "Ctrl+v"], ["see", "list item", "\\b3 of 3$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        let (status, output) = found.last.ending!
        #expect(status == 0 && output.hasPrefix("memory-1 my cat.png ") && output.hasSuffix(".png"), "\(output)")
        #expect(output.count > "memory-1 my cat.png .png".count + 30, "a name that nobody guesses")
        let dropped = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--offer", cat.path), ["see", "check box", tile(1)],
            ["click", "check box", tile(2)], ["rest", "label", "^Drag me$"], ["drag", 60, 70, 700, 400],
            ["see", "list item", "\\b2 of 2$"], ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((dropped.last).ending! == (0, "memory-1 my cat.png"))
    }

    @Test func `4.2 the bar, its buttons and its title have the app's colours`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--coloured"), ["see", "check box", tile(1)],
            // The bar beside the title, well away from words: rgb(26, 82, 77).
            ["pixel", 300, 24, "^1[9-b]5[1-3]4[c-e]$"], ["key", "Escape"], ["end"],
        ])
        #expect((found.last).ending! == (0, "cancelled"))
    }
}
