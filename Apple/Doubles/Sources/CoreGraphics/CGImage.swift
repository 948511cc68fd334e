public import Foundation

/// A bitmap. Sendable and never changed, as Apple's. It has no pixels, but knows where they would come from.
public final class CGImage: Sendable {
    public let width: Int
    public let height: Int
    /// Which picture this is a part of, and which part, in that picture's stored pixels.
    package let source: String
    package let region: CGRect

    package init(width: Int, height: Int, source: String = "", region: CGRect? = nil) {
        self.width = width
        self.height = height
        self.source = source
        self.region = region ?? CGRect(x: 0, y: 0, width: width, height: height)
    }

    /// The part inside of a box; nil when the box and the picture have no pixel in common.
    public func cropping(to rect: CGRect) -> CGImage? {
        let box = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !box.isNull, box.width >= 1, box.height >= 1 else { return nil }
        let (x, y) = (region.width / CGFloat(width), region.height / CGFloat(height))
        return CGImage(
            width: Int(box.width), height: Int(box.height), source: source,
            region: CGRect(
                x: region.minX + box.minX * x, y: region.minY + box.minY * y, width: box.width * x,
                height: box.height * y))
    }
}

/// A colour as Core Graphics has it.
public final class CGColor: Sendable {
    public let components: [CGFloat]?
    public var alpha: CGFloat { components?.last ?? 1 }
    package init(components: [CGFloat]) { self.components = components }
}
