import Filmstrip

/// The laws of back ends that take live photos. Others keep them by not being one.
extension CameraContract {
    static var livePhotos: [Law] {
        [
            live("a live photo needs live mode, and a camera that is open") { subject, camera in
                try await expect(.notReady, "live mode without a camera") {
                    _ = try await camera.setLiveMode(LiveSettings())
                }
                try await subject.open()
                try await expect(.notReady, "a live photo without live mode") {
                    _ = try await subject.shootLive(camera)
                }
                let mode = try await camera.setLiveMode(nil)
                try ContractViolation.unless(mode == nil, "what is off stays off, and is \(String(describing: mode))")
            },
            live("a live photo is a still, and a movie that shows it where it says") { subject, camera in
                try await subject.startLive(camera)
                for _ in 0..<8 { await subject.advance() }
                let taken = try await subject.finish(try await subject.shootLive(camera))
                try await subject.check(taken)
                let movie = try taken.movie.get()
                try ContractViolation.unless(movie.interruption == nil, "nobody cut it short: \(movie)")
                try ContractViolation.unless(movie.sound == .notWanted, "its sound is \(movie.sound)")
                try ContractViolation.unless((1.5...4).contains(movie.duration), "it lasts \(movie.duration) s")
                try ContractViolation.unless(taken.stillTime > 0, "there is something before the still")
            },
            live("live photos may follow one another at once, and each is its own") { subject, camera in
                try await subject.startLive(camera)
                await subject.advance()
                var captures: [LiveCapture] = []
                for _ in 0..<3 { captures.append(try await subject.shootLive(camera)) }
                var (last, files): (Int, Set<MediaPath>) = (-1, [])
                for capture in captures {
                    let taken = try await subject.finish(capture)
                    try await subject.check(taken)
                    let number = try await subject.reading(of: taken.photo).frameNumber
                    try ContractViolation.unless(number > last, "\(number) after \(last)")
                    last = number
                    files.formUnion([taken.photo.file.path, try taken.movie.get().file.path])
                }
                try ContractViolation.unless(files.count == 6, "\(files)")
            },
            live("closing the camera keeps the still, and the moments until then") { subject, camera in
                try await subject.startLive(camera)
                for _ in 0..<3 { await subject.advance() }
                let capture = try await subject.shootLive(camera)
                await subject.advance()
                await camera.stop()
                let taken = try await capture.result()
                try await subject.check(taken)
                try ContractViolation.unless(try taken.movie.get().duration < 3, "it is \(taken)")
            },
            live("live mode ends with its camera") { subject, camera in
                try await subject.startLive(camera)
                await camera.stop()
                try await subject.open()
                try await expect(.notReady, "a live photo") { _ = try await subject.shootLive(camera) }
            },
            live("live mode that is turned off keeps what was taken, and takes no more") { subject, camera in
                try await subject.startLive(camera)
                await subject.advance()
                let capture = try await subject.shootLive(camera)
                _ = try await camera.setLiveMode(nil)
                try await subject.check(try await capture.result())
                try await expect(.notReady, "a live photo") { _ = try await subject.shootLive(camera) }
                _ = try await subject.photoReading()
            },
            live("live mode and recordings exclude each other, and photos go on in both") { subject, camera in
                try await subject.startLive(camera)
                try await expect(.busy, "a recording") { _ = try await subject.record() }
                _ = try await subject.photoReading()
                _ = try await camera.setLiveMode(nil)
                let recording = try await subject.record()
                try await expect(.recordingInProgress, "live mode") { _ = try await camera.setLiveMode(LiveSettings()) }
                await subject.advance()
                recording.stop()
                _ = try await recording.result()
                try await subject.startLive(camera, opens: false)
            },
            live("both parts of a live photo are mirrored, or neither") { subject, camera in
                guard let front = subject.frontDevice else { return }
                for mirrors in [false, true] {
                    try await subject.open(front, mirrors: mirrors)
                    try await subject.startLive(camera, opens: false)
                    await subject.advance()
                    let taken = try await subject.finish(try await subject.shootLive(camera))
                    try await subject.check(taken, mirrored: mirrors)
                }
            },
        ]
    }

    private static func live(
        _ title: String, _ check: @escaping @Sendable (Subject, any LiveCameraBackend) async throws -> Void
    ) -> Law {
        law(title) { subject in
            if let camera = subject.camera as? any LiveCameraBackend { try await check(subject, camera) }
        }
    }
}

extension CameraContract.Subject {
    fileprivate func startLive(_ camera: any LiveCameraBackend, opens: Bool = true) async throws {
        if opens { try await open() }
        let mode = try await advancing { try await camera.setLiveMode(LiveSettings(wantsSound: false)) }
        try ContractViolation.unless(mode == LiveMode(sound: .notWanted), "it runs as \(String(describing: mode))")
    }

    fileprivate func shootLive(_ camera: any LiveCameraBackend) async throws -> LiveCapture {
        try await camera.captureLivePhoto(PhotoSettings(format: stillFormat))
    }

    fileprivate func finish(_ capture: LiveCapture) async throws -> CapturedLivePhoto {
        try await advancing { try await capture.result() }
    }

    /// Whether both parts are whole, and belong together.
    fileprivate func check(_ taken: CapturedLivePhoto, mirrored: Bool = false) async throws {
        let orientation = mirrored ? Orientation.upMirrored : .up
        let still = try await reading(of: taken.photo)
        try ContractViolation.unless(still.orientation == orientation, "the still is \(still.orientation)")
        let movie = try taken.movie.get()
        try ContractViolation.unless(taken.media.kind == .livePhoto, "it is a \(taken.media.kind)")
        try ContractViolation.unless(movie.file.isTemporary, "its movie is temporary")
        try ContractViolation.unless(
            (0...movie.duration).contains(taken.stillTime), "\(taken.stillTime) of \(movie.duration) s")
        if let areBound {
            let isPair = try await areBound(taken.photo.file, movie.file)
            try ContractViolation.unless(isPair, "still and movie carry one identifier")
        }
        guard let decodeMovie else { return }
        let frames = try await decodeMovie(movie.file)
        let readings = frames.compactMap(SceneStrip.read)
        try ContractViolation.unless(readings.count == frames.count && !frames.isEmpty, "strips are readable")
        try ContractViolation.unless(
            readings.allSatisfy { $0.orientation == orientation }, "a frame is not \(orientation)")
        // The frame that is shown at that time: by the frames' own times, where they have any.
        let times = frames.contains { $0.time > 0 } ? frames.map(\.time) : nil
        let place =
            times?.lastIndex { $0 <= taken.stillTime + 0.002 }
            ?? Int((taken.stillTime * movie.framesPerSecond).rounded())
        let shown = readings[min(place, readings.count - 1)].frameNumber
        try ContractViolation.unless(abs(shown - still.frameNumber) <= 1, "it shows \(shown) for \(still.frameNumber)")
    }
}
