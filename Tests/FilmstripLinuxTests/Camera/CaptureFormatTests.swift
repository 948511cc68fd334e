import Filmstrip
import Testing

@testable import FilmstripLinux

struct CaptureFormatTests {
    private func raw(_ format: String, _ width: Int, _ height: Int, _ rates: Double...) -> FormatOffer {
        FormatOffer(
            media: "video/x-raw", pixelFormats: [format], width: .values([width]), height: .values([height]),
            rates: .values(rates))
    }

    private func jpeg(_ width: Int, _ height: Int, _ rates: Double...) -> FormatOffer {
        FormatOffer(
            media: "image/jpeg", pixelFormats: [], width: .values([width]), height: .values([height]),
            rates: .values(rates))
    }

    @Test func `Size and rate come first, so that a webcam's compressed format wins at large sizes`() throws {
        let webcam = [raw("YUY2", 640, 480, 30), raw("YUY2", 1920, 1080, 5), jpeg(1920, 1080, 30, 15)]
        let chosen = try #require(FormatChooser.choose(webcam, size: nil, rate: 30))
        #expect(chosen.isJPEG)
        #expect(chosen.size == PixelSize(width: 1920, height: 1080))
        #expect(chosen.rate == FrameRate(30, 1))
        #expect(chosen.caps == "image/jpeg,width=1920,height=1080,framerate=30/1")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -30, 0, .greatestFiniteMagnitude, 1e-300])
    func `A rate that is none makes no trap, neither a camera's nor a wish`(_ rate: Double) {
        #expect(FrameRate(rate).numerator > 0)
        let offers = [raw("YUY2", 640, 480, rate, 30), raw("YUY2", 1280, 720, rate)]
        #expect(FormatChooser.choose(offers, size: PixelSize(width: 640, height: 480), rate: 30)?.rate == FrameRate(30))
        #expect(FormatChooser.choose(offers, size: nil, rate: rate) != nil)
        let range = FormatOffer(
            media: "video/x-raw", pixelFormats: ["I420"], width: .range(1...Int.max), height: .range(1...Int.max),
            rates: .range(1...60))
        #expect(FormatChooser.choose([range], size: PixelSize(width: 101, height: 99), rate: rate) != nil)
    }

    @Test func `A smaller size that keeps the rate wins over a larger one that does not`() {
        let offers = [raw("YUY2", 1920, 1080, 5), raw("YUY2", 1280, 720, 30)]
        #expect(FormatChooser.choose(offers, size: nil, rate: 30)?.size == PixelSize(width: 1280, height: 720))
    }

    @Test func `At one size and rate raw frames win, the cheapest to use first`() {
        let offers = [jpeg(640, 480, 30), raw("YUY2", 640, 480, 30), raw("I420", 640, 480, 30)]
        #expect(FormatChooser.choose(offers, size: nil, rate: 30)?.pixelFormat == "I420")
    }

    @Test func `The wish is the largest size wanted, and a camera with larger ones only gives its smallest`() {
        let offers = [jpeg(3840, 2160, 30), jpeg(2560, 1440, 30)]
        let small = PixelSize(width: 640, height: 480)
        #expect(FormatChooser.choose(offers, size: small, rate: 30)?.size == PixelSize(width: 2560, height: 1440))
        #expect(FormatChooser.choose([], size: small, rate: 30) == nil)
    }

    @Test func `Ranges of sizes and rates are met at the exact wish`() throws {
        let offer = FormatOffer(
            media: "video/x-raw", pixelFormats: ["BGRx", "I420"], width: .range(16...4096), height: .range(16...4096),
            rates: .range(1...120))
        let chosen = try #require(FormatChooser.choose([offer], size: PixelSize(width: 1000, height: 500), rate: 24))
        #expect(chosen.size == PixelSize(width: 1000, height: 500))
        #expect(chosen.rate == FrameRate(24, 1))
    }

    @Test func `Formats that nobody here can use are no formats`() {
        #expect(FormatChooser.choose([raw("P010_10LE", 640, 480, 30)], size: nil, rate: 30) == nil)
    }

    @Test func `Caps are read in all shapes: fixed, lists, arrays and ranges`() throws {
        let caps = try #require(
            GStreamerCaps(
                """
                video/x-raw,format=(string){YUY2,NV12},width=(int)640,height=(int)480,framerate=(fraction){30/1,15/1}; \
                image/jpeg,width=(int)[16,1920],height=(int)[16,1080],framerate=(fraction)[1/1,30/1]; \
                video/x-raw,format=(string)YUY2,width=(int)320,height=(int)240
                """))
        let offers = caps.offers
        try #require(offers.count == 3)
        #expect(offers[0].pixelFormats == ["YUY2", "NV12"])
        #expect(offers[0].rates == .values([30, 15]))
        #expect(offers[1].width == .range(16...1920))
        #expect(offers[1].rates == .range(1...30))
        #expect(offers[2].rates == .range(1...30))
    }

    @Test(arguments: [(30.0, 30, 1), (29.97, 30000, 1001), (23.976, 24000, 1001), (7.5, 7500, 1000), (15, 15, 1)])
    func `Rates become the fractions of cameras`(_ rate: Double, _ numerator: Int, _ denominator: Int) {
        #expect(FrameRate(rate) == FrameRate(numerator, denominator))
    }

    @Test func `A preview keeps the shape, is never enlarged, and has even sides`() {
        func preview(_ width: Int, _ height: Int, _ limit: PixelSize?) -> PixelSize {
            FormatChooser.previewSize(of: PixelSize(width: width, height: height), within: limit)
        }
        #expect(preview(1920, 1080, nil) == PixelSize(width: 1280, height: 720))
        #expect(preview(640, 480, nil) == PixelSize(width: 640, height: 480))
        #expect(preview(1280, 720, PixelSize(width: 301, height: 301)) == PixelSize(width: 300, height: 168))
        #expect(preview(640, 480, .zero) == PixelSize(width: 640, height: 480))
    }

    @Test func `A preview that covers a room has one of its sides, keeps the shape, and is never enlarged`() {
        func preview(_ width: Int, _ height: Int, _ across: Int, _ down: Int) -> [Int] {
            let size = FormatChooser.previewSize(
                of: PixelSize(width: width, height: height), covering: PixelSize(width: across, height: down))
            return [size.width, size.height]
        }
        #expect(preview(1280, 720, 640, 360) == [640, 360])
        #expect(preview(1280, 720, 641, 300) == [641, 361])
        // A tall window shows the middle of a wide picture.
        #expect(preview(1280, 720, 360, 640) == [1138, 640])
        #expect(preview(1280, 720, 4000, 3000) == [1280, 720])
        #expect(preview(3840, 2160, 4000, 3000) == [1920, 1080])
        #expect(preview(720, 1280, 100, 100) == [100, 178])
        #expect(preview(640, 480, 0, 0) == [640, 480])
    }
}
