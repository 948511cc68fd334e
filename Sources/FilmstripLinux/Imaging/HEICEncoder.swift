import CEncoders
import CHEIF
import Filmstrip
import Foundation

/// Makes HEIC of a frame in packed RGB. Slow: seconds for a large picture.
enum HEICEncoder {
    /// - Parameters:
    ///   - quality: 1 to 100.
    ///   - exif: a TIFF block with the tags.
    static func encode(_ frame: RawFrame, quality: Int, exif: [UInt8]) throws(CameraError) -> Data {
        try encode(frame.size, hasAlpha: false, quality: quality, exif: exif) { target, stride in
            guard let source = frame.plane(0) else { return false }
            for row in 0..<frame.size.height {
                memcpy(target + row * stride, source + row * Int(frame.stride(0)), frame.size.width * 3)
            }
            return true
        }
    }

    /// - Parameters:
    ///   - frame: with alpha multiplied into the colours.
    ///   - quality: 1 to 100.
    static func encode(_ frame: PixelFrame, hasAlpha: Bool, quality: Int) throws(CameraError) -> Data {
        let (width, row) = (UInt32(clamping: frame.size.width), UInt64(frame.bytesPerRow))
        return try encode(frame.size, hasAlpha: hasAlpha, quality: quality, exif: []) { target, stride in
            frame.bytes.withUnsafeBytes { pixels in
                guard let source = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
                for line in 0..<frame.size.height {
                    let from = source + line * frame.bytesPerRow
                    if hasAlpha {
                        fs_straighten(from, width, 1, row, target + line * stride)
                    } else {
                        fs_flatten(from, width, 1, row, target + line * stride)
                    }
                }
                return true
            }
        }
    }

    private static func encode(
        _ size: PixelSize, hasAlpha: Bool, quality: Int, exif: [UInt8],
        _ fill: (UnsafeMutablePointer<UInt8>, Int) -> Bool
    ) throws(CameraError) -> Data {
        guard let context = heif_context_alloc() else { throw .internal("no memory for HEIC") }
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        guard heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code == heif_error_Ok,
            let encoder
        else { throw .unsupportedFormat("no HEVC encoder is installed") }
        defer { heif_encoder_release(encoder) }
        try check(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
        let image = try image(size, hasAlpha: hasAlpha, fill)
        defer { heif_image_release(image) }
        var handle: OpaquePointer?
        try check(heif_context_encode_image(context, image, encoder, nil, &handle))
        guard let handle else { throw .internal("HEIC: no picture was made") }
        defer { heif_image_handle_release(handle) }
        if !exif.isEmpty { try check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count))) }
        return try bytes(of: context)
    }

    private static func image(
        _ size: PixelSize, hasAlpha: Bool, _ fill: (UnsafeMutablePointer<UInt8>, Int) -> Bool
    ) throws(CameraError) -> OpaquePointer {
        let (width, height) = (Int32(size.width), Int32(size.height))
        let layout = hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
        var image: OpaquePointer?
        try check(heif_image_create(width, height, heif_colorspace_RGB, layout, &image))
        guard let image else { throw .internal("no memory for HEIC") }
        let added = heif_image_add_plane(image, heif_channel_interleaved, width, height, 8)
        var stride: Int32 = 0
        guard added.code == heif_error_Ok,
            let target = heif_image_get_plane(image, heif_channel_interleaved, &stride), fill(target, Int(stride))
        else {
            heif_image_release(image)
            throw .internal("no memory for HEIC")
        }
        return image
    }

    private static func bytes(of context: OpaquePointer) throws(CameraError) -> Data {
        var data = Data()
        var writer = heif_writer()
        writer.writer_api_version = 1
        writer.write = { _, bytes, count, user in
            if let bytes, let user {
                user.assumingMemoryBound(to: Data.self).pointee.append(
                    bytes.assumingMemoryBound(to: UInt8.self), count: count)
            }
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        let result = withUnsafeMutablePointer(to: &data) { heif_context_write(context, &writer, $0) }
        try check(result)
        return data
    }

    private static func check(_ error: heif_error) throws(CameraError) {
        guard error.code != heif_error_Ok else { return }
        throw .internal("HEIC: " + (error.message.map { String(cString: $0) } ?? "unknown failure"))
    }
}
