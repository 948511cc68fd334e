public import Filmstrip

/// The way on which cameras may be reached, decided anew for each opening.
public enum CameraAccess: Sendable {
    /// A connected socket to PipeWire: from the portal, or from the daemon itself.
    case pipeWire(OwnedDescriptor)
    /// The kernel's devices, where there is no PipeWire.
    case v4l2
}

/// Who decides how cameras may be reached: the portal's answer, then PipeWire itself, then the kernel's devices, in the order that
/// the permission and the lockdown setting allow.
public protocol CameraAccessProvider: Sendable {
    /// Opens the way. Never asks the user: that is `PermissionProvider.request`.
    /// - Throws: `permissionDenied`, `permissionRestricted`, `pipeWireMissing`, `noCamera`.
    func openCameraAccess() async throws(CameraError) -> CameraAccess
}
