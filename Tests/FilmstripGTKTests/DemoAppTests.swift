import Filmstrip
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripDemo

/// The demo app as a user has it: a real library, real windows, and no camera.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct DemoAppTests {
    private let demo = Screen.program("filmstrip-demo")

    private func screenWithPictures() async throws -> (screen: Screen, folder: String) {
        let screen = try await Screen()
        let folder = screen.desktop.folder.appending(path: "pictures").path
        try await screen.desktop.run(
            path: Screen.program("filmstrip"), ["samples", folder, "--count", "12", "--tiny"], seconds: 60)
        return (screen, folder)
    }

    @Test func `5.15, 1.1 the pages of the demo for pictures work on a machine without a camera`() async throws {
        let (screen, folder) = try await screenWithPictures()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", demo, "--library", folder, "--lang", "en"],
            // An avatar: one picture, with one tap.
            ["press", "push button", "^Choose a Picture$"], ["see", "push button", "^Choose from Library$"],
            ["gone", "push button", "^Take Photo$"], ["press", "push button", "^Choose from Library$"],
            ["click", "check box", "\\b2 of "],
            ["press", "push button", "^Done$"], ["see", "push button", "^Change Picture$"],
            ["see", "*", "^.{24}… \\([0-9.]+ kB\\)$"], ["press", "push button", "^Copy$"], ["see", "*", "^Copied$"],
            ["press", "push button", "^Remove$"], ["see", "push button", "^Choose a Picture$"],
            // Attachments: three, in a message that is sent.
            ["key", "Alt+2"], ["see", "label", "^0 of 6 attached$"],
            ["press", "push button", "^Choose a Picture, 6 Left$"], ["press", "push button", "^Choose from Library$"],
            ["click", "check box", "\\b1 of "], ["click", "check box", "\\b2 of "], ["click", "check box", "\\b3 of "],
            ["press", "push button", "^Done$"], ["see", "label", "^3 of 6 attached$"],
            ["press", "push button", "^Delete.*1 of 3$"], ["see", "label", "^2 of 6 attached$"],
            ["press", "push button", "^Send$"], ["see", "*", "^Message sent$"], ["see", "label", "^0 of 6 attached$"],
            // A chat.
            ["key", "Alt+3"], ["see", "label", "^Do you have some pictures for me\\?$"],
            ["press", "push button", "^Send Pictures$"], ["click", "check box", "\\b2 of "],
            ["see", "check box", "\\b2 of .*selected as number 1"], ["press", "push button", "^Send$"],
            ["see", "image", "^(Photo|Video|Live photo), .*[0-9]+:[0-9]+"],
            ["signal", "SIGTERM"], ["end"],
        ])
        #expect(found.last.ending?.status == -15)
    }

    @Test
    func
        `0.7, 5.15 the demo's camera page takes a photo by its own button and by the screen, and shows them in full`()
        async throws
    {
        let (screen, folder) = try await screenWithPictures()
        defer { screen.desktop.end() }
        let found = try await screen.walk(
            [
                ["start", demo, "--library", folder, "--lang", "en"], ["see", "push button", "^Choose a Picture$"],
                // Few pixels: a live picture is drawn thirty times a second, by hand.
                ["resize", 370, 560], ["key", "Alt+4"], ["see", "label", "^No camera here: this one is simulated$"],
                ["see", "label", "^What you take appears here.$"],
                // The page's own button, over the picture.
                ["await", "push button", "^Take Photo$", "sensitive"], ["press", "push button", "^Take Photo$"],
                ["see", "push button", "^Photo, 1 of 1$"], ["gone", "label", "^What you take appears here.$"],
                // The camera screen, which is for several.
                ["press", "push button", "^Open Camera Screen$"], ["see", "push button", "^Self-Timer"],
                ["resize", 370, 560],
                ["press", "push button", "^Take Photo"], ["press", "push button", "^Use$"],
                ["press", "push button", "^Done \\(1\\)$"], ["see", "push button", "^Photo, 2 of 2$"],
                // In full, one after the other.
                ["press", "push button", "^Photo, 1 of 2$"], ["see", "label", "^1 of 2$"], ["key", "Right"],
                ["see", "label", "^2 of 2$"], ["key", "Escape"], ["gone", "label", "^2 of 2$"],
                // Back on the page the picture lives again.
                ["await", "push button", "^Take Photo$", "sensitive"],
                ["signal", "SIGTERM"], ["end"],
            ], seconds: 240)
        #expect(found.last.ending?.status == -15)
    }

    @Test func `5.12 where there are no pictures the demo offers to make some`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder.appending(path: "nothing").path
        try await screen.walk([
            ["start", demo, "--library", folder, "--samples", "3", "--page", "attachments", "--lang", "en"],
            ["see", "label", "^There are no pictures here yet.$"], ["press", "push button", "^Make Sample Pictures$"],
            ["gone", "label", "^There are no pictures here yet.$"], ["gone", "label", "^Making sample pictures…$"],
            ["press", "push button", "^Choose a Picture, 6 Left$"], ["press", "push button", "^Choose from Library$"],
            ["see", "check box", "\\b3 of 3"], ["signal", "SIGTERM"], ["end"],
        ])
    }

    @Test func `What desktops and software centres are told of the demo is valid`() throws {
        let share = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/FilmstripDemo/share")
        let id = "org.filmstrip.Demo"
        let judges: [[String]] = [
            ["desktop-file-validate", share.appending(path: "applications/\(id).desktop").path],
            ["appstreamcli", "validate", "--no-net", share.appending(path: "metainfo/\(id).metainfo.xml").path],
        ]
        for words in judges where FileManager.default.isExecutableFile(atPath: "/usr/bin/\(words[0])") {
            let (status, output, errors) = try RunningProgram.run(words)
            #expect(status == 0, "\(words[0]): \(output)\(errors)")
            #expect(!output.contains("hint"), "\(output)")
        }
        for icon in ["scalable/apps/\(id).svg", "symbolic/apps/\(id)-symbolic.svg"] {
            let text = try String(contentsOf: share.appending(path: "icons/hicolor/\(icon)"), encoding: .utf8)
            #expect(text.hasPrefix("<svg "))
        }
    }

    @Test(arguments: ["zh-Hans", "zh-Hant"])
    func `0.13 the demo's own texts are complete in each language`(_ tag: String) throws {
        let (english, chinese) = (DemoTexts.english, DemoTexts(for: try #require(Texts(languageTag: tag))))
        #expect(chinese.all.count == english.all.count && chinese.all.count > 30)
        let alike = zip(english.all, chinese.all).filter { $0 == $1 }.map(\.0)
        #expect(alike == ["Filmstrip", "Base64"], "names stay as they are")
        #expect(chinese.attached(2, of: 6).contains("2/6") && english.attached(2, of: 6) == "2 of 6 attached")
    }
}
