import CWall
import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

/// A plain file, opened for reading.
struct OpenFile: Sendable {
    let path: MediaPath
    let descriptor: OwnedDescriptor
    /// What the system said of it when it was opened.
    let status: FileStatus

    /// - Throws: `notFound`, `unreadable`.
    init(_ path: MediaPath) throws(LibraryError) {
        // Not blocking, or opening a named pipe would wait for its other end for ever.
        let raw = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard raw >= 0 else { throw SystemError().reading(path) }
        descriptor = OwnedDescriptor(taking: raw)
        self.path = path
        do throws(SystemError) { status = try FileStatus.of(descriptor) } catch { throw error.reading(path) }
        guard status.kind == .file else { throw .unreadable(path: path.string, reason: "it is no plain file") }
    }
}

/// A file that is to be decoded: opened once, its header read, so that what was looked at is what is decoded.
struct OpenPicture: Sendable {
    let file: OpenFile
    let header: MediaHeader

    /// What of a file is to be decoded.
    enum Source: Sendable, Hashable {
        /// The picture itself; of a movie, a frame near its beginning.
        case picture
        /// The frame of a movie that is seen at that second.
        case moment(Double)
        /// A JPEG that lies in the file.
        case embedded(Range<UInt64>)
        /// A small picture that the container has beside its main one.
        case item(UInt32)
    }

    /// - Throws: `truncated`, `unreadable`, `unsupportedFormat`.
    init(_ file: OpenFile) throws(LibraryError) {
        self.file = file
        let source = try FileByteSource(descriptor: file.descriptor.rawValue, name: file.path.string)
        header = try MediaHeaderReader.read(source, name: file.path.string)
    }

    /// - Throws: `notFound`, `unreadable`, `truncated`, `unsupportedFormat`.
    init(_ path: MediaPath) throws(LibraryError) { try self.init(OpenFile(path)) }

    var path: MediaPath { file.path }
    var descriptor: OwnedDescriptor { file.descriptor }
    var status: FileStatus { file.status }

    /// Whether the file's own preview may stand for its picture. JPEG previews are often left behind by programs that change the
    /// picture; what a HEIF or a raw file has is made with it.
    var previewIsTrusted: Bool {
        switch header.contentType {
        case .heic, .heif, .avif, .raw: true
        case .jpeg, .png, .gif, .webP, .tiff, .jpegXL, .bmp, .mp4, .quickTime, .webM, .matroska: false
        }
    }

    var isMovie: Bool { header.contentType.isVideo }

    /// Pixels of a large JPEG for each byte, above which the file cannot hold but a strip of them: a picture of one colour has at most
    /// a few hundred.
    private static let emptiest = 2000

    /// - Throws: `tooLarge`, from what the header says; `truncated` for a large JPEG that is all claim, and would take memory and time
    ///   for nothing.
    func checkSize(against limit: Int) throws(LibraryError) {
        guard header.storedSize.pixelCount <= limit, header.size.pixelCount <= limit else {
            throw .tooLarge(path: path.string)
        }
        let pixels = header.storedSize.pixelCount
        guard header.contentType != .jpeg || pixels < 16_000_000 || pixels / Self.emptiest < status.size else {
            throw .truncated(path: path.string)
        }
    }

    /// Where small pictures may lie in the file, the best first.
    var previews: [Source] {
        var sources: [Source] = []
        switch header.contentType {
        case .heic, .heif, .avif: sources = header.previewItems.filter(isUpright).map { .item($0.id) }
        default: break
        }
        if let range = header.previewRange { sources.append(.embedded(range)) }
        return sources
    }

    /// Whether a container's small picture can be taken to be upright. One that is not turned as the picture is may have been turned
    /// before it was stored, or have been forgotten: its shape tells, unless both would have the same.
    private func isUpright(_ preview: PreviewItem) -> Bool {
        guard preview.orientation != header.orientation else { return true }
        let (long, short) = (max(header.size.width, header.size.height), min(header.size.width, header.size.height))
        return preview.orientation.swapsAxes != header.orientation.swapsAxes && long * 10 > short * 11
    }

    /// Bytes that decoding will take, by experience with each format's library.
    func estimatedCost(fitting size: PixelSize) -> Int {
        let (stored, kept) = (header.storedSize.pixelCount, size.pixelCount * 4)
        let perPixel: Double =
            switch header.contentType {
            // Progressive ones keep all coefficients; whether a picture is one is only seen further inside.
            case .jpeg: 3.3
            case .png: 0.2
            case .gif: 1
            case .webP: 1.5
            case .heic, .heif, .avif: 7
            case .tiff: 1
            case .jpegXL: 20
            case .bmp: 0
            case .raw: 0
            case .mp4, .quickTime, .webM, .matroska: 12
            }
        return kept + Int(min(1e12, Double(stored) * perPixel)) + (4 << 20)
    }

    /// Seconds that a large picture may take longer than others: a fifth for each megapixel, as long as the file has bytes for so
    /// many. A header may claim anything.
    var timeAllowance: Double {
        min(Double(header.storedSize.pixelCount) / 5e6, Double(status.size) / 100_000)
    }

    /// What a worker is asked.
    /// - Throws: `notDecodable`.
    func question(_ source: Source) throws(LibraryError) -> fs_question {
        var question = fs_question()
        question.orientation = UInt32(header.orientation.rawValue)
        question.task = FS_TASK_PREVIEW.rawValue
        question.shown_width = UInt32(clamping: header.size.width)
        question.shown_height = UInt32(clamping: header.size.height)
        switch source {
        case .picture:
            question.task = FS_TASK_PICTURE.rawValue
            question.format = format.rawValue
            if header.contentType == .raw {
                guard let range = header.previewRange else {
                    throw .notDecodable(path: path.string, reason: "a raw picture without a preview in it")
                }
                question.offset = range.lowerBound
                question.length = UInt64(range.count)
            }
            if turnsItself { question.orientation = 1 }
            question.moment = min(1, (header.duration ?? 0) / 10)
        case .moment(let seconds):
            question.task = FS_TASK_PICTURE.rawValue
            question.format = format.rawValue
            question.moment = max(0, seconds)
            question.is_exact = 1
        case .embedded(let range):
            question.format = FS_FORMAT_JPEG.rawValue
            question.offset = range.lowerBound
            question.length = UInt64(range.count)
        case .item(let number):
            question.format = FS_FORMAT_HEIF.rawValue
            question.preview = number
            question.orientation = 1
        }
        return question
    }

    /// Whether the format's library turns pictures by what the container says.
    private var turnsItself: Bool {
        switch header.contentType {
        case .heic, .heif, .avif, .jpegXL: true
        case .jpeg, .png, .gif, .webP, .tiff, .bmp, .raw, .mp4, .quickTime, .webM, .matroska: false
        }
    }

    private var format: fs_format {
        switch header.contentType {
        case .jpeg, .raw: FS_FORMAT_JPEG
        case .png: FS_FORMAT_PNG
        case .gif: FS_FORMAT_GIF
        case .webP: FS_FORMAT_WEBP
        case .heic, .heif, .avif: FS_FORMAT_HEIF
        case .tiff: FS_FORMAT_TIFF
        case .jpegXL: FS_FORMAT_JPEG_XL
        case .bmp: FS_FORMAT_BMP
        case .mp4, .quickTime, .webM, .matroska: FS_FORMAT_MOVIE
        }
    }

    /// - Throws: what the worker says is wrong with the picture.
    func check(_ answer: fs_answer) throws(LibraryError) {
        let (name, reason) = (path.string, Self.text(answer))
        switch fs_outcome(answer.outcome) {
        case FS_OUTCOME_DONE: return
        case FS_OUTCOME_TRUNCATED: throw .truncated(path: name)
        case FS_OUTCOME_TOO_LARGE: throw .tooLarge(path: name)
        case FS_OUTCOME_UNSUPPORTED: throw .notDecodable(path: name, reason: reason)
        case FS_OUTCOME_INTERNAL: throw .internal("\(name): \(reason)")
        default: throw .decoderFailed(path: name, reason: reason)
        }
    }

    private static func text(_ answer: fs_answer) -> String {
        withUnsafeBytes(of: answer.reason) { bytes in
            // The worker's words are as little to be trusted as its pixels.
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).filter { !$0.isNewline }
                .withoutLastDots
        }
    }
}
