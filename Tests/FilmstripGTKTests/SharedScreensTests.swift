import Filmstrip
import FilmstripTesting
import Foundation
import PrivateDesktop
import Testing

/// That the windows show what the core's models say, word by word: the same visit, once by hand in the window, once on the models.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct SharedScreensTests {
    /// What is said at one moment of a visit.
    private struct Moment: Equatable {
        var tiles: [String]
        var texts: [String]
    }

    /// The places that are tapped, one after the other. With two the choice is full, and the names of all others say so.
    private static let taps = [4, 1, 4]

    @Test(arguments: ["en", "zh-Hans"])
    func `5.1 the window says at each moment what the models say, and ends as they do`(_ tag: String) async throws {
        let texts = try #require(Texts(languageTag: tag))
        let expected = try await Self.onModels(texts)
        let screen = try await Screen()
        defer { screen.desktop.end() }
        var steps: [[Any]] = [Screen.browse("--count", "12", "--max", "2", "--numbers", "--lang", tag)]
        func whole(_ text: String) -> String { "^\(NSRegularExpression.escapedPattern(for: text))$" }
        func look(_ moment: Moment) {
            for text in moment.texts { steps.append(["see", "*", whole(text)]) }
            steps.append(["names", "check box", moment.tiles.map(whole)])
        }
        look(expected.moments[0])
        for (tap, moment) in zip(Self.taps, expected.moments.dropFirst()) {
            steps.append([
                "click", "check box", "^\(NSRegularExpression.escapedPattern(for: expected.names[tap]))",
            ])
            look(moment)
        }
        steps += [["press", "push button", "^\(texts.buttons.done)$"], ["end"]]
        let found = try await screen.walk(steps)
        #expect(found.last.ending! == (0, expected.chosen.map(\.rawValue).joined(separator: " ")))
    }

    /// The same visit without a window: the name of each tile before anything is chosen, what is said at the beginning and after each
    /// tap, and how it ends.
    @MainActor private static func onModels(
        _ texts: Texts
    ) async throws -> (names: [String], moments: [Moment], chosen: [AssetID]) {
        var configuration = AssetGridModel.Configuration()
        configuration.showsCount = true
        let picker = AlbumPickerModel(
            InMemoryLibrary(count: 12), request: ChoiceRequest(rules: SelectionRules(maximum: 2), badges: .number),
            configuration: configuration, texts: texts)
        await picker.open()
        let grid = picker.grid
        grid.resize(to: CGSize(width: 800, height: 600))
        let names = grid.visible.map { texts.name(of: grid.asset(at: $0), place: ($0, grid.count)) }
        func moment() -> Moment {
            Moment(
                tiles: grid.visible.map(grid.name),
                texts: [grid.title, grid.footer, grid.countText].compactMap(\.self))
        }
        var moments = [moment()]
        for tap in taps {
            await grid.tap(at: tap)
            moments.append(moment())
        }
        picker.choice.finish()
        guard case .chosen(let ids) = await picker.choice.result() else { return (names, moments, []) }
        return (names, moments, ids)
    }

    @Test func `0.4 one call takes the source and the camera, and asks and takes the rear one where nobody says`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        func call(_ options: String...) -> [Any] { ["start", Screen.program("WindowProbe"), "call"] + options }
        let shoot: [[Any]] = [
            ["await", "push button", "^Take Photo$", "sensitive"], ["press", "push button", "^Take Photo$"],
            ["see", "push button", "^Use$"], ["press", "push button", "^Use$"], ["end"],
        ]
        let ways: [([[Any]], String)] = [
            // Nothing said: the sheet, and the rear camera.
            (
                [call(), ["press", "push button", "^Take Photo$"], ["gone", "push button", "^Choose from Library$"]]
                    + shoot, "rear"
            ),
            ([call("--source", "camera")] + shoot, "rear"),
            ([call("--source", "camera", "--camera", "front")] + shoot, "front"),
        ]
        for (steps, camera) in ways {
            let found = try await screen.walk(steps)
            #expect(found.last.ending! == (0, "camera photo simulated-\(camera)"))
        }
        let chosen = try await screen.walk([
            call("--source", "library"), ["click", "check box", "\\b3 of 12\\b"], ["end"],
        ])
        #expect(chosen.last.ending! == (0, "library memory-2"))
    }
}
