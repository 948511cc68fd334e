import CEncoders
import CTurboJPEG
package import Filmstrip
import Foundation

/// Makes files of pixels: JPEG, PNG, WebP and HEIC. Pixels are those of a decoder: upright, sRGB, alpha multiplied in.
package struct PictureEncoder {
    let frame: PixelFrame
    let hasAlpha: Bool

    package init(_ frame: PixelFrame, hasAlpha: Bool) {
        self.frame = frame
        self.hasAlpha = hasAlpha
    }

    /// The file's bytes. Blocks the calling thread: HEIC of 12 megapixels takes many seconds.
    /// - Parameters:
    ///   - quality: 1 to 100; PNG loses nothing in any case.
    ///   - keepsColors: whether each pixel of a JPEG keeps its own colour, instead of four sharing one.
    /// - Throws: `cannotEncode` when no encoder is installed, or the format has no room for so large a picture.
    package func encode(
        as type: ContentType, quality: Int, keepsColors: Bool = false
    ) throws(ExportError) -> [UInt8] {
        switch type {
        case .jpeg: return try jpeg(quality, keepsColors)
        case .png:
            return try make(type) { pixels, length in
                fs_encode_png(pixels, width, height, row, hasAlpha ? 1 : 0, &length)
            }
        case .webP:
            return try make(type) { pixels, length in
                fs_encode_webp(pixels, width, height, row, hasAlpha ? 1 : 0, Int32(quality), &length)
            }
        case .heic:
            do throws(CameraError) {
                return [UInt8](try HEICEncoder.encode(frame, hasAlpha: hasAlpha, quality: quality))
            } catch { throw .cannotEncode(type, reason: error.message) }
        default: throw .cannotEncode(type, reason: "there is no encoder for it")
        }
    }

    /// A small JPEG of the picture, as EXIF holds one.
    func thumbnail() throws(ExportError) -> [UInt8] {
        let small = frame.scaled(toFit: PixelSize(width: 160, height: 160))
        return try PictureEncoder(small, hasAlpha: hasAlpha).encode(as: .jpeg, quality: 75)
    }

    private var width: UInt32 { UInt32(clamping: frame.size.width) }
    private var height: UInt32 { UInt32(clamping: frame.size.height) }
    private var row: UInt64 { UInt64(frame.bytesPerRow) }

    private func make(
        _ type: ContentType, _ body: (UnsafePointer<UInt8>, inout UInt64) -> UnsafeMutablePointer<UInt8>?
    ) throws(ExportError) -> [UInt8] {
        var length: UInt64 = 0
        let made = frame.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { body($0.assumingMemoryBound(to: UInt8.self), &length) }
        }
        guard let made else {
            throw .cannotEncode(type, reason: "a picture of \(frame.size) pixels is too much for it")
        }
        defer { fs_encoded_free(made) }
        return Array(UnsafeBufferPointer(start: made, count: Int(length)))
    }

    private func jpeg(_ quality: Int, _ keepsColors: Bool) throws(ExportError) -> [UInt8] {
        guard width < 65_536, height < 65_536 else {
            throw .cannotEncode(.jpeg, reason: "a picture of \(frame.size) pixels is too much for it")
        }
        guard let encoder = tjInitCompress() else { throw .cannotEncode(.jpeg, reason: "the encoder does not start") }
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let sampling = Int32((keepsColors ? TJSAMP_444 : TJSAMP_420).rawValue)
        let flat = hasAlpha ? flattened : nil
        let result = frame.bytes.withUnsafeBytes { pixels in
            let own = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return flat.map {
                tjCompress2(
                    encoder, $0, Int32(width), 0, Int32(height), TJPF_RGB.rawValue, &bytes, &count, sampling,
                    Int32(quality), 0)
            }
                ?? tjCompress2(
                    encoder, own, Int32(width), Int32(frame.bytesPerRow), Int32(height), TJPF_BGRX.rawValue, &bytes,
                    &count, sampling, Int32(quality), 0)
        }
        defer { tjFree(bytes) }
        guard result == 0, let bytes else {
            throw .cannotEncode(.jpeg, reason: String(cString: tjGetErrorStr2(encoder)))
        }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private var flattened: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: frame.size.pixelCount * 3) { target, count in
            frame.bytes.withUnsafeBytes { pixels in
                fs_flatten(
                    pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), width, height, row, target.baseAddress)
            }
            count = frame.size.pixelCount * 3
        }
    }
}
