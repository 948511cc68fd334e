public import Foundation

/// The arithmetic of a picture that is shown large: seen whole, filling the view, pixel for pixel, moved and enlarged about a point.
/// A pure value; lengths are points of the view.
public struct ZoomGeometry: Sendable, Hashable {
    /// How a picture is shown: how large, and where.
    public struct Zoom: Sendable, Hashable {
        /// Points that a pixel of the picture takes.
        public var scale: Double
        /// The left edge of the picture in the view.
        public var x: Double
        /// The top edge of the picture in the view.
        public var y: Double
    }

    /// The view's size.
    public let view: CGSize
    /// The picture's size in pixels, upright.
    public let picture: PixelSize
    /// Pixels of the screen in a point; 1 by default.
    public let pixelsPerPoint: Double

    /// Two sizes that differ by less than this factor are one to the eye.
    private static let distinct = 1.15

    /// A picture in a view. An empty picture or view has only itself to show.
    public init(view: CGSize, picture: PixelSize, pixelsPerPoint: Double = 1) {
        self.view = CGSize(
            width: view.width.isFinite ? max(1, view.width) : 1, height: view.height.isFinite ? max(1, view.height) : 1)
        self.picture = PixelSize(width: max(1, picture.width), height: max(1, picture.height))
        self.pixelsPerPoint = pixelsPerPoint.isFinite && pixelsPerPoint > 0 ? pixelsPerPoint : 1
    }

    // MARK: Scales

    /// The picture is seen whole, as large as it can be; the smallest scale.
    public var fit: Double {
        min(view.width / Double(picture.width), view.height / Double(picture.height))
    }

    /// The picture fills the view, and sticks out at two edges.
    public var fill: Double {
        max(view.width / Double(picture.width), view.height / Double(picture.height))
    }

    /// Each pixel of the picture is one of the screen.
    public var actual: Double { 1 / pixelsPerPoint }

    /// The largest scale: twice pixel for pixel, and at least three times what is seen whole.
    public var maximum: Double { max(actual * 2, fit * 3, fill) }

    // MARK: Ways of showing

    /// Seen whole, in the middle.
    public var fitted: Zoom { centered(fit) }

    /// Whether a picture is seen whole, so that a swipe turns the page.
    public func isFitted(_ zoom: Zoom) -> Bool { zoom.scale <= fit * 1.001 }

    /// What a double tap or a button leads to: from seen whole to what is distinctly larger (filling, else pixel for pixel, else twice
    /// as large), and back from anywhere. The tapped point of the picture stays under the finger as far as edges allow.
    public func toggled(_ zoom: Zoom, about point: CGPoint) -> Zoom {
        guard isFitted(zoom) else { return fitted }
        let larger = [fill, actual].first { $0 > fit * Self.distinct } ?? fit * 2
        return zoomed(zoom, to: min(larger, maximum), about: point)
    }

    /// Pixel for pixel, about a point.
    public func actualSize(_ zoom: Zoom, about point: CGPoint) -> Zoom { zoomed(zoom, to: actual, about: point) }

    /// Enlarged by a factor, about a point, within the limits: a pinch, a wheel, a key.
    public func zoomed(_ zoom: Zoom, by factor: Double, about point: CGPoint) -> Zoom {
        guard factor.isFinite, factor > 0 else { return zoom }
        return zoomed(zoom, to: zoom.scale * factor, about: point)
    }

    /// Moved, as far as the picture's edges allow: none comes inside of the view, and what is smaller stays in the middle.
    public func moved(_ zoom: Zoom, x: Double, y: Double) -> Zoom {
        limited(Zoom(scale: zoom.scale, x: zoom.x + (x.isFinite ? x : 0), y: zoom.y + (y.isFinite ? y : 0)))
    }

    /// Whether a move sideways still moves the picture; else it turns the page.
    public func canMove(_ zoom: Zoom, x: Double) -> Bool { abs(moved(zoom, x: x, y: 0).x - zoom.x) > 0.5 }

    /// The same part of the picture after the view, or the picture, got another size: its middle stays in the middle.
    public func resized(_ zoom: Zoom, from old: ZoomGeometry) -> Zoom {
        if old.isFitted(zoom) { return fitted }
        let middle = old.picturePoint(at: CGPoint(x: old.view.width / 2, y: old.view.height / 2), zoom)
        let scale = min(max(fit, zoom.scale * old.sizeFactor(to: self)), maximum)
        return limited(
            Zoom(
                scale: scale, x: view.width / 2 - middle.x * Double(picture.width) * scale,
                y: view.height / 2 - middle.y * Double(picture.height) * scale))
    }

    // MARK: Boxes and points

    /// Where the picture lies in the view.
    public func frame(_ zoom: Zoom) -> CGRect {
        CGRect(
            x: zoom.x, y: zoom.y, width: Double(picture.width) * zoom.scale, height: Double(picture.height) * zoom.scale
        )
    }

    /// The point of the picture at a point of the view; beside the picture, the nearest one on its edge.
    public func picturePoint(at point: CGPoint, _ zoom: Zoom) -> PicturePoint {
        PicturePoint(
            x: (point.x - zoom.x) / (Double(picture.width) * zoom.scale),
            y: (point.y - zoom.y) / (Double(picture.height) * zoom.scale))
    }

    /// How many pixels the picture needs to look sharp: a thumbnail of this size does.
    public func pixels(_ zoom: Zoom) -> PixelSize {
        let frame = frame(zoom)
        return PixelSize(
            width: Int((frame.width * pixelsPerPoint).rounded(.up)),
            height: Int((frame.height * pixelsPerPoint).rounded(.up))
        ).limited(to: picture)
    }

    // MARK: Inside

    private func zoomed(_ zoom: Zoom, to scale: Double, about point: CGPoint) -> Zoom {
        let scale = min(max(fit, scale), maximum)
        let factor = scale / zoom.scale
        return limited(
            Zoom(
                scale: scale, x: point.x - (point.x - zoom.x) * factor, y: point.y - (point.y - zoom.y) * factor))
    }

    private func centered(_ scale: Double) -> Zoom { limited(Zoom(scale: scale, x: 0, y: 0)) }

    private func limited(_ zoom: Zoom) -> Zoom {
        func limit(_ start: Double, _ length: Double, _ room: Double) -> Double {
            length <= room ? (room - length) / 2 : min(0, max(start, room - length))
        }
        return Zoom(
            scale: zoom.scale, x: limit(zoom.x, Double(picture.width) * zoom.scale, view.width),
            y: limit(zoom.y, Double(picture.height) * zoom.scale, view.height))
    }

    /// What a scale has to be multiplied with for a picture of other pixels, such as a sharp one in place of a preview.
    private func sizeFactor(to other: ZoomGeometry) -> Double {
        Double(max(picture.width, picture.height)) / Double(max(other.picture.width, other.picture.height))
    }
}
