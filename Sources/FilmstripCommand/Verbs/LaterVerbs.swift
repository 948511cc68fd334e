import Filmstrip

/// A verb that the contract names and that is still to come: its syntax stands, and running it says so.
protocol LaterVerb: Verb {
    init()
}

extension LaterVerb {
    static var isLater: Bool { true }

    init(_ invocation: Invocation) throws(CommandError) { self.init() }

    func run(_ desk: Desk) async throws { throw CommandError.notThereYet }
}

extension CommandError {
    static let notThereYet = CommandError.usage("not there yet")
}

struct PickVerb: LaterVerb {
    static let syntax = VerbSyntax(
        "pick", "Open the picker window and print what was chosen, in tap order.",
        options: [
            .choice("--source", ["ask", "camera", "library"], "Where from. Default: ask."),
            .value("--camera", "ID|front|rear", "The camera. Default: rear."),
            .value("--max", "N", "At most so many. Default: 1."), .value("--min", "N", "At least so many. Default: 1."),
            .value("--types", "photo,video,live", "The kinds that may be chosen. Default: all."),
            .value("--max-duration", "S", "The longest video, in seconds."),
            .value("--albums", "A,B…", "The albums that are shown, in that order."),
            .value("--select", "ID…", repeatable: true, "What is chosen already."),
            .flag("--numbers", "Show order numbers instead of check marks."),
            .value("--prompt", "TEXT", "A line above the grid."), .value("--columns", "N", "Columns of the grid."),
            .choice("--edit", ["square", "free"], "Edit what was chosen."),
            .flag("--save", "Save new captures to the library."), .value("--album", "NAME", "The album to save to."),
            .value("--copy-to", "DIR", "Copy the chosen files to that folder."),
            .value("--parent", "HANDLE", "The window to stand above: x11:XID or wayland:HANDLE."),
        ] + ExportOptions.syntax)
}
