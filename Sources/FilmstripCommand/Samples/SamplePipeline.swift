import CGStreamer
import Filmstrip
import Foundation

/// Runs raw pixels through encoders of GStreamer, from a file into a file. One thread each, so that the bytes are the same
/// each time.
final class SamplePipeline {
    private let pipeline: UnsafeMutablePointer<GstElement>

    /// What pixels become.
    enum Product: Sendable {
        case png
        case mp4, quickTime
    }

    /// - Parameter frames: red, green, blue, all of one size.
    /// - Throws: `unsupportedFormat` when no encoder is installed, `internal` when it fails.
    static func encode(_ frames: [SamplePixels], as product: Product, rate: Int, folder: MediaPath) throws(CommandError)
        -> [UInt8]
    {
        guard let size = frames.first?.size else { return [] }
        let name = UUID().uuidString
        let input = folder.appending(".\(name).raw")
        let output = folder.appending(".\(name).made")
        defer {
            input.withCString { _ = unlink($0) }
            output.withCString { _ = unlink($0) }
        }
        // Rows of the parser's own stride: a multiple of four bytes.
        var raw: [UInt8] = []
        let padding = [UInt8](repeating: 0, count: (4 - size.width * 3 % 4) % 4)
        for frame in frames {
            if padding.isEmpty {
                raw += frame.bytes
                continue
            }
            for row in 0..<size.height {
                raw += frame.bytes[row * size.width * 3..<(row + 1) * size.width * 3]
                raw += padding
            }
        }
        try input.writeNew(raw)
        let parser =
            "filesrc name=input ! rawvideoparse format=rgb width=\(size.width) height=\(size.height) framerate=\(rate)/1"
        let pipeline = try SamplePipeline("\(parser) ! videoconvert ! \(chain(product)) ! filesink name=output")
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
            throw CommandError(.unsupportedFormat, "Samples cannot be encoded here: \(reason).")
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
            throw CommandError(.internal, "Encoding a sample does not end.")
        }
        defer { gst_message_unref(message) }
        guard message.pointee.type == GST_MESSAGE_ERROR else { return }
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        defer { g_clear_error(&error) }
        let reason = error.map { String(cString: $0.pointee.message) } ?? "unknown"
        throw CommandError(.internal, "Encoding a sample fails: \(reason)")
    }
}
