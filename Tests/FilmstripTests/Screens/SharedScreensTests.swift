import Filmstrip
import FilmstripTesting
import Foundation
import Testing

/// That each system draws the same screens: they ask for none, and a visit needs nothing but them.
@Suite(.timeLimit(.minutes(1))) @MainActor struct SharedScreensTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The lines of each Swift file below a folder.
    private func lines(of folder: String) throws -> [String: [Substring]] {
        let root = Self.sources.appending(path: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
                return (name, text.split(separator: "\n"))
            })
    }

    @Test func `5.1 no screen asks for the system, and none imports more than every system has`() throws {
        let files = try lines(of: "Filmstrip/Screens")
        #expect(files.count > 30)
        for (name, lines) in files {
            for line in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
                #expect(!line.hasPrefix("#if"), "\(name): \(line)")
                guard let module = line.wholeMatch(of: /((public|package|internal) )?import (\w+)/) else { continue }
                #expect(["Foundation", "Observation"].contains(module.3), "\(name): \(line)")
            }
        }
    }

    @Test func `5.1 both systems' windows and screens stand behind the one presenter of the core`() throws {
        for (folder, name) in [("FilmstripGTK", "GTKPresenter"), ("FilmstripUIKit", "UIKitPresenter")] {
            let all = try lines(of: folder).values.joined()
            #expect(all.contains { $0.contains("class \(name): ") && $0.contains("Presenter {") }, "\(name)")
            // Joined to the same picker, whose calls are the core's alone.
            #expect(all.contains { $0.contains("extension MediaPicker") }, "\(folder)")
            #expect(!all.contains { $0.contains("func pick(_") }, "\(folder)")
        }
    }

    @Test func `5.1 a whole visit runs on the models alone, and says what windows show`() async throws {
        let request = ChoiceRequest(rules: SelectionRules(maximum: 2), badges: .number)
        var configuration = AssetGridModel.Configuration()
        configuration.showsCount = true
        let picker = AlbumPickerModel(
            InMemoryLibrary(count: 12), request: request, configuration: configuration, texts: .english,
            clock: ManualClock())
        await picker.open()
        picker.grid.resize(to: CGSize(width: 800, height: 600))
        #expect(picker.grid.title == "Recents" && picker.grid.countText == "0 Selected · 2 Left")
        #expect(picker.grid.name(at: 4).hasSuffix("5 of 12"))
        await picker.grid.tap(at: 4)
        await picker.grid.tap(at: 1)
        #expect(picker.grid.name(at: 4).hasSuffix("5 of 12, selected as number 1"))
        await picker.grid.tap(at: 0)
        #expect(picker.choice.notice?.toast.text == "At most 2")
        let videos = try #require(picker.albums.albums.first { $0.id == .smart(.videos) })
        await picker.open(videos)
        #expect(picker.grid.title == "Videos" && picker.grid.countText == "2 Selected · 0 Left")
        picker.choice.finish()
        let chosen = await picker.choice.result()
        #expect(chosen == .chosen(["memory-4", "memory-1"]))
    }
}
