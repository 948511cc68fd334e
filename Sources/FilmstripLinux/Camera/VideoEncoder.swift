import CGStreamer
import Dispatch
import Filmstrip
import Foundation

/// A way to make a movie: encoders and container, as a part of a pipeline.
struct VideoEncoder: Sendable, Hashable {
    /// The video encoder's name in GStreamer.
    var factory: String
    var contentType: ContentType

    /// All that are known, best first. The order is that of speed for like quality.
    static let known = [
        VideoEncoder(factory: "openh264enc", contentType: .mp4), VideoEncoder(factory: "x264enc", contentType: .mp4),
        VideoEncoder(factory: "vp8enc", contentType: .webM),
    ]

    /// Bits a second for frames of that size and rate.
    static func bitRate(_ quality: RecordingSettings.Quality, size: PixelSize, rate: Double) -> Int {
        let bitsPerPixel =
            switch quality {
            case .low: 0.05
            case .medium: 0.1
            case .high: 0.2
            }
        return max(200_000, Int(Double(size.pixelCount) * max(1, rate) * bitsPerPixel))
    }

    /// From raw frames in I420 to what the container takes.
    /// - Parameter keyInterval: seconds from one frame that needs no others to the next.
    func video(bitRate: Int, rate: Double, keyInterval: Double = 1) -> String {
        let interval = max(1, Int((rate * keyInterval).rounded()))
        switch factory {
        case "openh264enc":
            return """
                openh264enc name=encoder rate-control=bitrate bitrate=\(bitRate) complexity=low gop-size=\(interval) ! h264parse \
                ! video/x-h264,stream-format=avc,alignment=au
                """
        case "x264enc":
            return """
                x264enc name=encoder tune=zerolatency speed-preset=superfast bitrate=\(bitRate / 1000) key-int-max=\(interval) ! h264parse \
                ! video/x-h264,stream-format=avc,alignment=au
                """
        default:
            return """
                \(factory) name=encoder deadline=1 cpu-used=8 threads=2 target-bitrate=\(bitRate) keyframe-max-dist=\(interval) \
                lag-in-frames=0
                """
        }
    }

    /// Makes the video encoder of a pipeline behave.
    func prepare(_ pipeline: GStreamerPipeline) {
        if factory == "openh264enc" { fs_skip_drain(pipeline["encoder"].pointer) }
    }

    /// From raw sound to what the container takes; nil when nothing installed can make it.
    /// - Parameter has: whether an element is installed.
    func sound(_ has: (String) -> Bool = GStreamer.has) -> String? {
        switch contentType {
        case .mp4:
            guard has("aacparse") else { return nil }
            return ["avenc_aac", "fdkaacenc", "voaacenc"].first(where: has).map { "\($0) bitrate=128000 ! aacparse" }
        default:
            return ["opusenc", "vorbisenc"].first(where: has)
        }
    }

    /// The container. It keeps a reserve for its table at the front and renews it twice a second, so that a file whose writer
    /// was killed still plays.
    /// - Parameter reserve: seconds that the table must have room for.
    func container(reserve: Double) -> String {
        switch contentType {
        case .mp4:
            """
            mp4mux name=mux reserved-max-duration=\(GStreamer.nanoseconds(reserve)) \
            reserved-moov-update-period=500000000
            """
        default: "webmmux name=mux"
        }
    }

    /// Whether its parts are installed.
    var isInstalled: Bool {
        let parts = contentType == .mp4 ? [factory, "h264parse", "mp4mux"] : [factory, "webmmux"]
        return parts.allSatisfy(GStreamer.has)
    }
}

/// The choice of an encoder: what is there, and fast enough for the camera.
struct VideoEncoderChoice: Sendable {
    /// An encoder, and the size at which it keeps the pace.
    struct Answer: Sendable, Hashable {
        var encoder: VideoEncoder
        var size: PixelSize
    }

    /// Heights of movies that are tried below the camera's own, largest first.
    private static let heights = [2160, 1440, 1080, 720, 540, 360]

    /// Those installed, best first.
    var installed: @Sendable () -> [VideoEncoder]
    /// Frames of that size an encoder makes in a second.
    var speed: @Sendable (VideoEncoder, PixelSize) -> Double
    /// Whether an element is installed: for the encoders of sound.
    var has: @Sendable (String) -> Bool = { GStreamer.has($0) }

    /// By looking and measuring.
    static let measured = VideoEncoderChoice(
        installed: { VideoEncoder.known.filter(\.isInstalled) }, speed: { VideoEncoderSpeed.measure($0, size: $1) })

    /// Always that one.
    static func always(_ encoder: VideoEncoder) -> VideoEncoderChoice {
        VideoEncoderChoice(installed: { [encoder] }, speed: { _, _ in .infinity })
    }

    /// The first that keeps a fifth in reserve over the camera's rate, at the full size or else at the largest smaller one where one
    /// does; where none does, the fastest; nil where none is installed. The format is that of the best, so that a file can be named
    /// before: another only where none of its encoders works.
    func choose(size: PixelSize, rate: Double) -> Answer? {
        let all = installed()
        let usual = choose(among: all.filter { $0.contentType == all.first?.contentType }, size: size, rate: rate)
        if let usual, usual.speed > 0 { return usual.answer }
        return (choose(among: all, size: size, rate: rate) ?? usual)?.answer
    }

    private func choose(
        among candidates: [VideoEncoder], size: PixelSize, rate: Double
    ) -> (answer: Answer, speed: Double)? {
        let enough = rate * 1.2
        var fastest: (answer: Answer, speed: Double)?
        // Pixels that the best makes in a second: sizes for which that cannot be enough are not measured, somebody waits.
        var pixels = Double.infinity
        let sizes = Self.sizes(upTo: size)
        for size in sizes where pixels / Double(size.pixelCount) >= enough || size == sizes.last {
            var best = 0.0
            for candidate in candidates {
                let answer = Answer(encoder: candidate, size: size)
                let speed = speed(candidate, size)
                if speed >= enough { return (answer, speed) }
                if fastest.map({ speed > $0.speed }) ?? true { fastest = (answer, speed) }
                best = max(best, speed)
            }
            pixels = best * Double(size.pixelCount)
        }
        return fastest
    }

    /// That size and the usual smaller ones of its shape, with even sides.
    static func sizes(upTo size: PixelSize) -> [PixelSize] {
        let short = min(size.width, size.height)
        guard short > 0 else { return [size] }
        func even(_ length: Int, _ height: Int) -> Int { max(2, (length * height / short + 1) & ~1) }
        return [size]
            + heights.filter { $0 < short }.map {
                PixelSize(width: even(size.width, $0), height: even(size.height, $0))
            }
    }
}

/// How fast an encoder is here.
enum VideoEncoderSpeed {
    /// Frames a second, from a dozen frames of a test picture, or as many as come in a second and a half; 0 when it fails.
    static func measure(_ encoder: VideoEncoder, size: PixelSize) -> Double {
        let count = 12
        let bitRate = VideoEncoder.bitRate(.high, size: size, rate: 30)
        let ended = DispatchSemaphore(value: 0)
        let failed = Locked(false)
        let made = Locked(0)
        do throws(GStreamerFault) {
            let pipeline = try GStreamerPipeline(
                """
                videotestsrc num-buffers=\(count) pattern=ball ! video/x-raw,format=I420,width=\(size.width),\
                height=\(size.height),framerate=30/1 ! \(encoder.video(bitRate: bitRate, rate: 30)) ! fakesink sync=false
                """)
            defer { pipeline.shutDownNow() }
            encoder.prepare(pipeline)
            pipeline.onMessage { message in
                if case .failed = message { failed.withLock { $0 = true } }
                ended.signal()
            }
            pipeline["encoder"].pad("src")?.onBuffer { _ in made.withLock { $0 += 1 } }
            let start = GStreamer.now
            try pipeline.play()
            _ = ended.wait(timeout: .now() + 1.5)
            guard !failed.withLock({ $0 }) else { return 0 }
            return Double(made.withLock { $0 }) / (Double(GStreamer.now - start) / 1e9)
        } catch {
            return 0
        }
    }
}
