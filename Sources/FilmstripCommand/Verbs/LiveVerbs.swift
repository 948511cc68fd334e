import Filmstrip
import FilmstripFormats
import FilmstripLinux

/// `live split`: a live photo taken apart.
struct LiveSplitVerb: Verb {
    static let syntax = VerbSyntax(
        "live split", "Take a live photo apart into still and movie.", operands: "FILE", count: 1...1,
        options: [.value("--to", "DIR", "The folder for the new files.").required])

    let file: MediaPath
    let folder: MediaPath

    init(_ invocation: Invocation) throws(CommandError) {
        file = invocation.operands[0]
        folder = try invocation.folder()
    }

    func run(_ desk: Desk) async throws {
        let live = try desk.live(file)
        try desk.print(live: try await live.split(to: desk.folder(folder)), .photo)
    }
}

/// `live join`: one motion photo of a still and a movie.
struct LiveJoinVerb: Verb {
    static let syntax = VerbSyntax(
        "live join", "Make one motion photo of a still and a movie.", operands: "STILL MOVIE", count: 2...2,
        options: [.value("-o", "OUT", "The new file.").required],
        details: "The still is JPEG, HEIC, HEIF or AVIF, the movie MP4 or QuickTime, and neither is coded again.")

    let still: MediaPath
    let movie: MediaPath
    let output: MediaPath

    init(_ invocation: Invocation) throws(CommandError) {
        still = invocation.operands[0]
        movie = invocation.operands[1]
        output = try invocation.required("-o", invocation.newFile())
    }

    func run(_ desk: Desk) async throws {
        let here = desk.environment.workingFolder
        let (still, movie, target) = (still.absolute(in: here), movie.absolute(in: here), output.absolute(in: here))
        let type = try Self.check(
            still, among: Self.stills, "The file is no still that can hold a movie: JPEG, HEIC, HEIF or AVIF.")
        try Self.check(movie, among: [.mp4, .quickTime], "The file is no movie in MP4 or QuickTime.")
        _ = try ContentType.named(by: target, among: [type])
        try await LivePhotoFiles.join(still: still, movie: movie, to: target)
        try desk.print(live: LivePhotoResult(still: target), .livePhoto)
    }

    private static let stills: [ContentType] = [.jpeg, .heic, .heif, .avif]

    /// The format of a file.
    /// - Throws: `unsupportedFormat` with that message where it is another.
    @discardableResult
    private static func check(
        _ file: MediaPath, among types: [ContentType], _ message: String
    ) throws(CommandError) -> ContentType {
        let type = try FileInfo(file).header.contentType
        guard types.contains(type) else { throw CommandError(.unsupportedFormat, message, path: file) }
        return type
    }
}

/// `live convert`: the other kind of live photo.
struct LiveConvertVerb: Verb {
    static let syntax = VerbSyntax(
        "live convert", "Make the other kind of live photo.", operands: "FILE", count: 1...1,
        options: [
            .choice("--as", LivePhotoForm.allCases.map(\.rawValue), "The kind to make.").required,
            .value("--to", "DIR", "The folder for the new files.").required,
        ], details: "FILE is a motion photo, or one half of a pair of still and movie that lie side by side.")

    let file: MediaPath
    let folder: MediaPath
    let form: LivePhotoForm

    init(_ invocation: Invocation) throws(CommandError) {
        file = invocation.operands[0]
        folder = try invocation.folder()
        form = try invocation.required("--as", invocation.choice("--as", as: LivePhotoForm.self))
    }

    func run(_ desk: Desk) async throws {
        let live = try desk.live(file)
        try desk.print(live: try await live.convert(to: form, in: desk.folder(folder)), .livePhoto)
    }
}

extension Invocation {
    /// The folder that `--to` names.
    func folder() throws(CommandError) -> MediaPath {
        try required("--to", path("--to").flatMap { $0.bytes.isEmpty ? nil : $0 })
    }
}

extension Desk {
    /// The folder for new files, which is made where it is missing.
    /// - Throws: `notFound` where a file has that name.
    func folder(_ name: MediaPath) throws(CommandError) -> MediaPath {
        let folder = name.absolute(in: environment.workingFolder)
        guard !folder.exists || folder.isFolder else { throw .noFolder(folder) }
        return folder
    }

    /// The live photo that a file is, or is half of.
    fileprivate func live(_ file: MediaPath) throws -> LivePhotoFiles {
        guard let live = try LivePhotoFiles(file.absolute(in: environment.workingFolder)) else {
            throw CommandError(ExportError.notLive(path: file.string), known: [file])
        }
        return live
    }

    fileprivate func print(live result: LivePhotoResult, _ kind: MediaKind) throws {
        let info = try FileInfo(result.still)
        let json: JSON = [
            "path": .path(result.still), "kind": .string(kind.rawValue),
            "mime": .string(info.header.contentType.mimeType), "byteCount": .integer(info.byteCount),
        ]
        if usesJSON { return try print(json.adding("moviePath", result.movie.map(JSON.path)), path: result.still) }
        for path in [result.still, result.movie].compactMap({ $0 }) { try print(json, path: path) }
    }
}
