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
        var picture: PixelFrame
        do { picture = try await decoder.picture(file.path).frame } catch {
            throw CommandError(error, known: [file.path])
        }
        if let crop { picture = Self.cut(picture, crop(picture.size)) }
        let bytes: [UInt8]
        switch type {
        case .jpeg:
            bytes = try SamplePixels(onWhite: picture)
                .jpeg(quality: max(1, Int((quality * 100).rounded())), keepsColors: true)
        case .png:
            bytes = try PixelEncoder.encode(
                RawPixels(format: "bgra", size: picture.size, frames: [Array(picture.bytes)]), as: .png, rate: 1,
                folder: folder)
        default: throw CommandError(.unsupportedFormat, "\(type.mimeType) cannot be made here.", path: file.path)
        }
        let path = folder.appending("converted-\(UUID().uuidString).\(type.fileExtension)")
        try path.writeNew(bytes, durably: false)
        return MediaFile(path: path, contentType: type, isTemporary: true)
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

    /// A frame without its alpha, as every viewer paints it: on white.
    init(onWhite frame: PixelFrame) {
        let count = frame.size.pixelCount
        let bytes = frame.bytes.withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: count * 3) { target, filled in
                for row in 0..<frame.size.height {
                    for column in 0..<frame.size.width {
                        let from = row * frame.bytesPerRow + column * 4
                        let to = (row * frame.size.width + column) * 3
                        let alpha = Int(source[from + 3])
                        for part in 0..<3 {
                            let value = Int(source[from + 2 - part])
                            target[to + part] = UInt8((value * alpha + 255 * (255 - alpha) + 127) / 255)
                        }
                    }
                }
                filled = count * 3
            }
        }
        self.init(size: frame.size, bytes: bytes)
    }
}
