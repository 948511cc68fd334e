extension CameraError {
    /// What can make a camera work again that failed.
    enum Cure { case camera, permission }

    /// Whether the camera works again once that is there.
    func isCured(by cure: Cure) -> Bool {
        switch self {
        case .noCamera, .cameraLost: cure == .camera
        case .permissionDenied, .permissionRestricted, .permissionLost: cure == .permission
        default: false
        }
    }
}
