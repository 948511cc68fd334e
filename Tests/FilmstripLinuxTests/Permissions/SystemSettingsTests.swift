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
            "XDG_DATA_DIRS": folder.path, "XDG_DATA_HOME": folder.path,
        ])
        #expect(settings.open(for: .camera))
        let called = folder.appending(path: "called")
        while !FileManager.default.fileExists(atPath: called.path) { await Task.yield() }
        #expect(try String(contentsOf: called, encoding: .utf8) == "camera\n")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [["camera"], ["privacy"], ["camera", "privacy"]])
    func `0.3 GNOME's settings open at the page that they have`(pages: [String]) async throws {
        let folder = try folder(with: "gnome-control-center")
        defer { try? FileManager.default.removeItem(at: folder) }
        let entries = folder.appending(path: "share/applications")
        try FileManager.default.createDirectory(at: entries, withIntermediateDirectories: true)
        for page in pages {
            try Data().write(to: entries.appending(path: "gnome-\(page)-panel.desktop"))
        }
        let settings = SystemSettings(environment: [
            "PATH": "\(folder.path):/usr/bin:/bin", "XDG_CURRENT_DESKTOP": "GNOME",
            "XDG_DATA_DIRS": "/nowhere:\(folder.path)/share", "XDG_DATA_HOME": "/nowhere",
        ])
        #expect(settings.open(for: .camera))
        let called = folder.appending(path: "called")
        while !FileManager.default.fileExists(atPath: called.path) { await Task.yield() }
        #expect(try String(contentsOf: called, encoding: .utf8) == "\(pages[0])\n")
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
