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
        `0.6, 0.3, 2.2, 5.12 the system's question alone; denied, the way to the settings; granted, a photo; withdrawn, a page that says so`()
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
            start, ["see", "label", "^Turn on camera access"], ["see", "push button", "^Turn On$"],
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
        // What was granted is not asked again; what is withdrawn ends the picture.
        found = try await screen.walk([
            start, Self.live,
            [
                "run", "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.impl.portal.PermissionStore",
                "/org/freedesktop/impl/portal/PermissionStore",
                "org.freedesktop.impl.portal.PermissionStore.SetPermission", "string:devices", "boolean:true",
                "string:camera", "string:", "array:string:no",
            ],
            ["see", "*", "^Camera access is off$"], ["press", "push button", "^Cancel$"], ["end"],
        ])
        #expect(try #require(found.last.ending).status == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
