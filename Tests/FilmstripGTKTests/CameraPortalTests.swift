import Foundation
import PrivateDesktop
import Testing

private enum PortalDesktop {
    static let configuration = PrivateDesktop.Configuration(
        cameras: [VirtualCamera(name: "rear", position: .rear), VirtualCamera(name: "front", position: .front)],
        portal: .gtk, hasDisplay: true)

    static var missing: String? { configuration.missingProgram?.message ?? Screen.missing }
}

/// The camera window over cameras of PipeWire, with the desktop's own question in front of it.
@Suite(
    .serialized, .timeLimit(.minutes(4)),
    .enabled(if: PortalDesktop.missing == nil, "a program for cameras and windows is missing"))
struct CameraPortalTests {
    private static var live: [Any] { ["await", "push button", "^Take Photo$", "sensitive"] }

    @Test
    func
        `0.6, 0.3, 2.2, 3.4, C64, C65, C68, C70, C73, C74 the system's question alone; denied, the way to the settings; granted, a picture; withdrawn or unplugged, a page`()
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
            // C68, finn-no/Finjinon PR 46: a wish for a flash does no harm where there is none.
            start + ["--flash", "on"], ["answer", "^Grant Access$"], Self.live, ["gone", "push button", "Flash"],
            // C64, DKImagePickerController #96: two presses at once are one photo, and Use wins over a later Cancel.
            ["await", "push button", "^Take Photo$", "focused"], ["burst", "space", "space"],
            ["await", "push button", "^Use$", "focused"], ["click", "push button", "^Use$"], ["key", "Escape"], ["end"],
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
        try await files(screen)
        try await keep(screen)
        try await tile(screen)
        try await newcomer(screen)
        try await devices(screen)
    }

    /// C70, signalapp/Signal-Android #10698: nothing is mirrored in the file, unless it is wished, and the rear camera's never.
    private func files(_ screen: Screen) async throws {
        let proof = try await screen.measure(
            [Screen.program("WindowProbe"), "shooting", "proof", "photo,video", "--machine"])
        // A busy machine lets a camera of code skip frames of its own: the benchmark counts those of a movie.
        let shots = try #require(proof["shots"] as? [String]).map { told in
            told.hasPrefix("video") ? told.split(separator: " ").dropLast().joined(separator: " ") : told
        }
        let wanted = ["plain", "mirror"].flatMap { setting in
            [("rear", "up"), ("front", setting == "mirror" ? "upMirrored" : "up")].flatMap { camera, turn in
                ["photo \(camera) \(setting) \(turn) 0", "video \(camera) \(setting) \(turn)"]
            }
        }
        #expect(shots.sorted() == wanted.sorted())
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

    /// What the camera took for `pick` is saved where that is wished, and not lost where the folder for it has gone meanwhile.
    private func keep(_ screen: Screen) async throws {
        let (library, copies) = (screen.desktop.folder.appending(path: "kept"), screen.desktop.folder.path + "/copies")
        for path in [library.path, copies] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let found = try await screen.walk([
            [
                "start", Screen.program("filmstrip"), "pick", "--source", "camera", "--save", "--album", "Trip",
                "--copy-to", copies, "--library", library.path, "--json", "--lang", "en",
            ],
            Self.live, ["run", "sh", "-c", "rmdir \(copies) && touch \(copies)"],
            ["press", "push button", "^Take Photo$"],
            ["press", "push button", "^Use$"], ["end"],
        ])
        let (status, output) = try #require(found.last.ending)
        #expect(status == 2)
        let list = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
        let message = try #require((list.first?["error"] as? [String: String])?["message"])
        let kept = try #require(message.firstMatch(of: /what is new is kept at (.+)$/)).1
        let saved = try FileManager.default.subpathsOfDirectory(atPath: library.path).filter { $0.hasSuffix(".jpg") }
        #expect(saved.count == 1 && saved[0].hasPrefix("Trip/"), "\(saved)")
        for path in [String(kept), library.appending(path: saved[0]).path] {
            #expect(try Data(contentsOf: URL(filePath: path)).starts(with: [0xFF, 0xD8]))
        }
        try FileManager.default.removeItem(atPath: String(kept))
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
        let processes = try screen.desktop.cameras.map { try #require(screen.desktop.processes[$0.name]) }
        let other = screen.desktop.folder.appending(path: "other-camera").path
        let plug: [Any] = ["run", "sh", "-c", "\"$@\" > /dev/null 2>&1 & echo $! > \(other)", "sh"]
        let unplug: [Any] = ["run", "sh", "-c", "kill -KILL $(cat \(other))"]
        let shoot: [Any] = ["start", Screen.program("filmstrip"), "shoot", "--window", "--lang", "en"]
        let lost: [Any] = ["see", "*", "^The camera was disconnected$"]
        let isPlugged: [Any] = plug + [Screen.program("DesktopParts")] + camera.arguments
        // cosmic-ext-camera PR 460: another camera's end disturbs nobody. jacksonliam/mjpg-streamer #260: its own made it hang.
        var found = try await screen.walk([
            shoot, Self.live, ["run", "kill", "-KILL", "\(processes[1])"], ["gone", "push button", "^Switch Camera$"],
            Self.live, ["run", "kill", "-KILL", "\(processes[0])"], lost, ["gone", "push button", "^Take Photo$"],
            isPlugged, Self.live, unplug, lost, ["key", "Escape"], ["end"],
        ])
        #expect(try #require(found.last.ending).status == 1)
        // What was recorded until then is kept.
        found = try await screen.walk([
            isPlugged,
            [
                "start", Screen.program("filmstrip"), "pick", "--source", "camera", "--types", "photo,video", "--json",
                "--lang", "en", "--library", screen.desktop.folder.path, "--copy-to", screen.desktop.folder.path,
            ],
            Self.live, ["press", "push button", "^Video$"], ["await", "push button", "^Record Video$", "sensitive"],
            ["press", "push button", "^Record Video$"],
            // The microphone is a question of its own, and no reason to have no video.
            ["answer", "^Deny Access$"], ["see", "*", "^Recording, 0:0[1-9]$"], unplug,
            ["press", "push button", "^Use$"], ["end"],
        ])
        let kept = try #require(found.last.ending)
        #expect(kept.status == 0 && kept.output.contains(".mp4"), "\(kept)")
        // NSRare/NSGIF #1: no camera was a crash.
        found = try await screen.walk([shoot, ["end"]])
        let ending = try #require(found.last.ending)
        #expect(ending.status != 0 && ending.status < 128, "\(ending)")
    }
}
