import Foundation
import PrivateDesktop
import Testing

/// The album browser as a window, driven as people drive it.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct AlbumBrowserTests {
    private func tile(_ place: Int, of count: Int = 12) -> String { "\\b\(place) of \(count)\\b" }

    @Test func `4.2 one picture is chosen with one click, and that ends the visit`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12"), ["see", "check box", tile(1)],
            // Done has no use where a click is enough.
            ["see", "push button", "^Cancel$"], ["gone", "push button", "^Done$"], ["click", "check box", tile(3)],
            ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-2"))
    }

    @Test func `4.3 numbers follow the taps, and a full choice refuses with a notice that goes by itself`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "2", "--numbers", "--prompt", "Choose two"),
            ["see", "label", "^Choose two$"], ["see", "label", "^0 Selected · 2 Left$"],
            ["click", "check box", tile(5)], ["see", "check box", tile(5) + ".*selected as number 1"],
            ["click", "check box", tile(2)], ["see", "check box", tile(2) + ".*selected as number 2"],
            ["await", "check box", tile(2), "checked"], ["see", "label", "^2 Selected · 0 Left$"],
            ["click", "check box", tile(1)],
            ["see", "*", "^At most 2$"],
            ["hush", "^At most 2$"],
            // Those behind the one that is taken out move up.
            ["click", "check box", tile(5)], ["see", "check box", tile(2) + ".*selected as number 1"],
            ["click", "check box", tile(7)], ["see", "label", "^2 Selected · 0 Left$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1 memory-6"))
    }

    @Test(arguments: ["Cancel", "Escape", "close", "SIGTERM"])
    func `C65 leaving by any way is one cancel`(_ way: String) async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let leave: [Any] =
            switch way {
            case "Cancel": ["press", "push button", "^Cancel$"]
            case "Escape": ["key", "Escape"]
            case "close": ["close"]
            default: ["signal", "SIGTERM"]
            }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3"), ["click", "check box", tile(1)],
            ["see", "label", "^1 Selected"], leave, ["end"],
        ])
        let (status, output) = (found.last).ending!
        if way == "SIGTERM" { #expect(status == -15) } else { #expect((status, output) == (0, "cancelled")) }
    }

    @Test func `C79 all of it works by keyboard alone, and each tile says what and where it is`() async throws {
        // signalapp/Signal-iOS #4747; mikaoj/BSImagePicker PR 171
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let names = (1...12).map { "^(Photo|Video|Live photo)(?=.*June 30, 2024)(?=.*\(tile($0)))" }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--numbers"), ["await", "check box", tile(1), "focused"],
            ["names", "check box", names], ["actions", "check box", tile(1)],
            ["key", "Right", "Right", "Right", "Return"], ["see", "check box", tile(3) + ".*selected as number 1"],
            ["key", "Home", "Return"], ["see", "check box", tile(1) + ".*selected as number 2"],
            ["key", "End", "Ctrl+space"], ["see", "check box", tile(12) + ".*selected as number 3"],
            ["await", "check box", tile(12), "checked"],
            ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((found[3] as? [String])?.first?.contains("choose") == true)
        #expect((found.last).ending! == (0, "memory-2 memory-0 memory-11"))
    }

    @Test func `C79 keys that come faster than the program looks at them are done in their order`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--numbers"), ["await", "check box", tile(1), "focused"],
            ["burst", "Right", "Right", "Return", "Right", "Return", "Home", "Return", "Ctrl+Return"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1 memory-2 memory-0"))
    }

    @Test
    func
        `4.2 many are chosen between a minimum and a limit, in as many columns as wanted, and the grid counts its kinds`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "4", "--min", "2", "--columns", "3"),
            ["see", "label", "^[0-9]+ Photos, [0-9]+ Videos?$"], ["await", "push button", "^Done$", "not sensitive"],
            ["click", "check box", tile(1)], ["see", "label", "^1 Selected · 3 Left$"],
            ["await", "push button", "^Done$", "not sensitive"], ["click", "check box", tile(2)],
            ["see", "label", "^2 Selected · 2 Left$"], ["await", "push button", "^Done$", "sensitive"],
            ["box", "check box", tile(1)], ["box", "check box", tile(3)], ["box", "check box", tile(4)],
            ["press", "push button", "^Done$"], ["end"],
        ])
        let boxes = try [9, 10, 11].map { try #require(found[$0] as? [Int]) }
        #expect(boxes[0][1] == boxes[1][1] && boxes[2][1] > boxes[1][1] && boxes[2][0] == boxes[0][0], "\(boxes)")
        #expect((found.last).ending! == (0, "memory-0 memory-1"))
    }

    @Test
    func `4.1 only the albums that are wanted are there, in their order, and those that do not exist are skipped`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "60", "--albums", "smart:videos,user:nothing,user:Garden"),
            ["see", "list item", "^Garden, [0-9]+ Items$"], ["see", "check box", "^Video, .*\\b1 of "],
            ["names", "list item", ["^Videos,", "^Garden,"]], ["key", "Escape"], ["end"],
        ])
        #expect((found.last).ending! == (0, "cancelled"))
    }

    @Test func `4.1 albums have covers, counts and an order, and what is chosen outlives a change of album`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "60", "--max", "3"), ["see", "check box", tile(1, of: 60)],
            ["names", "list item", ["^Recents, 60 Items$"], "first"], ["see", "list item", "^Garden"],
            ["see", "list item", "^Holidays"],
            ["click", "check box", tile(1, of: 60)], ["see", "label", "^1 Selected"],
            ["click", "list item", "^Videos, "], ["see", "heading", "^Videos$"],
            ["see", "check box", "^Video, .*1 of "], ["gone", "check box", "^(Photo|Loading)"],
            ["see", "label", "^1 Selected"], ["click", "check box", "2 of "], ["see", "label", "^2 Selected"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        let chosen = (found.last).ending!.output.split(separator: " ")
        #expect(chosen.count == 2 && chosen.first == "memory-0")
    }

    @Test(arguments: [
        (["--count", "0"], "No Photos"), (["--access", "denied"], "You have not allowed access to your photos."),
        (["--access", "restricted"], "The photo library cannot be opened"),
    ])
    func `5.12 a page without pictures says why`(options: [String], text: String) async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "browse"] + options, ["see", "*", "^\(text)$"],
            ["gone", "check box", ""], ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "cancelled"))
    }

    @Test func `5.12 permission that is revoked while the window is open takes the pictures away`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        try await screen.walk([
            Screen.browse("--count", "12", "--revoke"), ["see", "check box", tile(1)],
            ["cue"], ["see", "*", "^You have not allowed access to your photos.$"], ["gone", "check box", ""],
            ["key", "Escape"], ["end"],
        ])
    }

    @Test func `C58 a chosen picture that is deleted leaves the choice, and the window says so`() async throws {
        // felipepastorelima/CTAssetsPickerController; BSImagePicker PR 362
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse(
                "--count", "12", "--max", "3", "--select", "memory-2", "--select", "memory-4", "--remove", "memory-2"),
            ["see", "label", "^2 Selected · 1 Left$"], ["cue"], ["see", "*", "^No longer in the library$"],
            ["see", "label", "^1 Selected · 2 Left$"], ["see", "check box", tile(4, of: 11) + ".*selected"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-4"))
    }

    @Test func `Shift chooses all from the last tile to this one, and a rubber band all that it touches`() async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "40", "--max", "0", "--columns", "5"), ["see", "check box", tile(1, of: 40)],
            ["click", "check box", tile(2, of: 40)], ["see", "label", "^1 Selected$"],
            ["click", "check box", tile(6, of: 40), "Shift_L"], ["see", "label", "^5 Selected$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1 memory-2 memory-3 memory-4 memory-5"))
    }

    @Test func `A picture is looked at in full, chosen there, and its neighbours are a key away`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--numbers"), ["await", "check box", tile(1), "focused"],
            ["key", "Right", "Right", "Right", "space"], ["see", "label", "^3 of 12$"],
            // The wheel enlarges with Ctrl, and goes on without.
            ["box", "image", "3 of 12"], ["point", 530, 400], ["wheel", -3, "Control_L"],
            ["box", "image", "3 of 12", "wider"], ["wheel", 1], ["see", "label", "^4 of 12$"], ["wheel", -1],
            ["see", "label", "^3 of 12$"], ["key", "Return"],
            ["see", "push button", "3 of 12, selected as number 1"], ["key", "Right"], ["see", "label", "^4 of 12$"],
            ["press", "push button", "^5 of 12$"], ["see", "label", "^5 of 12$"], ["key", "Return", "Escape"],
            ["see", "check box", tile(5) + ".*selected as number 2"], ["press", "check box", tile(2), "tile.look"],
            ["see", "label", "^2 of 12$"], ["press", "push button", "^Back$"], ["see", "check box", tile(2)],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-2 memory-4"))
    }

    @Test func `0.13 the window speaks Chinese`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--lang", "zh-Hans"), ["see", "push button", "^取消$"],
            ["see", "push button", "^完成$"], ["see", "label", "^已选择 0 项"], ["press", "push button", "^取消$"], ["end"],
        ])
    }

    @Test func `0.5, 1.1 the source sheet shows its rows in order, and a row is the answer`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "ask", "sources"], ["see", "push button", "^Cancel$"],
            ["names", "push button", ["^Take Photo$", "^Choose from Library$", "^Cancel$"]],
            ["press", "push button", "^Choose from Library$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "chooseFromLibrary"))
        let bare = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "ask", "library"], ["see", "push button", "^Cancel$"],
            ["names", "push button", ["^Choose from Library$", "^Cancel$"]], ["press", "push button", "^Cancel$"],
            ["end"],
        ])
        #expect((bare.last).ending! == (0, "cancel"))
        let cancelled = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "ask", "settings"], ["see", "*", "^Turn on photo access\\?$"],
            ["see", "push button", "^Turn On$"], ["key", "Escape"], ["end"],
        ])
        #expect((cancelled.last).ending! == (0, "dismissed"))
    }
}
