import Filmstrip
import Testing

@testable import FilmstripLinux

struct VideoEncoderTests {
    private let size = PixelSize(width: 1280, height: 720)
    private let known = VideoEncoder.known

    private func choose(_ speeds: [String: Double]) -> String? {
        VideoEncoderChoice(
            installed: { known.filter { speeds[$0.factory] != nil } }, speed: { encoder, _ in speeds[encoder.factory]! }
        ).choose(size: size, rate: 30)?.factory
    }

    @Test func `The first encoder that is fast enough is taken`() {
        #expect(choose(["openh264enc": 90, "x264enc": 200, "vp8enc": 90]) == "openh264enc")
        #expect(choose(["openh264enc": 30, "x264enc": 60, "vp8enc": 90]) == "x264enc")
    }

    @Test func `Where none is fast enough the fastest is taken, and one that fails never`() {
        #expect(choose(["openh264enc": 10, "x264enc": 20, "vp8enc": 5]) == "x264enc")
        #expect(choose(["openh264enc": 0, "vp8enc": 5]) == "vp8enc")
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

    @Test(arguments: VideoEncoder.known.filter(\.isInstalled))
    func `Each encoder that is installed works`(_ encoder: VideoEncoder) {
        #expect(VideoEncoderSpeed.measure(encoder, size: PixelSize(width: 320, height: 240)) > 0)
    }
}
