import Filmstrip

/// `samples`: writes a believable photo library.
struct SamplesVerb: Verb {
    static let syntax = VerbSyntax(
        "samples", "Write a believable photo library to play with.", operands: "DIR", count: 1...1,
        options: [
            .value("--count", "N", "How many. Default: 200."),
            .value("--seed", "S", "Same seed, same bytes. Default: 1."),
            .flag("--tiny", "Small pictures, quickly made: for benchmarks."),
        ])

    let folder: MediaPath
    let count: Int
    let seed: Int
    let isTiny: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        folder = invocation.operands[0]
        count = try invocation.integer("--count", in: 1...10_000_000) ?? 200
        seed = try invocation.integer("--seed", in: 0...Int.max) ?? 1
        isTiny = invocation.has("--tiny")
    }

    func run(_ desk: Desk) async throws { throw CommandError.notThereYet }
}

/// `demo`: the four scenarios.
struct DemoVerb: Verb {
    static let syntax = VerbSyntax(
        "demo", "Walk through the four scenarios.",
        options: [.value("--headless", "DIR", "Without a window; leave files and a report in that folder.")])

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws { throw CommandError.notThereYet }
}
