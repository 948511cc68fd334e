import DoublesGround

/// As every enumeration that comes from Objective-C, it may hold a value that nobody knows yet.
public enum PHAuthorizationStatus: Sendable {
    case notDetermined, restricted, denied, authorized
    @available(iOS 14.0, *)
    case limited
}

extension PHAuthorizationStatus: RawRepresentable, Hashable {
    // Unsafe casts because Apple's values may be ones that no case has: an enum without payload is one byte.
    public var rawValue: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
    public init?(rawValue: Int) { self = unsafeBitCast(UInt8(clamping: rawValue), to: Self.self) }
    public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

@available(iOS 14.0, *)
public enum PHAccessLevel: Int, Sendable {
    case addOnly = 1
    case readWrite = 2
}

/// The photo library.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // Reason: all its state is locked.
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

    /// Runs the block on a queue of its own, then does all that was asked for, or nothing. Calls back on that queue.
    open func performChanges(
        _ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        // Unsafe because Apple's block is not Sendable: it is handed over once, and run once.
        nonisolated(unsafe) let block = changeBlock
        Queues.photos.async {
            do {
                try Self.change(block)
                completionHandler?(true, nil)
            } catch {
                completionHandler?(false, error)
            }
        }
    }
    open func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        // Unsafe because Apple's block is not Sendable: it is handed over once, and run once.
        nonisolated(unsafe) let block = changeBlock
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            performChanges(block) { _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        if Queues.isMain { World.current.record(.blocksMainThread, "performChangesAndWait on the main thread") }
        // Unsafe because Apple's block is not Sendable: it is handed over once, and run once.
        nonisolated(unsafe) let block = changeBlock
        try Queues.photos.sync { try Self.change(block) }
    }

    private static func change(_ block: () -> Void) throws {
        let world = World.current
        guard try mayAdd() else { throw PHPhotosError(.accessUserDenied) }
        let store = PhotoStore.current
        store.pending = []
        block()
        let requests = store.pending ?? []
        store.pending = nil
        if let code = world.now.failures[.photoLibraryChanges] {
            throw PHPhotosError(PHPhotosError.Code(rawValue: code) ?? .internalError)
        }
        for request in requests { try request.check(store) }
        for request in requests { request.apply(to: store) }
    }

    /// Adding needs one of the two permissions; where neither was asked for, Photos asks for adding by itself.
    private static func mayAdd() throws -> Bool {
        let world = World.current
        let granted: Set<Device.Status> = [.authorized, .limited]
        if granted.contains(world.status(of: .photosReadWrite)) { return true }
        if world.status(of: .photosAddOnly) == .restricted { throw PHPhotosError(.accessRestricted) }
        guard world.demandUsageDescription("NSPhotoLibraryAddUsageDescription") else { return false }
        return granted.contains(world.ask(.photosAddOnly))
    }

    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.withLock { $0.append(observer) }
    }
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.withLock { $0.removeAll { $0 === observer } }
    }
    private let observers = Observers()

    /// Tells the observers of a change, on a queue of the library's own.
    package func tellObservers() {
        // Unsafe because Apple's observers are not Sendable: they are told on this queue alone.
        nonisolated(unsafe) let all = observers.withLock { $0 }
        Queues.photos.async { for observer in all { observer.photoLibraryDidChange(PHChange()) } }
    }
}

private final class Observers: @unchecked Sendable {
    // Reason: every access holds the lock.
    private let lock = NSLock()
    private var list: [any PHPhotoLibraryChangeObserver] = []
    func withLock<Answer>(_ body: (inout [any PHPhotoLibraryChangeObserver]) -> Answer) -> Answer {
        lock.withLock { body(&list) }
    }
}

public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

open class PHChange: NSObject, @unchecked Sendable {
    // Reason: has no state.
    override init() { super.init() }
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
        case .unknown: self = PHAuthorizationStatus(rawValue: 99) ?? .denied
        }
    }
}
