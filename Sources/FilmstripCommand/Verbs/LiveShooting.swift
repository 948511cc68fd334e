import Filmstrip

/// Live mode of an open camera, for as long as `shoot --live` needs it.
struct LiveShooting: Sendable {
    private let camera: any LiveCameraBackend
    /// Why the movies are silent, where that was found here.
    private let silence: ErrorCode?

    /// Turns live mode on, and waits until there are moments to go before the first shot. The microphone's permission is asked for
    /// where nobody did.
    init(_ open: OpenCamera, wantsSound choice: CameraChoice, _ desk: Desk) async throws {
        guard let camera = open.backend as? any LiveCameraBackend else {
            throw CameraError.unsupportedFormat("this camera takes no live photos")
        }
        self.camera = camera
        silence = await RecordVerb.reasonForSilence(desk, choice)
        _ = try await camera.setLiveMode(LiveSettings(wantsSound: silence == nil))
        desk.progress.update("gathering the moments before")
        try await desk.environment.sleep(.seconds(LiveSettings.secondsBefore))
    }

    /// Takes one. Cancelled, it closes the camera, so that nobody waits for moments that nobody wants.
    func shoot(_ settings: PhotoSettings) async throws -> Shot {
        let capture = try await camera.captureLivePhoto(settings)
        let taken = try await withTaskCancellationHandler {
            try await capture.result()
        } onCancel: {
            Task { await camera.stop() }
        }
        // The camera may hold them longer than this process lives.
        if Task.isCancelled { taken.discard() }
        try Task.checkCancellation()
        switch taken.movie {
        case .success(var movie):
            if let silence { movie.sound = .missing(silence) }
            return Shot(photo: taken.photo, movie: movie)
        case .failure(let error): return Shot(photo: taken.photo, movieFailure: error)
        }
    }
}

extension CapturedLivePhoto {
    /// Removes its files now, whoever still holds them.
    fileprivate func discard() {
        photo.file.discard()
        if case .success(let movie) = movie { movie.file.discard() }
    }
}
