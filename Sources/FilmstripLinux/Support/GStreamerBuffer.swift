import CGStreamer
import Filmstrip
import Foundation

/// A buffer of GStreamer, with one reference of ours. Its bytes must not be changed.
final class GStreamerBuffer: @unchecked Sendable {
    // Unchecked because buffers are counted atomically, and ours are read only.
    let pointer: UnsafeMutablePointer<GstBuffer>

    /// Adds a reference.
    init(retaining pointer: UnsafeMutablePointer<GstBuffer>) {
        self.pointer = gst_buffer_ref(pointer)
    }

    /// Takes over a full reference.
    init(taking pointer: UnsafeMutablePointer<GstBuffer>) {
        self.pointer = pointer
    }

    deinit {
        gst_buffer_unref(pointer)
    }

    /// When it is to be shown, in nanoseconds of running time; nil when it does not say.
    var time: UInt64? { pointer.pointee.pts == GstClockTime.max ? nil : UInt64(pointer.pointee.pts) }

    /// Bytes that it holds.
    var byteCount: Int { Int(gst_buffer_get_size(pointer)) }

    /// Whether it can be understood only after others, as frames between key frames.
    var isDelta: Bool { pointer.pointee.mini_object.flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue != 0 }

    /// The bytes where they lie: mapped as long as the data lives.
    /// - Parameter origin: what they were made of, to live as long.
    func mappedData(keeping origin: GStreamerBuffer? = nil) -> Data? {
        let map = UnsafeMutablePointer<GstMapInfo>.allocate(capacity: 1)
        guard gst_buffer_map(pointer, map, GST_MAP_READ) != 0 else {
            map.deallocate()
            return nil
        }
        nonisolated(unsafe) let mapped = map
        // Safe because the map is touched once more only, by the deallocator, when nobody reads any longer.
        return Data(
            bytesNoCopy: map.pointee.data, count: Int(map.pointee.size),
            deallocator: .custom { [self] _, _ in
                gst_buffer_unmap(pointer, mapped)
                mapped.deallocate()
                withExtendedLifetime(origin) {}
            })
    }

    /// Calls `body` with the bytes.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result? {
        var map = GstMapInfo()
        guard gst_buffer_map(pointer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(pointer, &map) }
        return try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }

    /// A new reference to the same bytes with other time stamps.
    func retimed(to time: UInt64, duration: UInt64) -> GStreamerBuffer {
        // A shallow copy: the memory is shared, the header is ours.
        let copy = gst_buffer_copy_region(pointer, GstBufferCopyFlags(GST_BUFFER_COPY_ALL_BITS), 0, gsize.max)!
        copy.pointee.pts = GstClockTime(time)
        copy.pointee.dts = GstClockTime.max
        copy.pointee.duration = GstClockTime(duration)
        return GStreamerBuffer(taking: copy)
    }

    /// A copy with bytes of its own, which keeps nobody's memory; nil when there is none.
    func detached() -> GStreamerBuffer? {
        gst_buffer_copy_deep(pointer).map { GStreamerBuffer(taking: $0) }
    }

    /// One more reference, for C functions that take one over.
    func handedOver() -> UnsafeMutablePointer<GstBuffer> { gst_buffer_ref(pointer) }
}

extension GStreamerBuffer {
    private var GST_BUFFER_COPY_ALL_BITS: UInt32 {
        GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
            | GST_BUFFER_COPY_MEMORY.rawValue
    }
}

/// Caps of GStreamer: what may flow, or flows.
final class GStreamerCaps: @unchecked Sendable, CustomStringConvertible {
    // Unchecked because caps are counted atomically, and ours are never changed.
    let pointer: UnsafeMutablePointer<GstCaps>

    /// Takes over a full reference.
    init(taking pointer: UnsafeMutablePointer<GstCaps>) {
        self.pointer = pointer
    }

    /// Caps from their written form; nil when it is none.
    convenience init?(_ text: String) {
        guard GStreamer.isReady, let caps = gst_caps_from_string(text) else { return nil }
        self.init(taking: caps)
    }

    deinit {
        gst_caps_unref(pointer)
    }

    var description: String {
        guard let text = gst_caps_to_string(pointer) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
