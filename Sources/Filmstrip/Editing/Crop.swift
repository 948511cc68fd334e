/// A crop box on a picture as it is shown, and the shape that it must keep.
///
/// The box may lie between pixels while it is dragged. `pixels(in:)` rounds once and then moves the result inside, so
/// that no edge is ever outside and a square is one.
public struct Crop: Sendable, Hashable {
    /// What the box must look like.
    public enum Shape: Sendable, Hashable {
        /// Any box.
        case free
        /// Width to height as these two, both above 0; anything else counts as 1 to 1.
        case ratio(width: Double, height: Double)
        /// Width and height the same.
        case square
        /// A square of which only the circle inside is shown.
        case circle

        /// Width over height; nil for any.
        public var aspect: Double? {
            switch self {
            case .free: nil
            case .ratio(let width, let height):
                width > 0 && height > 0 && (width / height).isFinite ? width / height : 1
            case .square, .circle: 1
            }
        }
    }

    /// Pixels from the left edge of the shown picture.
    public var x: Double
    /// Pixels from its top edge.
    public var y: Double
    /// Pixels of the shown picture.
    public var width: Double
    /// Pixels of the shown picture.
    public var height: Double
    /// What the box must look like; free by default. The four numbers are taken as they are: `pixels(in:)` obeys it.
    public var shape: Shape

    /// A box as it stands, wherever it lies.
    public init(x: Double, y: Double, width: Double, height: Double, shape: Shape = .free) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.shape = shape
    }

    /// The largest box of a shape in the middle of a picture.
    public init(_ shape: Shape, in size: PixelSize) {
        let (width, height) = (Double(size.width), Double(size.height))
        let aspect = shape.aspect ?? (size.isEmpty ? 1 : width / height)
        let boxWidth = min(width, height * aspect)
        let boxHeight = min(height, width / aspect)
        self.init(
            x: (width - boxWidth) / 2, y: (height - boxHeight) / 2, width: boxWidth, height: boxHeight, shape: shape)
    }

    /// The box moved, as far as the picture goes.
    public func moved(x across: Double, y down: Double, in size: PixelSize) -> Crop {
        var crop = self
        crop.x = Self.clamp(x + across, 0, Double(size.width) - width)
        crop.y = Self.clamp(y + down, 0, Double(size.height) - height)
        return crop
    }

    /// The box made larger or smaller around its middle, at least one pixel and at most the picture, and moved inside. A
    /// factor that is no positive number changes nothing.
    public func scaled(by factor: Double, in size: PixelSize) -> Crop {
        guard factor.isFinite, factor > 0, width > 0, height > 0, !size.isEmpty else { return self }
        let least = max(1 / width, 1 / height)
        let most = min(Double(size.width) / width, Double(size.height) / height)
        let factor = Self.clamp(factor, min(least, most), most)
        var crop = self
        (crop.width, crop.height) = (width * factor, height * factor)
        (crop.x, crop.y) = (x + (width - crop.width) / 2, y + (height - crop.height) / 2)
        return crop.moved(x: 0, y: 0, in: size)
    }

    /// The whole pixels of the box, at least one and all of them inside a picture of that size. The shape is kept to the
    /// nearest pixel; a square is exactly one. An empty picture has only an empty box.
    public func pixels(in size: PixelSize) -> PixelRect {
        guard !size.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        let box = wholeSize(in: size)
        return PixelRect(
            x: Self.whole(x, 0, size.width - box.width), y: Self.whole(y, 0, size.height - box.height),
            width: box.width, height: box.height)
    }

    /// The same pixels in a picture that is stored turned or mirrored.
    /// - Parameters:
    ///   - storedSize: the size as stored.
    ///   - orientation: how it is turned to be shown.
    public func storedPixels(in storedSize: PixelSize, shownAs orientation: Orientation) -> PixelRect {
        let shown = orientation.applied(to: storedSize)
        return orientation.inverse.applied(to: pixels(in: shown), in: shown)
    }

    private func wholeSize(in size: PixelSize) -> PixelSize {
        let wide = Self.whole(width, 1, size.width)
        let high = Self.whole(height, 1, size.height)
        guard let aspect = shape.aspect else { return PixelSize(width: wide, height: high) }
        // The longer side is rounded and the shorter one follows from it, so that the ratio is as near as pixels allow. Where
        // that is too much for the picture, it is the other way round.
        let following = aspect >= 1 ? (Double(wide) / aspect).rounded() : (Double(high) * aspect).rounded()
        let fromWide = aspect >= 1 ? following <= Double(size.height) : following > Double(size.width)
        return fromWide
            ? PixelSize(width: wide, height: Self.whole(Double(wide) / aspect, 1, size.height))
            : PixelSize(width: Self.whole(Double(high) * aspect, 1, size.width), height: high)
    }

    /// The nearest whole number, moved into the range. What is not a number becomes the lower end.
    private static func whole(_ value: Double, _ low: Int, _ high: Int) -> Int {
        Int(clamp(value, Double(low), Double(max(low, high))).rounded())
    }

    private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
        value.isNaN ? low : max(low, min(value, max(low, high)))
    }
}
