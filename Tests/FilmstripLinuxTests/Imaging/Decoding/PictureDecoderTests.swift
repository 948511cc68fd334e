import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct PictureDecoderTests {
    @Test(arguments: ["jpg", "png", "gif", "webp", "heic", "avif", "tif", "jxl"])
    func `every format is decoded by its content, whole and made smaller`(ending: String) async throws {
        let bench = try DecodingBench()
        try bench.quad("quad.\(ending)")
        try bench.run("mv", "quad.\(ending)", "picture.wrong")
        let small = try await bench.decode("picture.wrong", fitting: 100)
        #expect(small.frame.size == PixelSize(width: 100, height: 50))
        #expect(small.frame.corners == "RGBW")
        #expect(small.fullSize == PixelSize(width: 400, height: 200))
        #expect(!small.isPartial)
        let whole = try await bench.decode("picture.wrong")
        #expect(whole.frame.size == PixelSize(width: 400, height: 200))
        #expect(whole.frame.corners == "RGBW")
        for (place, color) in [((50, 50), [255, 0, 0]), ((350, 50), [0, 255, 0]), ((50, 150), [0, 0, 255])] {
            let found = whole.frame.pixel(place.0, place.1)
            #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 12 }, "\(ending) \(place): \(found)")
            #expect(found[3] == 255)
        }
        let protection = try await bench.decoder.protection()
        #expect(protection.place == .workers)
    }
}
