import Filmstrip
import FilmstripLinux

/// Records three seconds with a camera that runs, and keeps them in the library.
func record(_ camera: GStreamerCamera) async throws {
    let recording = try await camera.startRecording(RecordingSettings())
    try await Task.sleep(for: .seconds(3))
    recording.stop()
    let movie = try await recording.result()
    let asset = try await FolderLibrary().add(NewMedia(.video(movie)))
    print(asset.path?.string ?? "nowhere", movie.duration, movie.sound)
}
