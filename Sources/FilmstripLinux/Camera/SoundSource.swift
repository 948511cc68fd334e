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
            over: connection)
        prepare(pipeline["source"])
        pipeline.onMessage { [tap] message in
            if case .failed = message { tap.close() }
        }
        GStreamerAppSink(pipeline["out"]).onBuffer { [tap, weak pipeline] buffer in
            guard let base = pipeline?.baseTime, let time = buffer.time else { return }
            tap.deliver(buffer, at: base + time)
        }
    }

    /// The microphone of that kind; nil when there is none. Blocks while it looks.
    static func make(_ microphone: MicrophoneSource, clientName: String) throws(GStreamerFault) -> SoundSource? {
        switch microphone {
        case .none: return nil
        case .simulated: return try SoundSource("audiotestsrc name=source is-live=true wave=ticks volume=0.3")
        case .pipeWire(let socketPath):
            let access = DirectCameraAccess(socketPath: socketPath)
            guard let look = access.connect(),
                let session = PipeWireSession(look, clientName: clientName, onChange: { _ in }),
                session.nodes().contains(where: { !$0.isCamera }), let connection = access.connect()
            else { return nil }
            return try SoundSource("pipewiresrc name=source do-timestamp=true", keeping: connection) {
                $0.set("fd", connection.rawValue)
                $0.set("client-name", text: clientName)
                $0.set("stream-properties", "properties,media.class=Stream/Input/Audio,media.role=Camera")
            }
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
