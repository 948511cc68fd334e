import Filmstrip
import FilmstripLinux
import Foundation
import PrivateDesktop
import Testing

/// What it takes to press a button of somebody else's window.
private enum RealQuestionNeeds {
    static let python = "/usr/bin/python3"

    static var script: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "press-button.py").path
    }

    static var missing: String? {
        if let program = missingProgram(for: .init(portal: .gtk, hasDisplay: true)) { return program }
        let tools = [
            python, "/usr/share/dbus-1/services/org.a11y.Bus.service", "/usr/lib/python3/dist-packages/pyatspi",
        ]
        return tools.first { !FileManager.default.fileExists(atPath: $0) }
    }
}

/// The question that a person would see: a window of the desktop's own back end, answered at its buttons.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(if: RealQuestionNeeds.missing == nil, "a program for the real question is missing"))
struct RealQuestionTests {
    @Test func `1.2 the system's own question is the only one, and granting it opens the camera`() async throws {
        let home = try await PermissionDesktop(.gtk, cameras: [VirtualCamera()])
        defer { home.desktop.end() }
        #expect(await home.permissions.status(of: .camera) == .notDetermined)
        async let answer = home.permissions.request(.camera)
        let texts = try await home.desktop.run(
            path: RealQuestionNeeds.python, [RealQuestionNeeds.script, "Grant Access", "25"])
        #expect(texts.contains("camera"))
        #expect(await answer == .authorized)
        #expect(await home.permissions.status(of: .camera) == .authorized)
        #expect(try await home.permissions.openCameraAccess().isPipeWire)
    }

    @Test func `1.3 refusing the system's question is denied, and it is not put again`() async throws {
        let home = try await PermissionDesktop(.gtk)
        defer { home.desktop.end() }
        async let answer = home.permissions.request(.camera)
        try await home.desktop.run(path: RealQuestionNeeds.python, [RealQuestionNeeds.script, "Deny Access", "25"])
        #expect(await answer == .denied)
        // No window could be answered here: it would wait for ever.
        #expect(await home.permissions.request(.camera) == .denied)
    }

    @Test func `1.3 the desktop's own privacy switch is a restriction`() async throws {
        let home = try await PermissionDesktop(.gtk)
        defer { home.desktop.end() }
        var changes = home.permissions.changes().makeAsyncIterator()
        #expect(await home.permissions.status(of: .camera) == .notDetermined)
        try await home.desktop.lockdown(true)
        #expect(await changes.next() == .camera)
        // The setting is told before the desktop's own parts have read it. A request made meanwhile would put a question.
        while await home.permissions.status(of: .camera) != .restricted { try await Task.sleep(for: .milliseconds(50)) }
        #expect(await home.permissions.request(.camera) == .restricted)
    }
}
