import Foundation
import PrivateDesktop
import Testing

/// Text twice as large as usual, in the narrowest window.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct LargeTextTests {
    @Test func `5.13 with huge text the title has a line of its own, and a day's heading covers no picture`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "--huge", "browse", "--count", "12", "--max", "3"],
            ["see", "check box", "\\b1 of 12"], ["resize", 360, 640],
            // The title stands under the head, and the heading ends above the tile.
            ["below", "heading", "^Recents$", "push button", "^Done$"], ["box", "heading", "^Recents$"],
            ["below", "check box", "\\b1 of 12", "heading", "^June 30, 2024$"],
            ["press", "push button", "^Albums, Recents$"],
            // Where there is room it stands in the head again.
            ["see", "list item", "^Recents, 12 Items$"], ["resize", 900, 640],
            ["beside", "heading", "^Recents$", "push button", "^Done$"], ["key", "Escape"], ["end"],
        ])
        let title = try #require(found.compactMap { $0 as? [Int] }.first)
        #expect(title[0] + title[2] <= 360, "\(title)")
        #expect(found.last.ending! == (0, "cancelled"))
    }
}
