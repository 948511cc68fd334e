import Filmstrip
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

    @Test func `5.15 a file that cannot be read is an error with its reason, and the others arrive`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder.appending(path: "pictures")
        try QuadPictures.shelf("1.jpg", "2.jpg", "3.jpg", in: folder)
        // Nobody may forbid root anything, unless it gives that right away.
        let bound = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
        let found = try await screen.walk([
            ["start"] + bound + [filmstrip, "pick", "--library", folder.path, "--max", "3", "--json", "--lang", "en"],
            ["click", "check box", "\\b1 of 3"], ["click", "check box", "\\b2 of 3"],
            ["click", "check box", "\\b3 of 3"], ["see", "label", "^3 Selected · 0 Left$"],
            ["run", "chmod", "0", folder.path + "/2.jpg"], ["press", "push button", "^Done$"], ["end"],
        ])
        let (status, output) = found.last.ending!
        #expect(status == 2)
        let list = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        #expect(list.map { $0["path"] as? String } == [folder.path + "/1.jpg", nil, folder.path + "/3.jpg"])
        let error = try #require(list[1]["error"] as? [String: String])
        #expect(error["code"] == "unreadable" && error["path"] == folder.path + "/2.jpg")
        #expect(error["message"]?.contains("Permission denied") == true, "\(error)")
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

    @Test func `5.14, 0.9 what is chosen is cropped, and the new file lies in the current folder`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder.appending(path: "pictures")
        let here = screen.desktop.folder.appending(path: "here").path
        for path in [folder.path, here] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try QuadPictures.jpeg(.right).write(to: folder.appending(path: "turned.jpg"))
        let found = try await screen.walk([
            ["start", "env", "--chdir", here, filmstrip, "pick", "--library", folder.path, "--edit", "free", "--json"],
            ["click", "check box", "1 of 1"], ["see", "push button", "^Square$"],
            ["press", "push button", "^Circle$"], ["see", "*", "^Crop, 200 × 200 pixels$"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        let (status, output) = found.last.ending!
        #expect(status == 0)
        let list = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        let path = try #require(list.first?["path"] as? String)
        #expect(path == here + "/turned.png" && list[0]["source"] as? String == folder.path + "/turned.jpg")
        #expect(list[0]["edited"] as? Bool == true)
        // A circle about the middle of the picture: its corners are empty.
        let look = try await QuadPictures.look(
            path, at: QuadPictures.corners + [(0.4, 0.3), (0.6, 0.3), (0.4, 0.7), (0.6, 0.7)])
        #expect(look.size == PixelSize(width: 200, height: 200) && look.colors == "----BRWG")
    }

    @Test func `5.14, C65 the picker stands above the window of another program, alone, and goes with it`() async throws
    {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["other"], ["start", filmstrip, "pick", "--library", folder, "--parent", "x11:{other}", "--lang", "en"],
            ["see", "check box", "\\b1 of [0-9]+"], ["above-other"],
            // Whoever presses the button twice gets one window.
            ["also", filmstrip, "pick", "--library", folder, "--parent", "x11:{other}", "--json"],
            ["helpers"], ["close-other"], ["end"], ["alive"],
        ])
        #expect(found[3] as? Bool == true)
        let second = try #require(found[4] as? [String: Any])
        #expect(second["status"] as? Int == 2 && (second["errors"] as? String)?.contains("alreadyShown") == true)
        let ending = found[7] as Any?
        #expect(ending.ending! == (1, ""))
        #expect(found.last as? [String] == [])
    }

    @Test func `5.14 two programs may pick at once, each its own, and nothing is left behind`() async throws {
        let (screen, folder) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", filmstrip, "pick", "--library", folder, "--lang", "en"],
            ["see", "check box", "\\b1 of [0-9]+"],
            // It has nobody to close it, so the clock does.
            ["also", "timeout", "--signal=INT", "2", filmstrip, "pick", "--library", folder, "--lang", "en"],
            ["see", "check box", "\\b2 of [0-9]+"], ["helpers"], ["click", "check box", "\\b2 of "], ["end"],
            ["alive"],
        ])
        #expect((found[2] as? [String: Any])?["status"] as? Int == 124)
        let ending = found[6] as Any?
        let (status, output) = ending.ending!
        #expect(status == 0 && output.hasPrefix(folder + "/"))
        #expect(found.last as? [String] == [])
    }
}
