/// A camera made of code: a description and a function that draws each frame. Back ends feed it through their real
/// encoders, and never invent one: whoever starts the program hands them in.
public struct SimulatedDevice: Sendable {
    /// What the camera is and can do. Its kind is `.simulated`.
    public var device: CameraDevice
    /// Draws frame `number` under those conditions into `pixels`, BGRx, `bytesPerRow` apart. Called on the camera's own thread.
    public var draw:
        @Sendable (_ frame: SimulatedFrame, _ pixels: UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) -> Void

    /// A description, and what draws its frames.
    public init(
        device: CameraDevice,
        draw: @escaping @Sendable (SimulatedFrame, UnsafeMutableRawBufferPointer, Int) -> Void
    ) {
        self.device = device
        self.draw = draw
    }
}

/// Which frame to draw, and how the device is set while it is taken.
public struct SimulatedFrame: Sendable, Hashable {
    /// Counted from 0 since the camera was opened.
    public var number: Int
    /// Milliseconds since 1970 when it is taken.
    public var milliseconds: Int64
    /// How many pixels are drawn.
    public var size: PixelSize
    /// Whether the flash or torch lights the scene.
    public var isLit: Bool
    /// Focus, exposure and zoom in force.
    public var adjustment: DeviceAdjustment

    /// A frame; without light and adjustments by default.
    public init(
        number: Int, milliseconds: Int64, size: PixelSize, isLit: Bool = false,
        adjustment: DeviceAdjustment = DeviceAdjustment()
    ) {
        self.number = number
        self.milliseconds = milliseconds
        self.size = size
        self.isLit = isLit
        self.adjustment = adjustment
    }
}
