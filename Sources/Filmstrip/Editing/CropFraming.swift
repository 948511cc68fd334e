/// The arithmetic of a screen that shows a picture behind a frame, where the user moves and enlarges the picture and, where the
/// shape is free, moves the frame's edges. Lengths are points of the screen.
public struct CropFraming: Sendable, Hashable {
    /// A box on the screen.
    public struct Box: Sendable, Hashable {
        /// Its left edge, in points.
        public var x: Double
        /// Its upper edge, in points downwards.
        public var y: Double
        /// How wide it is, in points.
        public var width: Double
        /// How high it is, in points.
        public var height: Double

        /// A box by its left upper corner and its size.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// Its right edge.
        public var maxX: Double { x + width }
        /// Its lower edge.
        public var maxY: Double { y + height }
    }

    /// Edges of the frame that a finger holds: one, or the two of a corner.
    public struct Edges: OptionSet, Sendable, Hashable {
        /// The edges as bits.
        public let rawValue: Int

        /// Edges from bits; others than those of the four edges mean nothing.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The left edge.
        public static let left = Edges(rawValue: 1)
        /// The right edge.
        public static let right = Edges(rawValue: 2)
        /// The upper edge.
        public static let top = Edges(rawValue: 4)
        /// The lower edge.
        public static let bottom = Edges(rawValue: 8)
    }

    /// Where the picture lies behind the frame.
    public struct Position: Sendable, Hashable {
        /// How far the frame's left edge is from the left edge of the enlarged picture.
        public var offsetX: Double
        /// How far its top edge is from the picture's.
        public var offsetY: Double
        /// How much the picture is enlarged; 1 where it just covers the frame that the screen began with.
        public var zoom: Double

        /// A position by its offsets, in points, and its enlargement.
        public init(offsetX: Double, offsetY: Double, zoom: Double) {
            self.offsetX = offsetX
            self.offsetY = offsetY
            self.zoom = zoom
        }
    }

    /// How many pixels of the picture a side of the frame shows at least: no crop is smaller, if the picture is not.
    public static let leastPixels = 64.0
    /// How long a side of the frame is at least, so that a finger can hold both of its edges.
    public static let leastSide = 44.0

    /// The size of the picture, upright.
    public let picture: PixelSize
    /// What the frame looks like.
    public let shape: Crop.Shape
    /// Where the frame may stand.
    public let room: Box
    /// Where the frame stands: at first as large as it can be in the room, in its middle. For a free shape, the picture's own.
    public internal(set) var frame: Box
    /// Points a pixel takes when the picture just covers the frame that the screen began with.
    private let fit: Double

    /// - Parameters:
    ///   - picture: its size, upright.
    ///   - shape: what the frame looks like.
    ///   - room: where the frame may stand.
    public init(picture: PixelSize, shape: Crop.Shape, room: Box) {
        self.picture = picture
        self.shape = shape
        self.room = room
        let own = picture.isEmpty ? 1 : Double(picture.width) / Double(picture.height)
        let frame = Self.largest(of: shape.aspect ?? own, in: room)
        self.frame = frame
        fit =
            picture.isEmpty
            ? 1 : max(frame.width / Double(picture.width), frame.height / Double(picture.height))
    }

    private static func largest(of aspect: Double, in room: Box) -> Box {
        let (wide, high) = (max(1, room.width), max(1, room.height))
        let (width, height) = (min(wide, high * aspect), min(high, wide / aspect))
        return Box(
            x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width: width, height: height)
    }

    /// The size of the picture on the screen when it is not enlarged.
    public var fitted: (width: Double, height: Double) {
        (Double(picture.width) * fit, Double(picture.height) * fit)
    }

    /// How little it may be enlarged, so that it covers the frame; 1 at first.
    public var minimumZoom: Double {
        guard !picture.isEmpty else { return 1 }
        return max(frame.width / fitted.width, frame.height / fitted.height)
    }

    /// How much it may be enlarged; at least `minimumZoom`.
    public var maximumZoom: Double {
        max(minimumZoom, min(frame.width, frame.height) / (Self.leastPixels * fit))
    }

    /// What the frame shows.
    /// - Parameters:
    ///   - offsetX: how far the frame's left edge is from the left edge of the enlarged picture.
    ///   - offsetY: how far its top edge is from the picture's.
    ///   - zoom: how much the picture is enlarged; what is no positive number counts as 1.
    public func crop(offsetX: Double, offsetY: Double, zoom: Double) -> Crop {
        let points = fit * Self.valid(zoom)
        let (width, height) = (frame.width / points, frame.height / points)
        let crop = Crop(x: offsetX / points, y: offsetY / points, width: width, height: height, shape: shape)
        // A bounce at the edge shows what lies beside the picture.
        return crop.moved(x: 0, y: 0, in: picture)
    }

    private static func valid(_ zoom: Double) -> Double { zoom.isFinite && zoom > 0 ? zoom : 1 }
}
