import Foundation
import PrivateDesktop
import Testing

private enum PortalDesktop {
    static let configuration = PrivateDesktop.Configuration(
        cameras: [VirtualCamera()], portal: .gtk, hasDisplay: true)

    static var missing: String? { configuration.missingProgram?.message ?? Screen.missing }
}

/// The camera window over a camera of PipeWire, with the desktop's own question in front of it.
@Suite(
    .serialized, .timeLimit(.minutes(4)),
    .enabled(if: PortalDesktop.missing == nil, "a program for cameras and windows is missing"))
struct CameraPortalTests {
    private static var live: [Any] { ["await", "push button", "^Take Photo$", "sensitive"] }

    @Test
    func
        `0.6, 0.3, 2.2, 3.4, C65, C73, C74 the system's question alone; denied, the way to the settings; granted, a picture; withdrawn or unplugged, a page`()
        async throws
    {
        let screen = try await Screen(PortalDesktop.configuration)
        defer { screen.desktop.end() }
        let file = screen.desktop.folder.appending(path: "photo.jpg").path
        let start: [Any] = [
            "start", Screen.program("filmstrip"), "shoot", "--window", "--json", "--lang", "en", "-o", file,
            "--library",
            screen.desktop.folder.path,
        ]
        var found = try await screen.walk([start, ["answer", "^Deny Access$"], ["end"]])
        // Refused there, it ends quietly.
        #expect(try #require(found.last.ending).status == 1)
        found = try await screen.walk([
            start, ["see", "*", "^Turn on camera access"], ["see", "push button", "^Turn On$"],
            ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect(try #require(found.last.ending).status == 2)
        try await screen.desktop.store(nil, for: "camera")
        found = try await screen.walk([
            start, ["answer", "^Grant Access$"], Self.live, ["press", "push button", "^Take Photo$"],
            ["press", "push button", "^Use$"], ["end"],
        ])
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0)
        let shot = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(shot["path"] as? String == file && shot["width"] as? Int == 1280)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count > 10_000)
        try FileManager.default.removeItem(atPath: file)
        // What was granted is not asked again; what is withdrawn ends the picture, and comes back with the permission.
        found = try await screen.walk([
            start, Self.live, Self.store("no"), ["see", "*", "^Camera access is off$"],
            ["see", "push button", "^Open Settings$"], Self.store("yes"), Self.live,
            // C65: the window's own close button.
            ["close"], ["end"],
        ])
        #expect(try #require(found.last.ending).status == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
        try await tile(screen)
        try await devices(screen)
    }

    /// What the permission store says from now on, as the system's settings have it.
    private static func store(_ answer: String) -> [Any] {
        let store = "org.freedesktop.impl.portal.PermissionStore"
        return [
            "run", "dbus-send", "--session", "--print-reply", "--dest=\(store)",
            "/org/freedesktop/impl/portal/PermissionStore", "\(store).SetPermission", "string:devices", "boolean:true",
            "string:camera", "string:", "array:string:\(answer)",
        ]
    }

    /// The camera tile of the image picker.
    private func tile(_ screen: Screen) async throws {
        try await screen.desktop.store(nil, for: "camera")
        try await screen.walk([
            [
                "start", Screen.program("filmstrip-demo"), "--page", "chat", "--lang", "en", "--library",
                screen.desktop.folder.path,
            ],
            ["press", "push button", "^Send Pictures$"], ["answer", "^Deny Access$"],
            ["see", "*", "^Camera access is off$"], ["press", "push button", "^Open Settings$"],
            ["see", "*", "^Allow access in Settings, under Privacy, Camera.$"], ["press", "push button", "^OK$"],
            // Allowed there, the tile comes to life by itself.
            Self.store("yes"), Self.live, ["press", "push button", "^Take Photo$"],
            ["see", "image", "^Picture$"], Self.store("no"), ["see", "*", "^Camera access is off$"],
            ["signal", "SIGTERM"], ["end"],
        ])
    }

    /// Cameras that are pulled out and put in again, by the hand itself: the desktop does one thing at a time.
    private func devices(_ screen: Screen) async throws {
        try await screen.desktop.store("yes", for: "camera")
        let camera = try #require(screen.desktop.cameras.first)
        let process = try #require(screen.desktop.processes[camera.name])
        let other = screen.desktop.folder.appending(path: "other-camera").path
        let plug: [Any] = ["run", "sh", "-c", "\"$@\" > /dev/null 2>&1 & echo $! > \(other)", "sh"]
        let shoot: [Any] = ["start", Screen.program("filmstrip"), "shoot", "--window", "--lang", "en"]
        let lost: [Any] = ["see", "*", "^The camera was disconnected$"]
        // jacksonliam/mjpg-streamer #260: it hung.
        var found = try await screen.walk([
            shoot, Self.live, ["run", "kill", "-KILL", "\(process)"], lost, ["gone", "push button", "^Take Photo$"],
            plug + [Screen.program("DesktopParts")] + camera.arguments, Self.live,
            ["run", "sh", "-c", "kill -KILL $(cat \(other))"], lost, ["key", "Escape"], ["end"],
        ])
        #expect(try #require(found.last.ending).status == 1)
        // NSRare/NSGIF #1: no camera was a crash.
        found = try await screen.walk([shoot, ["end"]])
        let ending = try #require(found.last.ending)
        #expect(ending.status != 0 && ending.status < 128, "\(ending)")
    }
}
