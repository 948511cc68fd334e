public import Filmstrip
import Foundation

/// Live photos: a still, and a movie of the frames that `tick(_:)` made around it. There is no sound, and nothing binds the two files.
extension SimulatedCamera: LiveCameraBackend {
    /// What it writes: JPEG and PNG.
    public var liveFormats: Set<ContentType> { [.jpeg, .png] }

    /// Keeps the frames that are made from now on, where settings are given. `recordingInProgress` while it records.
    public func setLiveMode(_ settings: LiveSettings?) async throws(CameraError) -> LiveMode? {
        if settings != nil { try requireOpen() }
        try await pass(.live, .live(settings))
        let ended = try change(to: settings).get()
        for shot in ended { shot.finish(shot, nil) }
        return settings.map { LiveMode(sound: $0.wantsSound ? liveSound : .notWanted) }
    }

    /// The shots that live mode ends with, where it ends.
    private func change(to settings: LiveSettings?) -> Result<[SimulatedLiveShot], CameraError> {
        state.withLock { state in
            guard let open = state.open else { return settings == nil ? .success([]) : .failure(.cancelled) }
            if settings != nil, open.recording != nil { return .failure(.recordingInProgress) }
            guard open.reel?.settings != settings else { return .success([]) }
            state.open?.reel = settings.map {
                SimulatedReel($0, framesPerSecond: open.configuration.framesPerSecond)
            }
            return .success(open.reel?.shots ?? [])
        }
    }

    /// Takes the next frame; the movie is whole when `tick(_:)` has made the frames after it.
    public func captureLivePhoto(_ settings: PhotoSettings) async throws(CameraError) -> LiveCapture {
        try requireLive()
        guard liveFormats.contains(settings.format) else {
            throw .unsupportedFormat("the simulated camera of the test kit writes JPEG and PNG")
        }
        let begun = ContinuousClock.now
        try await pass(.photo, .livePhoto(settings))
        try requireLive()
        let flash = state.withLock { $0.open?.device.device.flash(wished: settings.flash) ?? .off }
        guard let frame = nextFrame(isLit: flash != .off) else { throw .notReady }
        let latency = (ContinuousClock.now - begun) / .seconds(1)
        let still = frame.mirrors ? frame.pixels.mirrored() : frame.pixels
        let (ends, end) = AsyncStream.makeStream(of: (shot: SimulatedLiveShot, reason: InterruptionReason?).self)
        let complete = state.withLock { state -> [SimulatedLiveShot]? in
            guard let complete = state.open?.reel?.append(still) else { return nil }
            state.open?.reel?.shoot { end.yield(($0, $1)) }
            return complete
        }
        guard let complete else { throw .notReady }
        for shot in complete { shot.finish(shot, nil) }
        let sound = liveSound
        return LiveCapture { [self] () async throws(CameraError) -> CapturedLivePhoto in
            var moments = (
                shot: SimulatedLiveShot(frames: [still], place: 0, finish: { _, _ in }),
                reason: InterruptionReason?.none
            )
            for await end in ends {
                moments = end
                break
            }
            return try develop(still, moments.shot, moments.reason, settings, frame, sound, latency: latency)
        }
    }

    private func develop(
        _ still: PixelFrame, _ shot: SimulatedLiveShot, _ reason: InterruptionReason?, _ settings: PhotoSettings,
        _ frame: Frame, _ sound: CapturedVideo.Sound, latency: Double
    ) throws(CameraError) -> CapturedLivePhoto {
        let file = try write(
            try StillEncoder.encode(still, as: settings.format, quality: settings.quality), as: settings.format)
        let photo = CapturedPhoto(
            file: file, size: still.size, date: date(of: still), camera: frame.camera, shutterLatency: latency)
        var movie = SimulatedMovie(size: still.size, framesPerSecond: frame.framesPerSecond)
        for frame in shot.frames { movie.append(frame) }
        do throws(CameraError) {
            if let fault = takeFault(.liveMovie) { throw fault }
            let video = CapturedVideo(
                file: try write(movie.encoded(), as: .quickTime), size: movie.size, date: photo.date,
                camera: frame.camera,
                duration: movie.duration, framesPerSecond: movie.framesPerSecond, framesDropped: 0, sound: sound,
                interruption: reason)
            let place = Double(shot.place) / movie.framesPerSecond
            return CapturedLivePhoto(photo: photo, movie: .success(video), stillTime: place)
        } catch {
            return CapturedLivePhoto(photo: photo, movie: .failure(error), stillTime: 0)
        }
    }

    /// Live photos under way get no more, and why.
    func cutLive(_ reason: InterruptionReason?) {
        for shot in state.withLock({ $0.open?.reel?.cut() ?? [] }) { shot.finish(shot, reason) }
    }

    private var liveSound: CapturedVideo.Sound {
        state.withLock { $0.open?.reel?.settings.wantsSound == true ? .missing(.noMicrophone) : .notWanted }
    }

    private func requireLive() throws(CameraError) {
        guard state.withLock({ $0.open?.reel != nil }) else { throw .notReady }
    }
}

extension SimulatedCamera.Open {
    /// Hands what they have to the shots under way, which get no more.
    func endShots(_ reason: InterruptionReason?) {
        for shot in reel?.shots ?? [] { shot.finish(shot, reason) }
    }
}
