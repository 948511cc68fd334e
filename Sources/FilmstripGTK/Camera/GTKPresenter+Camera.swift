public import Filmstrip

extension GTKPresenter {
    /// Cameras for a visit: a back end of its own for each, since one opens one camera at a time.
    public typealias Cameras = @Sendable () -> any CameraBackend

    /// Makes the overlay over an embedded camera, a `GtkWidget`, and is given what takes the photo.
    public typealias CameraOverlay =
        @MainActor @Sendable (_ takePhoto: @escaping @MainActor () -> Void) -> UnsafeMutableRawPointer

    /// Shows the camera screen, and answers with what was kept, in order; nil for cancel. The camera is closed when it returns.
    public func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
        guard let cameras else { throw .noCamera }
        let store = configuration.cameraSettings
        let settings = store?.load() ?? CameraSettings()
        let session = CameraSession(
            backend: cameras(), permissions: permissions,
            configuration: CameraSession.Configuration(request, settings))
        if request.placement == .embedded { return try await embed(session) }
        let model = CameraScreenModel(session, request: request, settings: settings, photo: configuration.photo)
        if let store { model.onSettings = { store.save($0) } }
        let screen = CameraScreen(model, texts: configuration.texts) { [weak self] permission in
            await self?.openSettings(for: permission) ?? false
        }
        show(screen)
        defer { forget(screen) }
        return try await screen.run()
    }

    /// Without controls, over the content of the app's window. The flash stays off, and what is taken is as the camera saw it.
    private func embed(_ session: CameraSession) async throws(CameraError) -> [CapturedMedia]? {
        let model = CameraModel(
            session: session, configuration: CameraModel.Configuration(photo: configuration.photo))
        let camera = EmbeddedCamera(model, texts: configuration.texts, overlay: configuration.cameraOverlay) {
            [weak self] permission in await self?.openSettings(for: permission) ?? false
        }
        embedded = camera
        defer { if embedded === camera { embedded = nil } }
        return try await camera.run(in: parent)
    }
}
