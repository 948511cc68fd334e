/// A camera and what it can do. What it lacks is nil or empty, and never a call that fails later.
public struct CameraDevice: Sendable, Hashable, Identifiable {
    /// The identity of a camera: stable over replugging where the system allows it, never its display name.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
        CustomStringConvertible
    {
        /// The back end's own name of the camera.
        public let rawValue: String
        /// An id from a back end's own name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An id from a back end's own name.
        public init(stringLiteral value: String) { rawValue = value }
        /// The back end's own name.
        public var description: String { rawValue }
    }

    /// Where a camera looks.
    public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
        /// Towards the user, away from the user, or wherever it was put, for one that is no part of the device.
        case front, rear, external
    }

    /// Through what a camera is reached.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// PipeWire, the kernel's Video4Linux alone, or code (`SimulatedDevice`).
        case pipewire, v4l2, simulated
        /// The capture framework of the system, on iOS.
        case system
    }

    /// Its identity, stable over replugging where the system allows it.
    public var id: ID
    /// What the user sees. Two cameras of one kind may share it.
    public var name: String
    /// Where it looks.
    public var position: Position
    /// Through what it is reached.
    public var kind: Kind
    /// What it can deliver, best first.
    public var formats: [CameraFormat]
    /// The flash modes it has; nil without a flash.
    public var flash: Set<FlashMode>?
    /// The focus modes it has; nil for a fixed lens.
    public var focus: PointControl?
    /// The exposure modes it has; nil where exposure cannot be steered.
    public var exposure: PointControl?
    /// Zoom factors, from 1 up; nil without zoom.
    public var zoom: ClosedRange<Double>?

    /// A camera; by default one without flash, focus, exposure and zoom.
    public init(
        id: ID, name: String, position: Position, kind: Kind, formats: [CameraFormat] = [],
        flash: Set<FlashMode>? = nil, focus: PointControl? = nil, exposure: PointControl? = nil,
        zoom: ClosedRange<Double>? = nil
    ) {
        self.id = id
        self.name = name
        self.position = position
        self.kind = kind
        self.formats = formats
        self.flash = flash
        self.focus = focus
        self.exposure = exposure
        self.zoom = zoom
    }

    /// What can be done about focus or exposure.
    public struct PointControl: Sendable, Hashable {
        /// The modes that the camera has.
        public var modes: Set<AdjustmentMode>
        /// Whether a point can be given.
        public var takesPoint: Bool

        /// Modes, and whether a point can be given.
        public init(modes: Set<AdjustmentMode>, takesPoint: Bool) {
            self.modes = modes
            self.takesPoint = takesPoint
        }
    }
}

/// One way in which a camera delivers frames.
public struct CameraFormat: Sendable, Hashable {
    /// The size of a frame.
    public var size: PixelSize
    /// The most frames in a second.
    public var framesPerSecond: Double
    /// The encoding: `raw`, or a media type such as `image/jpeg`.
    public var media: String

    /// A format.
    public init(size: PixelSize, framesPerSecond: Double, media: String) {
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.media = media
    }
}

/// Whether the flash fires with a photo.
public enum FlashMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Never, always, or when the camera finds it too dark.
    case off, on, auto
}

/// How focus or exposure behaves.
public enum AdjustmentMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Stays as it is.
    case locked
    /// Adjusts once, then stays.
    case auto
    /// Adjusts all the time.
    case continuous
}

/// A point of the picture as the sensor sees it: (0, 0) top left, (1, 1) bottom right, upright and not mirrored.
public struct PicturePoint: Sendable, Hashable, Codable {
    /// 0 (left) to 1 (right).
    public var x: Double
    /// 0 (top) to 1 (bottom).
    public var y: Double

    /// A point, clamped into the picture; what is not a number becomes the centre.
    public init(x: Double, y: Double) {
        self.x = x.isNaN ? 0.5 : min(1, max(0, x))
        self.y = y.isNaN ? 0.5 : min(1, max(0, y))
    }

    /// The middle of the picture: (0.5, 0.5).
    public static let center = PicturePoint(x: 0.5, y: 0.5)
}
