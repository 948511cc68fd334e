import Filmstrip

/// `demo`: the four scenarios.
struct DemoVerb: Verb {
    static let syntax = VerbSyntax(
        "demo", "Walk through the four scenarios.",
        options: [.value("--headless", "DIR", "Without a window; leave files and a report in that folder.")])

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws { throw CommandError.notThereYet }
}
