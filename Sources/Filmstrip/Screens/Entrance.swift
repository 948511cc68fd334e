import Foundation

/// How the camera comes in over what was there: it flips in, or appears where it stands for those who want less motion.
public enum Entrance: String, Sendable, Hashable, CaseIterable {
    /// It turns about its upright middle, from the edge to its full width.
    case flip
    /// Nothing moves: it gets opaque.
    case crossfade

    /// What is drawn at a moment.
    public struct Shape: Sendable, Hashable {
        /// The width that is seen, as a part of the whole, from 0 to 1.
        public var width: Double
        /// From 0 to 1.
        public var opacity: Double
    }

    /// Seconds that it takes.
    public static let duration = 0.32

    /// - Parameter movesByItself: whether the user likes movement; false under reduced motion.
    public init(movesByItself: Bool) { self = movesByItself ? .flip : .crossfade }

    /// What is drawn so many seconds after its beginning: the whole at the end, and ever after.
    public func shape(after seconds: Double) -> Shape {
        let progress = seconds.isFinite ? min(max(0, seconds / Self.duration), 1) : 1
        guard progress < 1 else { return Shape(width: 1, opacity: 1) }
        // Quick at first, and slow at its end, as something that is turned by hand.
        let turned = 1 - (1 - progress) * (1 - progress)
        return switch self {
        case .flip: Shape(width: sin(turned * .pi / 2), opacity: 1)
        case .crossfade: Shape(width: 1, opacity: progress)
        }
    }
}
