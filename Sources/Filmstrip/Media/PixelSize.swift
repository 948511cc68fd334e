/// A size in whole pixels. Never negative.
public struct PixelSize: Sendable, Hashable, Codable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// A size; negative values become 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// No pixel at all.
    public static let zero = PixelSize(width: 0, height: 0)

    /// Width times height, saturating instead of overflowing.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }
}

extension PixelSize: CustomStringConvertible {
    /// Such as `1280x720`.
    public var description: String { "\(width)x\(height)" }
}
