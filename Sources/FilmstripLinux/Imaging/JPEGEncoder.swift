import CGStreamer
import CTurboJPEG
package import Filmstrip
package import Foundation

/// Makes JPEG of raw frames, straight from the layouts that cameras give.
package enum JPEGEncoder {
    /// The JPEG of red, green and blue, row after row without gaps.
    /// - Parameters:
    ///   - quality: 1 to 100.
    ///   - keepsColors: whether each pixel keeps its own colour, instead of four sharing one.
    package static func encode(
        rgb: [UInt8], size: PixelSize, quality: Int, keepsColors: Bool = false
    ) throws(CameraError) -> Data {
        let sampling = keepsColors ? TJSAMP_444 : TJSAMP_420
        return try encode { encoder, bytes, count in
            tjCompress2(
                encoder, rgb, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGB.rawValue), &bytes, &count,
                Int32(sampling.rawValue), Int32(quality), 0)
        }
    }

    /// Whether frames of that format need no conversion first.
    static func takes(_ caps: GStreamerCaps) -> Bool {
        guard let info = RawFrame.info(of: caps) else { return false }
        return layout(of: info) != nil
    }

    /// The JPEG of a frame.
    /// - Parameters:
    ///   - quality: 1 to 100.
    ///   - sampling: how many pixels of a frame in red, green and blue share a colour; planes stay as they are.
    static func encode(
        _ buffer: GStreamerBuffer, _ caps: GStreamerCaps, quality: Int, sampling: TJSAMP = TJSAMP_420
    ) throws(CameraError) -> Data {
        guard let info = RawFrame.info(of: caps), let layout = layout(of: info), let frame = RawFrame(buffer, info)
        else {
            throw .unsupportedFormat("no JPEG of \(caps)")
        }
        let width = Int32(frame.size.width)
        let height = Int32(frame.size.height)
        return try encode { encoder, bytes, count in
            switch layout {
            case .packed(let format):
                return tjCompress2(
                    encoder, frame.plane(0), width, frame.stride(0), height, Int32(format.rawValue), &bytes, &count,
                    Int32(sampling.rawValue), Int32(quality), 0)
            case .planes(let sampling):
                var planes: [UnsafePointer<UInt8>?] = (0..<3).map { UnsafePointer(frame.plane($0)) }
                let strides: [Int32] = (0..<3).map { frame.stride($0) }
                return tjCompressFromYUVPlanes(
                    encoder, &planes, width, strides, height, Int32(sampling.rawValue), &bytes, &count, Int32(quality),
                    0)
            }
        }
    }

    /// Calls the library's encoder, and takes over the bytes that it made.
    private static func encode(
        _ body: (tjhandle, inout UnsafeMutablePointer<UInt8>?, inout UInt) -> Int32
    ) throws(CameraError) -> Data {
        guard let encoder = tjInitCompress() else { throw .internal("the JPEG encoder does not start") }
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let result = body(encoder, &bytes, &count)
        guard result == 0, let bytes else {
            let reason = String(cString: tjGetErrorStr2(encoder))
            tjFree(bytes)
            throw .internal("JPEG: \(reason)")
        }
        return Data(
            bytesNoCopy: bytes, count: Int(count),
            deallocator: .custom { pointer, _ in tjFree(pointer.assumingMemoryBound(to: UInt8.self)) })
    }

    private enum Layout {
        case packed(TJPF)
        case planes(TJSAMP)
    }

    private static func layout(of info: GstVideoInfo) -> Layout? {
        // A JPEG's numbers are those of JFIF 1.02: BT.601, and from 0 to 255. Most cameras give less, black being 16.
        let colors = info.colorimetry
        let isWide = colors.range == GST_VIDEO_COLOR_RANGE_0_255
        let isJFIF = isWide && colors.matrix == GST_VIDEO_COLOR_MATRIX_BT601
        return switch info.finfo.pointee.format {
        case GST_VIDEO_FORMAT_BGRx, GST_VIDEO_FORMAT_BGRA: .packed(TJPF_BGRX)
        case GST_VIDEO_FORMAT_RGBx, GST_VIDEO_FORMAT_RGBA: .packed(TJPF_RGBX)
        case GST_VIDEO_FORMAT_RGB: .packed(TJPF_RGB)
        case GST_VIDEO_FORMAT_BGR: .packed(TJPF_BGR)
        case GST_VIDEO_FORMAT_GRAY8 where isWide: .packed(TJPF_GRAY)
        case GST_VIDEO_FORMAT_I420 where isJFIF: .planes(TJSAMP_420)
        case GST_VIDEO_FORMAT_Y42B where isJFIF: .planes(TJSAMP_422)
        default: nil
        }
    }
}

/// A raw frame mapped for reading, with the strides that it really has.
final class RawFrame {
    private var frame = GstVideoFrame()

    /// Maps the frame as long as this object lives. Nil when the buffer does not fit its description.
    init?(_ buffer: GStreamerBuffer, _ info: GstVideoInfo) {
        var info = info
        guard gst_video_frame_map(&frame, &info, buffer.pointer, GST_MAP_READ) != 0 else { return nil }
    }

    deinit {
        gst_video_frame_unmap(&frame)
    }

    /// What caps say about frames; nil when they are no raw video.
    static func info(of caps: GStreamerCaps) -> GstVideoInfo? {
        var info = GstVideoInfo()
        return gst_video_info_from_caps(&info, caps.pointer) != 0 ? info : nil
    }

    var size: PixelSize { PixelSize(width: Int(frame.info.width), height: Int(frame.info.height)) }

    func plane(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
        let planes = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
        return planes[index]?.assumingMemoryBound(to: UInt8.self)
    }

    func stride(_ index: Int) -> Int32 {
        [frame.info.stride.0, frame.info.stride.1, frame.info.stride.2, frame.info.stride.3][index]
    }
}
