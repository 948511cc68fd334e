import Filmstrip
import Foundation
import Testing

@testable import FilmstripTesting

@Suite struct SceneStripTests {
    static let sizes = [(320, 240), (640, 480), (1280, 720), (854, 481), (240, 320)]
        .map { PixelSize(width: $0.0, height: $0.1) }

    private func frame(
        _ number: Int, _ milliseconds: Int64, _ size: PixelSize = sizes[0], view: SimulatedScene.View = .rear
    ) -> PixelFrame {
        SimulatedScene(view).frame(SimulatedFrame(number: number, milliseconds: milliseconds, size: size))
    }

    @Test(arguments: sizes)
    func `A strip says what was written, at any size`(size: PixelSize) throws {
        let reading = try #require(SceneStrip.read(frame(123_456, 1_700_000_000_123, size)))
        #expect(reading.frameNumber == 123_456)
        #expect(reading.milliseconds == 1_700_000_000_123 % (1 << 32))
        #expect(reading.orientation == .up)
    }

    @Test(arguments: [0, 1, 0x55_5555, 0xAA_AAAA, 0xFF_FFFF])
    func `Each frame number of 24 bits can be written`(number: Int) {
        #expect(SceneStrip.read(frame(number, 0))?.frameNumber == number)
    }

    @Test func `A frame number beyond 24 bits starts anew`() {
        #expect(SceneStrip.read(frame(1 << 24 | 5, 0))?.frameNumber == 5)
    }

    @Test(arguments: Orientation.allCases)
    func `C70 a mirrored or turned picture tells how it has to be turned back`(orientation: Orientation) {
        // signalapp/Signal-Android #10698: whether a picture is mirrored must be seen in its pixels.
        for view in SimulatedScene.View.allCases {
            let picture = frame(77, 4711, view: view).stored(as: orientation)
            #expect(
                SceneStrip.read(picture)
                    == SceneStrip.Reading(frameNumber: 77, milliseconds: 4711, orientation: orientation))
        }
    }

    @Test(arguments: Orientation.allCases)
    func `A picture of half the size is read, turned and noisy as it may be`(orientation: Orientation) {
        for seed in 1...5 as ClosedRange<UInt64> {
            let number = Int(seed) * 99_991
            let picture = frame(number, Int64(seed) * 1_000_003).halved().noisy(60, seed: seed).stored(as: orientation)
            #expect(SceneStrip.read(picture)?.frameNumber == number)
            #expect(SceneStrip.read(picture)?.orientation == orientation)
        }
    }

    @Test func `A damaged strip is no reading rather than a wrong one`() {
        var picture = frame(5, 5)
        let row = picture.size.height - 4
        for x in 0..<8 * 4 { picture.bytes[row * picture.bytesPerRow + 100 * 4 + x] ^= 0xFF }
        for line in row - 4..<picture.size.height {
            for x in 0..<8 * 4 { picture.bytes[line * picture.bytesPerRow + 96 * 4 + x] = 0xFF }
        }
        #expect(SceneStrip.read(picture) == nil)
    }

    @Test(arguments: [0, 0x80, 0xFF] as [UInt8])
    func `An even picture has no strip`(level: UInt8) {
        let size = Self.sizes[0]
        let picture = PixelFrame(
            size: size, bytesPerRow: size.width * 4, bytes: Data(repeating: level, count: size.pixelCount * 4))
        #expect(SceneStrip.read(picture) == nil)
    }

    @Test func `Pictures that are too small or lack bytes have no strip`() {
        #expect(SceneStrip.read(PixelFrame(size: .zero, bytesPerRow: 0, bytes: Data())) == nil)
        #expect(SceneStrip.read(frame(1, 1, PixelSize(width: 39, height: 30))) == nil)
        var short = frame(1, 1)
        short.bytes.removeLast(5)
        #expect(SceneStrip.read(short) == nil)
    }

    @Test func `Rows with padding are read`() {
        let tight = frame(42, 43)
        let padded = tight.bytesPerRow + 64
        var bytes = Data()
        for row in 0..<tight.size.height {
            bytes.append(tight.bytes[row * tight.bytesPerRow..<(row + 1) * tight.bytesPerRow])
            bytes.append(Data(repeating: 0x77, count: 64))
        }
        let picture = PixelFrame(size: tight.size, bytesPerRow: padded, bytes: bytes)
        #expect(SceneStrip.read(picture)?.frameNumber == 42)
    }

    @Test func `Missing frames are counted between readings`() {
        let readings = [3, 4, 4, 7, 8].map { SceneStrip.Reading(frameNumber: $0, milliseconds: 0, orientation: .up) }
        #expect(SceneStrip.framesMissing(in: readings) == 2)
        #expect(SceneStrip.framesMissing(in: []) == 0)
    }
}
