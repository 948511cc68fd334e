public import Filmstrip

extension MediaPicker {
    /// A picker for a window of a GTK 4 program:
    ///
    ///     let picker = MediaPicker(on: window, library: library, permissions: permissions)
    ///     let outcome = try await picker.pick(.attachments(max: 6))
    ///
    /// The library is shown in an album browser, and the camera in a window of its own, above the window. Without `cameras` none is
    /// offered. Closing a window by any means is one cancel.
    /// - Parameters:
    ///   - window: the app's `GtkWindow`, held weakly, from whatever binding; nil to stand alone.
    ///   - library: what is shown, and what loads what was chosen.
    ///   - permissions: what says whether the library may be seen, and the cameras be used.
    ///   - cameras: makes the cameras of a visit, such as a `GStreamerCamera`; nil, the default, where there are none.
    public convenience init(
        on window: UnsafeMutableRawPointer?, library: any PhotoLibrary, permissions: any PermissionProvider,
        cameras: GTKPresenter.Cameras? = nil,
        configuration: GTKPresenter.Configuration = GTKPresenter.Configuration()
    ) {
        self.init(
            presenter: GTKPresenter(
                on: window, library: library, permissions: permissions, cameras: cameras, configuration: configuration),
            permissions: permissions, library: library,
            cameras: { () async throws(CameraError) in
                guard let cameras else { throw .noCamera }
                return try await cameras().devices()
            })
    }
}
