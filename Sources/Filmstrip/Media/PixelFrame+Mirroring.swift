import Foundation

extension PixelFrame {
    /// Left and right exchanged.
    package func mirrored() -> PixelFrame {
        var copy = self
        copy.bytes.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<size.height {
                var left = base + row * bytesPerRow
                var right = left + (size.width - 1) * 4
                while left < right {
                    let pixel = left.load(as: UInt32.self)
                    left.storeBytes(of: right.load(as: UInt32.self), as: UInt32.self)
                    right.storeBytes(of: pixel, as: UInt32.self)
                    left += 4
                    right -= 4
                }
            }
        }
        return copy
    }
}
