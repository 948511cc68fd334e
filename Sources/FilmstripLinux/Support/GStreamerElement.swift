import CGStreamer
import Filmstrip
import Foundation

/// An element of GStreamer, with one reference of ours.
final class GStreamerElement: @unchecked Sendable {
    // Unchecked because elements are thread safe by GStreamer's contract, and the pointer never changes.
    let pointer: UnsafeMutablePointer<GstElement>

    /// Takes over a full reference.
    init(taking pointer: UnsafeMutablePointer<GstElement>) {
        self.pointer = pointer
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// Sets a property from text, in the way in which pipelines are written down: numbers, booleans, enumerations, caps.
    func set(_ property: String, _ value: some CustomStringConvertible) {
        gst_util_set_object_arg(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self), property, value.description)
    }

    /// Sets a property to exactly that text, whatever characters it holds.
    func set(_ property: String, text: String) {
        fs_object_set_string(pointer, property, text)
    }

    /// Sets a property to a path, byte by byte.
    func set(_ property: String, path: MediaPath) {
        path.withCString { fs_object_set_string(pointer, property, $0) }
    }

    /// The always-there pad of that name.
    func pad(_ name: String) -> GStreamerPad? {
        gst_element_get_static_pad(pointer, name).map { GStreamerPad(taking: $0) }
    }
}

/// A pad with one reference of ours.
final class GStreamerPad: @unchecked Sendable {
    // Unchecked because pads are thread safe by GStreamer's contract, and the pointer never changes.
    private let pointer: UnsafeMutablePointer<GstPad>

    init(taking pointer: UnsafeMutablePointer<GstPad>) {
        self.pointer = pointer
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// Calls `body` on the streaming thread for each buffer that passes, as long as the pad lives.
    func onBuffer(_ body: @escaping @Sendable (GStreamerBuffer) -> Void) {
        let box = Unmanaged.passRetained(GStreamerCallback(body))
        gst_pad_add_probe(
            pointer, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                if let buffer = fs_probe_buffer(info), let data {
                    GStreamerCallback<GStreamerBuffer>.at(data)(GStreamerBuffer(retaining: buffer))
                }
                return GST_PAD_PROBE_OK
            }, box.toOpaque(), { data in GStreamerCallback<GStreamerBuffer>.release(data) })
    }

    /// Lets a buffer pass only if `keeps` says so, on the streaming thread.
    func filter(_ keeps: @escaping @Sendable () -> Bool) {
        let box = Unmanaged.passRetained(GStreamerGate(keeps))
        gst_pad_add_probe(
            pointer, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                guard let data else { return GST_PAD_PROBE_OK }
                let gate = Unmanaged<GStreamerGate>.fromOpaque(data).takeUnretainedValue()
                return gate.keeps() ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, box.toOpaque(), { data in data.map { Unmanaged<GStreamerGate>.fromOpaque($0).release() } })
    }

    /// What flows through it, once that is agreed.
    var caps: GStreamerCaps? { gst_pad_get_current_caps(pointer).map { GStreamerCaps(taking: $0) } }
}

/// A closure that travels through C as a pointer.
final class GStreamerCallback<Argument>: Sendable {
    private let body: @Sendable (Argument) -> Void

    init(_ body: @escaping @Sendable (Argument) -> Void) {
        self.body = body
    }

    /// The closure behind a pointer that C hands back.
    static func at(_ data: UnsafeMutableRawPointer) -> @Sendable (Argument) -> Void {
        Unmanaged<GStreamerCallback<Argument>>.fromOpaque(data).takeUnretainedValue().body
    }

    /// Gives back the reference that C held.
    static func release(_ data: UnsafeMutableRawPointer?) {
        guard let data else { return }
        Unmanaged<GStreamerCallback<Argument>>.fromOpaque(data).release()
    }
}

/// A question that travels through C as a pointer.
private final class GStreamerGate: Sendable {
    let keeps: @Sendable () -> Bool

    init(_ keeps: @escaping @Sendable () -> Bool) {
        self.keeps = keeps
    }
}
