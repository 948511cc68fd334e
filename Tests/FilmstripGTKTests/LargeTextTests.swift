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
            ["see", "check box", "\\b1 of 12"], ["resize", 360, 640], ["sleep", 0.6], ["box", "heading", "^Recents$"],
            ["box", "push button", "^Done$"], ["box", "heading", "^June 30, 2024$"],
            ["box", "check box", "\\b1 of 12"], ["press", "push button", "^Albums, Recents$"],
            ["see", "list item", "^Recents, 12 Items$"], ["resize", 900, 640], ["sleep", 0.6],
            ["box", "heading", "^Recents$"], ["box", "push button", "^Done$"], ["key", "Escape"], ["end"],
        ])
        func box(_ step: Int) throws -> (left: Int, top: Int, right: Int, bottom: Int) {
            let box = try #require(found[step] as? [Int])
            return (box[0], box[1], box[0] + box[2], box[1] + box[3])
        }
        let (title, done, day, tile) = (try box(4), try box(5), try box(6), try box(7))
        #expect(title.top >= done.bottom && title.right <= 360, "the title stands under the head: \(title), \(done)")
        #expect(day.bottom <= tile.top, "the heading ends above the tile: \(day), \(tile)")
        // Where there is room it stands in the head again.
        let (wideTitle, wideDone) = (try box(12), try box(13))
        #expect(wideTitle.top < wideDone.bottom)
        #expect(found.last.ending! == (0, "cancelled"))
    }
}
