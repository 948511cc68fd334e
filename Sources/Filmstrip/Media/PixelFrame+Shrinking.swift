import Foundation

extension PixelFrame {
    /// A smaller picture in memory of its own, averaged. One that is no wider keeps its size. Nil for a frame without pixels.
    package func shrunk(toWidth wanted: Int) -> PixelFrame? {
        let width = min(wanted, size.width)
        guard width > 0, size.height > 0, bytesPerRow >= size.width * 4,
            bytes.count >= bytesPerRow * (size.height - 1) + size.width * 4
        else { return nil }
        let height = max(1, size.height * width / size.width)
        var small = Data(count: width * height * 4)
        bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
            small.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
                for y in 0..<height {
                    let rows = Self.span(y, of: height, in: size.height)
                    for x in 0..<width {
                        let mean = mean(source, rows: rows, columns: Self.span(x, of: width, in: size.width))
                        target.storeBytes(of: mean, toByteOffset: (y * width + x) * 4, as: SIMD4<UInt8>.self)
                    }
                }
            }
        }
        return PixelFrame(
            size: PixelSize(width: width, height: height), bytesPerRow: width * 4, bytes: small, time: time)
    }

    /// Which old pixels make up a new one.
    private static func span(_ place: Int, of count: Int, in length: Int) -> Range<Int> {
        let first = place * length / count
        return first..<max(first + 1, (place + 1) * length / count)
    }

    /// The mean colour of a box. A few pixels of each are enough.
    private func mean(_ source: UnsafeRawBufferPointer, rows: Range<Int>, columns: Range<Int>) -> SIMD4<UInt8> {
        let step = max(1, columns.count / 4)
        var sum = SIMD4<UInt32>.zero
        var count: UInt32 = 0
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
            for column in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
                let pixel = source.loadUnaligned(
                    fromByteOffset: row * bytesPerRow + column * 4, as: SIMD4<UInt8>.self)
                sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixel)
                count += 1
            }
        }
        return SIMD4<UInt8>(truncatingIfNeeded: sum / SIMD4(repeating: count))
    }
}
