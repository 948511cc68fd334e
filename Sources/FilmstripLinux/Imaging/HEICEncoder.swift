import CHEIF
import Filmstrip
import Foundation

/// Makes HEIC of a frame in packed RGB. Slow: seconds for a large picture.
enum HEICEncoder {
    /// - Parameters:
    ///   - quality: 1 to 100.
    ///   - exif: a TIFF block with the tags.
    static func encode(_ frame: RawFrame, quality: Int, exif: [UInt8]) throws(CameraError) -> Data {
        guard let context = heif_context_alloc() else { throw .internal("no memory for HEIC") }
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        guard heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder).code == heif_error_Ok,
            let encoder
        else { throw .unsupportedFormat("no HEVC encoder is installed") }
        defer { heif_encoder_release(encoder) }
        try check(heif_encoder_set_lossy_quality(encoder, Int32(quality)))
        let image = try image(of: frame)
        defer { heif_image_release(image) }
        var handle: OpaquePointer?
        try check(heif_context_encode_image(context, image, encoder, nil, &handle))
        guard let handle else { throw .internal("HEIC: no picture was made") }
        defer { heif_image_handle_release(handle) }
        try check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)))
        return try bytes(of: context)
    }

    private static func image(of frame: RawFrame) throws(CameraError) -> OpaquePointer {
        let width = Int32(frame.size.width)
        let height = Int32(frame.size.height)
        var image: OpaquePointer?
        try check(heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &image))
        guard let image else { throw .internal("no memory for HEIC") }
        let added = heif_image_add_plane(image, heif_channel_interleaved, width, height, 8)
        var stride: Int32 = 0
        guard added.code == heif_error_Ok, let source = frame.plane(0),
            let target = heif_image_get_plane(image, heif_channel_interleaved, &stride)
        else {
            heif_image_release(image)
            throw .internal("no memory for HEIC")
        }
        for row in 0..<Int(height) {
            memcpy(target + row * Int(stride), source + row * Int(frame.stride(0)), Int(width) * 3)
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
