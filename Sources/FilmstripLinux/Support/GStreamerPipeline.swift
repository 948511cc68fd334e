import CGStreamer
import Dispatch
import Filmstrip
import Foundation

/// A pipeline: built from its written form, watched, and shut down in bounded time.
final class GStreamerPipeline: Sendable {
    /// What a pipeline tells.
    enum Message: Sendable {
        case failed(GStreamerFault)
        case ended
    }

    private let element: GStreamerElement
    private let isDown = Locked(false)
    private let kept: (any Sendable)?
    private let connection: OwnedDescriptor?

    /// Builds a pipeline. What comes from outside (names, paths) is never part of the text: it is set as a property.
    /// - Parameters:
    ///   - kept: what must live as long as the pipeline does.
    ///   - connection: the way to PipeWire, where that is the source.
    init(
        _ description: String, keeping kept: (any Sendable)? = nil, over connection: OwnedDescriptor? = nil
    ) throws(GStreamerFault) {
        self.kept = kept
        self.connection = connection
        guard GStreamer.isReady else {
            throw GStreamerFault(kind: .other, source: "gstreamer", text: "GStreamer does not start")
        }
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_launch_full(description, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        guard let made else { throw GStreamerFault(taking: error, source: "pipeline") }
        if let error { g_error_free(error) }
        gst_object_ref_sink(made)
        element = GStreamerElement(taking: made)
        // One clock for all, so that the times of different pipelines can be compared.
        let clock = gst_system_clock_obtain()
        gst_pipeline_use_clock(fs_pipeline(made), clock)
        gst_object_unref(clock)
    }

    deinit {
        // Ending waits for the streaming threads, one of which may be the one that let go last.
        guard let element = claimEnd() else { return }
        GStreamerThread.start { [element, kept, connection] in
            Self.end(element, over: connection)
            withExtendedLifetime(kept) {}
        }
    }

    /// The element of that name.
    func element(named name: String) -> GStreamerElement? {
        gst_bin_get_by_name(fs_bin(element.pointer), name).map { GStreamerElement(taking: $0) }
    }

    /// The element of that name, which this file's callers wrote into the pipeline themselves.
    subscript(name: String) -> GStreamerElement {
        guard let found = element(named: name) else { preconditionFailure("no element \(name) in the pipeline") }
        return found
    }

    /// Hears of failures and the end, on whatever thread they happen. Set once, before the start.
    func onMessage(_ body: @escaping @Sendable (Message) -> Void) {
        guard let bus = gst_element_get_bus(element.pointer) else { return }
        defer { gst_object_unref(bus) }
        let box = Unmanaged.passRetained(GStreamerCallback(body))
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                if let message, let data, let heard = GStreamerPipeline.read(message) {
                    GStreamerCallback<Message>.at(data)(heard)
                }
                if let message { gst_message_unref(message) }
                return GST_BUS_DROP
            }, box.toOpaque(), { data in GStreamerCallback<Message>.release(data) })
    }

    private static func read(_ message: UnsafeMutablePointer<GstMessage>) -> Message? {
        switch message.pointee.type {
        case GST_MESSAGE_EOS:
            return .ended
        case GST_MESSAGE_ERROR:
            var error: UnsafeMutablePointer<GError>?
            var debug: UnsafeMutablePointer<CChar>?
            gst_message_parse_error(message, &error, &debug)
            defer { g_free(debug) }
            let source = fs_message_source(message).map { String(cString: $0) } ?? "pipeline"
            let detail = debug.map { String(cString: $0) } ?? ""
            return .failed(GStreamerFault(taking: error, source: source, detail: detail))
        default:
            return nil
        }
    }

    /// Nanoseconds on the common clock at which the running time is zero.
    var baseTime: UInt64 { UInt64(gst_element_get_base_time(element.pointer)) }

    /// Starts to play. Blocks while elements open their devices, so it is called from a thread that may wait.
    func play() throws(GStreamerFault) {
        guard gst_element_set_state(element.pointer, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE else {
            throw GStreamerFault(kind: .other, source: "pipeline", text: "it cannot play")
        }
    }

    /// Starts to play, and waits for that for at most `timeout` seconds: some elements wait for half a minute for a device that is
    /// not there.
    /// - Returns: what failed; nil when it plays.
    func play(timeout: Double) async -> GStreamerFault? {
        let fault = Locked<GStreamerFault?>(nil)
        let isDone = await GStreamerThread.run(timeout: timeout) {
            do throws(GStreamerFault) { try self.play() } catch { fault.withLock { $0 = error } }
        }
        guard isDone else {
            return GStreamerFault(kind: .missing, source: "pipeline", text: "it does not start in time")
        }
        return fault.withLock { $0 }
    }

    /// Ends everything, at most once. Blocks as long as the elements do.
    func shutDownNow() {
        if let element = claimEnd() { Self.end(element, over: connection) }
    }

    /// The element, for the first who is to end it.
    private func claimEnd() -> GStreamerElement? {
        isDown.withLock { down in
            defer { down = true }
            return down ? nil : element
        }
    }

    private static func end(_ element: GStreamerElement, over connection: OwnedDescriptor?) {
        if let connection, connection.isHungUp {
            abandon(element, connection)
        } else {
            gst_element_set_state(element.pointer, GST_STATE_NULL)
        }
        guard let bus = gst_element_get_bus(element.pointer) else { return }
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
    }

    /// Leaves a pipeline as it is, with its connection, for as long as the program runs. PipeWire 0.3 now and then takes the program with
    /// it when a stream is ended whose daemon has died; and nothing comes from there any more.
    private static func abandon(_ element: GStreamerElement, _ connection: OwnedDescriptor) {
        let object = UnsafeMutableRawPointer(gst_object_ref(element.pointer)!).assumingMemoryBound(to: GObject.self)
        g_object_set_data(object, "filmstrip-connection", Unmanaged.passRetained(connection).toOpaque())
    }

    /// Ends everything, and comes back after `timeout` seconds even when an element does not let go. What hangs is left to its
    /// thread.
    func shutDown(timeout: Double = 4) async {
        await GStreamerThread.run(timeout: timeout) { self.shutDownNow() }
    }
}

/// Threads for what may block.
enum GStreamerThread {
    private static let queue = DispatchQueue(label: "filmstrip.gstreamer", attributes: .concurrent)

    /// Runs `body` where it may block, and does not wait.
    static func start(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs `body` where it may block.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    /// Runs `body` where it may block, and waits for its end for at most `timeout` seconds. False when it is still at it.
    @discardableResult
    static func run(timeout: Double, _ body: @escaping @Sendable () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            let once = Locked<CheckedContinuation<Bool, Never>?>(continuation)
            let finish: @Sendable (Bool) -> Void = { value in
                let waiting = once.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                waiting?.resume(returning: value)
            }
            queue.async {
                body()
                finish(true)
            }
            queue.asyncAfter(deadline: .now() + timeout) { finish(false) }
        }
    }
}
