import Filmstrip
import Foundation

/// A short pipeline that turns one buffer into another: for what is done once a photo, never once a frame.
enum OneShotConversion {
    /// Sends `buffer` through `description`, which is written without its ends.
    static func run(
        _ description: String, _ buffer: GStreamerBuffer, _ caps: GStreamerCaps, timeout: Double = 60
    ) throws(CameraError) -> (buffer: GStreamerBuffer, caps: GStreamerCaps) {
        let fault = Locked<GStreamerFault?>(nil)
        do throws(GStreamerFault) {
            let pipeline = try GStreamerPipeline(
                "appsrc name=in format=time ! \(description) ! appsink name=out sync=false")
            defer { pipeline.shutDownNow() }
            let source = GStreamerAppSource(pipeline["in"])
            let sink = GStreamerAppSink(pipeline["out"])
            // An appsink waits for ever after a failure upstream; the end of the stream wakes it.
            pipeline.onMessage { message in
                if case .failed(let heard) = message { fault.withLock { $0 = heard } }
            }
            source.setCaps(caps)
            try pipeline.play()
            source.push(buffer.retimed(to: 0, duration: 33_333_333))
            source.end()
            let made = sink.pull(timeout: timeout)
            if let made, let caps = sink.caps { return (made, caps) }
            throw fault.withLock { $0 } ?? GStreamerFault(kind: .other, source: "conversion", text: "no result")
        } catch {
            throw .internal("\(error.source): \(error.text)")
        }
    }
}
