public import Filmstrip

extension GTKPresenter: MixingPresenter {
    /// Cameras for a visit: a back end of its own for each, since one opens one camera at a time.
    public typealias Cameras = @Sendable () -> any CameraBackend

    /// Makes the overlay over an embedded camera, a `GtkWidget`, and is given what takes the photo.
    public typealias CameraOverlay =
        @MainActor @Sendable (_ takePhoto: @escaping @MainActor () -> Void) -> UnsafeMutableRawPointer

    /// Shows the camera screen, and answers with what was kept, in order; nil for cancel. The camera is closed when it returns.
    public func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
        guard request.placement == .embedded else { return try await shoot(request)?.compactMap(\.captured) }
        return try await embed(session(request, configuration.cameraSettings?.load() ?? CameraSettings()))
    }

    /// Shows the camera screen with a way to the library, and answers with what was kept and chosen, in order; nil for cancel. The
    /// camera is closed when it returns.
    public func capture(
        _ request: CaptureRequest, beside library: LibraryDoor
    ) async throws(CameraError) -> [AcquiredItem]? {
        try await shoot(request, beside: library)
    }

    private func session(_ request: CaptureRequest, _ settings: CameraSettings) throws(CameraError) -> CameraSession {
        guard let cameras else { throw .noCamera }
        return CameraSession(
            backend: cameras(), permissions: permissions,
            configuration: CameraSession.Configuration(request, settings))
    }

    private func shoot(
        _ request: CaptureRequest, beside door: LibraryDoor? = nil
    ) async throws(CameraError) -> [AcquiredItem]? {
        let store = configuration.cameraSettings
        let settings = store?.load() ?? CameraSettings()
        let model = CameraScreenModel(
            try session(request, settings), request: request, settings: settings, photo: configuration.photo,
            library: door, codes: configuration.codeReader)
        if let store { model.onSettings = { store.save($0) } }
        let connections = CameraScreen.Connections(
            library: door.map { _ in library },
            openSettings: { [weak self] permission in await self?.openSettings(for: permission) ?? false },
            openLink: configuration.openLink)
        let screen = CameraScreen(model, texts: configuration.texts, connections)
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
