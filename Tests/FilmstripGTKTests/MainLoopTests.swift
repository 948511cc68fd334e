import Foundation
import PrivateDesktop
import Testing

@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct MainLoopTests {
    @Test func `1.7 work of the main actor runs on the main thread, inside GTK's loop`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let report = try await screen.measure([Screen.program("WindowProbe"), "loop"])
        #expect(report["hops"] as? Int == 20_000)
        #expect(report["mainThread"] as? Bool == true)
        // Without the bridge nothing would ever run; with polling each hop would take milliseconds.
        #expect(try #require(report["hopSeconds"] as? Double) < 10)
        // Else a window on a machine that draws slowly would stand still as long as anything moves in it.
        #expect(try #require(report["turns"] as? Int) > 5)
        #expect((0.05..<5).contains(try #require(report["sleepSeconds"] as? Double)))
    }

    @Test func `1.6, 4.11 each window opened and closed fifty times leaves nothing alive`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        // In two programs side by side, since most of it is waiting.
        async let one = Self.lives(part: 0, on: screen)
        async let other = Self.lives(part: 1, on: screen)
        let report = try await one.merging(other) { one, _ in one }
        #expect(
            Set(report.keys).isSuperset(of: [
                "browser", "viewer", "emptyBrowser", "deniedBrowser", "sources", "alert", "notice", "cropEditor",
                "trimEditor", "imagePicker", "chatKeyboard", "attachments", "camera",
            ]))
        for (window, counts) in report {
            #expect(counts["seen"]! >= 50 * 4, "\(window) has no widgets: \(counts)")
            #expect(counts["left"] == 0, "\(window) leaves widgets: \(counts)")
            #expect(counts["models"] == 0, "\(window) leaves its model: \(counts)")
        }
    }

    private static func lives(part: Int, on screen: Screen) async throws -> [String: [String: Int]] {
        let words = [Screen.program("WindowProbe"), "lives", "50", "\(part)", "2"]
        return try #require(try await screen.measure(words, seconds: 240) as? [String: [String: Int]])
    }
}
