import DoublesGround

public enum PHAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted, denied, authorized
    @available(iOS 14.0, *)
    case limited
    /// Stands for what a later system may say.
    @_spi(Doubles) case future = 99
}

@available(iOS 14.0, *)
public enum PHAccessLevel: Int, Sendable {
    case addOnly = 1
    case readWrite = 2
}

/// The photo library.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // Reason: has no state of its own.
    package override init() { super.init() }
    open class func shared() -> PHPhotoLibrary { World.current.kept { PHPhotoLibrary() } }

    @available(iOS 14.0, *)
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        PHAuthorizationStatus(World.current.status(of: accessLevel.access))
    }

    /// Asks, when nobody asked yet, and calls back on some queue.
    @available(iOS 14.0, *)
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        guard World.current.demandUsageDescription(accessLevel.usageKey) else { return handler(.denied) }
        Queues.anywhere.async { handler(PHAuthorizationStatus(World.current.ask(accessLevel.access))) }
    }
    @available(iOS 14.0, *)
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }
}

@available(iOS 14.0, *)
extension PHAccessLevel {
    var access: Device.Access { self == .addOnly ? .photosAddOnly : .photosReadWrite }
    var usageKey: String {
        self == .addOnly ? "NSPhotoLibraryAddUsageDescription" : "NSPhotoLibraryUsageDescription"
    }
}

extension PHAuthorizationStatus {
    init(_ status: Device.Status) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .restricted: self = .restricted
        case .denied: self = .denied
        case .limited: self = .limited
        case .authorized: self = .authorized
        case .unknown: self = .future
        }
    }
}
