public import Foundation

/// Where a camera's picture lies in the view that shows it, and where a touch in the view lies in the picture.
///
/// Three spaces: the *view*, in points from its upper left corner; the *picture*, upright and not mirrored, as
/// `PicturePoint`; and the *sensor*, the picture as the device reads it out, before it is turned upright.
public struct PreviewGeometry: Sendable, Hashable {
    /// How a picture fills a view of another shape.
    public enum Gravity: Sendable, Hashable {
        /// Covers the whole view; what sticks out is not seen.
        case fill
        /// Is seen whole; what is left of the view stays empty.
        case fit
    }

    /// The view's size in points.
    public var view: CGSize
    /// The upright picture's size in pixels.
    public var picture: PixelSize
    /// How the upright picture is drawn: `up`, or `upMirrored` for a front camera, or turned with the view.
    public var drawing: Orientation
    /// Fill by default.
    public var gravity: Gravity

    /// The geometry of one view and one picture.
    public init(view: CGSize, picture: PixelSize, drawing: Orientation = .up, gravity: Gravity = .fill) {
        self.view = view
        self.picture = picture
        self.drawing = drawing
        self.gravity = gravity
    }

    /// Where the whole picture lies in the view, beyond its edges under `fill`; nil when view or picture is empty.
    public var pictureFrame: CGRect? {
        let drawn = drawing.applied(to: picture)
        guard !drawn.isEmpty, view.width > 0, view.height > 0, view.width.isFinite, view.height.isFinite else {
            return nil
        }
        let across = view.width / CGFloat(drawn.width)
        let down = view.height / CGFloat(drawn.height)
        let scale = gravity == .fill ? max(across, down) : min(across, down)
        let size = CGSize(width: CGFloat(drawn.width) * scale, height: CGFloat(drawn.height) * scale)
        return CGRect(
            x: (view.width - size.width) / 2, y: (view.height - size.height) / 2, width: size.width,
            height: size.height)
    }

    /// The picture's part that can be seen; nil when nothing can.
    public var visiblePart: (from: PicturePoint, to: PicturePoint)? {
        guard let frame = pictureFrame else { return nil }
        let (left, top) = (max(0, -frame.minX / frame.width), max(0, -frame.minY / frame.height))
        let corners = [PicturePoint(x: left, y: top), PicturePoint(x: 1 - left, y: 1 - top)]
            .map(drawing.inverse.applied(to:))
        return (
            PicturePoint(x: min(corners[0].x, corners[1].x), y: min(corners[0].y, corners[1].y)),
            PicturePoint(x: max(corners[0].x, corners[1].x), y: max(corners[0].y, corners[1].y))
        )
    }

    /// The point of the picture that is drawn at a place of the view; nil beside the picture, outside of the view, and
    /// when one of both is empty.
    public func picturePoint(at place: CGPoint) -> PicturePoint? {
        guard let frame = pictureFrame, place.x.isFinite, place.y.isFinite,
            (0...view.width).contains(place.x), (0...view.height).contains(place.y)
        else { return nil }
        let across = Double((place.x - frame.minX) / frame.width)
        let down = Double((place.y - frame.minY) / frame.height)
        // Half a millionth of the picture: rounding must not lose the touch on the very edge.
        let whole = -5e-7...1 + 5e-7
        guard whole.contains(across), whole.contains(down) else { return nil }
        return drawing.inverse.applied(to: PicturePoint(x: across, y: down))
    }

    /// Where a point of the picture is drawn, perhaps outside of the view; nil when view or picture is empty.
    public func place(of point: PicturePoint) -> CGPoint? {
        guard let frame = pictureFrame else { return nil }
        let drawn = drawing.applied(to: point)
        return CGPoint(x: frame.minX + CGFloat(drawn.x) * frame.width, y: frame.minY + CGFloat(drawn.y) * frame.height)
    }

    /// The point of the sensor behind a place of the view; nil where there is no picture.
    /// - Parameter orientation: how the sensor's read-out has to be turned to be upright.
    public func sensorPoint(at place: CGPoint, sensorOrientation orientation: Orientation) -> PicturePoint? {
        picturePoint(at: place).map(orientation.inverse.applied(to:))
    }
}
