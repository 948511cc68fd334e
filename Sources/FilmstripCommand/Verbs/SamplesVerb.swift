import Filmstrip
import FilmstripLinux

/// `samples`: writes a believable photo library.
struct SamplesVerb: Verb {
    static let syntax = VerbSyntax(
        "samples", "Write a believable photo library to play with.", operands: "DIR", count: 1...1,
        options: [
            .value("--count", "N", "How many. Default: 200."),
            .value("--seed", "S", "Same seed, same bytes. Default: 1."),
            .flag("--tiny", "Small pictures, quickly made, none of them marked: for benchmarks."),
        ],
        details:
            "The folder must be empty or not there yet. A few pictures are marked as favourites, as a library marks them: in\n"
            + "the list of its user, not in the folder.")

    let library: SampleLibrary

    init(_ invocation: Invocation) throws(CommandError) {
        try Desk.checkNames(invocation.operands, "samples")
        library = SampleLibrary(
            folder: invocation.operands[0], count: try invocation.integer("--count", in: 1...10_000_000) ?? 200,
            seed: try invocation.number64("--seed") ?? 1, isTiny: invocation.has("--tiny"))
    }

    func run(_ desk: Desk) async throws {
        let made = MadeFiles()
        let report: SampleLibrary.Report
        let marked: Int
        do {
            report = try await library.write(made: made) { desk.progress.update("\($0) of \(library.count)") }
            desk.progress.finish()
            marked = library.isTiny ? 0 : try await mark(report.favorites, desk)
        } catch {
            // Half a library would be in the way of the next try.
            made.remove()
            throw error
        }
        try desk.print(
            [
                "path": .path(library.folder), "items": .integer(report.items), "files": .integer(report.files),
                "byteCount": .integer(report.byteCount), "favorites": .integer(marked),
            ], text: "\(report.items) photos and videos in \(report.files) files, \(report.byteCount / 1_000_000) MB")
    }

    /// Marks pictures as favourites, and says how many. The pictures are there even where that cannot be.
    private func mark(_ paths: [MediaPath], _ desk: Desk) async throws -> Int {
        let opened = try await desk.openLibrary(roots: [library.folder])
        var count = 0
        do throws(LibraryError) {
            _ = try await opened.index()
            for path in paths {
                guard let asset = try await opened.asset(at: path.absolute(in: desk.environment.workingFolder)) else {
                    continue
                }
                try await opened.setFavorite(true, for: asset.id)
                count += 1
            }
        } catch {
            guard error.code != .cancelled else { throw error }
            desk.errors.note(Notice(error.code, "Favourites could not be marked. \(error.message)"))
        }
        return count
    }
}
