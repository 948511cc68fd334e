public import Filmstrip

extension MediaPicker {
    /// A picker for a window of a GTK 4 program:
    ///
    ///     let picker = MediaPicker(on: window, library: library, permissions: permissions)
    ///     let outcome = try await picker.pick(.attachments(max: 6))
    ///
    /// The library is shown in an album browser above the window. There is no camera screen yet, so the camera is not offered.
    /// Closing the browser by any means is one cancel.
    /// - Parameters:
    ///   - window: the app's `GtkWindow`, held weakly, from whatever binding; nil to stand alone.
    ///   - library: what is shown, and what loads what was chosen.
    ///   - permissions: what says whether the library may be seen.
    public convenience init(
        on window: UnsafeMutableRawPointer?, library: any PhotoLibrary, permissions: any PermissionProvider,
        configuration: GTKPresenter.Configuration = GTKPresenter.Configuration()
    ) {
        self.init(
            presenter: GTKPresenter(
                on: window, library: library, permissions: permissions, configuration: configuration),
            permissions: permissions, library: library, cameras: { () throws(CameraError) in throw .noCamera })
    }
}
