public import Filmstrip

/// Permissions where the camera is made of code: that one may always be used. All else is as the machine says.
public struct SimulatedCameraPermissions: PermissionProvider {
    private let base: any PermissionProvider

    /// - Parameter base: what answers for all permissions but the camera's.
    public init(base: any PermissionProvider) { self.base = base }

    /// Authorized for the camera; for all else what the base says.
    public func status(of permission: Permission) async -> PermissionStatus {
        permission == .camera ? .authorized : await base.status(of: permission)
    }

    /// Asks nobody for the camera; for all else the base asks.
    /// - Throws: what the base throws.
    public func request(_ permission: Permission) async throws(PermissionError) -> PermissionStatus {
        permission == .camera ? .authorized : try await base.request(permission)
    }

    /// The base's changes: the camera's permission never changes.
    public func changes() -> AsyncStream<Permission> { base.changes() }
}
