import Filmstrip
import Foundation

/// From where a movie's sound comes.
public enum MicrophoneSource: Sendable, Hashable {
    /// The default microphone of PipeWire, over the socket at that path; nil for the session's own.
    case pipeWire(socketPath: String? = nil)
    /// A ticking tone made here, to go with simulated cameras.
    case simulated
    /// There is none.
    case none
}

/// An open microphone. A pipeline of its own: when it fails, the picture goes on.
final class SoundSource: Sendable {
    let tap = BufferTap()
    let caps: GStreamerCaps
    private let pipeline: GStreamerPipeline

    /// - Parameters:
    ///   - source: the first part of a pipeline, with an element named `source`.
    ///   - connection: what must stay open as long as it plays.
    init(_ source: String, keeping connection: OwnedDescriptor? = nil, prepare: (GStreamerElement) -> Void = { _ in })
        throws(GStreamerFault)
    {
        let text = "audio/x-raw,format=S16LE,layout=interleaved,rate=48000,channels=1"
        guard let caps = GStreamerCaps(text) else {
            throw GStreamerFault(kind: .other, source: "microphone", text: "no such format")
        }
        self.caps = caps
        pipeline = try GStreamerPipeline(
            "\(source) ! audioconvert ! audioresample ! \(text) ! appsink name=out sync=false max-buffers=50 drop=true",
            keeping: connection)
        prepare(pipeline["source"])
        pipeline.onMessage { [tap] message in
            if case .failed = message { tap.close() }
        }
        GStreamerAppSink(pipeline["out"]).onBuffer { [tap, weak pipeline] buffer in
            guard let base = pipeline?.baseTime, let time = buffer.time else { return }
            tap.deliver(buffer, at: base + time)
        }
    }

    /// Opens it and waits for the first sound. False when none comes in time.
    func start(timeout: Double) async -> Bool {
        guard await pipeline.play(timeout: timeout) == nil else { return false }
        return await tap.frame(notBefore: 0, timeout: timeout) != nil
    }

    func shutDown() async {
        tap.close()
        await pipeline.shutDown(timeout: 2)
    }
}
