import Foundation
import PrivateDesktop
import Testing

@Suite(
    .serialized, .timeLimit(.minutes(3)),
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
        #expect((0.05..<1).contains(try #require(report["sleepSeconds"] as? Double)))
    }

    @Test func `1.6, 4.11 each window opened and closed fifty times leaves nothing alive`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let report = try await screen.measure([Screen.program("WindowProbe"), "lives", "50"], seconds: 150)
        #expect(
            Set(report.keys).isSuperset(of: [
                "browser", "viewer", "emptyBrowser", "deniedBrowser", "sources", "alert", "notice", "cropEditor",
                "trimEditor", "imagePicker", "chatKeyboard", "attachments",
            ]))
        for (window, counts) in report {
            let counts = try #require(counts as? [String: Int])
            #expect(counts["seen"]! >= 50 * 4, "\(window) has no widgets: \(counts)")
            #expect(counts["left"] == 0, "\(window) leaves widgets: \(counts)")
            #expect(counts["models"] == 0, "\(window) leaves its model: \(counts)")
        }
    }
}
