import Filmstrip
import FilmstripLinux

/// `thumb`: small upright pictures of files.
struct ThumbVerb: Verb {
    static let syntax = VerbSyntax(
        "thumb", "Make small upright pictures.", operands: "FILE…", count: 1...Int.max,
        options: [
            .value("--size", "N", "Fit into N×N, never enlarged.").required, .value("-o", "OUT", "The new file."),
            .value("--to", "DIR", "The folder for the new files."),
            .flag("--embedded", "Take the file's own preview where it has one."),
        ],
        details:
            "JPEG, or PNG where anything is transparent, or what the ending of OUT says: jpg or png. Without -o or --to the\n"
            + "new files are put into the current folder, such as picture-256.jpg. A name that is taken is never overwritten:\n"
            + "picture-256-2.jpg.")

    let files: [MediaPath]
    let size: PixelSize
    let target: Target
    let takesEmbedded: Bool

    /// Where the new files go.
    enum Target: Sendable {
        /// A name, and the format of which its ending tells.
        case file(MediaPath, ContentType?)
        case folder(MediaPath), workingFolder
    }

    /// What was made of one file.
    fileprivate struct Made: Sendable {
        var frame: PixelFrame
        var hasAlpha: Bool
        var isPartial: Bool
        var isEmbedded: Bool
    }

    init(_ invocation: Invocation) throws(CommandError) {
        files = invocation.operands
        let side = try invocation.required("--size", invocation.integer("--size", in: 1...65_535))
        size = PixelSize(width: side, height: side)
        takesEmbedded = invocation.has("--embedded")
        switch (try invocation.newFile(), invocation.path("--to")) {
        case (nil, nil): target = .workingFolder
        case (let file?, nil):
            guard files.count == 1 else { throw .usage("-o is for one file; for several, name a folder with --to") }
            let hasEnding = file.splitAtExtension.ending.map { !$0.isEmpty } ?? false
            target = .file(file, hasEnding ? try ContentType.named(by: file, among: [.jpeg, .png]) : nil)
        case (nil, let folder?): target = .folder(folder)
        case (.some, .some): throw .usage("thumb wants -o or --to, not both")
        }
    }

    func run(_ desk: Desk) async throws {
        if case .folder(let folder) = target { try folder.absolute(in: desk.environment.workingFolder).makeFolders() }
        AtomicFile.removeLeftovers(in: folder(desk))
        let decoder = desk.environment.decoder
        let working = desk.environment.workingFolder
        // As many at a time as there are workers, told in the order of the call.
        try await withThrowingTaskGroup(of: (Int, Result<Made, LibraryError>).self) { group in
            var (next, told) = (0, 0)
            var done: [Int: Result<Made, LibraryError>] = [:]
            let window = decoder.configuration.workerCount * 2
            while told < files.count {
                while next < files.count, next < told + window {
                    let (number, file) = (next, files[next])
                    group.addTask { (number, await make(file.absolute(in: working), decoder)) }
                    next += 1
                }
                guard let (number, result) = try await group.next() else { break }
                done[number] = result
                while let result = done.removeValue(forKey: told) {
                    do { try tell(result.get(), files[told], desk) } catch { try desk.reportUnlessFatal(error) }
                    told += 1
                }
            }
        }
        desk.noteMissingWall()
    }

    private func folder(_ desk: Desk) -> MediaPath {
        let working = desk.environment.workingFolder
        switch target {
        case .file(let path, _): return path.absolute(in: working).parent
        case .folder(let folder): return folder.absolute(in: working)
        case .workingFolder: return working
        }
    }

    private func make(_ file: MediaPath, _ decoder: PictureDecoder) async -> Result<Made, LibraryError> {
        do throws(LibraryError) {
            if takesEmbedded, let preview = try await decoder.preview(file, fitting: size) {
                return .success(Made(preview, isEmbedded: true))
            }
            return .success(Made(try await decoder.picture(file, fitting: size), isEmbedded: false))
        } catch {
            return .failure(error)
        }
    }

    private func tell(_ made: Made, _ file: MediaPath, _ desk: Desk) throws {
        let (bytes, type) = try encode(made)
        let path = try place(bytes, type, file, desk)
        let json: JSON = [
            "path": .path(path), "source": .path(file), "mime": .string(type.mimeType),
            "width": .integer(made.frame.size.width), "height": .integer(made.frame.size.height),
            "byteCount": .integer(bytes.count), "embedded": .bool(made.isEmbedded), "partial": .bool(made.isPartial),
        ]
        try desk.print(json, path: path)
    }

    private func encode(_ made: Made) throws -> (bytes: [UInt8], type: ContentType) {
        guard case .file(_, let type?) = target else {
            return try ThumbnailBytes.encode(made.frame, hasAlpha: made.hasAlpha)
        }
        let encoder = PictureEncoder(made.frame, hasAlpha: made.hasAlpha)
        return (try encoder.encode(as: type, quality: 88, keepsColors: true), type)
    }

    private func place(
        _ bytes: [UInt8], _ type: ContentType, _ file: MediaPath, _ desk: Desk
    ) throws(CommandError) -> MediaPath {
        let working = desk.environment.workingFolder
        switch target {
        case .file(let path, _):
            let path = path.absolute(in: working)
            try path.writeNew(bytes)
            return path
        case .folder(let folder):
            return try folder.absolute(in: working).addFile(
                named: file.name.splitAtExtension.stem, ending: type.fileExtension, bytes)
        case .workingFolder:
            return try working.addFile(
                named: file.name.splitAtExtension.stem, mark: "-\(size.width)", ending: type.fileExtension, bytes)
        }
    }
}

extension ThumbVerb.Made {
    fileprivate init(_ picture: DecodedPicture, isEmbedded: Bool) {
        self.init(
            frame: picture.frame, hasAlpha: picture.hasAlpha, isPartial: picture.isPartial, isEmbedded: isEmbedded)
    }
}

extension MediaPath {
    /// Writes a new file into this folder, under that name or the first free one after it: `name-2`, `name-3`… A stem with which the
    /// name would be too long is cut short.
    /// - Parameter mark: stands behind the stem, whole.
    func addFile(
        named stem: MediaPath, mark: String = "", ending: String, _ bytes: [UInt8]
    ) throws(CommandError) -> MediaPath {
        var number = 1
        while true {
            let suffix = Array((mark + (number == 1 ? ".\(ending)" : "-\(number).\(ending)")).utf8)
            let kept = stem.shortened(to: MediaPath.longestName - suffix.count)
            let path = appending(MediaPath(bytes: kept.bytes + suffix))
            do throws(CommandError) {
                try path.writeNew(bytes)
                return path
            } catch {
                guard error.code == .exists else { throw error }
                number += 1
            }
        }
    }
}
