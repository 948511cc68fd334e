import DoublesGround

public enum UIAccessibility {
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let announcement = Notification(rawValue: 1008)
    }

    @MainActor public static func post(notification: Notification, argument: Any?) {
        if notification == .announcement, let text = argument as? String { World.current.noteSpoken(text) }
    }
    public static var isReduceMotionEnabled: Bool { false }
}
