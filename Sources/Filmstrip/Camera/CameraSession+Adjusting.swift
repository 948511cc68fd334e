extension CameraSession {
    /// Changes focus, exposure, zoom or torch of the open camera as a whole. Focus or exposure that is locked stays so, whatever the
    /// picture does, until it is told otherwise or a camera is opened.
    /// - Throws: `configurationFailed` when the camera lacks a part of it or refuses, and then nothing is changed; `notReady`
    ///   or `busy` when no camera runs.
    public func adjust(_ change: DeviceAdjustment) async throws(CameraError) {
        guard handle(.adjust) == .adjust, let camera = state.camera else { throw refusal(of: .adjust) }
        if let obstacle = camera.obstacle(to: change) { throw .configurationFailed(obstacle) }
        try await apply(change)
    }

    /// Focuses and exposes at a point of the picture, each as far as the camera has it, and holds it until the picture
    /// changes for good. Does nothing on a camera with neither.
    /// - Throws: as `adjust`.
    public func focusAndExpose(at point: PicturePoint) async throws(CameraError) {
        guard handle(.adjust) == .adjust, let camera = state.camera else { throw refusal(of: .adjust) }
        guard let change = camera.adjustment(at: point) else { return }
        try await apply(change)
    }

    /// Wishes a flash mode for the photos to come. Off is always possible.
    /// - Throws: `flashUnsupported` when the open camera lacks it, and then the former wish holds.
    public func setFlash(_ mode: FlashMode) throws(CameraError) {
        if mode != .off, let camera = state.camera, camera.flash(wished: mode) != mode { throw .flashUnsupported }
        guard mode != flash else { return }
        flash = mode
        tell(.flash(mode))
    }

    /// Whether focus or exposure is to stay as it is.
    var isLocked: Bool { told.focusMode == .locked || told.exposureMode == .locked }

    private func apply(_ change: DeviceAdjustment) async throws(CameraError) {
        try await backend.apply(change)
        told = told.merged(with: change)
    }

    /// Continuous focus and exposure at the centre.
    func readjust() async {
        guard let change = state.camera?.centeredAdjustment else { return }
        do {
            try await apply(change)
        } catch {
            tell(.adjustmentFailed(error))
        }
    }
}
