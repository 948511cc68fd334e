/// Orientations are the eight symmetries of a rectangle. Each is at most one exchange of the axes followed by at most
/// one flip of each axis, and that is how they are calculated with here.
extension Orientation {
    /// Whether width and height change places: the values 5 to 8.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// Whether writing is seen in a mirror: the values 2, 4, 5 and 7.
    public var isMirrored: Bool { swapsAxes != (flipsX != flipsY) }

    /// Whether left and right change places, after the axes did.
    package var flipsX: Bool {
        switch self {
        case .upMirrored, .down, .right, .rightMirrored: true
        case .up, .downMirrored, .leftMirrored, .left: false
        }
    }

    /// Whether top and bottom change places, after the axes did.
    package var flipsY: Bool {
        switch self {
        case .down, .downMirrored, .rightMirrored, .left: true
        case .up, .upMirrored, .leftMirrored, .right: false
        }
    }

    /// The orientation of those parts; every combination is one.
    package init(swapsAxes: Bool, flipsX: Bool, flipsY: Bool) {
        switch (swapsAxes, flipsX, flipsY) {
        case (false, false, false): self = .up
        case (false, true, false): self = .upMirrored
        case (false, true, true): self = .down
        case (false, false, true): self = .downMirrored
        case (true, false, false): self = .leftMirrored
        case (true, true, false): self = .right
        case (true, true, true): self = .rightMirrored
        case (true, false, true): self = .left
        }
    }

    /// The turn by that many degrees clockwise; nil unless it is a multiple of 90. Degrees are not tag values: 90 is `right`.
    public init?(clockwiseDegrees degrees: Int) {
        switch ((degrees % 360) + 360) % 360 {
        case 0: self = .up
        case 90: self = .right
        case 180: self = .down
        case 270: self = .left
        default: return nil
        }
    }

    /// This turning, and then that one.
    public func then(_ next: Orientation) -> Orientation {
        Orientation(
            swapsAxes: swapsAxes != next.swapsAxes,
            flipsX: next.flipsX != (next.swapsAxes ? flipsY : flipsX),
            flipsY: next.flipsY != (next.swapsAxes ? flipsX : flipsY))
    }

    /// The turning that takes this one back.
    public var inverse: Orientation {
        swapsAxes ? Orientation(swapsAxes: true, flipsX: flipsY, flipsY: flipsX) : self
    }

    /// This turning, seen in a mirror: left and right of what is shown change places.
    public var mirrored: Orientation { then(.upMirrored) }

    /// The size as shown of a picture stored at `size`.
    public func applied(to size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Where a point of the stored picture is shown.
    public func applied(to point: PicturePoint) -> PicturePoint {
        let (x, y) = swapsAxes ? (point.y, point.x) : (point.x, point.y)
        return PicturePoint(x: flipsX ? 1 - x : x, y: flipsY ? 1 - y : y)
    }

    /// Where a box of the stored picture is shown.
    /// - Parameter size: the size of the *stored* picture.
    public func applied(to box: PixelRect, in size: PixelSize) -> PixelRect {
        let shown = applied(to: size)
        let (x, y) = swapsAxes ? (box.y, box.x) : (box.x, box.y)
        let (width, height) = swapsAxes ? (box.height, box.width) : (box.width, box.height)
        return PixelRect(
            x: flipsX ? shown.width - x - width : x, y: flipsY ? shown.height - y - height : y, width: width,
            height: height)
    }
}
