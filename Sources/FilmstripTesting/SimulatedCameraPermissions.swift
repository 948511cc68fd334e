public import Filmstrip

/// Permissions where the camera is made of code: that one may always be used. All else is as the machine says.
public struct SimulatedCameraPermissions: PermissionProvider {
    private let base: any PermissionProvider

    /// - Parameter base: what answers for all permissions but the camera's.
    public init(base: any PermissionProvider) { self.base = base }

    public func status(of permission: Permission) async -> PermissionStatus {
        permission == .camera ? .authorized : await base.status(of: permission)
    }

    public func request(_ permission: Permission) async throws(PermissionError) -> PermissionStatus {
        permission == .camera ? .authorized : try await base.request(permission)
    }

    public func changes() -> AsyncStream<Permission> { base.changes() }
}
