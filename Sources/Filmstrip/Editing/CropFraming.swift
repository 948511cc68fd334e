/// The arithmetic of a screen that shows a picture behind a frame of fixed place, where the user moves and enlarges the
/// picture. Lengths are points of the screen.
public struct CropFraming: Sendable, Hashable {
    /// A box on the screen.
    public struct Box: Sendable, Hashable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// How many pixels of the picture a side of the frame shows at least: no crop is smaller, if the picture is not.
    public static let leastPixels = 64.0

    /// The size of the picture, upright.
    public let picture: PixelSize
    /// What the frame looks like.
    public let shape: Crop.Shape
    /// Where the frame stands: as large as it can be in the room, in its middle. For a free shape, the picture's own.
    public let frame: Box

    /// - Parameters:
    ///   - picture: its size, upright.
    ///   - shape: what the frame looks like.
    ///   - room: where the frame may stand.
    public init(picture: PixelSize, shape: Crop.Shape, room: Box) {
        self.picture = picture
        self.shape = shape
        let (wide, high) = (max(1, room.width), max(1, room.height))
        let own = picture.isEmpty ? 1 : Double(picture.width) / Double(picture.height)
        let aspect = shape.aspect ?? own
        let width = min(wide, high * aspect)
        let height = min(high, wide / aspect)
        frame = Box(
            x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width: width, height: height)
    }

    /// Points a pixel takes when the picture just covers the frame.
    private var fit: Double {
        guard !picture.isEmpty else { return 1 }
        return max(frame.width / Double(picture.width), frame.height / Double(picture.height))
    }

    /// The size of the picture on the screen when it just covers the frame.
    public var fitted: (width: Double, height: Double) {
        (Double(picture.width) * fit, Double(picture.height) * fit)
    }

    /// How much it may be enlarged from there; at least 1.
    public var maximumZoom: Double {
        max(1, min(frame.width, frame.height) / (Self.leastPixels * fit))
    }

    /// What the frame shows.
    /// - Parameters:
    ///   - offsetX: how far the frame's left edge is from the left edge of the enlarged picture.
    ///   - offsetY: how far its top edge is from the picture's.
    ///   - zoom: how much the picture is enlarged; what is no positive number counts as 1.
    public func crop(offsetX: Double, offsetY: Double, zoom: Double) -> Crop {
        let zoom = zoom.isFinite && zoom > 0 ? zoom : 1
        let points = fit * zoom
        let (width, height) = (frame.width / points, frame.height / points)
        let crop = Crop(x: offsetX / points, y: offsetY / points, width: width, height: height, shape: shape)
        // A bounce at the edge shows what lies beside the picture.
        return crop.moved(x: 0, y: 0, in: picture)
    }
}
