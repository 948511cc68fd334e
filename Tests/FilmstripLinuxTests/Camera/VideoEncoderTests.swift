import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

struct VideoEncoderTests {
    private let size = PixelSize(width: 1280, height: 720)
    private let known = VideoEncoder.known

    private func choose(_ speeds: [String: Double]) -> String? {
        VideoEncoderChoice(
            installed: { known.filter { speeds[$0.factory] != nil } }, speed: { encoder, _ in speeds[encoder.factory]! }
        ).choose(size: size, rate: 30)?.encoder.factory
    }

    /// The choice for 1080p30 among encoders that make so many pixels in a second.
    private func choose(pixels speeds: [String: Double], _ size: PixelSize = PixelSize(width: 1920, height: 1080))
        -> VideoEncoderChoice.Answer?
    {
        VideoEncoderChoice(
            installed: { known.filter { speeds[$0.factory] != nil } },
            speed: { encoder, size in speeds[encoder.factory]! / Double(size.pixelCount) }
        ).choose(size: size, rate: 30)
    }

    @Test func `The first encoder that is fast enough is taken`() {
        #expect(choose(["openh264enc": 90, "x264enc": 200, "vp8enc": 90]) == "openh264enc")
        #expect(choose(["openh264enc": 30, "x264enc": 60, "vp8enc": 90]) == "x264enc")
    }

    @Test func `Where none is fast enough the fastest is taken, and one that fails never`() {
        #expect(choose(["openh264enc": 10, "x264enc": 20, "vp8enc": 5]) == "x264enc")
        #expect(choose(["openh264enc": 0, "vp8enc": 5]) == "vp8enc")
    }

    @Test func `A faster encoder of another format is not taken, for the file has its name already`() {
        #expect(choose(["openh264enc": 30, "x264enc": 20, "vp8enc": 90]) == "openh264enc")
        #expect(choose(["openh264enc": 0, "vp8enc": 90]) == "vp8enc")
    }

    @Test func `Where none keeps the pace at the full size, the largest smaller size is taken at which one does`() {
        // 25 frames of 1080p in a second are 56 of 720p.
        let answer = choose(pixels: ["openh264enc": 25 * 1920 * 1080, "vp8enc": 20 * 1920 * 1080])
        #expect(answer == .init(encoder: known[0], size: PixelSize(width: 1280, height: 720)))
        // Another one that keeps it at the full size goes before.
        let full = choose(pixels: ["openh264enc": 25 * 1920 * 1080, "x264enc": 40 * 1920 * 1080])
        #expect(full == .init(encoder: known[1], size: PixelSize(width: 1920, height: 1080)))
        // One alone is measured, too.
        #expect(choose(pixels: ["vp8enc": 10 * 1920 * 1080])?.size == PixelSize(width: 960, height: 540))
        #expect(choose(pixels: ["vp8enc": 1])?.size == PixelSize(width: 640, height: 360))
    }

    @Test func `Sizes that cannot be enough are not measured, for somebody waits`() {
        let measured = Locked<[Int]>([])
        let choice = VideoEncoderChoice(installed: { [VideoEncoder.known[0]] }) { _, size in
            measured.withLock { $0.append(size.height) }
            return 10 * 1920 * 1080 / Double(size.pixelCount)
        }
        #expect(choice.choose(size: PixelSize(width: 3840, height: 2160), rate: 30)?.size.height == 540)
        #expect(measured.withLock { $0 } == [2160, 540])
    }

    @Test func `Smaller sizes keep the shape, with even sides`() {
        for size in [
            PixelSize(width: 1920, height: 1080), PixelSize(width: 1200, height: 1600),
            PixelSize(width: 4056, height: 3040),
        ] {
            let sizes = VideoEncoderChoice.sizes(upTo: size)
            #expect(sizes.first == size)
            #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0.pixelCount > $1.pixelCount })
            let shape = Double(size.width) / Double(size.height)
            for smaller in sizes.dropFirst() {
                #expect(smaller.width % 2 == 0 && smaller.height % 2 == 0)
                #expect(abs(Double(smaller.width) / Double(smaller.height) / shape - 1) < 0.01)
            }
        }
        #expect(VideoEncoderChoice.sizes(upTo: .zero) == [.zero])
    }

    @Test func `Sound is made with what is installed, or not at all`() {
        #expect(known[0].sound { $0 == "voaacenc" || $0 == "aacparse" }?.hasPrefix("voaacenc ") == true)
        #expect(known[0].sound { _ in true }?.hasPrefix("avenc_aac ") == true)
        #expect(known[0].sound { $0 != "aacparse" } == nil)
        #expect(known[0].sound { $0 == "opusenc" } == nil)
        #expect(known[2].sound { $0 == "vorbisenc" } == "vorbisenc")
        #expect(known[2].sound { _ in false } == nil)
    }

    @Test func `WebM is the last resort, and nothing installed is no encoder`() {
        #expect(choose(["vp8enc": 50]) == "vp8enc")
        #expect(choose([:]) == nil)
    }

    @Test func `Better quality spends more, and never too little`() {
        let rates = RecordingSettings.Quality.allCases.map { VideoEncoder.bitRate($0, size: size, rate: 30) }
        #expect(rates == rates.sorted())
        #expect(rates[0] > 1_000_000 && rates[2] < 10_000_000)
        #expect(VideoEncoder.bitRate(.low, size: PixelSize(width: 32, height: 32), rate: 1) == 200_000)
    }

    @Test(.enabled(if: VideoEncoder.known[0].isInstalled, "OpenH264 is missing"))
    func `OpenH264 writes nothing of its own to the error stream, measured, recorded or broken off`() async throws {
        let log = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID().uuidString)")
        let target = open(log.path, O_CREAT | O_RDWR | O_APPEND, 0o600)
        let before = dup(STDERR_FILENO)
        dup2(target, STDERR_FILENO)
        var failure: (any Error)?
        do {
            #expect(VideoEncoderSpeed.measure(known[0], size: PixelSize(width: 1920, height: 1080)) > 0)
            _ = try await CaptureBench().make(sound: nil, soundEncoder: nil)
            _ = try? await CaptureBench().make(sound: nil, soundEncoder: nil, limit: 1)
        } catch {
            failure = error
        }
        dup2(before, STDERR_FILENO)
        close(before)
        close(target)
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        try FileManager.default.removeItem(at: log)
        // What others had to say meanwhile.
        FileHandle.standardError.write(Data(text.utf8))
        if let failure { throw failure }
        #expect(!text.contains("OpenH264"), "\(text)")
    }

    @Test(arguments: VideoEncoder.known.filter(\.isInstalled))
    func `Each encoder that is installed works`(_ encoder: VideoEncoder) {
        #expect(VideoEncoderSpeed.measure(encoder, size: PixelSize(width: 320, height: 240)) > 0)
    }
}
