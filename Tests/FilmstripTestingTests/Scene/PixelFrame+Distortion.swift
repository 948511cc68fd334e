import Filmstrip
import Foundation

/// What happens to pictures on their way, for tests.
extension PixelFrame {
    /// A frame whose pixels are asked for one by one.
    init(size: PixelSize, pixel: (_ x: Int, _ y: Int) -> UInt32) {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.pixelCount)
        for y in 0..<size.height {
            for x in 0..<size.width { pixels.append(pixel(x, y).littleEndian) }
        }
        let bytes = pixels.withUnsafeBytes { (raw: UnsafeRawBufferPointer) in Data(raw) }
        self.init(size: size, bytesPerRow: size.width * 4, bytes: bytes)
    }

    /// The pixels as they would lie in a file that has to be turned like that to be upright.
    func stored(as orientation: Orientation) -> PixelFrame {
        let shown = size
        let stored = orientation.inverse.applied(to: shown)
        return withPixels { pixels in
            PixelFrame(size: stored) { x, y in
                let place = orientation.applied(to: PixelRect(x: x, y: y, width: 1, height: 1), in: stored)
                return pixels[place.y * shown.width + place.x]
            }
        }
    }

    /// Half as wide and high, each pixel the mean of four.
    func halved() -> PixelFrame {
        let half = PixelSize(width: size.width / 2, height: size.height / 2)
        return withPixels { pixels in
            PixelFrame(size: half) { x, y in
                let first = 2 * y * size.width + 2 * x
                let four = [
                    pixels[first], pixels[first + 1], pixels[first + size.width], pixels[first + size.width + 1],
                ]
                return [0, 8, 16].reduce(0xFF00_0000) { sum, shift in
                    sum | (four.reduce(0) { $0 + ($1 >> UInt32(shift) & 255) } / 4) << UInt32(shift)
                }
            }
        }
    }

    /// Each part of each pixel off by up to `amount`, always in the same way for one seed.
    func noisy(_ amount: Int, seed: UInt64) -> PixelFrame {
        var state = seed
        var copy = self
        copy.bytes = Data(
            bytes.map { byte in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(clamping: Int(byte) + Int(state >> 33) % (2 * amount + 1) - amount)
            })
        return copy
    }

    /// The mean of red, green and blue over a part of the picture given in its fractions.
    func mean(x: ClosedRange<Double> = 0...1, y: ClosedRange<Double> = 0...0.9) -> Double {
        let levels = self.levels(x: x, y: y).joined()
        return levels.reduce(0, +) / Double(levels.count)
    }

    /// How much neighbours differ over a part of the picture: more when details are crisp.
    func contrast(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
        let rows = levels(x: x, y: y)
        let steps = rows.flatMap { row in zip(row, row.dropFirst()).map { ($0 - $1) * ($0 - $1) } }
        return steps.reduce(0, +) / Double(steps.count)
    }

    private func levels(x: ClosedRange<Double>, y: ClosedRange<Double>) -> [[Double]] {
        func range(_ part: ClosedRange<Double>, _ whole: Int) -> Range<Int> {
            Int(part.lowerBound * Double(whole))..<Int(part.upperBound * Double(whole))
        }
        return withPixels { pixels in
            range(y, size.height).map { row in
                range(x, size.width).map { column -> Double in
                    let pixel = pixels[row * size.width + column]
                    let sum: UInt32 = (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255)
                    return Double(sum) / 3
                }
            }
        }
    }

    private func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
        bytes.withUnsafeBytes { (raw: UnsafeRawBufferPointer) in body(raw.bindMemory(to: UInt32.self)) }
    }
}
