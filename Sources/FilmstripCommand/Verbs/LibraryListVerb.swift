import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation

/// `library list`: the assets, newest first.
struct LibraryListVerb: Verb {
    static let syntax = VerbSyntax(
        "library list", "List photos and videos, newest first.",
        options: [
            .value("--album", "A", "The album, by id or title. Default: everything."),
            .value("--types", "photo,video,live", "The kinds. Default: all."),
            .flag("--favorites", "Only what the user marked."),
            .value("--limit", "N", "At most so many."), .value("--offset", "N", "Leave out the first so many."),
            .flag("--oldest", "Oldest first."),
            .value("--since", "DATE", "Taken at that time or later: 2024-07-01, or 2024-07-01T12:00:00+02:00."),
            .value("--until", "DATE", "Taken before that time; a day includes itself."),
        ],
        details: "Prints the path of each, or with --json an object a line.")

    let album: String?
    let query: AssetQuery
    let offset: Int
    let limit: Int

    init(_ invocation: Invocation) throws(CommandError) {
        album = try invocation.text("--album")
        offset = try invocation.integer("--offset", in: 0...Int.max) ?? 0
        limit = try invocation.integer("--limit", in: 0...Int.max) ?? .max
        query = AssetQuery(
            kinds: try Self.kinds(invocation), favoritesOnly: invocation.has("--favorites"),
            since: try invocation.date("--since"), until: try invocation.date("--until", includingDay: true),
            oldestFirst: invocation.has("--oldest"))
    }

    func run(_ desk: Desk) async throws {
        let photos = try await desk.openFreshLibrary()
        var query = query
        if let album { query.album = try await Self.find(album, in: photos, desk.texts) }
        let fetch = try await photos.fetch(query)
        let end = limit < fetch.count - min(offset, fetch.count) ? offset + limit : fetch.count
        let problems = desk.usesJSON ? try await Self.problems(of: photos) : [:]
        for start in stride(from: offset, to: end, by: 500) {
            try Task.checkCancellation()
            for asset in try await fetch.assets(in: start..<min(end, start + 500)) {
                let found = asset.path.flatMap { problems[$0] } ?? []
                try desk.print(.asset(asset, problems: found), path: asset.path ?? MediaPath(asset.id.rawValue))
            }
        }
    }

    /// What the index says about files, by path: some are assets in spite of it.
    private static func problems(of photos: any IndexedLibrary) async throws -> [MediaPath: [MediaProblem]] {
        var problems: [MediaPath: [MediaProblem]] = [:]
        for problem in try await photos.problems() {
            problems[problem.path, default: []].append(MediaProblem(code: problem.code, message: problem.message))
        }
        return problems
    }

    /// The album of that id or title.
    static func find(_ name: String, in photos: any PhotoLibrary, _ texts: Texts) async throws -> Album.ID {
        let albums = try await photos.albums()
        // A smart album without photos is not listed, and is an album all the same.
        let isSmart = { (smart: Album.Smart) in
            [smart.rawValue, "smart:\(smart.rawValue)", texts.title(of: smart)].contains(name)
        }
        if let smart = Album.Smart.allCases.first(where: isSmart) { return .smart(smart) }
        if let album = albums.first(where: { $0.id.rawValue == name }) ?? albums.first(where: { $0.title == name }) {
            return album.id
        }
        let hint = nearest(to: name, among: albums.map(\.title)).map { "; did you mean \($0)?" } ?? "."
        throw CommandError(.notFound, "There is no album \(name)\(hint)")
    }

    /// The kinds that `--types` names.
    static func kinds(_ invocation: Invocation) throws(CommandError) -> Set<MediaKind> {
        guard let text = try invocation.text("--types") else { return Set(MediaKind.allCases) }
        var kinds: Set<MediaKind> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = MediaKind(rawValue: String(word)) else {
                let names = MediaKind.allCases.map(\.rawValue)
                throw .usage(
                    "--types does not understand \(String(word).debugDescription), but "
                        + names.joined(separator: ", ") + suggestion(String(word), among: names))
            }
            kinds.insert(kind)
        }
        return kinds
    }
}

/// `library add`: copies files into the library.
struct LibraryAddVerb: Verb {
    static let syntax = VerbSyntax(
        "library add", "Copy files into the library, atomically.", operands: "FILE…", count: 1...Int.max,
        options: [.value("--album", "NAME", "The album to add to; made when there is none.")],
        details: "The still of a live photo brings the movie that lies beside it. Copies keep the times of the files.")

    let files: [MediaPath]
    let album: String?

    init(_ invocation: Invocation) throws(CommandError) {
        files = invocation.operands
        album = try invocation.text("--album")
    }

    func run(_ desk: Desk) async throws {
        let library = try await desk.openLibrary()
        let movies = files.map(Self.movie)
        func place(_ file: MediaPath) -> MediaPath { file.absolute(in: desk.environment.workingFolder) }
        let halves = Set(movies.compactMap { $0.map(place) })
        for (file, movie) in zip(files, movies) where !halves.contains(place(file)) {
            try Task.checkCancellation()
            do {
                let media = NewMedia(
                    file: try Self.media(file), movie: try movie.map(Self.media),
                    name: file.name.splitAtExtension.stem.string)
                let asset = try await library.add(media, toAlbumTitled: album)
                try desk.print(.asset(asset), path: asset.path ?? MediaPath(asset.id.rawValue))
            } catch { try desk.reportUnlessFatal(error) }
        }
    }

    private static func media(_ file: MediaPath) throws(CommandError) -> MediaFile {
        MediaFile(path: file, contentType: try FileInfo(file).header.contentType, isTemporary: false)
    }

    /// The movie beside a live photo's still; nil for every other file.
    private static func movie(of file: MediaPath) -> MediaPath? {
        do throws(LibraryError) {
            guard let pair = try LivePhotoFiles(file), pair.still == file else { return nil }
            return pair.movie
        } catch {
            // What is wrong with the file is told when it is its turn.
            return nil
        }
    }
}
