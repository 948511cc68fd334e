#if canImport(FilmstripGTK)
    import Filmstrip
    import FilmstripGTK

    /// A live picture under the app's own shutter.
    @MainActor func ownCamera(
        session: CameraSession, permissions: any PermissionProvider, append: (UnsafeMutableRawPointer) -> Void,
        send: @escaping @MainActor (CapturedMedia) -> Void
    ) async {
        // snippet: own camera
        let model = CameraTileModel(session, permissions: permissions) { media in send(media) }
        let camera = CameraWidget(model)
        append(camera.widget)
        await model.takePhoto()
        // end
    }
#endif
