/// A box of whole pixels within a picture.
public struct PixelRect: Sendable, Hashable, Codable {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the top edge.
    public var y: Int
    /// Never negative.
    public var width: Int
    /// Never negative.
    public var height: Int

    /// A box; negative widths and heights become 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The whole of a picture.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Its width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// Whether it has no pixel.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether it lies wholly in a picture of that size.
    public func fits(in size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && x <= size.width - width && y <= size.height - height
    }
}

extension PixelRect: CustomStringConvertible {
    /// Such as `100x200+10+20`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
