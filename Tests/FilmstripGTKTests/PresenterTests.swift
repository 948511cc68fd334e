import Filmstrip
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripGTK

/// What holds for all windows together: how they begin and end, and what they leave alone.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct PresenterTests {
    private static let probe = Screen.program("WindowProbe")

    /// A screen, and options for a library of one picture.
    private func library() async throws -> (Screen, options: [String]) {
        let screen = try await Screen()
        let folder = screen.desktop.folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try QuadPictures.jpeg(.up).write(to: folder.appending(path: "quad.jpg"))
        return (screen, ["--library", folder.path, "--cache", screen.desktop.folder.appending(path: "cache").path])
    }

    @Test func `1.8 no window of ours changes the look of a program's own widgets, nor any setting`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let report = try await screen.measure([Self.probe, "style"])
        #expect(report["looks"] as? Int == 9 && report["different"] as? Int == 0)
        // And a change would be seen.
        #expect(report["sees"] as? Bool == true)
        // GTK understands every rule of every sheet, and would say of one that it does not.
        #expect(report["faults"] as? Int == 0 && report["seesFaults"] as? Bool == true)
    }

    @Test func `1.8 every rule of our style is about widgets of ours`() throws {
        let sheets = Style.sheet + Style.editors + Style.pickerSheet + Style.cameraSheet + AttachmentsStyle.sheet
        let rules = sheets.split(separator: "}").map { $0.prefix { $0 != "{" } }
        let selectors = rules.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix(while: \.isWhitespace) }
        #expect(selectors.count > 40)
        for selector in selectors where !selector.isEmpty {
            #expect(selector.contains("filmstrip"), "\(selector)")
        }
    }

    @Test func `1.9 called before its window is there it waits for it`() async throws {
        let (screen, options) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Self.probe, "pick", "--below", "shows"] + options, ["click", "check box", "1 of 1"], ["end"],
        ])
        let output = found.last.ending!.output
        #expect(output.hasPrefix("windows: 0\n") && output.contains("\"told\":1"))
        #expect(output.contains("quad.jpg"))
    }

    @Test func `1.9, C65 a window that goes takes the pick along, as one cancel`() async throws {
        let (screen, options) = try await library()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Self.probe, "pick", "--below", "goes"] + options, ["end"],
        ])
        let output = found.last.ending!.output
        #expect(output.contains("\"told\":1") && output.contains("\"cancelled\":true"))
    }

    @Test(arguments: ["Cancel", "close"])
    func `4.12 cancel in the browser changes nothing in the grid, and is told once`(_ way: String) async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Self.probe, "plus"], ["click", "check box", "\\b1 of 12"], ["see", "label", "^1 Selected"],
            way == "close" ? ["close"] : ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect(found.last.ending! == (0, "added false, the same true, 5 left"))
    }

    @Test func `0.3, 1.3 Turn On opens the page of the desktop's own settings`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let tools = screen.desktop.folder.appending(path: "tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let settings = tools.appending(path: "gnome-control-center").path
        let note = screen.desktop.folder.appending(path: "opened").path
        try "#!/bin/sh\necho \"$@\" > \(note)\n".write(toFile: settings, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: settings)
        let found = try await screen.walk([
            [
                "start", "env", "PATH=\(tools.path):/usr/bin:/bin", "XDG_CURRENT_DESKTOP=GNOME", Self.probe, "settings",
            ],
            ["see", "*", "^Turn on camera access\\?$"], ["press", "push button", "^Turn On$"], ["end"],
        ])
        #expect(found.last.ending?.status == 0)
        #expect(try String(contentsOfFile: note, encoding: .utf8) == "camera\n")
    }

    @Test func `5.13 every window can be used with huge text, high contrast, no movement, and from the right`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let ways = ["--rtl", "--huge", "--contrast", "--still"]
        var found = try await screen.walk([
            ["start", Self.probe] + ways + ["browse", "--count", "12", "--max", "3", "--columns", "3"],
            ["await", "check box", "\\b1 of 12", "focused"], ["see", "label", "^0 Selected"],
            ["box", "check box", "\\b1 of 12"], ["box", "check box", "\\b3 of 12"],
            ["key", "Left", "Left", "Left", "Return"], ["see", "check box", "\\b3 of 12.*selected"],
            ["key", "Ctrl+Return"], ["end"],
        ])
        // The first one stands at the right, and the key to the left goes on.
        let boxes = try [3, 4].map { try #require(found[$0] as? [Int]) }
        #expect(boxes[0][0] > boxes[1][0] && boxes[0][1] == boxes[1][1], "\(boxes)")
        #expect(found.last.ending! == (0, "memory-2"))
        found = try await screen.walk([
            ["start", Self.probe] + ways + ["ask", "settings"], ["see", "push button", "^Turn On$"],
            ["press", "push button", "^Turn On$"], ["end"],
        ])
        #expect(found.last.ending! == (0, "openSettings"))
        found = try await screen.walk([
            ["start", Self.probe] + ways + ["edit", "trim"], ["see", "slider", "^Start, 0:00.0$"],
            // Time runs from the left all the same.
            ["focus", "slider", "^Start"], ["key", "Shift+Right"], ["see", "slider", "^Start, 0:01.0$"],
            ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect(found.last.ending! == (0, "unchanged"))
    }
}
