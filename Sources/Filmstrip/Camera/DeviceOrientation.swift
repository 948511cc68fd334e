/// How a device is held, as a sensor in it tells: which of its sides is up.
public enum DeviceOrientation: String, Sendable, Hashable, Codable, CaseIterable {
    /// As it is meant to be held, and where nothing tells.
    case upright
    /// Turned by half.
    case upsideDown
    /// Turned clockwise, as who looks at the screen sees it.
    case leftUp
    /// Turned anticlockwise, as who looks at the screen sees it.
    case rightUp

    /// How what a camera sees has to be turned to be upright. A camera at the front looks the other way than who holds the device;
    /// one that is no part of the device is not turned with it.
    public func turn(for position: CameraDevice.Position) -> Orientation {
        let turn: Orientation =
            switch self {
            case .upright: .up
            case .upsideDown: .down
            case .leftUp: .right
            case .rightUp: .left
            }
        switch position {
        case .rear: return turn
        case .front: return turn.inverse
        case .external: return .up
        }
    }
}

/// Tells how the device is held.
public protocol OrientationProvider: Sendable {
    /// How it is held now, and each change, as long as somebody listens. Keeps the newest only; empty where nothing tells.
    func orientations() -> AsyncStream<DeviceOrientation>
}
