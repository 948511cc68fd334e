import CWall
public import Filmstrip
import FilmstripFormats
import Foundation

/// A picture as a decoder gives it.
public struct DecodedPicture: Sendable {
    /// The pixels: upright, sRGB, alpha premultiplied. They are mapped, not copied, and cannot change.
    public var frame: PixelFrame
    /// Whether any pixel is not opaque.
    public var hasAlpha: Bool
    /// Whether a part of the picture is missing, because the file ends too early or is damaged there; it is grey then.
    public var isPartial: Bool
    /// The size of the whole picture as shown, of which the frame may be a smaller copy.
    public var fullSize: PixelSize
    /// What the file holds.
    public var contentType: ContentType

    /// Takes over what a worker has written.
    /// - Throws: `decoderFailed` when the worker says what cannot be, or goes on writing.
    init(
        _ answer: fs_answer, pixels: OwnedDescriptor, _ question: fs_question, _ file: OpenPicture
    ) throws(LibraryError) {
        frame = try Self.frame(answer, pixels, question, file.path)
        hasAlpha = answer.has_alpha != 0
        isPartial = answer.is_partial != 0
        fullSize = file.header.size
        contentType = file.header.contentType
    }

    /// The pixels that a worker has written, when they can be and cannot change any more.
    static func frame(
        _ answer: fs_answer, _ pixels: OwnedDescriptor, _ question: fs_question, _ path: MediaPath
    ) throws(LibraryError) -> PixelFrame {
        let size = PixelSize(width: Int(answer.width), height: Int(answer.height))
        let length = size.pixelCount * 4
        guard length > 0, length <= question.capacity, answer.width <= question.width,
            answer.height <= question.height
        else {
            throw .decoderFailed(path: path.string, reason: "the decoder gave an answer that cannot be")
        }
        guard let bytes = fs_pixels_map(pixels.rawValue, UInt64(length)) else {
            throw .decoderFailed(path: path.string, reason: "the decoder did not let go of the pixels")
        }
        return PixelFrame(
            size: size, bytesPerRow: size.width * 4,
            bytes: Data(
                bytesNoCopy: bytes, count: length,
                deallocator: .custom { bytes, count in fs_pixels_unmap(bytes, UInt64(count)) }))
    }
}
