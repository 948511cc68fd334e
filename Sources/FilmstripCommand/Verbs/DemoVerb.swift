import Filmstrip
import FilmstripLinux
import Foundation

/// `demo`: the four scenarios.
struct DemoVerb: Verb {
    static let syntax = VerbSyntax(
        "demo", "Walk through the four scenarios: avatar, attachments, chat keyboard, camera.",
        options: [
            .value("--headless", "DIR", "Without a window; leave files and a report in that folder."),
            .flag("--tiny", "Small sample pictures, quickly made."),
        ],
        details: "Uses the machine's camera; where there is none, a private desktop with a virtual one.\n"
            + "A folder that an earlier demo made is made anew.")

    let folder: MediaPath
    let isTiny: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        guard let folder = invocation.path("--headless") else {
            throw .usage("the demo's window is not there yet; demo --headless DIR does without")
        }
        self.folder = folder
        isTiny = invocation.has("--tiny")
    }

    func run(_ desk: Desk) async throws {
        let folder = folder.absolute(in: desk.environment.workingFolder)
        try Self.prepare(folder)
        let desktop = await desk.environment.demoDesktop(desk.environment)
        defer { desktop.end() }
        let demo = await DemoRun(folder: folder, isTiny: isTiny, desktop: desktop, desk: desk)
        try await demo.run()
        let report = await demo.report
        let files = report.files.map { file -> JSON in
            [
                "path": .path(folder.appending(file.name)), "byteCount": .integer(file.byteCount),
                "sha256": .string(file.sha256), "strip": .string(file.strip),
            ]
        }
        try desk.print(
            ["report": .path(folder.appending("report.md")), "files": .array(files)],
            text: report.text + "\nAll of it is in \(folder.string)/, and this text in report.md.")
    }

    /// Makes the folder; one that an earlier demo made is emptied of what that left.
    private static func prepare(_ folder: MediaPath) throws {
        try folder.makeFolders()
        guard try !folder.isEmptyFolder() else { return }
        let ours = ["library", "cache", "scenarios", "report.md"]
        guard folder.appending("library").isFolder, folder.appending("cache").isFolder else {
            throw CommandError(.exists, "The folder is not empty, and no demo made it.", path: folder)
        }
        for name in ours where folder.appending(name).exists {
            try FileManager.default.removeItem(at: folder.appending(name).url)
        }
    }
}
