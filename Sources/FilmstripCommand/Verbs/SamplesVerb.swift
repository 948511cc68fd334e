import Filmstrip

/// `samples`: writes a believable photo library.
struct SamplesVerb: Verb {
    static let syntax = VerbSyntax(
        "samples", "Write a believable photo library to play with.", operands: "DIR", count: 1...1,
        options: [
            .value("--count", "N", "How many. Default: 200."),
            .value("--seed", "S", "Same seed, same bytes. Default: 1."),
            .flag("--tiny", "Small pictures, quickly made: for benchmarks."),
        ],
        details: "The folder must be empty or not there yet.")

    let library: SampleLibrary

    init(_ invocation: Invocation) throws(CommandError) {
        library = SampleLibrary(
            folder: invocation.operands[0], count: try invocation.integer("--count", in: 1...10_000_000) ?? 200,
            seed: UInt64(try invocation.integer("--seed", in: 0...Int.max) ?? 1), isTiny: invocation.has("--tiny"))
    }

    func run(_ desk: Desk) async throws {
        let report = try await library.write { done in desk.progress.update("\(done) of \(library.count)") }
        desk.progress.finish()
        try desk.print(
            [
                "path": .path(library.folder), "items": .integer(report.items), "files": .integer(report.files),
                "byteCount": .integer(report.byteCount),
            ], text: "\(report.items) photos and videos in \(report.files) files, \(report.byteCount / 1_000_000) MB")
    }
}
