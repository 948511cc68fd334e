import Foundation
import PrivateDesktop
import Testing

/// The attachments grid in a window of an app, driven as people drive it.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct AttachmentsViewTests {
    private func attach(_ options: String...) -> [Any] { ["start", Screen.program("WindowProbe"), "attach"] + options }
    private func tile(_ place: Int, of count: Int = 12) -> String { "\\b\(place) of \(count)\\b" }
    private func add(_ left: Int) -> String { "^Choose a Picture, \(left) Left$" }
    private let fromLibrary: [[Any]] = [
        ["press", "push button", "^Choose from Library$"], ["see", "check box", "\\b1 of "],
    ]
    private let done: [Any] = ["press", "push button", "^Done$"]

    /// Closes the window when the browser has gone and the items at these places are loaded: until then they are called "Loading".
    private func close(whenReady places: ClosedRange<Int>, of count: Int) -> [[Any]] {
        let ready = places.map { ["see", "push button", "^(Photo|Video|Live).*\\b\($0) of \(count)$"] as [Any] }
        return [["gone", "check box", ""]] + ready + [["close"], ["end"]]
    }

    /// What was attached when the window was closed.
    private func attached(_ found: [Any]) throws -> [String] {
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0)
        let words = try #require(output.split(separator: "\n").first).split(separator: " ").map(String.init)
        #expect(words.first == "attached")
        return Array(words.dropFirst())
    }

    private func told(_ found: [Any]) throws -> String {
        let output = try #require(found.last.ending).output
        return output.split(separator: "\n").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }

    @Test
    func
        `4.7, 4.8, 4.12 an empty grid is one + tile that opens the source sheet; leaving sheet or browser changes nothing`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [
                attach("--shots", "1"), ["names", "push button", [add(6)]], ["press", "push button", add(6)],
                ["names", "push button", [add(6), "^Take Photo$", "^Choose from Library$", "^Cancel$"]],
                ["key", "Escape"], ["gone", "push button", "^Take Photo$"], ["press", "push button", add(6)],
            ] + fromLibrary + [
                ["click", "check box", tile(1)], ["press", "push button", "^Cancel$"], ["gone", "check box", ""],
                ["names", "push button", [add(6)]], ["close"], ["end"],
            ])
        #expect(try attached(found) == [])
        let foundTold = try told(found)
        #expect(foundTold == "saved 0, asked")
    }

    @Test func `4.6, 4.7 originals come in tap order with delete buttons, and + goes when the grid is full`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [attach("--max", "3"), ["press", "push button", add(3)]] + fromLibrary + [
                ["click", "check box", tile(5)], ["click", "check box", tile(2)], ["click", "check box", tile(9)],
                ["see", "label", "^3 Selected · 0 Left$"], done,
                ["see", "push button", "^(Photo|Video|Live).*3 of 3$"],
                ["gone", "check box", ""], ["see", "push button", "^Delete.*1 of 3$"],
                ["see", "push button", "^Delete.*2 of 3$"], ["see", "push button", "^Delete.*3 of 3$"],
                ["gone", "push button", "^(?!Photo|Video|Live|Delete)"],
                ["box", "push button", "^(Photo|Video|Live).*1 of 3$"],
                ["box", "push button", "^Delete.*1 of 3$"],
                // That very picture goes, and gives its room back.
                ["press", "push button", "^Delete.*2 of 3$"], ["see", "push button", add(1)],
            ] + close(whenReady: 1...2, of: 2))
        let boxes = found.compactMap { $0 as? [Int] }
        try #require(boxes.count == 2)
        let (tile, delete) = (boxes[0], boxes[1])
        #expect(tile[2] == tile[3], "tiles are squares")
        #expect(delete[0] - tile[0] < 12 && delete[1] - tile[1] < 12, "the delete button is at the top left")
        #expect(try attached(found) == ["memory-4:ready", "memory-8:ready"])
    }

    @Test func `4.6 what fails can be tried again in its place, and takes no room until then`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [
                attach("--max", "6", "--heals", "memory-1", "--stalls", "memory-2"),
                ["press", "push button", add(6)],
            ] + fromLibrary + [
                ["click", "check box", tile(3)], ["click", "check box", tile(2)], ["click", "check box", tile(1)], done,
                // Room is kept from Done on; the failure gives its own back.
                ["see", "push button", "^Loading, 1 of 3$"], ["see", "push button", "^Try Again, 2 of 3$"],
                ["see", "push button", "^(Photo|Video|Live).*3 of 3$"], ["see", "push button", add(4)],
                ["see", "progress bar", ""], ["press", "push button", "^Try Again, 2 of 3$"],
                ["see", "push button", "^(Photo|Video|Live).*2 of 3$"], ["see", "push button", add(3)],
            ] + close(whenReady: 2...3, of: 3))
        #expect(try attached(found) == ["memory-2:loading", "memory-1:ready", "memory-0:ready"])
    }

    @Test func `4.4, 4.5 each visit starts anew, with the room that is left, the grid's own limit and a veto`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [attach("--max", "4", "--veto", "memory-3"), ["press", "push button", add(4)]] + fromLibrary + [
                ["click", "check box", tile(4)], ["see", "*", "^Not this one$"], ["hush", "^Not this one$"],
                ["click", "check box", tile(1)], ["click", "check box", tile(2)],
                ["see", "label", "^2 Selected · 2 Left$"],
                done, ["gone", "check box", ""], ["press", "push button", add(2)],
            ] + fromLibrary + [
                ["see", "label", "^0 Selected · 2 Left$"], ["click", "check box", tile(1)],
                ["click", "check box", tile(3)], ["see", "label", "^2 Selected · 0 Left$"],
                ["click", "check box", tile(5)], ["see", "*", "^At most 4$"], ["hush", "^At most 4$"], done,
            ] + close(whenReady: 1...4, of: 4))
        // The same picture may be attached twice.
        #expect(try attached(found) == [0, 1, 0, 2].map { "memory-\($0):ready" })
    }

    @Test func `4.4 the app may forbid to attach again what is attached already`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [attach("--max", "4", "--once"), ["press", "push button", add(4)]] + fromLibrary + [
                ["click", "check box", tile(1)], ["see", "label", "^1 Selected"], done, ["gone", "check box", ""],
                ["press", "push button", add(3)],
            ] + fromLibrary + [
                ["see", "check box", tile(1) + ".*cannot be selected: Chosen already"],
                ["click", "check box", tile(1)],
                ["click", "check box", tile(2)], ["see", "label", "^1 Selected · 2 Left$"], done,
            ] + close(whenReady: 1...2, of: 2))
        let attached = try attached(found)
        #expect(attached == ["memory-0:ready", "memory-1:ready"])
    }

    @Test func `4.9 without a camera, or with one that is not allowed, the grid says so and stays as it was`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let take: [[Any]] = [["press", "push button", add(6)], ["press", "push button", "^Take Photo$"]]
        // Lost after the sheet opened: a notice that goes by itself.
        let lost = try await screen.walk(
            [attach("--shots", "1", "--unplugged")] + take + [
                ["see", "*", "^No camera is available$"], ["hush", "^No camera is available$"], ["close"], ["end"],
            ])
        #expect(try attached(lost) == [])
        // Denied: the alert leads to the settings, or says how.
        let denied = try await screen.walk(
            [attach("--shots", "1", "--camera", "denied")] + take + [
                ["see", "*", "^Turn on camera access\\?$"], ["press", "push button", "^Turn On$"],
                ["see", "*", "^Allow access in Settings, under Privacy, Camera.$"], ["press", "push button", "^OK$"],
                ["gone", "push button", "^OK$"], ["close"], ["end"],
            ])
        #expect(try attached(denied) == [])
        // Restricted: no switch is promised.
        let restricted = try await screen.walk(
            [attach("--shots", "1", "--camera", "restricted")] + take + [
                ["see", "*", "blocked by an administrator"], ["gone", "push button", "^Turn On$"],
                ["press", "push button", "^OK$"],
                ["gone", "push button", "^OK$"], ["close"], ["end"],
            ])
        #expect(try attached(restricted) == [])
        // Not determined: the system's question, and the camera goes on by itself.
        let asked = try await screen.walk(
            [attach("--shots", "1", "--camera", "notDetermined")] + take + [
                ["see", "push button", "^Photo.*1 of 1$"], ["close"], ["end"],
            ])
        #expect(try attached(asked) == ["photo:ready"])
        let askedTold = try told(asked)
        #expect(askedTold == "saved 1, asked camera")
    }

    @Test
    func `4.10 a photo taken is attached at once and then saved; refused, it stays, and an alert offers the settings`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let take: [[Any]] = [["press", "push button", add(6)], ["press", "push button", "^Take Photo$"]]
        let saved = try await screen.walk(
            [attach("--shots", "2", "--adding", "notDetermined")] + take + [
                ["see", "push button", "^Photo.*2 of 2$"], ["see", "push button", add(4)], ["see", "*", "^Saved$"],
                ["hush", "^Saved$"], ["close"], ["end"],
            ])
        #expect(try attached(saved) == ["photo:ready", "photo:ready"])
        let savedTold = try told(saved)
        #expect(savedTold == "saved 2, asked library-add")
        let refused = try await screen.walk(
            [attach("--shots", "1", "--adding", "notDetermined", "--answer", "denied")] + take + [
                ["see", "*", "^You have not allowed adding to your photos"],
                ["see", "push button", "^Open Settings$"],
                ["press", "push button", "^Not Now$"], ["gone", "push button", "^Not Now$"],
                ["see", "push button", "^Photo.*1 of 1$"], ["close"], ["end"],
            ])
        #expect(try attached(refused) == ["photo:ready"])
        let refusedTold = try told(refused)
        #expect(refusedTold == "saved 0, asked library-add")
    }

    @Test func `4.7 three photos are attached by keyboard alone, and taken out again`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let steps: [[Any]] = [
            attach(), ["see", "push button", add(6)], ["front"], ["await", "push button", add(6), "focused"],
            ["key", "Return"], ["await", "push button", "^Choose from Library$", "focused"], ["key", "Return"],
            ["await", "check box", tile(1), "focused"],
            // The first arrow shows where the keyboard is: at the first tile.
            ["key", "Right", "Right", "Return", "Right", "Return", "Home", "Return"],
            ["see", "label", "^3 Selected · 3 Left$"], ["key", "Ctrl+Return"], ["gone", "check box", ""],
            ["see", "push button", "^(Photo|Video|Live).*3 of 3$"], ["front"], ["key", "Left", "Delete"],
            ["see", "push button", "^(Photo|Video|Live).*2 of 2$"], ["see", "push button", add(4)],
            // The keyboard stays at that place, where the + tile is now.
            ["key", "Left", "Delete"], ["see", "push button", add(5)],
        ]
        let found = try await screen.walk(steps + close(whenReady: 1...1, of: 1))
        #expect(try attached(found) == ["memory-1:ready"])
    }

    @Test(
        arguments: ["mouse", "finger"].filter { $0 == "mouse" || Screen.missingTouch == nil })
    func `4.8 a person attaches three photos by mouse and by finger without help`(_ means: String) async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let steps: [[Any]] =
            (means == "finger" ? [["touchscreen"]] : []) + [
                attach(), ["click", "push button", add(6)], ["click", "push button", "^Choose from Library$"],
                ["click", "check box", tile(2)], ["click", "check box", tile(1)], ["click", "check box", tile(4)],
                ["see", "label", "^3 Selected · 3 Left$"], ["click", "push button", "^Done$"],
                ["gone", "check box", ""],
                ["see", "push button", "^(Photo|Video|Live).*3 of 3$"],
                ["click", "push button", "^Delete.*2 of 3$"], ["see", "push button", add(4)],
            ] + close(whenReady: 1...2, of: 2)
        #expect(try attached(try await screen.walk(steps)) == ["memory-1:ready", "memory-3:ready"])
    }
}
