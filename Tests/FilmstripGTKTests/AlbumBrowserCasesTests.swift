import Foundation
import PrivateDesktop
import Testing

/// Cases from public reports, and bad input, through the real window.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct AlbumBrowserCasesTests {
    private func tile(_ place: Int, of count: Int = 12) -> String { "\\b\(place) of \(count)\\b" }

    @Test
    func `4.4 a new picker starts without earlier choices, and refuses what is attached already where the app says so`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let first = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3"), ["click", "check box", tile(1)],
            ["click", "check box", tile(2)], ["see", "label", "^2 Selected"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((first.last).ending! == (0, "memory-0 memory-1"))
        let second = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--attached", "memory-0"),
            ["see", "label", "^0 Selected · 3 Left$"], ["see", "check box", tile(1) + ".*Chosen already"],
            ["click", "check box", tile(1)], ["see", "*", "^Chosen already$"], ["click", "check box", tile(2)],
            ["see", "label", "^1 Selected · 2 Left$"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((second.last).ending! == (0, "memory-1"))
    }

    @Test
    func `5.11, C35 a video that is too long is refused with the limit, and a kind that is not wanted is not there`()
        async throws
    {
        // SilenceLove/HXPhotoPicker #436; react-native-image-picker #1655
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--longest", "5"),
            ["see", "check box", tile(6, of: 12) + ".*Longer than 0:05"],
            ["click", "check box", tile(6, of: 12) + ".*Longer than 0:05"], ["see", "*", "^Longer than 0:05$"],
            ["see", "label", "^0 Selected"], ["key", "Escape"], ["end"],
        ])
        #expect((found.last).ending! == (0, "cancelled"))
        let videos = try await screen.walk([
            Screen.browse("--count", "60", "--types", "video"), ["see", "check box", "^Video, "],
            ["gone", "check box", "^(?!Video)"], ["key", "Escape"], ["end"],
        ])
        #expect((videos.last).ending! == (0, "cancelled"))
    }

    @Test func `C56 after the warning there are still three, numbers move up, and another album changes nothing`()
        async throws
    {
        // wymsee/cordova-imagePicker #13; zhangao0086/DKImagePickerController #32; Yummypets/YPImagePicker #193
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--numbers"), ["see", "check box", tile(1, of: 12)],
            ["click", "check box", tile(1, of: 12)], ["click", "check box", tile(2, of: 12)],
            ["click", "check box", tile(3, of: 12)], ["see", "label", "^3 Selected · 0 Left$"],
            ["click", "check box", tile(4, of: 12)], ["see", "*", "^At most 3$"],
            ["click", "check box", tile(4, of: 12)], ["see", "label", "^3 Selected · 0 Left$"],
            ["click", "check box", tile(2, of: 12)], ["see", "check box", tile(3, of: 12) + ".*selected as number 2"],
            ["click", "check box", tile(5, of: 12)], ["see", "check box", tile(5, of: 12) + ".*selected as number 3"],
            ["click", "list item", "^Videos, "], ["see", "heading", "^Videos$"],
            ["click", "list item", "^Recents, "], ["see", "heading", "^Recents$"],
            ["see", "check box", tile(3, of: 12) + ".*selected as number 2"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-0 memory-2 memory-4"))
    }

    @Test func `C61 permission that is granted while the window is open brings the pictures`() async throws {
        // react-native-image-picker #1851; jaiselrahman/FilePicker #67
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--access", "denied", "--grant"),
            ["see", "*", "^You have not allowed access to your photos.$"], ["cue"], ["see", "check box", tile(1)],
            ["gone", "*", "^You have not allowed access to your photos.$"], ["click", "check box", tile(2)], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-1"))
    }

    @Test(arguments: [
        // A limit that makes no sense is none below one; one swaps; the minimum stands above the limit; more are chosen than may be.
        (["--max", "1", "--min", "0"], ["memory-3"]),
        (
            ["--max", "2", "--select", "memory-5", "--select", "memory-6", "--select", "memory-7"],
            ["memory-5", "memory-6"]
        ),
    ])
    func `Limits of one, and below what is chosen already, keep their word`(options: [String], chosen: [String])
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "browse", "--count", "12"] + options,
            ["see", "check box", tile(1)], ["click", "check box", tile(4)],
            options.contains("--select") ? ["press", "push button", "^Done$"] : ["sleep", 0.1], ["end"],
        ])
        #expect((found.last).ending! == (0, chosen.joined(separator: " ")))
    }

    @Test func `C62, 5.12 a part of the library is shown as such, with the way to more, and follows what is allowed`()
        async throws
    {
        // Baseflow/flutter-permission-handler #399; Yummypets/YPImagePicker #542, #584
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse(
                "--count", "6", "--max", "3", "--access", "limited", "--visible", "memory-2,memory-5", "--then-visible",
                "memory-5,memory-4", "--select", "memory-2", "--select", "memory-5"),
            ["see", "check box", tile(2, of: 2)], ["see", "push button", "^Choose More Photos$"], ["cue"],
            ["see", "label", "^1 Selected · 2 Left$"], ["names", "check box", [tile(1, of: 2), tile(2, of: 2)]],
            ["press", "push button", "^Choose More Photos$"], ["see", "*", "^Allow access in Settings"],
            ["press", "push button", "^Done$"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-5"))
    }

    @Test func `C77, C59 after a flick there and back every tile shows its own picture, the final one`() async throws {
        // Piwigo/Piwigo-Mobile #597; guillermomuntaner/GMImagePicker #58; nek023/QBImagePicker #130
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let report = try await screen.measure([Screen.program("WindowProbe"), "flick", "5000"])
        let counts = try #require(report as? [String: Int])
        #expect(counts["seen"]! >= 20 && counts["wrong"] == 0, "\(counts)")
        #expect(counts["tiles"]! <= 32 * counts["columns"]!, "\(counts)")
    }

    @Test func `5.13 right to left the grid begins at the right, with large text and without motion all is there`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--mirrored", "--big", "--calm"),
            ["await", "check box", tile(1), "focused"], ["box", "check box", tile(1)], ["box", "check box", tile(2)],
            ["key", "Left", "Left", "Return"], ["see", "label", "^1 Selected · 2 Left$"],
            ["see", "list item", "\\b1 of 1$"], ["press", "push button", "^Done$"], ["end"],
        ])
        let places = [2, 3].compactMap { (found[$0] as? [Int])?[0] }
        #expect(places.count == 2 && places[0] > places[1], "\(places)")
        #expect((found.last).ending! == (0, "memory-1"))
    }

    @Test func `A picture that is removed while it is looked at gives way to the next one`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--remove", "memory-0"), ["see", "check box", tile(1)],
            ["press", "check box", tile(1), "tile.look"], ["see", "label", "^1 of 12$"], ["cue"],
            ["see", "label", "^1 of 11$"], ["key", "Escape"],
            ["see", "check box", tile(1, of: 11)], ["key", "Escape"], ["end"],
        ])
    }

    @Test func `A press does nothing when another picture has come under the hand before it is lifted`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Screen.browse("--count", "12", "--max", "3", "--remove", "memory-0"), ["down", "check box", tile(5)],
            ["cue"], ["see", "check box", tile(5, of: 11)], ["up"], ["click", "check box", tile(2, of: 11)],
            ["see", "label", "^1 Selected · 2 Left$"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect((found.last).ending! == (0, "memory-2"))
    }

    @Test func `C58 files that are deleted leave the choice and the large picture, and the window says so`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder.appending(path: "shelf")
        let pictures = folder.appending(path: "Pictures")
        try QuadPictures.shelf("1.jpg", "2.jpg", "3.jpg", "4.jpg", in: pictures)
        /// Another program paints a picture over, and leaves it in its place.
        func paint(_ name: String, _ colour: String) -> [Any] {
            let (file, made) = (pictures.appending(path: name).path, folder.appending(path: "painted-\(name)").path)
            let order = "convert '\(file)' -fill \(colour) -colorize 100 '\(made)'"
            return ["run", "sh", "-c", order + " && touch -r '\(file)' '\(made)' && mv '\(made)' '\(file)'"]
        }
        func repaint(_ name: String) -> [Any] { paint(name, "magenta") }
        let magenta = "^f[0-9a-f]0.f[0-9a-f]$"
        let found = try await screen.walk([
            Screen.browse("--folder", folder.path, "--max", "3"), ["click", "check box", tile(1, of: 4)],
            ["click", "check box", tile(4, of: 4)], ["see", "label", "^2 Selected"],
            // What has changed on the disk is seen, wherever it is.
            repaint("3.jpg"), ["hue", "check box", tile(3, of: 4), magenta],
            repaint("4.jpg"), ["hue", "list item", "\\b2 of 2$", magenta],
            ["press", "check box", tile(2, of: 4), "tile.look"], ["see", "label", "^2 of 4$"],
            repaint("2.jpg"), ["hue", "image", "2 of 4", magenta],
            ["run", "rm", pictures.path + "/1.jpg", pictures.path + "/2.jpg"], ["see", "label", "^1 of 2$"],
            ["see", "*", "^No longer in the library$"], ["key", "Escape"], ["see", "label", "^1 Selected · 2 Left$"],
            ["see", "check box", tile(2, of: 2) + ".*selected"], ["key", "Ctrl+Return"], ["end"],
        ])
        let (status, output) = found.last.ending!
        #expect(status == 0 && output.split(separator: " ").count == 1, "\(output)")
        // The viewer that an app opens by itself sees the same, and goes with the last one.
        let looked = try await screen.walk([
            ["start", Screen.program("WindowProbe"), "look", folder.path], ["see", "label", "^1 of 2$"],
            paint("3.jpg", "cyan"), ["hue", "image", "1 of 2", "^0[0-9a-f]f[0-9a-f]f[0-9a-f]$"],
            ["run", "rm", pictures.path + "/3.jpg"], ["see", "label", "^1 of 1$"],
            ["run", "rm", pictures.path + "/4.jpg"], ["end"],
        ])
        #expect(looked.last.ending! == (0, "looked"))
    }

    @Test
    func `An album of folders that is renamed keeps its pictures, and one that is removed says so, as a library does`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let folder = screen.desktop.folder.appending(path: "shelf")
        let pictures = folder.appending(path: "Pictures").path
        try await screen.desktop.run(
            path: Screen.program("filmstrip"), ["samples", pictures, "--count", "12", "--tiny"], seconds: 60)
        let names = try FileManager.default.contentsOfDirectory(atPath: pictures).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: pictures + "/" + name, isDirectory: &isFolder)
                && isFolder.boolValue
        }
        let name = try #require(names.sorted().first)
        try await screen.walk([
            Screen.browse("--folder", folder.path, "--max", "3"), ["see", "check box", "\\b1 of "],
            ["click", "list item", "^\(name), "], ["see", "heading", "^\(name)$"],
            ["run", "mv", "\(pictures)/\(name)", "\(pictures)/Renamed"], ["see", "list item", "^Renamed"],
            ["see", "*", "^(Album Removed|Renamed)$"],
            // The whole library goes, as a disk does that is pulled out.
            ["run", "rm", "-r", pictures], ["see", "*", "^(Album Removed|No Photos)$"], ["gone", "check box", ""],
            ["key", "Escape"], ["end"],
        ])
    }
}
