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
        output = invocation.path("-o")
        saves = invocation.has("--save")
        album = try invocation.text("--album")
        guard album == nil || saves else { throw .usage("--album wants --save") }
        if let output, output.bytes.isEmpty { throw .usage("-o wants a file name") }
    }

    /// The format that the name asks for, among those given; the first of them where it asks for none.
    /// - Throws: `usage` where its ending names another.
    func type(among types: [ContentType], _ environment: CommandEnvironment) throws(CommandError) -> ContentType {
        let name = namedFile(environment, number: 0, count: 1)
        return try name.flatMap { name throws(CommandError) in try ContentType.named(by: name, among: types) }
            ?? types[0]
    }

    /// Checks, before a camera is opened, that the place is there, free and writable.
    /// - Returns: the folder in which captures are made before they have a name: that of the target, so that the last step is
    ///   one rename.
    func prepare(_ environment: CommandEnvironment, count: Int) throws(CommandError) -> MediaPath {
        guard let folder = folder(environment) else { return environment.temporaryFolder }
        guard folder.isFolder else { throw CommandError(.notFound, "There is no such folder.", path: folder) }
        for number in 0..<count {
            guard let file = namedFile(environment, number: number, count: count) else { break }
            guard !file.exists else { throw CommandError(.exists, "The file exists already.", path: file) }
        }
        try folder.checkTakesFiles()
        return folder
    }

    /// Puts a capture in its place. When that fails, the capture stays where it is, and the error says where.
    /// - Returns: where it lies now.
    func place(
        _ media: CapturedMedia, date: Date, number: Int, count: Int, at desk: Desk, library: (any IndexedLibrary)?
    ) async throws -> MediaPath {
        let file = media.file
        do {
            var place: MediaPath?
            if let target = namedFile(desk.environment, number: number, count: count) {
                _ = try ContentType.named(by: target, among: [file.contentType])
                try file.path.moveExclusively(to: target)
                place = target
            } else if let folder = folder(desk.environment) {
                place = try move(file, of: media.kind, date: date, into: folder, desk.environment)
            }
            if let place { file.adopt(movedTo: place) }
            guard let library else { return place ?? file.keep() }
            let asset = try await library.add(NewMedia(media), toAlbumTitled: album)
            guard let path = place ?? asset.path else { throw CommandError(.internal, "The library kept no file.") }
            return path
        } catch {
            var failure = CommandError(error)
            let kept = file.keep()
            let reason = failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
            failure.message = "\(reason); what was captured is kept at \(kept.string)"
            throw failure
        }
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
        _ file: MediaFile, of kind: MediaKind, date: Date, into folder: MediaPath, _ environment: CommandEnvironment
    ) throws(CommandError) -> MediaPath {
        let digits = MomentFormat.text(date, offset: environment.offsetFromUTC(date)).prefix(19).filter(\.isNumber)
        let stem = "\(kind == .video ? "VID" : "IMG")_\(digits.prefix(8))_\(digits.suffix(6))"
        for counter in 1...9999 {
            let name = "\(stem)\(counter == 1 ? "" : "_\(counter)").\(file.contentType.fileExtension)"
            do throws(CommandError) {
                try file.path.moveExclusively(to: folder.appending(name))
                return folder.appending(name)
            } catch  where error.code == .exists { continue }
        }
        throw CommandError(.exists, "Too many files have the name of that second.", path: folder.appending(stem))
    }
}
