import CGStreamer
import Filmstrip
import Foundation

/// Draws the frames of a simulated camera on a thread of its own, in the rhythm of its format.
final class SimulatedFeed: Sendable {
    private struct State {
        var isRunning = false
        var isLit = false
        var adjustment = DeviceAdjustment()
    }

    private let device: SimulatedDevice
    private let format: CaptureFormat
    private let source: GStreamerAppSource
    private let pool: GStreamerBufferPool
    private let now: @Sendable () -> Date
    private let state: Locked<State>

    init(
        _ device: SimulatedDevice, format: CaptureFormat, into source: GStreamerAppSource,
        adjustment: DeviceAdjustment, now: @escaping @Sendable () -> Date
    ) throws(GStreamerFault) {
        self.device = device
        self.format = format
        self.source = source
        self.now = now
        guard let caps = GStreamerCaps(format.caps) else {
            throw GStreamerFault(kind: .other, source: "simulated camera", text: "no such format: \(format.caps)")
        }
        source.setCaps(caps)
        pool = try GStreamerBufferPool(caps: caps, byteCount: format.size.pixelCount * 4)
        state = Locked(State(isLit: adjustment.torch ?? false, adjustment: adjustment))
    }

    /// The conditions of the frames that are drawn from now on.
    func set(adjustment: DeviceAdjustment, isLit: Bool) {
        state.withLock {
            $0.adjustment = adjustment
            $0.isLit = isLit
        }
    }

    /// Begins to draw. `baseTime` is when the pipeline's running time is zero.
    func start(baseTime: UInt64) {
        state.withLock { $0.isRunning = true }
        let thread = Thread { self.run(baseTime: baseTime) }
        thread.name = "simulated camera"
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    /// Draws no more, as an unplugged camera.
    func stop() {
        state.withLock { $0.isRunning = false }
    }

    private func run(baseTime: UInt64) {
        let interval = UInt64(1e9 / max(1, format.rate.perSecond))
        var due = GStreamer.now
        var number = 0
        while true {
            let current = state.withLock { $0 }
            guard current.isRunning else { return }
            let time = GStreamer.now
            let frame = SimulatedFrame(
                number: number, milliseconds: Int64(now().timeIntervalSince1970 * 1000), size: format.size,
                isLit: current.isLit, adjustment: current.adjustment)
            guard
                let buffer = pool.fill(
                    at: time - min(time, baseTime),
                    { pixels in
                        device.draw(frame, pixels, format.size.width * 4)
                    }), source.push(buffer)
            else { return }
            number += 1
            due += interval
            // A drawing that takes too long makes the camera slower, never a crowd of late frames.
            if due < GStreamer.now { due = GStreamer.now }
            Self.sleep(until: due)
        }
    }

    private static func sleep(until time: UInt64) {
        var wake = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
    }
}

/// Buffers that are used again.
final class GStreamerBufferPool: @unchecked Sendable {
    // Unchecked because pools are thread safe by GStreamer's contract, and the pointer never changes.
    private let pointer: UnsafeMutablePointer<GstBufferPool>

    init(caps: GStreamerCaps, byteCount: Int) throws(GStreamerFault) {
        guard let pool = gst_buffer_pool_new() else {
            throw GStreamerFault(kind: .other, source: "buffers", text: "no pool")
        }
        pointer = pool
        let settings = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(settings, caps.pointer, guint(byteCount), 3, 0)
        guard gst_buffer_pool_set_config(pool, settings) != 0, gst_buffer_pool_set_active(pool, 1) != 0 else {
            throw GStreamerFault(kind: .other, source: "buffers", text: "no memory")
        }
    }

    deinit {
        gst_buffer_pool_set_active(pointer, 0)
        gst_object_unref(pointer)
    }

    /// A buffer with that time, its bytes written by `body`. Nil when there is none.
    func fill(at time: UInt64, _ body: (UnsafeMutableRawBufferPointer) -> Void) -> GStreamerBuffer? {
        var made: UnsafeMutablePointer<GstBuffer>?
        guard gst_buffer_pool_acquire_buffer(pointer, &made, nil) == GST_FLOW_OK, let made else { return nil }
        var map = GstMapInfo()
        guard gst_buffer_map(made, &map, GST_MAP_WRITE) != 0 else {
            gst_buffer_unref(made)
            return nil
        }
        body(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
        gst_buffer_unmap(made, &map)
        made.pointee.pts = GstClockTime(time)
        made.pointee.dts = GstClockTime.max
        return GStreamerBuffer(taking: made)
    }
}
