import Foundation
import PrivateDesktop
import Testing

/// What is wrong from the start, or goes wrong meanwhile, through the real window: each is a screen or a message that helps.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct BadInputTests {
    private func tile(_ place: Int, of count: Int = 12) -> String { "\\b\(place) of \(count)\\b" }

    @Test func `A library that cannot be read says so, and "Try Again" brings the pictures when it can`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--broken", "1"), ["see", "*", "^Photos Cannot Be Shown$"],
            // The page has the theme's light background, on which its words can be read.
            ["gone", "check box", ""], ["pixel", 600, 640, "^[ef]"], ["focus", "push button", "^Try Again$"],
            ["key", "Return"],
            ["see", "check box", tile(12)], ["gone", "push button", "^Try Again$"], ["click", "check box", tile(2)],
            ["end"],
        ])
        #expect(found.last.ending! == (0, "memory-1"))
    }

    @Test(arguments: [
        // A minimum that the limit does not let one reach is no trap: with all there is room for, Done can be pressed.
        (["--max", "2", "--min", "5"], [1, 4], "^2 Selected · 0 Left$", "memory-0 memory-3"),
        // A limit below nothing lets nothing in, and the notice names no number below nothing.
        (["--max", "-3"], [1], "^At most 0$", "cancelled"),
    ])
    func `A limit that makes no sense has a sensible end`(
        options: [String], taps: [Int], text: String, outcome: String
    ) async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [["start", Screen.program("WindowProbe"), "browse", "--count", "12"] + options]
                + taps.map { ["click", "check box", tile($0)] } + [
                    ["see", "*", text], ["key", "Ctrl+Return", "Escape"], ["end"],
                ])
        #expect(found.last.ending! == (0, outcome))
    }

    @Test func `C58 when all that is chosen is deleted, Done cannot be pressed, and an empty library says so`()
        async throws
    {
        // Yummypets/YPImagePicker #432; mikaoj/BSImagePicker #72
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse(
                "--count", "2", "--max", "3", "--select", "memory-0", "--select", "memory-1", "--remove", "memory-0",
                "--remove", "memory-1"),
            ["see", "label", "^2 Selected · 1 Left$"], ["cue"], ["see", "*", "^No Photos$"], ["gone", "check box", ""],
            ["see", "label", "^0 Selected · 3 Left$"], ["await", "push button", "^Done$", "not sensitive"],
            ["key", "Ctrl+Return"], ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect(found.last.ending! == (0, "cancelled"))
    }

    @Test func `4.5, C64 Done waits for what the app thinks about, once, and a refusal keeps the window open`()
        async throws
    {
        // react-native-image-picker PR 1922; zhangao0086/DKImagePickerController #96
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let waits = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--select", "memory-5", "--slow-veto", "memory-9"),
            ["see", "label", "^1 Selected · 2 Left$"], ["click", "check box", tile(2)],
            ["see", "check box", tile(2) + ".*being checked"], ["burst", "Ctrl+Return", "Ctrl+Return"],
            ["await", "push button", "^Done$", "not sensitive"], ["cue"], ["end"],
        ])
        #expect(waits.last.ending! == (0, "memory-5 memory-1"))
        let refused = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--select", "memory-5", "--slow-veto", "memory-9"),
            ["see", "label", "^1 Selected · 2 Left$"], ["click", "check box", tile(10)],
            ["see", "check box", tile(10) + ".*being checked"], ["key", "Ctrl+Return"], ["cue"],
            ["see", "*", "^Not this one$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect(refused.last.ending! == (0, "memory-5"))
    }

    @Test func `C64 Done twice and Escape in one moment, and a double click, are one answer`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let many = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3"), ["click", "check box", tile(3)],
            ["see", "label", "^1 Selected"], ["burst", "Ctrl+Return", "Ctrl+Return", "Escape"], ["end"],
        ])
        #expect(many.last.ending! == (0, "memory-2"))
        let one = try await screen.walk([
            Screen.browse("--count", "12"), ["await", "check box", tile(1), "focused"],
            ["burst", "Right", "Right", "Return", "Return", "Escape"], ["end"],
        ])
        #expect(one.last.ending! == (0, "memory-1"))
    }
}
