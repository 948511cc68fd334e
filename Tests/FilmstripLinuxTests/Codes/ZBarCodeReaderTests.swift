import Filmstrip
import FilmstripLinux
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ZBarCodeReaderTests {
    private let reader = ZBarCodeReader()

    @Test(arguments: [(320, 240), (640, 480), (1280, 720), (1920, 1080), (480, 640)])
    func `5.9 a QR code is read, and its corners are where it is`(width: Int, height: Int) throws {
        let picture = SimulatedCode.picture(PixelSize(width: width, height: height))
        let codes = reader.codes(in: picture)
        #expect(codes.map(\.text) == [SimulatedCode.text])
        let corners = try #require(codes.first).corners
        try #require(corners.count == 4)
        let middle = (x: corners.map(\.x).reduce(0, +) / 4, y: corners.map(\.y).reduce(0, +) / 4)
        #expect(abs(middle.x - 0.5) < 0.05 && abs(middle.y - 0.5) < 0.05)
        #expect(CodeOffer(codes[0])?.title == "example.org")
    }

    @Test func `5.9 a picture without a code, or without pixels, has none`() {
        let size = PixelSize(width: 320, height: 240)
        var noise = SystemRandomNumberGenerator()
        let bytes = Data((0..<size.pixelCount * 4).map { _ in UInt8.random(in: 0...255, using: &noise) })
        #expect(reader.codes(in: PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: bytes)).isEmpty)
        #expect(reader.codes(in: PixelFrame(size: .zero, bytesPerRow: 0, bytes: Data())).isEmpty)
        #expect(reader.codes(in: PixelFrame(size: size, bytesPerRow: size.width * 4, bytes: Data(count: 8))).isEmpty)
    }

    @Test func `5.9 of a wall full of codes some are read, and a picture of any size is looked at`() {
        // Three by four codes.
        let tile = SimulatedCode.picture(PixelSize(width: 200, height: 200))
        let row = (0..<200).map { tile.bytes[$0 * 800..<($0 + 1) * 800] }.map { $0 + $0 + $0 + $0 }
        let band = row.reduce(into: Data()) { $0 += $1 }
        let wall = PixelFrame(size: PixelSize(width: 800, height: 600), bytesPerRow: 3200, bytes: band + band + band)
        #expect((1...8).contains(reader.codes(in: wall).count))
        let tower = PixelFrame(
            size: PixelSize(width: 4, height: 150_000), bytesPerRow: 16, bytes: band + band + band + band)
        #expect(reader.codes(in: tower).isEmpty)
    }

    @Test func `5.9 many look at once, and each gets its answer`() async {
        let reader = reader
        await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { reader.codes(in: SimulatedCode.picture()).map(\.text) } }
            for await texts in group { #expect(texts == [SimulatedCode.text]) }
        }
    }
}
