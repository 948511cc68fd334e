import Filmstrip
import FilmstripFormats
import Foundation

/// One item on its way to its new files.
struct ItemExport {
    private let item: ExportItem
    private let recipe: ExportRecipe
    private let decoder: PictureDecoder
    private let header: MediaHeader
    private let live: LivePhotoFiles?

    init(_ item: ExportItem, recipe: ExportRecipe, decoder: PictureDecoder) throws(ExportError) {
        self.item = item
        self.recipe = recipe
        self.decoder = decoder
        header = try exporting { () throws(LibraryError) in
            try MediaHeaderReader.read(item.file)
        }
        let isStill = !header.contentType.isVideo
        live = try exporting { () throws(LibraryError) in
            if !isStill { return nil }
            if let movie = item.movie { return LivePhotoFiles(still: item.file, movie: movie) }
            return try LivePhotoFiles(item.file)
        }
    }

    /// Where a new file goes.
    enum Place {
        /// A folder, under a name out of the old one's.
        case folder(MediaPath)
        /// A name that must be free.
        case exactly(MediaPath)
        /// A file that it replaces.
        case over(MediaPath)

        var folder: MediaPath {
            switch self {
            case .folder(let folder): folder
            case .exactly(let path), .over(let path): path.parent
            }
        }
    }

    func run(_ target: Place) async throws(ExportError) -> ExportedMedia {
        header.contentType.isVideo
            ? try video(target) : try await still(target)
    }

    // MARK: Videos

    private func video(_ target: Place) throws(ExportError) -> ExportedMedia {
        let source = try exporting { () throws(LibraryError) in try FileByteSource(path: item.file) }
        var pieces = try moviePieces(PartOfFile(source, 0..<source.byteCount), header, identifier: nil)
        var duration = header.duration
        if let trim = recipe.trim {
            let whole = PiecedSource(pieces, of: source)
            let part = try exporting { () throws(LibraryError) in
                try MovieTrimmer.trimming(whole, from: trim.lowerBound, to: trim.upperBound, name: item.file.string)
            }
            pieces = whole.resolved(part.pieces)
            duration = part.duration
        }
        if let budget = recipe.maximumBytes, Int64(pieces.byteCount) > budget {
            throw .budgetTooSmall(path: item.file.string, smallest: Int64(pieces.byteCount))
        }
        let set = try exporting { () throws(LibraryError) in
            let set = try FileSet(in: target.folder)
            try set.add(pieces, of: item.file, ending: ending(for: header.contentType))
            return set
        }
        return ExportedMedia(
            path: try place(set, target)[0], kind: .video, contentType: header.contentType, size: header.size,
            byteCount: Int64(pieces.byteCount), duration: duration, isLossless: true)
    }

    /// A movie that says only what the recipe wants.
    /// - Parameter identifier: a new one that binds it to its still.
    private func moviePieces(
        _ source: PartOfFile, _ header: MediaHeader, identifier: String?
    ) throws(ExportError) -> [FilePiece] {
        guard recipe.metadata != .all else { return [.range(0..<source.byteCount)] }
        guard header.contentType == .mp4 || header.contentType == .quickTime else {
            throw .notChangeable(
                path: item.file.string, reason: "metadata cannot be taken out of \(header.contentType.mimeType)")
        }
        var changes = MovieChanges(
            contentIdentifier: identifier, removals: [recipe.metadata == .none ? .allMetadata : .location])
        if identifier != nil { changes.stillTime = live?.stillTime ?? (header.duration ?? 0) / 2 }
        return try exporting { () throws(LibraryError) in
            try ISOBoxEditor.rewriting(changes, source, name: item.file.string)
        }
    }

    // MARK: Stills

    private func still(_ target: Place) async throws(ExportError) -> ExportedMedia {
        let export = try exporting { () throws(LibraryError) in
            try StillExport(item.file, movie: live, recipe: recipe, decoder: decoder)
        }
        var budget = recipe.maximumBytes
        var keepsMovie = live != nil && !recipe.stillOnly
        var hasDropped = false
        if let all = budget, let live, keepsMovie {
            // A movie that leaves no room for its still has to go.
            let rest = live.form == .motionPhoto ? all - live.movieByteCount : all
            keepsMovie = rest >= all / 4 && live.movieByteCount <= all
            hasDropped = !keepsMovie
            if keepsMovie { budget = rest }
        }
        if case .exactly = target, live?.form == .apple, keepsMovie {
            // One name has room for one file.
            (keepsMovie, hasDropped) = (false, true)
        }
        var product = try await export.make(budget: budget)
        if case .over = target, product.type != header.contentType {
            throw .notChangeable(path: item.file.string, reason: "its name would no longer tell what it is")
        }
        if keepsMovie, !product.keepsMovie || !LivePhotoFiles.canHold(product.type) {
            hasDropped = hasDropped || product.keepsMovie
            keepsMovie = false
        }
        if hasDropped, !product.losses.contains(.movie) { product.losses.append(.movie) }
        let set = try exporting { () throws(LibraryError) in try FileSet(in: target.folder) }
        if keepsMovie, let live {
            try add(product, live, to: set)
        } else {
            try exporting { () throws(LibraryError) in
                try set.add(product.pieces, of: item.file, ending: ending(for: product.type))
            }
        }
        let counts = try exporting { () throws(LibraryError) in try set.byteCounts() }
        let paths = try place(set, target)
        return ExportedMedia(
            path: paths[0], moviePath: paths.count > 1 ? paths[1] : nil, kind: keepsMovie ? .livePhoto : .photo,
            contentType: product.type, size: product.size, byteCount: counts[0], isLossless: product.isLossless,
            losses: product.losses)
    }

    /// The still and its movie, in the form in which they were.
    private func add(_ product: StillExport.Product, _ live: LivePhotoFiles, to set: FileSet) throws(ExportError) {
        let place = live.movie ?? live.still
        let (source, facts) = try exporting { () throws(LibraryError) in
            let part = PartOfFile(try FileByteSource(path: place), live.movieRange)
            return (part, try MediaHeaderReader.read(part, at: place))
        }
        let isUntouched = product.isLossless && recipe.metadata == .all
        if live.form == .apple {
            // Without metadata a new identifier binds the two, which tells nothing.
            let identifier = recipe.metadata == .none ? UUID().uuidString : nil
            let movie = try moviePieces(source, facts, identifier: identifier)
            try exporting { () throws(LibraryError) in
                var still = product.pieces
                if let identifier {
                    let bytes = MemoryByteSource(try still.assembled(from: FileByteSource(path: item.file)))
                    still = [
                        .bytes(
                            try MotionPhotoFile.still(bytes, name: item.file.string, identifier: .set(identifier))
                                .assembled(from: bytes))
                    ]
                }
                try set.add(still, of: item.file, ending: ending(for: product.type))
                try set.add(
                    movie, of: place, from: live.movieRange.lowerBound, ending: facts.contentType.fileExtension)
            }
            return
        }
        let movie = isUntouched ? [] : try moviePieces(source, facts, identifier: nil)
        try exporting { () throws(LibraryError) in
            let old = try FileByteSource(path: item.file)
            if isUntouched {
                return try set.add([.range(0..<old.byteCount)], of: item.file, ending: ending(for: product.type))
            }
            let still = MemoryByteSource(try product.pieces.assembled(from: old))
            let joined = try MotionPhotoFile.joining(
                still, movieLength: Int(movie.byteCount), movieType: facts.contentType, stillTime: live.stillTime,
                name: item.file.string
            ).assembled(from: still)
            try set.add([.bytes(joined)], of: item.file, ending: ending(for: product.type))
            try set.append(movie, of: place, from: live.movieRange.lowerBound)
        }
    }

    // MARK: Names

    private func place(_ set: FileSet, _ target: Place) throws(ExportError) -> [MediaPath] {
        // What nobody wants any more does not appear.
        guard !Task.isCancelled else { throw .library(.cancelled) }
        switch target {
        case .exactly(let path):
            try set.appear(exactlyAt: path)
            return [path]
        case .over(let path):
            try exporting { () throws(LibraryError) in try set.replace(path) }
            return [path]
        case .folder:
            return try exporting { () throws(LibraryError) in
                try set.appear(stem: item.name.map { MediaPath($0) } ?? item.file.stem)
            }
        }
    }

    /// The ending that tells the truth: the old one where it does, in small letters, else the usual one.
    private func ending(for type: ContentType) -> String {
        let others: [ContentType: Set<String>] = [
            .jpeg: ["jpeg", "jpe"], .heic: ["heif"], .heif: ["hif"], .tiff: ["tiff"], .quickTime: ["qt"], .mp4: ["m4v"],
            .raw: [
                "dng", "cr2", "cr3", "nef", "arw", "orf", "pef", "rw2", "raf", "srw", "nrw", "raw",
            ],
        ]
        guard let old = item.file.ending, others[type]?.contains(old) == true else { return type.fileExtension }
        return old
    }
}

/// Tells what went wrong with a file as what went wrong with its export.
func exporting<Result>(_ body: () throws(LibraryError) -> Result) throws(ExportError) -> Result {
    do throws(LibraryError) { return try body() } catch { throw .library(error) }
}
