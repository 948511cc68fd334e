import Filmstrip
import FilmstripLinux

/// What picks on Linux: your windows, its cameras, its library.
@MainActor func makePicker(_ presenter: any Presenter) -> MediaPicker {
    let permissions = LinuxPermissions()
    let camera = GStreamerCamera(.init(access: permissions, permissions: permissions))
    return MediaPicker(
        presenter: presenter, permissions: permissions, library: FolderLibrary(),
        cameras: { () async throws(CameraError) in try await camera.devices() })
}
