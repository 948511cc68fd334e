import DoublesGround

/// A kind of media.
public struct AVMediaType: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    public static let video = AVMediaType(rawValue: "vide")
    public static let audio = AVMediaType(rawValue: "soun")
}

/// As every enumeration that comes from Objective-C, it may hold a value that nobody knows yet.
public enum AVAuthorizationStatus: Sendable {
    case notDetermined, restricted, denied, authorized
}

extension AVAuthorizationStatus: RawRepresentable, Hashable {
    // Unsafe casts because Apple's values may be ones that no case has: an enum without payload is one byte.
    public var rawValue: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
    public init?(rawValue: Int) { self = unsafeBitCast(UInt8(clamping: rawValue), to: Self.self) }
    public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// A camera or a microphone.
open class AVCaptureDevice: NSObject {
    package override init() { super.init() }

    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        AVAuthorizationStatus(World.current.status(of: mediaType.access))
    }

    /// Asks, when nobody asked yet, and calls back on some queue.
    open class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard World.current.demandUsageDescription(mediaType.usageKey) else { return handler(false) }
        Queues.anywhere.async { handler(World.current.ask(mediaType.access) == .authorized) }
    }
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        await withCheckedContinuation { continuation in
            requestAccess(for: mediaType) { continuation.resume(returning: $0) }
        }
    }

    public enum Position: Int, Sendable { case unspecified, back, front }

    @available(iOS 18.0, *)
    public class var subjectAreaDidChangeNotification: NSNotification.Name { .AVCaptureDeviceSubjectAreaDidChange }
}

extension AVMediaType {
    var access: Device.Access { self == .audio ? .microphone : .camera }
    var usageKey: String { self == .audio ? "NSMicrophoneUsageDescription" : "NSCameraUsageDescription" }
}

extension AVAuthorizationStatus {
    init(_ status: Device.Status) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied, .limited: self = .denied
        case .authorized: self = .authorized
        case .unknown: self = AVAuthorizationStatus(rawValue: 99) ?? .denied
        }
    }
}

extension NSNotification.Name {
    public static let AVCaptureDeviceSubjectAreaDidChange = NSNotification.Name(
        "AVCaptureDeviceSubjectAreaDidChangeNotification")
}
