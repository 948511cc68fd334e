import CTurboJPEG
import Filmstrip
import FilmstripFormats
import Foundation

/// What is written into a still beside its pixels.
struct StillTags: Sendable, Hashable {
    var date: MediaDate
    var orientation = Orientation.up
    /// The camera's name.
    var model: String
    var place: Place?

    /// As EXIF has them.
    func fields(_ size: PixelSize) -> ExifFields {
        ExifFields(model: model, orientation: orientation, date: date, place: place, size: size)
    }
}

/// A frame as it came, and what it is.
struct StillFrame: Sendable {
    var buffer: GStreamerBuffer
    var caps: GStreamerCaps
    /// Whether the bytes are a JPEG of the camera's own.
    var isJPEG: Bool
    var size: PixelSize
}

/// Makes the file of a photo. Slow work, done off the streaming thread.
enum StillEncoder {
    /// The bytes of the file.
    /// - Parameters:
    ///   - quality: 1 to 100; the camera's own JPEG is not touched by it.
    ///   - turn: how it is turned to be upright, in real pixels, or by the tag of EXIF where the camera's own bytes are kept.
    ///   - mirrored: whether left and right are exchanged then, in the same way.
    static func encode(
        _ frame: StillFrame, as format: ContentType, quality: Int, turn: Orientation = .up, mirrored: Bool,
        tags: StillTags
    ) throws(CameraError) -> Data {
        var tags = tags
        let orientation = turn.mirrored(mirrored)
        var size = orientation.applied(to: frame.size)
        let bytes: Data
        switch format {
        case .jpeg:
            if frame.isJPEG {
                guard let own = frame.buffer.withBytes({ Data($0) }) else {
                    throw .internal("the frame cannot be read")
                }
                (tags.orientation, size) = (orientation, frame.size)
                bytes = own
            } else {
                bytes = try jpeg(frame, quality: quality, orientation)
            }
        case .png:
            bytes = try convert(frame, "pngenc compression-level=1", orientation)
        case .webP:
            guard GStreamer.has("webpenc") else { throw .unsupportedFormat("no WebP encoder is installed") }
            bytes = try convert(frame, "webpenc quality=\(quality)", orientation)
        case .heic:
            return try heic(frame, quality: quality, orientation, exif: tags.fields(size).tiffBlock)
        default:
            throw .unsupportedFormat("a camera makes JPEG, PNG, HEIC and WebP, not \(format.rawValue)")
        }
        do throws(LibraryError) {
            // Everything but the tags stays as it is: the camera's own JPEG is not coded again.
            return Data(try ExifWriter.inserting(tags.fields(size), into: [UInt8](bytes), format))
        } catch {
            throw .internal("the date cannot be written into the photo: \(error.message)")
        }
    }

    private static func jpeg(
        _ frame: StillFrame, quality: Int, _ orientation: Orientation
    ) throws(CameraError) -> Data {
        if orientation == .up && JPEGEncoder.takes(frame.caps) {
            return try JPEGEncoder.encode(frame.buffer, frame.caps, quality: quality)
        }
        // 4:2:2, packed as webcams give it or in planes, keeps its colours as dense as they are.
        let isHalved = ["YUY2", "UYVY", "YVYU", "Y42B", "NV16"].contains(frame.caps.offers.first?.pixelFormats.first)
        let made = try OneShotConversion.run(pixels("RGBx", orientation), frame.buffer, frame.caps)
        return try JPEGEncoder.encode(
            made.buffer, made.caps, quality: quality, sampling: isHalved ? TJSAMP_422 : TJSAMP_420)
    }

    private static func convert(
        _ frame: StillFrame, _ encoder: String, _ orientation: Orientation
    ) throws(CameraError) -> Data {
        let made = try OneShotConversion.run(
            "\(decoding(frame))\(pixels("RGB", orientation)) ! \(encoder)", frame.buffer, frame.caps)
        guard let bytes = made.buffer.withBytes({ Data($0) }) else { throw .internal("the picture cannot be read") }
        return bytes
    }

    private static func heic(
        _ frame: StillFrame, quality: Int, _ orientation: Orientation, exif: [UInt8]
    ) throws(CameraError) -> Data {
        let made = try OneShotConversion.run(
            decoding(frame) + pixels("RGB", orientation), frame.buffer, frame.caps)
        guard let info = RawFrame.info(of: made.caps), let raw = RawFrame(made.buffer, info) else {
            throw .internal("the frame cannot be read")
        }
        return try HEICEncoder.encode(raw, quality: quality, exif: exif)
    }

    private static func decoding(_ frame: StillFrame) -> String { frame.isJPEG ? "jpegdec ! " : "" }

    /// To red, green and blue from 0 to 255, whatever range and matrix the frame has. Never from planes to planes:
    /// `videoconvert` leaves the range as it was there, and a picture's black would be grey.
    private static func pixels(_ format: String, _ orientation: Orientation) -> String {
        "videoconvert ! \(orientation.videoFlip)video/x-raw,format=\(format)"
    }
}
