import CGStreamer
import Filmstrip
import Foundation

/// The end of a pipeline that hands its buffers to us.
final class GStreamerAppSink: Sendable {
    private let element: GStreamerElement

    init(_ element: GStreamerElement) {
        self.element = element
    }

    /// Calls `body` on the streaming thread with each buffer, as long as the pipeline lives.
    func onBuffer(_ body: @escaping @Sendable (GStreamerBuffer) -> Void) {
        onSample { body($0.buffer) }
    }

    /// Calls `body` on the streaming thread with each buffer and what is known of it, as long as the pipeline lives.
    func onSample(_ body: @escaping @Sendable (GStreamerSample) -> Void) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = { sink, data in
            guard let sink, let data, let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
            defer { gst_sample_unref(sample) }
            if let read = GStreamerSample(sample) { GStreamerCallback<GStreamerSample>.at(data)(read) }
            return GST_FLOW_OK
        }
        let box = Unmanaged.passRetained(GStreamerCallback(body))
        gst_app_sink_set_callbacks(
            fs_app_sink(element.pointer), &callbacks, box.toOpaque(),
            { data in GStreamerCallback<GStreamerSample>.release(data) })
    }

    /// Waits for one buffer. Nil at the end, or when it takes longer than `timeout` seconds.
    func pull(timeout: Double) -> GStreamerBuffer? {
        let sink = fs_app_sink(element.pointer)
        guard let sample = gst_app_sink_try_pull_sample(sink, GstClockTime(GStreamer.nanoseconds(timeout))) else {
            return nil
        }
        defer { gst_sample_unref(sample) }
        return gst_sample_get_buffer(sample).map { GStreamerBuffer(retaining: $0) }
    }

    /// What flows into it, once that is agreed.
    var caps: GStreamerCaps? { element.pad("sink")?.caps }
}

/// A buffer at the end of a pipeline, with its place in the stream.
struct GStreamerSample: Sendable {
    var buffer: GStreamerBuffer
    /// Nanoseconds since the stream began, whatever the elements before made of its time stamps; nil when it does not say.
    var runningTime: UInt64?
    /// What the buffer holds.
    var caps: GStreamerCaps?

    fileprivate init?(_ sample: OpaquePointer) {
        guard let found = gst_sample_get_buffer(sample) else { return nil }
        buffer = GStreamerBuffer(retaining: found)
        caps = gst_sample_get_caps(sample).map { GStreamerCaps(taking: gst_caps_ref($0)) }
        guard let time = buffer.time, let segment = gst_sample_get_segment(sample) else { return }
        let running = gst_segment_to_running_time(segment, GST_FORMAT_TIME, guint64(time))
        runningTime = running == guint64.max ? nil : UInt64(running)
    }
}

/// The start of a pipeline that we feed.
final class GStreamerAppSource: Sendable {
    private let element: GStreamerElement

    init(_ element: GStreamerElement) {
        self.element = element
    }

    /// Says what will be pushed.
    func setCaps(_ caps: GStreamerCaps) {
        gst_app_src_set_caps(fs_app_source(element.pointer), caps.pointer)
    }

    /// Pushes a buffer. False when the pipeline takes no more.
    @discardableResult
    func push(_ buffer: GStreamerBuffer) -> Bool {
        gst_app_src_push_buffer(fs_app_source(element.pointer), buffer.handedOver()) == GST_FLOW_OK
    }

    /// Buffers that wait inside.
    var waiting: Int { Int(gst_app_src_get_current_level_buffers(fs_app_source(element.pointer))) }

    /// Says that nothing more comes.
    func end() {
        gst_app_src_end_of_stream(fs_app_source(element.pointer))
    }
}
