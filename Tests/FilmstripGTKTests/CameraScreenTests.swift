import Foundation
import PrivateDesktop
import Testing

/// The camera screen as a window over the simulated camera, driven as people drive it.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Screen.missing == nil, "a program for windows is missing"))
struct CameraScreenTests {
    private static func camera(_ options: String...) -> [Any] {
        ["start", Screen.program("WindowProbe"), "camera"] + options
    }

    private static var shutter: [Any] { ["push button", "^Take Photo$"] }
    /// The shutter can be pressed: the picture is live.
    private static var live: [Any] { ["await", "push button", "^Take Photo$", "sensitive"] }

    /// What the probe says at the end: what was handed over, which cameras were opened, and which is open still.
    private func lines(_ found: [Any]) throws -> [String] {
        let (status, output) = try #require(found.last.ending)
        #expect(status == 0)
        let lines = output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(output)")
        #expect(lines[2] == "open none")
        return lines
    }

    /// The photos that were handed over. Each is the frame on which the viewfinder froze, or one beside it; a busy machine shows
    /// frames a little later than it takes them.
    private func shots(_ found: [Any]) throws -> [String] {
        try lines(found)[0].split(separator: " ").map { told in
            let parts = told.split(separator: ":")
            let distance = try #require(parts.last.flatMap { Int($0) }, "\(told)")
            #expect(abs(distance) <= 6, "\(told)")
            return parts.dropLast().joined(separator: ":")
        }
    }

    @Test
    func `0.6, 2.2, 2.6, 2.7, 2.10, C64, C65 a photo is taken, retaken and used, and leaving in any way is one cancel`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        // DKImagePickerController #96: what was taken is handed over once, however often one presses.
        let photo: [[Any]] = [
            Self.camera(), Self.live, ["see", "push button", "^Switch Camera$"], ["see", "push button", "^Flash Off$"],
            ["gone", "push button", "^Retake$"], ["click"] + Self.shutter,
            ["see", "push button", "^Use$"],
            ["gone"] + Self.shutter, ["press", "push button", "^Retake$"], Self.live, ["gone", "push button", "^Use$"],
            ["press"] + Self.shutter, ["see", "push button", "^Use$"], ["press", "push button", "^Use$"], ["end"],
        ]
        let ways: [[[Any]]] = [
            [["press", "push button", "^Cancel$"]], [["key", "Escape"]], [["close"]],
            [["press"] + Self.shutter, ["see", "push button", "^Use$"], ["press", "push button", "^Cancel$"]],
        ]
        let found = try await screen.walks(
            [photo] + ways.map { [Self.camera(), Self.live] + $0 + [["end"]] }
                + [[Self.camera("--later", "dismiss"), ["end"]]])
        #expect(try shots(found[0]) == ["photo:simulated-rear:320x240:up"])
        #expect(try lines(found[0])[1] == "opened simulated-rear")
        for left in found.dropFirst() { #expect(try lines(left).first == "cancelled") }
    }

    @Test func `C79, 5.13 all of it works by keyboard alone: two photos, flipped in between, and Done`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Self.camera("--max", "3"), Self.live, ["await", "push button", "^Take Photo$", "focused"],
            ["key", "space"], ["await", "push button", "^Use$", "focused"], ["key", "Return"],
            ["see", "push button", "^Photo, Shot 1 of 1$"], Self.live, ["key", "f"],
            // The front camera has no flash.
            ["gone", "push button", "^Flash"], Self.live, ["key", "XF86AudioRaiseVolume"],
            ["await", "push button", "^Use$", "focused"], ["key", "Escape"], Self.live, ["key", "Return"],
            ["await", "push button", "^Use$", "focused"], ["key", "space"],
            ["see", "push button", "^Photo, Shot 2 of 2$"], ["key", "g"],
            ["await", "push button", "^Grid$", "pressed"],
            ["key", "t"], ["see", "push button", "^Self-Timer 3 Seconds$"], ["key", "Ctrl+Return"], ["end"],
        ])
        #expect(
            try shots(found) == ["photo:simulated-rear:320x240:up", "photo:simulated-front:320x240:up"])
        #expect(try lines(found)[1] == "opened simulated-rear simulated-front")
    }

    @Test
    func `C70, 2.5 nothing is mirrored in the file but what the setting mirrors, and that of the front camera alone`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        // signalapp/Signal-Android #10698, Signal-iOS #5955
        let keep: [[Any]] = [Self.live, ["press"] + Self.shutter, ["press", "push button", "^Use$"]]
        let flip: [[Any]] = [
            Self.live, ["press", "push button", "^Switch Camera$"], ["gone", "push button", "Flash"],
        ]
        let found = try await screen.walks(
            ([[], ["--mirror"]] as [[Any]]).map { options in
                [Self.camera("--max", "2") + options] + keep + flip + keep + [["end"]]
            })
        for (found, front) in zip(found, ["up", "upMirrored"]) {
            #expect(
                try shots(found) == ["photo:simulated-rear:320x240:up", "photo:simulated-front:320x240:\(front)"])
        }
    }

    @Test func `2.3, C68 flash buttons are there where there is a flash, and the wish comes back with it`() async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        // finn-no/Finjinon PR 46
        let found = try await screen.walk([
            Self.camera(), Self.live, ["press", "push button", "^Flash Off$"], ["see", "push button", "^Flash On$"],
            ["press", "push button", "^Flash On$"], ["see", "push button", "^Automatic Flash$"],
            ["press", "push button", "^Switch Camera$"], ["gone", "push button", "Flash"], Self.live,
            ["press", "push button", "^Switch Camera$"], ["see", "push button", "^Automatic Flash$"], Self.live,
            ["press"] + Self.shutter, ["press", "push button", "^Use$"], ["end"],
        ])
        #expect(try lines(found)[0].hasPrefix("photo:simulated-rear"))
    }

    @Test func `0.8 a video is recorded with its time, ends at its limit, and is used`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let found = try await screen.walk([
            Self.camera("--kinds", "photo,video", "--limit", "2"), Self.live, ["press", "push button", "^Video$"],
            ["await", "push button", "^Record Video$", "sensitive"], ["press", "push button", "^Record Video$"],
            ["see", "push button", "^Stop Recording$"], ["see", "*", "^Recording, 0:0[0-2]$"],
            // At the limit it ends by itself.
            ["see", "push button", "^Use$"], ["see", "label", "^0:02"], ["press", "push button", "^Use$"], ["end"],
        ])
        let told = try lines(found)[0].split(separator: ":")
        #expect(told.first == "video" && (1500...2500).contains(Int(told.last ?? "") ?? 0), "\(told)")
    }

    @Test
    func
        `0.6, 2.1, C73, 5.12 no camera, a busy one and a withdrawn permission each have a page that helps`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let cancel: [Any] = ["press", "push button", "^Cancel$"]
        // NSRare/NSGIF #1: no camera was a crash.
        let found = try await screen.walks([
            [
                Self.camera("--only", "none"), ["see", "alert", "^No camera is available$"],
                ["see", "*", "^Connect a camera"], ["see", "push button", "^Try Again$"], ["gone"] + Self.shutter,
                cancel, ["end"],
            ],
            [
                Self.camera("--busy"), ["see", "alert", "^Another program is using the camera$"],
                ["press", "push button", "^Try Again$"], Self.live, cancel, ["end"],
            ],
            [
                Self.camera("--later", "revoke"), ["see", "alert", "^Camera access is off$"],
                ["see", "push button", "^Open Settings$"], cancel, ["end"],
            ],
            [Self.camera("--later", "interrupt"), ["see", "alert", "^The camera is paused$"], cancel, ["end"]],
        ])
        for found in found { #expect(try lines(found)[0] == "cancelled") }
    }

    @Test func `The user's settings are found again`() async throws {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let file = screen.desktop.folder.appending(path: "camera.json").path
        let found = try await screen.walks([
            [
                Self.camera("--settings", file), Self.live, ["press", "push button", "^Self-Timer Off$"],
                ["press", "push button", "^Switch Camera$"], ["gone", "push button", "Flash"], ["key", "Escape"],
                ["end"],
            ],
            [
                Self.camera("--settings", file), Self.live, ["see", "push button", "^Self-Timer 3 Seconds$"],
                ["gone", "push button", "Flash"], ["key", "Escape"], ["end"],
            ],
        ])
        #expect(try lines(found[1])[1] == "opened simulated-front")
    }

    @Test
    func `0.7 a camera inside of the app's window has a cross-hair and one button, hands over the original, and goes`()
        async throws
    {
        let screen = try await Screen()
        defer { screen.desktop.end() }
        let ways: [([Any], String)] = [
            (["press"] + Self.shutter, "photo:simulated-front:320x240"), (["key", "Escape"], "cancelled"),
            (["press", "push button", "^Cancel$"], "cancelled"), (["close"], "cancelled"),
        ]
        let found = try await screen.walks(
            ways.map { leave, _ in
                // No stock controls.
                [
                    Self.camera("--embedded", "--front"), Self.live, ["see", "push button", "^Cancel$"],
                    ["gone", "push button", "^(?!(Cancel|Take Photo)$)"], leave, ["end"],
                ]
            })
        for (found, (leave, told)) in zip(found, ways) {
            let (status, output) = try #require(found.last.ending)
            let lines = output.split(separator: "\n").map(String.init)
            #expect(status == 0 && lines.first == told && lines.last == "open none", "\(output)")
            // The app has its window back as it was, unless the user closed that.
            #expect(leave.first as? String == "close" || lines.contains("content GtkLabel"), "\(output)")
        }
    }
}
