public import Filmstrip
import FilmstripFormats
import Foundation

/// A live photo as it lies in files: found, taken apart, put together, and brought into the other form.
///
/// Nothing is decoded, and the files that are read stay as they are. New files appear whole or not at all, under names that
/// nobody has. Facts on formats: EXIF 2.32 with Apple's note, QuickTime's keys and timed metadata, Google's Motion Photo 1.0 with
/// its forerunner MicroVideo, Samsung's trailer, and HEIF's `mpvd` box.
public struct LivePhotoFiles: Sendable, Hashable {
    /// How it is kept.
    public let form: LivePhotoForm
    /// The still, which holds the movie too when it is a motion photo.
    public let still: MediaPath
    /// The movie's own file; nil for a motion photo.
    public let movie: MediaPath?
    /// Bytes of the movie.
    public let movieByteCount: Int64
    /// Seconds from the movie's start to the still; nil where nothing says so.
    public let stillTime: Double?
    /// Where the movie lies in its file.
    let movieRange: Range<UInt64>

    /// The live photo that a file is, or is a half of; nil when it is none.
    /// - Parameter path: a motion photo, a still, a movie, or a folder of the form `.pvt` that holds both.
    /// - Throws: `notFound`, `unreadable`, `truncated`, `unsupportedFormat` for the file itself. A half whose other half cannot be
    ///   read is none.
    public init?(_ path: MediaPath) throws(LibraryError) {
        if FileOperations.isFolder(path) {
            guard let pair = Self.pair(inBundle: path) else { return nil }
            self = pair
            return
        }
        let source = try FileByteSource(path: path)
        let header = try MediaHeaderReader.read(source, at: path)
        if let range = header.motionPhotoRange {
            self.init(
                motionPhoto: path, range, stillTime: header.stillTime ?? Self.header(ofMovieIn: path, range)?.stillTime)
            return
        }
        guard let identifier = header.contentIdentifier else { return nil }
        let endings = header.contentType.isVideo ? Self.stillEndings : Self.movieEndings
        for ending in endings {
            let other = path.parent.appending(
                MediaPath(bytes: path.stem.bytes + Array(".\(ending)".utf8)))
            guard other != path, let found = Self.header(other), found.contentIdentifier == identifier,
                found.contentType.isVideo != header.contentType.isVideo
            else { continue }
            self.init(
                still: header.contentType.isVideo ? other : path, movie: header.contentType.isVideo ? path : other)
            return
        }
        return nil
    }

    private init(motionPhoto path: MediaPath, _ range: Range<UInt64>, stillTime: Double?) {
        form = .motionPhoto
        still = path
        movie = nil
        movieRange = range
        movieByteCount = Int64(range.upperBound - range.lowerBound)
        self.stillTime = stillTime
    }

    /// A still and a movie that are said to belong together.
    init?(still: MediaPath, movie: MediaPath) {
        guard let header = Self.header(movie), let size = Self.byteCount(movie) else { return nil }
        form = .apple
        self.still = still
        self.movie = movie
        movieRange = 0..<size
        movieByteCount = Int64(size)
        stillTime = header.stillTime
    }

    /// Seconds that the movie takes; nil where nothing says so.
    package var movieDuration: Double? { Self.header(ofMovieIn: movie ?? still, movieRange)?.duration }

    private static let movieEndings = ["MOV", "mov", "MP4", "mp4"]
    private static let stillEndings = ["HEIC", "heic", "JPG", "jpg", "JPEG", "jpeg", "HEIF", "heif"]

    private static func pair(inBundle folder: MediaPath) -> LivePhotoFiles? {
        guard folder.ending == "pvt" else { return nil }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder.string) } catch { return nil }
        let files = names.sorted().prefix(64).map { folder.appending($0) }
        let kinds = files.compactMap { path in header(path).map { (path, $0.contentType.isVideo) } }
        guard let still = kinds.first(where: { !$0.1 }), let movie = kinds.first(where: { $0.1 }) else { return nil }
        return LivePhotoFiles(still: still.0, movie: movie.0)
    }

    /// What a neighbour is; nil for what cannot be read: it is no half of a pair, then.
    private static func header(_ path: MediaPath) -> MediaHeader? {
        do { return try MediaHeaderReader.read(path) } catch { return nil }
    }

    private static func header(ofMovieIn path: MediaPath, _ range: Range<UInt64>) -> MediaHeader? {
        do {
            return try MediaHeaderReader.read(PartOfFile(FileByteSource(path: path), range), at: path)
        } catch { return nil }
    }

    private static func byteCount(_ path: MediaPath) -> UInt64? {
        do { return try FileByteSource(path: path).byteCount } catch { return nil }
    }
}

/// The files that a live photo was brought into.
public struct LivePhotoResult: Sendable, Hashable {
    /// The still, or the one file.
    public var still: MediaPath
    /// The movie's own file; nil where one file holds both.
    public var movie: MediaPath?

    /// A still and its movie, or the one file that holds both.
    public init(still: MediaPath, movie: MediaPath? = nil) {
        self.still = still
        self.movie = movie
    }
}

extension LivePhotoFiles {
    /// Takes it apart: a still that speaks of no movie, and the movie, which keeps its bytes when it lay within the still's file. Two
    /// files that were a pair lose what binds them.
    /// - Parameter folder: made where it is missing.
    /// - Throws: `readOnly`, `noSpace`, `unreadable`, `truncated`; a movie that is none is `unsupportedFormat`.
    @concurrent
    public func split(to folder: MediaPath) async throws(LibraryError) -> LivePhotoResult {
        let set = try FileSet(in: folder)
        let source = try FileByteSource(path: still)
        let type = try MediaHeaderReader.read(source, at: still).contentType
        let pieces: [FilePiece] =
            Self.canHold(type)
            ? try MotionPhotoFile.still(source, name: still.string) : [.range(0..<source.byteCount)]
        try set.add(pieces, of: still, ending: type.fileExtension)
        let part = try moviePart()
        let header = try MediaHeaderReader.read(part, at: movie ?? still)
        guard header.contentType.isVideo else { throw .unsupportedFormat(path: (movie ?? still).string) }
        let isBound = movie != nil && (header.contentIdentifier != nil || header.stillTime != nil)
        let kept: [FilePiece] =
            isBound
            ? try ISOBoxEditor.rewriting(MovieChanges(removals: [.stillBinding]), part, name: (movie ?? still).string)
            : [.range(0..<part.byteCount)]
        try set.add(kept, of: movie ?? still, from: movieRange.lowerBound, ending: header.contentType.fileExtension)
        let paths = try set.appear(stem: still.stem)
        return LivePhotoResult(still: paths[0], movie: paths[1])
    }

    /// Makes one motion photo of a still and a movie. The movie keeps its bytes.
    /// - Parameters:
    ///   - still: JPEG, HEIC, HEIF or AVIF; a movie that it holds gives way.
    ///   - movie: MP4 or QuickTime.
    ///   - stillTime: seconds from the movie's start to the still; by default what the movie says.
    ///   - path: the new file, whose name must be free.
    /// - Throws: `exists`; as `split`.
    @concurrent
    public static func join(
        still: MediaPath, movie: MediaPath, stillTime: Double? = nil, to path: MediaPath
    ) async throws(ExportError) {
        let set: FileSet
        do throws(LibraryError) {
            set = try FileSet(in: path.parent)
            try add(to: set, still: still, movie: movie, stillTime: stillTime)
        } catch { throw .library(error) }
        try set.appear(exactlyAt: path)
    }

    /// Brings it into the other form, or copies it where it has that form already.
    ///
    /// A pair becomes `NAME.MP.jpg`, the name that readers of motion photos look for. A motion photo becomes a still and a movie of
    /// one name, bound by a new identifier unless both carry one; the movie becomes QuickTime and says when the still was taken.
    /// - Throws: `unsupportedFormat` for stills that cannot hold a movie or an identifier; as `split`.
    @concurrent
    public func convert(to form: LivePhotoForm, in folder: MediaPath) async throws(LibraryError) -> LivePhotoResult {
        let set = try FileSet(in: folder)
        let source = try FileByteSource(path: still)
        let header = try MediaHeaderReader.read(source, at: still)
        switch (self.form, form) {
        case (.motionPhoto, .motionPhoto):
            try set.add([.range(0..<source.byteCount)], of: still, ending: header.contentType.fileExtension)
            return LivePhotoResult(still: try set.appear(stem: still.stem)[0])
        case (.apple, .motionPhoto):
            try Self.add(to: set, still: still, movie: movie ?? still, stillTime: stillTime)
            let stem = still.stem.bytes
            return LivePhotoResult(still: try set.appear(stem: MediaPath(bytes: stem + Array(".MP".utf8)))[0])
        case (.apple, .apple):
            try set.add([.range(0..<source.byteCount)], of: still, ending: header.contentType.fileExtension)
            try set.add([.range(movieRange)], of: movie ?? still, ending: "mov")
        case (.motionPhoto, .apple):
            try addPair(to: set, source, header)
        }
        var stem = still.stem
        if stem.bytes.suffix(3).elementsEqual(".MP".utf8) { stem = MediaPath(bytes: stem.bytes.dropLast(3)) }
        let paths = try set.appear(stem: stem)
        return LivePhotoResult(still: paths[0], movie: paths[1])
    }

    private func addPair(
        to set: FileSet, _ source: FileByteSource, _ header: MediaHeader
    ) throws(LibraryError) {
        let part = try moviePart()
        let facts = try MediaHeaderReader.read(part, at: still)
        let shared = header.contentIdentifier.flatMap { $0 == facts.contentIdentifier ? $0 : nil }
        let identifier = shared ?? UUID().uuidString
        try set.add(
            MotionPhotoFile.still(source, name: still.string, identifier: .set(identifier)), of: still,
            ending: header.contentType.fileExtension)
        // The middle is what readers take where nothing is said.
        let time = stillTime ?? (facts.duration ?? 0) / 2
        try set.add(
            ISOBoxEditor.rewriting(
                MovieChanges(contentIdentifier: identifier, stillTime: time, isQuickTime: true), part,
                name: still.string),
            of: still, from: movieRange.lowerBound, ending: "mov")
    }

    private static func add(
        to set: FileSet, still: MediaPath, movie: MediaPath, stillTime: Double?
    ) throws(LibraryError) {
        let source = try FileByteSource(path: still)
        let type = try MediaHeaderReader.read(source, at: still).contentType
        let movieSource = try FileByteSource(path: movie)
        let facts = try MediaHeaderReader.read(movieSource, at: movie)
        guard facts.contentType == .mp4 || facts.contentType == .quickTime, canHold(type) else {
            throw .unsupportedFormat(path: (canHold(type) ? movie : still).string)
        }
        let pieces = try MotionPhotoFile.joining(
            source, movieLength: Int(movieSource.byteCount), movieType: facts.contentType,
            stillTime: stillTime ?? facts.stillTime, name: still.string)
        try set.add(pieces, of: still, ending: type.fileExtension)
        try set.append([.range(0..<movieSource.byteCount)], of: movie)
    }

    /// The movie as a source of its own.
    private func moviePart() throws(LibraryError) -> PartOfFile {
        PartOfFile(try FileByteSource(path: movie ?? still), movieRange)
    }

    static func canHold(_ type: ContentType) -> Bool { [.jpeg, .heic, .heif, .avif].contains(type) }
}
