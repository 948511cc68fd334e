import Filmstrip
import FilmstripLinux

/// `library index`: brings the index up to date.
struct LibraryIndexVerb: Verb {
    static let syntax = VerbSyntax(
        "library index", "Bring the index up to date.", operands: "[DIR…]", count: 0...Int.max,
        details: "DIR is a folder of the library, as with --library. Each set of folders has an index of its own.\n"
            + "Problem files are counted, and are no error: `library problems` lists them.")

    let folders: [MediaPath]

    init(_ invocation: Invocation) throws(CommandError) {
        folders = invocation.operands
        try Desk.checkNames(folders, "library index")
        guard folders.isEmpty || invocation.paths("--library").isEmpty else {
            throw .usage("name the folders either as DIR or by --library")
        }
    }

    func run(_ desk: Desk) async throws {
        let library = try await desk.openLibrary(roots: folders)
        let report = try await desk.withProgress("looking through the folders") { try await library.index() }
        try desk.print(
            [
                "added": .integer(report.added), "changed": .integer(report.changed),
                "removed": .integer(report.removed),
                "unchanged": .integer(report.unchanged), "problems": .integer(report.problems),
                "filesRead": .integer(report.filesRead), "seconds": .number((report.seconds * 1000).rounded() / 1000),
            ],
            text:
                "\(report.added) added, \(report.changed) changed, \(report.removed) removed, \(report.unchanged) unchanged, "
                + "\(report.problems) with problems")
    }
}

/// `library albums`: the albums that there are.
struct LibraryAlbumsVerb: Verb {
    static let syntax = VerbSyntax(
        "library albums", "List the albums: title, how many, identity.")

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws {
        let photos = try await desk.openFreshLibrary()
        var albums: [(album: Album, count: Int)] = []
        for var album in try await photos.albums() {
            if case .smart(let smart) = album.kind { album.title = desk.texts.title(of: smart) }
            albums.append((album, try await photos.fetch(AssetQuery(album: album.id)).count))
        }
        let values = albums.map { album, count -> JSON in
            [
                "id": .string(album.id.rawValue), "title": .string(album.title),
                "kind": .string(album.kind == .user ? "user" : "smart"), "count": .integer(count),
            ]
        }
        let lines = albums.map { album, count in
            "\(album.title.onOneLine)  \(count)  \(album.id.rawValue.onOneLine)"
        }
        try desk.print(.array(values), text: lines.joined(separator: "\n"))
    }
}

/// `library problems`: what is not in the index, and why.
struct LibraryProblemsVerb: Verb {
    static let syntax = VerbSyntax("library problems", "List the files that could not be indexed, and why.")

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws {
        let problems = try await desk.openFreshLibrary().problems()
        guard desk.usesJSON else {
            for problem in problems {
                let reason = ": \(problem.code.rawValue): \(problem.message)\n"
                try desk.printRaw(problem.path.lineBytes + MediaPath(reason).bytes)
            }
            return
        }
        let values = problems.map { problem -> JSON in
            ["path": .path(problem.path), "code": .string(problem.code.rawValue), "message": .string(problem.message)]
        }
        try desk.print(.array(values), text: "")
    }
}

/// `library watch`: tells of changes until it is stopped.
struct LibraryWatchVerb: Verb {
    static let syntax = VerbSyntax(
        "library watch", "Print changes of the library as they happen, until stopped.",
        details: "To stop it is to cancel it: the exit code is 1 then.")

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws {
        let library = try await desk.openFreshLibrary()
        let printing = Task {
            for await change in library.changes() { try desk.print(.change(change), text: Self.text(change)) }
        }
        try await withTaskCancellationHandler {
            try await printing.value
        } onCancel: {
            printing.cancel()
        }
        try Task.checkCancellation()
    }

    private static func text(_ change: LibraryChange) -> String {
        let lines =
            change.added.map { "added \($0)" } + change.changed.map { "changed \($0)" }
            + change.removed.map { "removed \($0)" } + (change.isCoarse ? ["changed in many places"] : [])
        return lines.map(\.onOneLine).joined(separator: "\n")
    }
}

extension JSON {
    /// A change as `library watch` prints it. `coarse` is there, and true, when it is not told in detail.
    static func change(_ change: LibraryChange) -> JSON {
        func list(_ ids: [AssetID]) -> JSON { .array(ids.map { .string($0.rawValue) }) }
        let value: JSON = [
            "added": list(change.added), "changed": list(change.changed), "removed": list(change.removed),
        ]
        return change.isCoarse ? value.adding("coarse", true) : value
    }
}
