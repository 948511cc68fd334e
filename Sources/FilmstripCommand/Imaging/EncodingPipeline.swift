import CGStreamer
import Filmstrip
import Foundation

/// Runs raw pixels through encoders of GStreamer, from a file into a file. One thread each, so that the bytes are the same
/// each time.
final class EncodingPipeline {
    private let pipeline: UnsafeMutablePointer<GstElement>

    /// What pixels become.
    enum Product: Sendable {
        case png
        case mp4, quickTime
    }

    /// - Throws: `unsupportedFormat` when no encoder is installed, `internal` when it fails.
    static func encode(_ pixels: RawPixels, as product: Product, rate: Int, folder: MediaPath) throws(CommandError)
        -> [UInt8]
    {
        let name = UUID().uuidString
        let input = folder.appending(".\(name).raw")
        let output = folder.appending(".\(name).made")
        defer {
            input.withCString { _ = unlink($0) }
            output.withCString { _ = unlink($0) }
        }
        try input.writeNew(pixels.padded, durably: false)
        let size = "width=\(pixels.size.width) height=\(pixels.size.height)"
        let parser = "filesrc name=input ! rawvideoparse format=\(pixels.format) \(size) framerate=\(rate)/1"
        let pipeline = try EncodingPipeline("\(parser) ! videoconvert ! \(chain(product)) ! filesink name=output")
        pipeline.set("input", location: input)
        pipeline.set("output", location: output)
        try pipeline.run()
        return try output.readAll()
    }

    private static func chain(_ product: Product) -> String {
        let encoder =
            has("x264enc")
            ? "video/x-raw,format=I420 ! x264enc threads=1 speed-preset=veryfast bitrate=1500"
            : "openh264enc multi-thread=1 bitrate=1500000"
        switch product {
        case .png: return "pngenc compression-level=6 snapshot=true"
        case .mp4: return "\(encoder) ! h264parse ! mp4mux"
        case .quickTime: return "\(encoder) ! h264parse ! qtmux"
        }
    }

    private static func has(_ element: String) -> Bool {
        guard gst_init_check(nil, nil, nil) != 0, let factory = gst_element_factory_find(element) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }

    private init(_ text: String) throws(CommandError) {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, nil) != 0, let pipeline = gst_parse_launch(text, &error) else {
            defer { g_clear_error(&error) }
            let reason = error.map { String(cString: $0.pointee.message) } ?? "GStreamer does not start"
            throw CommandError(.unsupportedFormat, "It cannot be encoded here: \(reason).")
        }
        g_clear_error(&error)
        gst_object_ref_sink(pipeline)
        self.pipeline = pipeline
    }

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(pipeline)
    }

    private func set(_ element: String, location: MediaPath) {
        guard
            let found = gst_bin_get_by_name(
                UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), element)
        else { return }
        defer { gst_object_unref(found) }
        location.withCString { fs_object_set_string(found, "location", $0) }
    }

    /// Plays to the end. Blocks the calling thread.
    private func run() throws(CommandError) {
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
        guard let bus = gst_element_get_bus(pipeline) else { return }
        defer { gst_object_unref(bus) }
        let kinds = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
        guard let message = gst_bus_timed_pop_filtered(bus, 120 * GstClockTime(1_000_000_000), kinds) else {
            throw CommandError(.internal, "The encoder does not come to its end.")
        }
        defer { gst_message_unref(message) }
        guard message.pointee.type == GST_MESSAGE_ERROR else { return }
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        defer { g_clear_error(&error) }
        let reason = error.map { String(cString: $0.pointee.message) } ?? "unknown"
        throw CommandError(.internal, "The encoder fails: \(reason)")
    }
}

/// Frames as bytes, row after row without gaps.
struct RawPixels: Sendable {
    /// As GStreamer's raw parser calls it: `rgb` or `bgra`.
    var format: String
    var size: PixelSize
    var frames: [[UInt8]]

    init(format: String, size: PixelSize, frames: [[UInt8]]) {
        self.format = format
        self.size = size
        self.frames = frames
    }

    /// Red, green, blue; all frames of one size.
    init(_ frames: [SamplePixels]) {
        self.init(format: "rgb", size: frames.first?.size ?? .zero, frames: frames.map(\.bytes))
    }

    /// The frames with rows of the parser's own stride: a multiple of four bytes.
    fileprivate var padded: [UInt8] {
        let row = size.width * (format == "rgb" ? 3 : 4)
        let padding = [UInt8](repeating: 0, count: (4 - row % 4) % 4)
        if padding.isEmpty { return Array(frames.joined()) }
        var bytes: [UInt8] = []
        for frame in frames {
            for start in stride(from: 0, to: row * size.height, by: row) {
                bytes += frame[start..<start + row]
                bytes += padding
            }
        }
        return bytes
    }
}
