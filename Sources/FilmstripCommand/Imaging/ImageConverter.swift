import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation

/// Brings pictures into another format: decoded, upright, encoded anew. Decodes behind the wall.
struct ImageConverter: Sendable {
    /// Where results lie until they are used.
    let folder: MediaPath
    var decoder = PictureDecoder()

    /// A new temporary file of that format.
    /// - Parameters:
    ///   - type: `.jpeg` or `.png`.
    ///   - quality: 0 to 1, for JPEG.
    ///   - crop: what of the upright picture is kept; all by default.
    /// - Throws: `unsupportedFormat`, `tooLarge`, `unreadable`, `noSpace`…
    @concurrent
    func convert(
        _ file: MediaFile, to type: ContentType, quality: Double, crop: (@Sendable (PixelSize) -> PixelRect)? = nil
    ) async throws -> MediaFile {
        let bytes = try await bytes(of: file.path, as: type, quality: quality, crop: crop)
        let path = folder.appending("converted-\(UUID().uuidString).\(type.fileExtension)")
        try path.writeNew(bytes, durably: false)
        return MediaFile(path: path, contentType: type, isTemporary: true)
    }

    /// The same, in memory.
    @concurrent
    func bytes(
        of file: MediaPath, as type: ContentType, quality: Double, crop: (@Sendable (PixelSize) -> PixelRect)? = nil
    ) async throws -> [UInt8] {
        guard type == .jpeg || type == .png else {
            throw CommandError(.unsupportedFormat, "\(type.mimeType) cannot be made here.", path: file)
        }
        do {
            let picture = try await decoder.picture(file)
            let frame = crop.map { Self.cut(picture.frame, $0(picture.frame.size)) } ?? picture.frame
            return try PictureEncoder(frame, hasAlpha: picture.hasAlpha).encode(
                as: type, quality: Int((quality * 100).rounded()), keepsColors: true)
        } catch { throw CommandError(error, known: [file]) }
    }

    private static func cut(_ frame: PixelFrame, _ box: PixelRect) -> PixelFrame {
        var bytes = Data(capacity: box.width * box.height * 4)
        for row in box.y..<box.y + box.height {
            let start = frame.bytes.startIndex + row * frame.bytesPerRow + box.x * 4
            bytes += frame.bytes[start..<start + box.width * 4]
        }
        return PixelFrame(
            size: PixelSize(width: box.width, height: box.height), bytesPerRow: box.width * 4, bytes: bytes)
    }
}

extension RawPixels {
    /// Red, green, blue; all frames of one size.
    init(_ frames: [SamplePixels]) {
        self.init(format: "rgb", size: frames.first?.size ?? .zero, frames: frames.map(\.bytes))
    }
}

extension SamplePixels {
    /// These pixels as JPEG.
    /// - Parameters:
    ///   - quality: 1 to 100.
    ///   - keepsColors: whether each pixel keeps its own colour, instead of four sharing one.
    func jpeg(quality: Int, keepsColors: Bool = false) throws -> [UInt8] {
        Array(try JPEGEncoder.encode(rgb: bytes, size: size, quality: quality, keepsColors: keepsColors))
    }
}
