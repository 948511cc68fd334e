import Filmstrip
import FilmstripLinux
import Foundation

/// The options of a recipe, for the verbs that export.
struct ExportOptions: Sendable {
    static let syntax: [OptionSyntax] = [
        .value("--fit", "WxH", "The largest size."),
        .choice("--format", ["jpeg", "png", "heic", "webp"], "The format of the new files."),
        .value("--quality", "Q", "1 to 100."),
        .value("--max-bytes", "N", "The most bytes of a file."),
        .flag("--strip-location", "Leave the place out."),
        .flag("--strip-metadata", "Leave all metadata out."),
        .flag("--still-only", "Of a live photo, the still alone."),
        .value("--jobs", "N", "How many at once."),
    ]

    let recipe: ExportRecipe
    let jobs: Int?

    init(_ invocation: Invocation) throws(CommandError) {
        let formats: [String: ContentType] = ["jpeg": .jpeg, "png": .png, "heic": .heic, "webp": .webP]
        let budget = try invocation.integer("--max-bytes", in: 1...Int.max)
        recipe = ExportRecipe(
            largestSize: try Self.size(invocation), format: try invocation.text("--format").flatMap { formats[$0] },
            quality: try invocation.integer("--quality", in: 1...100), maximumBytes: budget.map { Int64($0) },
            metadata: invocation.has("--strip-metadata")
                ? .none : invocation.has("--strip-location") ? .withoutLocation : .all,
            stillOnly: invocation.has("--still-only"))
        jobs = try invocation.integer("--jobs", in: 1...64)
    }

    private static func size(_ invocation: Invocation) throws(CommandError) -> PixelSize? {
        guard let text = try invocation.text("--fit") else { return nil }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
            throw .usage("--fit wants a size such as 1024x768, not \(text)")
        }
        return PixelSize(width: width, height: height)
    }
}

/// `export`: new files by a recipe.
struct ExportVerb: Verb {
    static let syntax = VerbSyntax(
        "export", "Make new files by a recipe.", operands: "FILE…", count: 1...Int.max,
        options: [.value("--to", "DIR", "The folder for the new files.").required] + ExportOptions.syntax,
        details:
            "Where nothing is asked, the new files have the old ones' bytes and dates. Videos are never coded anew. Of a\n"
            + "live photo that is named by both of its files, both are made once. Ctrl-C takes away what was made.")

    let files: [MediaPath]
    let folder: MediaPath
    let options: ExportOptions

    init(_ invocation: Invocation) throws(CommandError) {
        files = invocation.operands
        folder = try invocation.folder()
        options = try ExportOptions(invocation)
    }

    func run(_ desk: Desk) async throws {
        let here = desk.environment.workingFolder
        let folder = try desk.folder(folder)
        let exporter = MediaExporter(decoder: desk.environment.decoder, jobs: options.jobs)
        let files = withoutHalves(in: here)
        let items = files.map { ExportItem(file: $0.absolute(in: here)) }
        let finished = Locked(0)
        let results = await desk.withProgress(Self.text(finished.withLock { $0 }, of: items.count)) {
            await exporter.export(items, to: folder, as: options.recipe) { progress in
                finished.withLock { $0 = progress.finished }
                if progress.total > 1 { desk.progress.update(Self.text(progress.finished, of: progress.total)) }
            }
        }
        desk.noteMissingWall()
        guard !Task.isCancelled else {
            Self.remove(results)
            throw CommandError.cancelled
        }
        for (file, result) in zip(files, results) {
            do {
                let made = try result.get()
                desk.noteLosses(of: made, from: file)
                try desk.print(.exported(made, source: file), path: made.path)
            } catch { try desk.reportUnlessFatal(error) }
        }
    }

    private static func text(_ finished: Int, of total: Int) -> String {
        total > 1 ? "exported \(finished) of \(total)" : "exporting"
    }

    /// The files without movies whose stills are named, too, and come with them.
    private func withoutHalves(in here: MediaPath) -> [MediaPath] {
        // Other formats leave the movie out.
        guard files.count > 1, [nil, .jpeg, .heic].contains(options.recipe.format) else { return files }
        let named = Set(files.map { $0.absolute(in: here) })
        return files.filter { file in
            let path = file.absolute(in: here)
            do throws(LibraryError) {
                guard let live = try LivePhotoFiles(path), live.movie == path else { return true }
                return !named.contains(live.still)
            } catch {
                // What is wrong with it is told when its turn comes.
                return true
            }
        }
    }

    /// Takes away what was made before somebody cancelled: it is told to nobody.
    private static func remove(_ results: [Result<ExportedMedia, ExportError>]) {
        for case .success(let made) in results {
            for path in [made.path, made.moviePath].compactMap({ $0 }) { path.withCString { _ = unlink($0) } }
        }
    }
}
