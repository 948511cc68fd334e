import Foundation
import PrivateDesktop
import Testing

/// `filmstrip pick` as other programs run it: a real library, a real window, and what comes out.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct PickCommandTests {
    private let filmstrip = Screen.program("filmstrip")

    /// A screen, and a library of small samples made of code.
    private func library() async throws -> (screen: Screen, folder: String) {
        let screen = try await Screen()
        let folder = screen.desktop.folder.appending(path: "pictures").path
        try await screen.desktop.run(path: filmstrip, ["samples", folder, "--count", "12", "--tiny"], seconds: 60)
        return (screen, folder)
    }

    @Test func `0.1, 5.15 pictures chosen in the window are printed in tap order`() async throws {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", filmstrip, "pick", "--library", folder, "--max", "3", "--numbers", "--json", "--lang", "en"],
            ["see", "check box", "\\b1 of [0-9]+"], ["click", "check box", "\\b3 of "],
            ["see", "check box", "\\b3 of .*selected as number 1"], ["click", "check box", "\\b1 of "],
            ["see", "label", "^2 Selected · 1 Left$"], ["press", "push button", "^Done$"], ["end"],
        ])
        let (status, output) = found.last.ending!
        #expect(status == 0)
        let list = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        let paths = list.compactMap { $0["path"] as? String }
        #expect(paths.count == 2 && paths.allSatisfy { $0.hasPrefix(folder + "/") })
        #expect(paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        let dates = list.compactMap { $0["date"] as? String }
        #expect(dates.count == 2 && dates[0] < dates[1], "newest first, and the third tile was tapped first: \(dates)")
    }

    @Test(arguments: ["close", "SIGINT"])
    func `5.14 a window that is closed is one cancel: code 1, no output, nothing left`(_ way: String) async throws {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", filmstrip, "pick", "--library", folder, "--max", "3", "--lang", "en"],
            ["see", "check box", "\\b1 of [0-9]+"], ["click", "check box", "\\b1 of "],
            ["see", "label", "^1 Selected"],
            way == "close" ? ["close"] : ["signal", way], ["end"],
        ])
        #expect(found.last.ending! == (1, ""))
    }

    @Test func `5.14 without a display pick says so at once`() async throws {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", "env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", filmstrip, "pick", "--library", folder], ["end"],
        ])
        let fields = try #require(found.last as? [String: Any])
        #expect(fields["status"] as? Int == 2)
        #expect((fields["errors"] as? String)?.contains("noDisplay") == true)
    }
}
