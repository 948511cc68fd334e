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
        details: "Opens the demo app, filmstrip-demo, which lies beside this program.\n"
            + "With --headless it uses the machine's camera; where there is none, a private desktop with a virtual one.\n"
            + "A folder that an earlier demo made is made anew; any other must be empty or not there.")

    /// Nil for the app.
    let folder: MediaPath?
    let isTiny: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        folder = invocation.path("--headless")
        isTiny = invocation.has("--tiny")
        guard folder != nil || !isTiny else { throw .usage("--tiny is for --headless DIR") }
    }

    func run(_ desk: Desk) async throws {
        guard let given = folder else { return try openApp(desk) }
        let folder = given.absolute(in: desk.environment.workingFolder)
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
            text: Self.closing(report, in: given))
    }

    /// Where the photo, the video and the report are, by the name that the user gave the folder.
    static func closing(_ report: DemoReport, in folder: MediaPath) -> String {
        let captures = report.captures.map { ("Your \($0.what)", folder.appending($0.name)) }
        return (captures + [("The report", folder.appending("report.md"))])
            .map { "\($0.0): \($0.1.string.onOneLine)" }.joined(separator: "\n")
    }

    /// The file by which a demo knows its own folder again. Nothing else writes it, so nothing else is ever emptied.
    static let marker = ".made-by-filmstrip-demo"
    private static let markerText = "This folder belongs to `filmstrip demo`, which empties and fills it anew.\n"

    /// Makes the folder; one that an earlier demo made is emptied of what that left.
    static func prepare(_ folder: MediaPath) throws {
        try folder.makeFolders()
        let marker = folder.appending(marker)
        guard try !folder.isEmptyFolder() else { return try marker.writeNew(Array(markerText.utf8)) }
        guard try marker.exists && marker.readAll() == Array(markerText.utf8) else {
            throw CommandError(.exists, "The folder is not empty, and no demo made it.", path: folder)
        }
        for name in ["library", "cache", "scenarios", "report.md"] where folder.appending(name).exists {
            try FileManager.default.removeItem(at: folder.appending(name).url)
        }
    }
}
