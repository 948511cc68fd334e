import CGStreamer
import Filmstrip
import Foundation

/// From where the frames of an open camera come.
enum FrameSource: Sendable {
    case simulated(SimulatedDevice)
    /// A node of PipeWire, over a connection of its own.
    case pipeWire(OwnedDescriptor, node: String)
    case v4l2(path: String)

    /// The way to PipeWire, where it is the source.
    var connection: OwnedDescriptor? {
        if case .pipeWire(let connection, _) = self { connection } else { nil }
    }

    /// Whether frames come from a device in the world, which needs a moment until its pictures are right.
    var isPhysical: Bool {
        if case .simulated = self { false } else { true }
    }
}

/// What a pipeline is built for.
struct CapturePlan: Sendable {
    var device: CameraDevice
    var source: FrameSource
    var format: CaptureFormat
    var previewSize: PixelSize
    /// How previews are turned to be upright on the screen.
    var previewTurn = Orientation.up
    /// The name under which we appear to PipeWire.
    var clientName: String
    var adjustment = DeviceAdjustment()
    var now: @Sendable () -> Date = { Date() }
}

/// An open camera: source, decoder, preview. Photos and recordings take frames from its taps, so that neither can disturb it.
final class CapturePipeline: Sendable {
    let plan: CapturePlan
    /// Frames as the camera makes them: JPEG, or raw.
    let stills = BufferTap()
    /// Raw frames. The same as `stills` unless the camera makes JPEG.
    let frames: BufferTap
    let feed: SimulatedFeed?
    private let pipeline: GStreamerPipeline
    private let formatElement: GStreamerElement
    private let decoder: GStreamerElement?
    /// How previews are made from the next frame on; nil when that is how they are made.
    private let nextPreview = Locked<(size: PixelSize, turn: Orientation)?>(nil)
    /// The first failure.
    private let failure = Locked<GStreamerFault?>(nil)

    /// - Parameters:
    ///   - onPreview: gets each preview frame, on the streaming thread.
    ///   - onMessage: hears of failures, on any thread.
    init(
        _ plan: CapturePlan, onPreview: @escaping @Sendable (PixelFrame) -> Void,
        onMessage: @escaping @Sendable (GStreamerPipeline.Message) -> Void
    ) throws(GStreamerFault) {
        self.plan = plan
        // What hangs when it is shut down must not find its connection closed under it.
        pipeline = try GStreamerPipeline(Self.description(plan), keeping: plan, over: plan.source.connection)
        formatElement = pipeline["format"]
        decoder = pipeline.element(named: "decoder")
        frames = decoder == nil ? stills : BufferTap()
        formatElement.set("caps", plan.format.caps)
        switch plan.source {
        case .simulated(let device):
            feed = try SimulatedFeed(
                device, format: plan.format, into: GStreamerAppSource(pipeline["source"]),
                adjustment: plan.adjustment, now: plan.now)
        case .pipeWire(let connection, let node):
            feed = nil
            let source = pipeline["source"]
            source.set("fd", connection.rawValue)
            source.set("target-object", text: node)
            source.set("client-name", text: plan.clientName)
        case .v4l2(let path):
            feed = nil
            pipeline["source"].set("device", text: path)
        }
        pipeline.onMessage { [failure, stills, frames] message in
            if case .failed(let fault) = message {
                failure.withLock { $0 = $0 ?? fault }
                stills.close()
                frames.close()
            }
            onMessage(message)
        }
        setPreview(plan.previewSize, plan.previewTurn)
        shapePreviews()
        connectTaps(onPreview)
    }

    private func connectTaps(_ onPreview: @escaping @Sendable (PixelFrame) -> Void) {
        // The closures hold the taps, never the pipeline: a pipeline that held itself would never end.
        let clock = PipelineClock(pipeline)
        formatElement.pad("src")?.onBuffer { [stills] buffer in stills.deliver(buffer, at: clock.time(of: buffer)) }
        if let decoder {
            decoder.pad("src")?.onBuffer { [frames] buffer in frames.deliver(buffer, at: clock.time(of: buffer)) }
        }
        GStreamerAppSink(pipeline["preview"]).onSample { [stills] sample in
            let time = clock.time(of: sample.buffer)
            guard let info = sample.caps.flatMap({ RawFrame.info(of: $0) }),
                let data = sample.buffer.mappedData(keeping: stills.frame(at: time)?.buffer)
            else { return }
            let size = PixelSize(width: Int(info.width), height: Int(info.height))
            guard data.count >= size.pixelCount * 4 else { return }
            onPreview(
                PixelFrame(
                    size: size, bytesPerRow: data.count / size.height, bytes: data, time: Double(time) / 1e9))
        }
    }

    /// Gives previews another size, and turns them otherwise, from one frame to the next.
    func setPreview(_ size: PixelSize, _ turn: Orientation) {
        nextPreview.withLock { $0 = (size, turn) }
    }

    /// On the streaming thread, before a frame goes on: a change while one is on its way finds half of the elements with the old size,
    /// and is the end of the stream.
    private func shapePreviews() {
        let (shown, upright) = (pipeline["shown"], pipeline["upright"])
        let shape = { @Sendable [nextPreview] in
            let next = nextPreview.withLock { next in
                defer { next = nil }
                return next
            }
            guard let next else { return }
            upright.set("video-direction", next.turn.videoDirection)
            shown.set("caps", "video/x-raw,format=BGRx,width=\(next.size.width),height=\(next.size.height)")
        }
        shape()
        pipeline["previews"].pad("src")?.onBuffer { _ in shape() }
    }

    private static func description(_ plan: CapturePlan) -> String {
        // Previews are made smaller: colours that are smoothed before cost a quarter more, and show nothing more.
        let source =
            switch plan.source {
            case .simulated: "appsrc name=source is-live=true format=time max-buffers=3 leaky-type=downstream"
            case .pipeWire: "pipewiresrc name=source always-copy=true min-buffers=2 do-timestamp=true"
            case .v4l2: "v4l2src name=source do-timestamp=true"
            }
        let decoder = plan.format.isJPEG ? "queue max-size-buffers=8 ! jpegdec name=decoder ! " : ""
        return """
            \(source) ! capsfilter name=format ! \(decoder)\
            queue name=previews leaky=downstream max-size-buffers=1 max-size-bytes=0 max-size-time=0 \
            ! videoconvertscale chroma-mode=none ! videoflip name=upright ! capsfilter name=shown ! appsink name=preview sync=false max-buffers=1 drop=true
            """
    }

    /// What a still holds: the caps of `stills`.
    var stillCaps: GStreamerCaps? { formatElement.pad("src")?.caps }

    /// What a movie is made of: the caps of `frames`.
    var frameCaps: GStreamerCaps? { (decoder ?? formatElement).pad("src")?.caps }

    /// Opens the device and waits for the first frame; at the end of `timeout` seconds the camera counts as lost.
    func start(timeout: Double) async throws(CameraError) {
        let fault = await pipeline.play(timeout: timeout)
        if let fault = failure.withLock({ $0 }) ?? fault { throw fault.cameraError(plan.device.id) }
        feed?.start(baseTime: pipeline.baseTime)
        guard await frames.frame(notBefore: 0, timeout: timeout) != nil else {
            throw failure.withLock({ $0 })?.cameraError(plan.device.id) ?? .cameraLost(plan.device.id)
        }
    }

    /// Lets the device go, within `timeout` seconds.
    func shutDown(timeout: Double = 4) async {
        feed?.stop()
        stills.close()
        frames.close()
        await pipeline.shutDown(timeout: timeout)
    }
}

/// Turns running times into times on the common clock.
private final class PipelineClock: Sendable {
    private weak let pipeline: GStreamerPipeline?

    init(_ pipeline: GStreamerPipeline) {
        self.pipeline = pipeline
    }

    func time(of buffer: GStreamerBuffer) -> UInt64 {
        guard let base = pipeline?.baseTime, let time = buffer.time else { return GStreamer.now }
        return base + time
    }
}
