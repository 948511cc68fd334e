#if canImport(FilmstripLinux)
    import Filmstrip
    import FilmstripLinux
    import FilmstripTesting
    import Foundation

    /// Takes a photo with the first camera, or with a simulated one where there is none.
    func photo() async throws {
        // snippet: photo
        let camera = GStreamerCamera(
            .init(access: DirectCameraAccess(), simulated: SimulatedScene.devices))
        let devices = try await camera.devices()
        try await camera.start(CameraConfiguration(camera: devices[0].id))
        let photo = try await camera.capturePhoto(PhotoSettings())
        await camera.stop()
        let asset = try await FolderLibrary().add(NewMedia(.photo(photo)))
        print(asset.fileName, photo.size)
        // end
    }

    /// Records three seconds.
    func video(_ camera: GStreamerCamera) async throws {
        // snippet: video
        let recording = try await camera.startRecording(RecordingSettings())
        try await Task.sleep(for: .seconds(3))
        recording.stop()
        let movie = try await recording.result()
        print(movie.file.keep(), movie.duration, movie.sound)
        // end
    }

    /// Takes a live photo, and makes one file of it.
    func livePhoto(_ camera: GStreamerCamera, folder: MediaPath) async throws {
        // snippet: take live
        let mode = try await camera.setLiveMode(LiveSettings())
        print("the microphone is \(mode?.usesMicrophone == true ? "open" : "closed")")
        try await Task.sleep(for: .seconds(LiveSettings.secondsBefore))
        let taken = try await camera.captureLivePhoto(PhotoSettings()).result()
        _ = try await camera.setLiveMode(nil)
        let pair = try LivePhotoFiles(taken.photo.file.path)
        if let single = try await pair?.convert(to: .motionPhoto, in: folder) { print(single.still) }
        // end
    }
#endif
