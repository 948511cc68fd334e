import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

struct SystemSettingsTests {
    /// A folder with a program that writes down how it was called.
    private func folder(with program: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = folder.appending(path: program)
        try "#!/bin/sh\necho \"$@\" > '\(folder.path)/part'; mv '\(folder.path)/part' '\(folder.path)/called'\n".write(
            to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        return folder
    }

    @Test(.timeLimit(.minutes(1)))
    func `0.3 the settings open at the page of the permission, on desktops that have one`() async throws {
        let folder = try folder(with: "gnome-control-center")
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = SystemSettings(environment: [
            "PATH": "\(folder.path):/usr/bin:/bin", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
        ])
        #expect(settings.open(for: .camera))
        let called = folder.appending(path: "called")
        while !FileManager.default.fileExists(atPath: called.path) { await Task.yield() }
        #expect(try String(contentsOf: called, encoding: .utf8) == "camera\n")
    }

    @Test func `where there is no settings window, that is said`() {
        #expect(!SystemSettings(environment: ["PATH": "/nowhere", "XDG_CURRENT_DESKTOP": "GNOME"]).open(for: .camera))
        #expect(!SystemSettings(environment: ["PATH": "/bin:/usr/bin"]).open(for: .camera))
    }

    @Test func `the library's permission is shown at its folder`() {
        let settings = SystemSettings(environment: [:], libraryFolder: MediaPath("/home/a/Pictures"))
        #expect(settings.commands(for: .photoLibrary) == [["xdg-open", "/home/a/Pictures"]])
        #expect(settings.commands(for: .microphone).isEmpty)
    }
}
