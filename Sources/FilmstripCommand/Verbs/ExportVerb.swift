import Filmstrip
import FilmstripLinux

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
        options: [.value("--to", "DIR", "The folder for the new files.")] + ExportOptions.syntax,
        details: "Where nothing is asked, the new files have the old ones' bytes. Videos are never coded anew.")

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
        let exporter = MediaExporter(decoder: desk.environment.decoder, jobs: options.jobs)
        let items = files.map { ExportItem(file: $0.absolute(in: here)) }
        let results = await exporter.export(items, to: folder.absolute(in: here), as: options.recipe) { progress in
            if progress.total > 1 { desk.progress.update("exported \(progress.finished) of \(progress.total)") }
        }
        desk.progress.finish()
        desk.noteMissingWall()
        for (file, result) in zip(files, results) {
            do {
                let made = try result.get()
                try desk.print(.exported(made, source: file), path: made.path)
            } catch { try desk.reportUnlessFatal(error) }
        }
    }
}
