import CGStreamer
package import Filmstrip
import Foundation
import Glibc

/// Reads pictures and movies into frames, for those who look at pixels: the command's conversions, and the demo's report.
package enum FrameReader {
    /// How long the next frame may take.
    private static let patience = 60.0

    /// Reads a file's frames in order, a still's only one. Blocks the calling thread.
    /// - Parameters:
    ///   - orientation: how stored pixels are turned to be upright.
    ///   - visit: is given each frame, with its time; false ends the reading.
    /// - Throws: `notFound`, `unreadable`; `unsupportedFormat` when nothing here decodes it; `decoderFailed` when it ends in the
    ///   middle of the frames, `decoderTimedOut` when the next one takes a minute. What was visited is a part, then.
    package static func read(
        _ path: MediaPath, orientation: Orientation = .up, _ visit: (PixelFrame) throws -> Bool
    ) throws {
        // Not blocking, or opening a named pipe would wait for its other end for ever.
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw SystemError().reading(path) }
        let file = OwnedDescriptor(taking: descriptor)
        guard try FileStatus.of(file).kind == .file else {
            throw LibraryError.unreadable(path: path.string, reason: "it is no plain file")
        }
        let state = Locked(State())
        let pipeline = try make(orientation, path, Self.decoder(of: file))
        // By its number, because a name need not be text.
        pipeline["file"].set("location", text: "/proc/self/fd/\(descriptor)")
        pipeline.onMessage { message in
            state.withLock { state in
                state.isOver = true
                if case .failed(let fault) = message { state.fault = fault }
            }
        }
        defer {
            pipeline.shutDownNow()
            withExtendedLifetime(file) {}
        }
        do throws(GStreamerFault) { try pipeline.play() } catch {
            throw LibraryError.unsupportedFormat(path: path.string)
        }
        let sink = GStreamerAppSink(pipeline["out"])
        var count = 0
        var deadline = GStreamer.now + GStreamer.nanoseconds(patience)
        while true {
            guard let buffer = sink.pull(timeout: 0.1) else {
                if state.withLock({ $0.isOver }) { break }
                guard GStreamer.now < deadline else { throw FrameFailure(.decoderTimedOut, path, "it takes too long") }
                continue
            }
            guard let size = sink.caps.flatMap({ RawFrame.info(of: $0) }), let bytes = buffer.mappedData() else {
                throw FrameFailure(.decoderFailed, path, "it gives something that is no picture")
            }
            deadline = GStreamer.now + GStreamer.nanoseconds(patience)
            count += 1
            let frame = PixelFrame(
                size: PixelSize(width: Int(size.width), height: Int(size.height)), bytesPerRow: Int(size.width) * 4,
                bytes: bytes, time: Double(buffer.time ?? 0) / 1e9)
            guard try visit(frame) else { return }
        }
        guard count > 0 else { throw LibraryError.unsupportedFormat(path: path.string) }
        if let fault = state.withLock({ $0.fault }) { throw FrameFailure(.decoderFailed, path, fault.text) }
    }

    private struct State {
        var isOver = false
        var fault: GStreamerFault?
    }

    /// The decoder of a file, as a part of a pipeline. While `decodebin` connects an element it keeps that one's errors to itself, and a
    /// small picture is over by then: where the decoder is known, it does without.
    private static func decoder(of file: OwnedDescriptor) -> String {
        var head = [UInt8](repeating: 0, count: ContentType.signatureLength)
        let count = pread(file.rawValue, &head, head.count, 0)
        guard count > 0, ContentType(signature: head.prefix(count)) == .png, GStreamer.has("pngparse"),
            GStreamer.has("pngdec")
        else { return "decodebin" }
        return "pngparse ! pngdec"
    }

    private static func make(
        _ orientation: Orientation, _ path: MediaPath, _ decoder: String
    ) throws(LibraryError) -> GStreamerPipeline {
        do throws(GStreamerFault) {
            return try GStreamerPipeline(
                """
                filesrc name=file ! \(decoder) ! videoconvert ! video/x-raw,format=BGRA ! \(orientation.videoFlip)\
                appsink name=out sync=false max-buffers=4
                """)
        } catch {
            throw .internal("\(path): \(error.text)")
        }
    }
}

/// The end of decoding in the middle of a file.
package struct FrameFailure: FilmstripError, Hashable {
    /// `decoderFailed` or `decoderTimedOut`.
    package let code: ErrorCode
    package let path: MediaPath
    private let reason: String

    fileprivate init(_ code: ErrorCode, _ path: MediaPath, _ reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    package var message: String { "The decoder does not come to the end of the file: \(reason)." }
    package var subject: String? { path.string }
}
