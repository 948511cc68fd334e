import CWall
public import Filmstrip
import FilmstripFormats
import Foundation

/// Decodes pictures that come from anywhere, behind a wall: in processes that have no network, no file but the one picture, and
/// no more memory and time than they are given. What they make of a picture is upright, in sRGB, and made smaller on the way.
///
/// A decoder that crashes, hangs or eats memory costs one error for one file. The format is told by the bytes, never by the
/// name, and the header is looked at before any decoder: what has too many pixels is refused there. What protection this machine
/// gives is told by `protection`.
///
/// One decoder serves a program; each has workers of its own. They end when nobody needs them, and with the last reference.
public final class PictureDecoder: Sendable {
    /// How this decoder decodes.
    public let configuration: Configuration
    let pool: DecoderPool
    let queue: DecodeQueue

    /// A decoder. Nothing is started before the first picture.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        pool = DecoderPool(configuration)
        queue = DecodeQueue(
            name: "filmstrip-decode", threads: configuration.workerCount, budget: configuration.memoryBudget,
            prepareThread: configuration.prepareThread)
    }

    /// A picture, or the picture that stands for a movie.
    /// - Parameter box: the largest size as shown, in pixels; the whole picture by default. Never enlarged.
    /// - Throws: `notFound`, `unreadable`, `truncated`, `unsupportedFormat` and `notDecodable` for what nothing here decodes,
    ///   `tooLarge` from the header alone, `decoderFailed` when the decoder crashed, ate memory or made no sense of it,
    ///   `decoderTimedOut`, and `cancelled` when the task is cancelled, which does not wait for a decoder at work.
    @concurrent
    public func picture(
        _ path: MediaPath, fitting box: PixelSize? = nil
    ) async throws(LibraryError) -> DecodedPicture {
        let file = try await queue.run(.look) { () throws(LibraryError) in try OpenPicture(path) }
        return try await picture(file, fitting: box)
    }

    /// The frame of a movie that is seen at that second; the last one beyond its end.
    /// - Parameter box: the largest size as shown.
    /// - Throws: `notDecodable` for what is no movie; as `picture`.
    @concurrent
    package func frame(
        _ path: MediaPath, at seconds: Double, fitting box: PixelSize
    ) async throws(LibraryError) -> DecodedPicture {
        let file = try await queue.run(.look) { () throws(LibraryError) in try OpenPicture(path) }
        guard file.isMovie else { throw .notDecodable(path: path.string, reason: "it is no movie") }
        try file.checkSize(against: configuration.pixelLimit)
        let (decoder, size) = (self, file.header.size.limited(to: box))
        // At the very end there is nothing to be seen any more.
        let last = max(0, (file.header.duration ?? .infinity) - Self.lastFrame)
        let moment = seconds.isFinite ? min(max(0, seconds), last) : 0
        return try await queue.run(.look, cost: file.estimatedCost(fitting: size)) { () throws(LibraryError) in
            try decoder.decode(file, .moment(moment), fitting: size)
        }
    }

    /// So many seconds before its end a movie surely has a frame.
    private static let lastFrame = 0.1

    /// The small picture that a camera or a program has put into the file, in a few milliseconds; nil where there is none, or one
    /// of another shape than the picture. It may be older than the picture: for a first sight, and not for more.
    /// - Parameter box: the largest size as shown.
    /// - Throws: as `picture`, but for faults of the preview itself, which is then none.
    @concurrent
    public func preview(
        _ path: MediaPath, fitting box: PixelSize
    ) async throws(LibraryError) -> DecodedPicture? {
        let (decoder, queue) = (self, queue)
        return try await queue.run(.look) { () throws(LibraryError) in
            try decoder.preview(OpenPicture(path), fitting: box)
        }
    }

    /// What stands between pictures, or movies, and this program on this machine. Starts a worker, to see what it can build.
    /// - Throws: `cancelled`.
    @concurrent
    public func protection(
        of subject: DecoderProtection.Subject = .pictures
    ) async throws(LibraryError) -> DecoderProtection {
        let pool = pool
        return try await queue.run(.look) { () throws(LibraryError) in
            pool.protection(subject == .pictures ? .pictures : .movies)
        }
    }

    /// Ends the workers that wait for work; the next picture starts a new one.
    public func endIdleWorkers() { pool.endIdle() }

    /// Ends the workers that are at work: for a program that is about to end.
    package func endWorkers() { pool.endBusy() }

    /// Why pictures were decoded in this program, if any were; nil when all of them had a wall around them.
    package var missingWallReason: String? { configuration.withoutHelper == .refuse ? nil : pool.pictureAbsence }

    /// The most bytes of memory that one worker ever used.
    package var peakWorkerMemory: Int { pool.peakWorkerMemory }

    /// The picture of an open file, in its turn.
    func picture(
        _ file: OpenPicture, fitting box: PixelSize?, lane: DecodeQueue.Lane = .picture
    ) async throws(LibraryError) -> DecodedPicture {
        let size = file.header.size.limited(to: box ?? file.header.size)
        try file.checkSize(against: configuration.pixelLimit)
        let decoder = self
        return try await queue.run(lane, cost: file.estimatedCost(fitting: size)) { () throws(LibraryError) in
            try decoder.decode(file, .picture, fitting: size)
        }
    }

    /// The preview of an open file, now.
    func preview(_ file: OpenPicture, fitting box: PixelSize) throws(LibraryError) -> DecodedPicture? {
        let size = file.header.size.limited(to: box)
        for source in file.previews {
            do throws(LibraryError) {
                return try decode(file, source, fitting: size)
            } catch .decoderTimedOut {
                throw .decoderTimedOut(path: file.path.string)
            } catch {
                // A broken preview is none; the picture may be whole.
                continue
            }
        }
        return nil
    }

    /// Decodes now, on the calling thread.
    func decode(
        _ file: OpenPicture, _ source: OpenPicture.Source, fitting size: PixelSize
    ) throws(LibraryError) -> DecodedPicture {
        guard !size.isEmpty else { throw .notDecodable(path: file.path.string, reason: "it has no size") }
        var question = try file.question(source)
        question.width = UInt32(clamping: size.width)
        question.height = UInt32(clamping: size.height)
        question.pixel_limit = UInt64(configuration.pixelLimit)
        question.capacity = UInt64(size.pixelCount) * 4
        let pixels = try Self.room(question.capacity, for: file.path)
        let answer = try pool.ask(
            question, file.isMovie ? .movies : .pictures, file: file.descriptor, pixels: pixels, path: file.path,
            patience: configuration.timeLimit + file.timeAllowance)
        try file.check(answer)
        return try DecodedPicture(answer, pixels: pixels, question, file)
    }

    /// Memory for what a worker makes of a file.
    /// - Throws: `tooLarge` where there is not so much, or no file may be so large; `unreadable`.
    static func room(_ byteCount: UInt64, for path: MediaPath) throws(LibraryError) -> OwnedDescriptor {
        let raw = fs_pixels_make(byteCount)
        guard raw < 0 else { return OwnedDescriptor(taking: raw) }
        let error = SystemError()
        switch error.number {
        case EFBIG, ENOMEM, ENOSPC: throw .tooLarge(path: path.string)
        default: throw error.reading(path)
        }
    }
}
