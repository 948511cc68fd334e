import Filmstrip
import FilmstripLinux
import Foundation

/// Where captures go: a file or folder of the user's, the library, or both; else the current folder, named by date.
struct CaptureTarget: Sendable {
    static let options: [OptionSyntax] = [
        .value("-o", "FILE", "The new file, or a folder for it. Default: here, named by date."),
        .flag("--save", "Add to the photo library."),
        .value("--album", "NAME", "The album to add to, with --save."),
    ]

    let output: MediaPath?
    let saves: Bool
    let album: String?

    init(_ invocation: Invocation) throws(CommandError) {
        output = try invocation.newFile(allowingFolder: true)
        saves = invocation.has("--save")
        album = try invocation.text("--album")
        guard album == nil || saves else { throw .usage("--album wants --save") }
    }

    /// The format that the name asks for, among those given; the first of them where it asks for none.
    /// - Throws: `usage` where its ending names another.
    func type(among types: [ContentType], _ environment: CommandEnvironment) throws(CommandError) -> ContentType {
        let name = namedFile(environment, number: 0, count: 1)
        return try name.flatMap { name throws(CommandError) in try ContentType.named(by: name, among: types) }
            ?? types[0]
    }

    /// Checks, before a camera is opened, that the place is there, free and writable.
    /// - Parameter isLive: whether each capture has a movie beside it.
    /// - Returns: the folder in which captures are made before they have a name: that of the target, so that the last step is
    ///   one rename.
    func prepare(
        _ environment: CommandEnvironment, count: Int, isLive: Bool = false
    ) throws(CommandError) -> MediaPath {
        if let output, output.bytes.last == UInt8(ascii: "/"), !output.absolute(in: environment.workingFolder).isFolder
        {
            throw CommandError(.notFound, "There is no such folder.", path: output)
        }
        guard let folder = folder(environment) else { return environment.temporaryFolder }
        guard folder.isFolder else { throw CommandError(.notFound, "There is no such folder.", path: folder) }
        for number in 0..<count {
            guard let file = namedFile(environment, number: number, count: count) else { break }
            for path in [file] + (isLive ? [Self.movie(of: file)] : []) where path.exists {
                throw CommandError(.exists, "The file exists already.", path: path)
            }
        }
        try folder.checkTakesFiles()
        return folder
    }

    /// Where a capture lies.
    struct Place: Sendable {
        var path: MediaPath
        /// The movie of a live photo.
        var movie: MediaPath?
    }

    /// Puts a capture in its place, a live photo's two files together. When that fails, the capture stays where it is, and the
    /// error says where.
    func place(
        _ media: CapturedMedia, date: Date, number: Int, count: Int, at desk: Desk, library: (any IndexedLibrary)?
    ) async throws -> Place {
        let files = [media.file, media.movie].compactMap { $0 }
        do {
            var place: Place?
            if let target = namedFile(desk.environment, number: number, count: count) {
                _ = try ContentType.named(by: target, among: [media.file.contentType])
                place = try Self.move(media, to: target)
            } else if let folder = folder(desk.environment) {
                place = try move(media, date: date, into: folder, desk.environment)
            }
            guard let library else { return place ?? Place(path: media.file.keep(), movie: media.movie?.keep()) }
            let asset = try await library.add(NewMedia(media), toAlbumTitled: album)
            if let place { return place }
            guard let path = asset.path else { throw CommandError(.internal, "The library kept no file.") }
            // The library has its own. The camera may hold the capture for longer than this process lives.
            files.forEach { $0.discard() }
            return Place(path: path, movie: media.movie == nil ? nil : try LivePhotoFiles(path)?.movie)
        } catch {
            throw CommandError(error).keeping(files, "what was captured")
        }
    }

    /// Where the movie of a live photo lies: beside its still.
    private static func movie(of still: MediaPath) -> MediaPath {
        let ending = Array(".\(ContentType.quickTime.fileExtension)".utf8)
        return MediaPath(bytes: still.splitAtExtension.stem.bytes + ending)
    }

    /// The folder that captures are put into; nil when they go to the library alone.
    private func folder(_ environment: CommandEnvironment) -> MediaPath? {
        guard let output = output?.absolute(in: environment.workingFolder) else {
            return saves ? nil : environment.workingFolder
        }
        return output.isFolder ? output : output.parent
    }

    /// The file that the user named; of several captures, numbered. Nil when the date is to name it.
    private func namedFile(_ environment: CommandEnvironment, number: Int, count: Int) -> MediaPath? {
        guard let output = output?.absolute(in: environment.workingFolder), !output.isFolder else { return nil }
        guard count > 1 else { return output }
        let (stem, ending) = output.splitAtExtension
        return MediaPath(bytes: stem.bytes + Array("-\(number + 1)\(ending.map { "." + $0 } ?? "")".utf8))
    }

    /// Names a capture by its date, with a counter where the name is taken: two captures of one second are two files.
    private func move(
        _ media: CapturedMedia, date: Date, into folder: MediaPath, _ environment: CommandEnvironment
    ) throws(CommandError) -> Place {
        let digits = MomentFormat.text(date, offset: environment.offsetFromUTC(date)).prefix(19).filter(\.isNumber)
        let stem = "\(media.kind == .video ? "VID" : "IMG")_\(digits.prefix(8))_\(digits.suffix(6))"
        for counter in 1...9999 {
            let name = "\(stem)\(counter == 1 ? "" : "_\(counter)").\(media.file.contentType.fileExtension)"
            do throws(CommandError) {
                return try Self.move(media, to: folder.appending(name))
            } catch  where error.code == .exists { continue }
        }
        throw CommandError(.exists, "Too many files have the name of that second.", path: folder.appending(stem))
    }

    /// Gives a capture that name, which must be free, and so must be the name of its movie.
    private static func move(_ media: CapturedMedia, to target: MediaPath) throws(CommandError) -> Place {
        guard let file = media.movie else {
            try media.file.path.moveExclusively(to: target)
            media.file.adopt(movedTo: target)
            return Place(path: target)
        }
        // The movie first: it is no photo by itself, to nobody who looks into the folder in between.
        let movie = Self.movie(of: target)
        let old = file.path
        try old.moveExclusively(to: movie)
        do throws(CommandError) {
            try media.file.path.moveExclusively(to: target)
        } catch {
            try movie.moveExclusively(to: old)
            throw error
        }
        file.adopt(movedTo: movie)
        media.file.adopt(movedTo: target)
        return Place(path: target, movie: movie)
    }
}

extension CapturedMedia {
    /// The movie beside a live photo's still.
    fileprivate var movie: MediaFile? {
        if case .livePhoto(_, let movie) = self { movie.file } else { nil }
    }
}
