import DoublesGround

public enum UIAccessibility {
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let screenChanged = Notification(rawValue: 1000)
        public static let layoutChanged = Notification(rawValue: 1001)
        public static let announcement = Notification(rawValue: 1008)
    }

    public static func post(notification: Notification, argument: Any?) {
        if notification == .announcement, let text = argument as? String { World.current.noteSpoken(text) }
    }
    public static var isReduceMotionEnabled: Bool { false }
    public static var isVoiceOverRunning: Bool { true }
}
