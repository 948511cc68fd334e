package import Filmstrip
import Foundation

/// Makes pictures and movies of pixels, for the command's conversions and samples. One thread each, so that the bytes are the
/// same each time.
package enum PixelEncoder {
    /// What pixels become.
    package enum Product: Sendable {
        case png
        case mp4, quickTime
    }

    /// Blocks the calling thread.
    /// - Parameters:
    ///   - rate: frames a second.
    ///   - folder: holds temporary files meanwhile.
    /// - Throws: `unsupportedFormat` when no encoder is installed, `internal` when it fails; `noSpace`, `readOnly`.
    package static func encode(
        _ pixels: RawPixels, as product: Product, rate: Int, folder: MediaPath
    ) throws -> [UInt8] {
        // From file to file, because movies want to go back and write down their length.
        let input = try AtomicFile(in: folder, mode: 0o600)
        let output = try AtomicFile(in: folder, mode: 0o600)
        try input.append(pixels.padded[...])
        let size = "width=\(pixels.size.width) height=\(pixels.size.height)"
        let parser = "filesrc name=input ! rawvideoparse format=\(pixels.format) \(size) framerate=\(rate)/1"
        do throws(GStreamerFault) {
            let pipeline = try GStreamerPipeline("\(parser) ! videoconvert ! \(chain(product)) ! filesink name=output")
            pipeline["input"].set("location", path: input.path)
            pipeline["output"].set("location", path: output.path)
            try run(pipeline)
        } catch {
            if error.kind == .noSpace { throw LibraryError.noSpace(folder: folder.string) }
            throw CameraError.internal("\(error.source): \(error.text)")
        }
        guard let made = FileOperations.contents(of: output.path, atMost: .max), !made.isEmpty else {
            throw CameraError.internal("the encoder made nothing")
        }
        return made
    }

    private static func chain(_ product: Product) -> String {
        if product == .png { return "pngenc compression-level=6 snapshot=true" }
        let encoder =
            GStreamer.has("x264enc")
            ? "video/x-raw,format=I420 ! x264enc threads=1 speed-preset=veryfast bitrate=1500"
            : "openh264enc multi-thread=1 bitrate=1500000"
        return "\(encoder) ! h264parse ! \(product == .mp4 ? "mp4mux" : "qtmux")"
    }

    /// Plays to the end.
    private static func run(_ pipeline: GStreamerPipeline) throws(GStreamerFault) {
        let end = Locked<GStreamerPipeline.Message?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        pipeline.onMessage { message in
            let isFirst = end.withLock { end in
                defer { end = end ?? message }
                return end == nil
            }
            if isFirst { isOver.signal() }
        }
        defer { pipeline.shutDownNow() }
        do throws(GStreamerFault) { try pipeline.play() } catch {
            // What failed says why, and better than the pipeline does.
            if case .failed(let fault) = end.withLock({ $0 }) { throw fault }
            throw error
        }
        guard isOver.wait(timeout: .now() + 120) == .success else {
            throw GStreamerFault(kind: .other, source: "encoder", text: "it does not come to its end")
        }
        if case .failed(let fault) = end.withLock({ $0 }) { throw fault }
    }
}

/// Frames as bytes, row after row without gaps.
package struct RawPixels: Sendable {
    /// As GStreamer's raw parser calls it: `rgb` or `bgra`.
    package var format: String
    package var size: PixelSize
    package var frames: [[UInt8]]

    package init(format: String, size: PixelSize, frames: [[UInt8]]) {
        self.format = format
        self.size = size
        self.frames = frames
    }

    /// The frames with rows of the parser's own stride: a multiple of four bytes.
    fileprivate var padded: [UInt8] {
        let row = size.width * (format == "rgb" ? 3 : 4)
        let padding = [UInt8](repeating: 0, count: (4 - row % 4) % 4)
        var bytes: [UInt8] = []
        bytes.reserveCapacity((row + padding.count) * size.height * frames.count)
        for frame in frames {
            guard !padding.isEmpty else {
                bytes += frame
                continue
            }
            for start in stride(from: 0, to: row * size.height, by: row) {
                bytes += frame[start..<start + row]
                bytes += padding
            }
        }
        return bytes
    }
}
