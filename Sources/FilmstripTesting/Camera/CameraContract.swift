public import Filmstrip

/// What every camera back end promises, as laws that run over a real one and over the simulated one alike.
///
/// The cameras of the subject look at a `SimulatedScene`, so that the laws can read which frame they got. Each law opens
/// the camera itself and closes it at its end.
public enum CameraContract {
    /// A back end to be tried, with what the laws cannot know by themselves.
    public struct Subject: Sendable {
        /// The back end.
        public var camera: any CameraBackend
        /// The camera to be used; nil for the first.
        public var device: CameraDevice.ID?
        /// A front camera, for the laws about mirroring; nil when there is none.
        public var frontDevice: CameraDevice.ID?
        /// The frame size that is asked for, which the cameras have.
        public var size: PixelSize
        /// The format of the stills.
        public var stillFormat: ContentType
        /// Decodes a still, upright as its file says.
        public var decodeStill: @Sendable (MediaFile) async throws -> PixelFrame
        /// Decodes all frames of a movie in order; nil where that cannot be done.
        public var decodeMovie: (@Sendable (MediaFile) async throws -> [PixelFrame])?
        /// Whether still and movie of a live photo carry one identifier; nil where nothing binds them.
        public var areBound: (@Sendable (MediaFile, MediaFile) async throws -> Bool)?
        /// Lets a few frames come: a fake makes them, for a real camera some time passes.
        public var advance: @Sendable () async -> Void
        /// How long a law lets frames come for something that must happen; 30 s by default, as a loaded machine is slow.
        public var patience: Duration

        /// A back end and what is needed to judge it; see the fields for the defaults.
        public init(
            camera: any CameraBackend, device: CameraDevice.ID? = nil, frontDevice: CameraDevice.ID? = nil,
            size: PixelSize, stillFormat: ContentType = .jpeg,
            decodeStill: @escaping @Sendable (MediaFile) async throws -> PixelFrame,
            decodeMovie: (@Sendable (MediaFile) async throws -> [PixelFrame])? = nil,
            areBound: (@Sendable (MediaFile, MediaFile) async throws -> Bool)? = nil,
            advance: @escaping @Sendable () async -> Void, patience: Duration = .seconds(30)
        ) {
            self.camera = camera
            self.device = device
            self.frontDevice = frontDevice
            self.size = size
            self.stillFormat = stillFormat
            self.decodeStill = decodeStill
            self.decodeMovie = decodeMovie
            self.areBound = areBound
            self.advance = advance
            self.patience = patience
        }
    }

    /// One promise of a camera back end.
    public typealias Law = ContractLaw<Subject>

    /// All laws.
    public static var laws: [Law] { devices + opening + photos + recordings + adjustments + livePhotos }

    // MARK: Laws

    private static var devices: [Law] {
        [
            law("there is a camera, or an error that says why not") { subject in
                let devices = try await subject.camera.devices()
                try ContractViolation.unless(!devices.isEmpty, "an empty list is never an answer")
                try ContractViolation.unless(Set(devices.map(\.id)).count == devices.count, "identities are unique")
                for device in devices {
                    try ContractViolation.unless(!device.name.isEmpty, "\(device.id) has a name")
                    try ContractViolation.unless(!device.formats.isEmpty, "\(device.id) has a format")
                }
            },
            law("the list is the same when asked again") { subject in
                let (first, second) = (try await subject.camera.devices(), try await subject.camera.devices())
                try ContractViolation.unless(first.map(\.id) == second.map(\.id), "\(first) and \(second)")
            },
        ]
    }

    private static var opening: [Law] {
        [
            law("nothing can be asked of a camera that is not open") { subject in
                try await expect(.notReady, "a photo") { _ = try await subject.camera.capturePhoto(PhotoSettings()) }
                try await expect(.notReady, "a recording") {
                    _ = try await subject.camera.startRecording(RecordingSettings())
                }
                try await expect(.notReady, "a change") { try await subject.camera.apply(DeviceAdjustment(zoom: 1)) }
            },
            law("a camera that does not exist cannot be opened") { subject in
                let unknown = CameraConfiguration(camera: "no such camera")
                try await expect(.noCamera, "opening it") { try await subject.camera.start(unknown) }
            },
            law("previews come upright, unmirrored and one after the other") { subject in
                try await subject.open()
                let first = try await subject.previewReading()
                let second = try await subject.previewReading()
                try ContractViolation.unless(first.orientation == .up, "a preview is \(first.orientation)")
                try ContractViolation.unless(
                    second.frameNumber > first.frameNumber, "\(second.frameNumber) after \(first.frameNumber)")
            },
            law("opening what cannot be opened leaves what ran") { subject in
                try await subject.open()
                try await expect(.noCamera, "the change") {
                    try await subject.camera.start(CameraConfiguration(camera: "no such camera"))
                }
                _ = try await subject.photoReading()
            },
            law("opening twice is a change to the second") { subject in
                try await subject.open()
                try await subject.open(subject.frontDevice)
                let photo = try await subject.photo()
                let wanted = try await subject.identity(subject.frontDevice)
                try ContractViolation.unless(photo.camera == wanted, "the photo is by \(photo.camera), not \(wanted)")
            },
            law("closing is safe before, after and twice, and takes at most five seconds") { subject in
                await subject.camera.stop()
                try await subject.open()
                let begun = ContinuousClock.now
                await subject.camera.stop()
                try ContractViolation.unless(ContinuousClock.now - begun < .seconds(5), "it took too long")
                await subject.camera.stop()
                try await expect(.notReady, "a photo afterwards") { _ = try await subject.photo() }
            },
            law("a closed camera can be opened again, and again") { subject in
                for _ in 0..<3 {
                    try await subject.open()
                    _ = try await subject.photoReading()
                    await subject.camera.stop()
                }
            },
        ]
    }

    private static var photos: [Law] {
        [
            law("a photo is a temporary file of the size and format asked for") { subject in
                try await subject.open()
                let photo = try await subject.photo()
                let frame = try await subject.decodeStill(photo.file)
                try ContractViolation.unless(photo.size == subject.size, "it says \(photo.size), not \(subject.size)")
                try ContractViolation.unless(frame.size == photo.size, "it is \(frame.size) and says \(photo.size)")
                try ContractViolation.unless(
                    photo.file.contentType == subject.stillFormat, "it is \(photo.file.contentType)")
                try ContractViolation.unless(photo.file.isTemporary, "its file is temporary")
                let camera = try await subject.identity(nil)
                try ContractViolation.unless(photo.camera == camera, "it is by \(photo.camera)")
                try ContractViolation.unless(photo.shutterLatency >= 0, "its latency is \(photo.shutterLatency)")
            },
            law("photos in a row are different files of later and later frames") { subject in
                try await subject.open()
                var (last, files): (Int, [MediaFile]) = (-1, [])
                for _ in 0..<3 {
                    let photo = try await subject.photo()
                    let reading = try await subject.reading(of: photo)
                    try ContractViolation.unless(reading.frameNumber > last, "\(reading.frameNumber) after \(last)")
                    try ContractViolation.unless(reading.orientation == .up, "it is \(reading.orientation)")
                    last = reading.frameNumber
                    files.append(photo.file)
                }
                try ContractViolation.unless(Set(files.map(\.path)).count == 3, "\(files.map(\.path))")
            },
            law("only a front camera's files are mirrored, and only when that is asked for") { subject in
                guard let front = subject.frontDevice else { return }
                let cases: [(CameraDevice.ID?, Bool, Orientation)] = [
                    (front, false, .up), (front, true, .upMirrored), (nil, true, .up),
                ]
                for (device, mirrors, orientation) in cases {
                    try await subject.open(device, mirrors: mirrors)
                    let preview = try await subject.previewReading()
                    try ContractViolation.unless(preview.orientation == .up, "the preview is never mirrored")
                    let photo = try await subject.photoReading()
                    try ContractViolation.unless(
                        photo.orientation == orientation, "\(photo.orientation) for \(mirrors)")
                }
            },
            law("a format that cannot be made is an error, and the camera goes on") { subject in
                try await subject.open()
                try await expect(.unsupportedFormat, "a GIF") {
                    _ = try await subject.camera.capturePhoto(PhotoSettings(format: .gif))
                }
                _ = try await subject.photoReading()
            },
        ]
    }

    private static var recordings: [Law] {
        [
            law("a recording has one result, the same for all who ask, however often it is stopped") { subject in
                try await subject.open()
                let recording = try await subject.record()
                async let early = recording.result()
                await subject.advance()
                recording.stop()
                recording.stop()
                let (first, second) = (try await early, try await recording.result())
                try ContractViolation.unless(first.file === second.file, "the files are two")
                try ContractViolation.unless(first.duration > 0 && first.size == subject.size, "\(first)")
                try ContractViolation.unless(first.interruption == nil && first.file.isTemporary, "\(first)")
                try ContractViolation.unless(first.sound == .notWanted, "its sound is \(first.sound)")
            },
            law("no frame is missing in a movie") { subject in
                guard let decode = subject.decodeMovie else { return }
                try await subject.open()
                let recording = try await subject.record()
                for _ in 0..<3 { await subject.advance() }
                recording.stop()
                let frames = try await decode(recording.result().file)
                let readings = frames.compactMap(SceneStrip.read)
                try ContractViolation.unless(readings.count == frames.count && !frames.isEmpty, "strips are readable")
                let missing = SceneStrip.framesMissing(in: readings)
                try ContractViolation.unless(missing == 0, "\(missing) of \(frames.count) are missing")
            },
            law("there is one recording at a time, and another one after it") { subject in
                try await subject.open()
                let first = try await subject.record()
                try await expect(.recordingInProgress, "a second one") { _ = try await subject.record() }
                await subject.advance()
                first.stop()
                _ = try await first.result()
                let second = try await subject.record()
                await subject.advance()
                second.stop()
                _ = try await second.result()
            },
            law("a recording ends by itself at its longest duration") { subject in
                try await subject.open()
                let settings = RecordingSettings(wantsSound: false, maximumDuration: 0.5)
                let recording = try await subject.camera.startRecording(settings)
                let video = try await subject.advancing { try await recording.result() }
                try ContractViolation.unless((0.4...0.8).contains(video.duration), "it lasts \(video.duration) s")
                try ContractViolation.unless(video.interruption == nil, "a limit is no interruption")
            },
            law("a recording that can be paused leaves out what comes meanwhile, and may end then") { subject in
                try await subject.open()
                let recording = try await subject.record()
                guard recording.canPause, let decode = subject.decodeMovie else { return }
                for _ in 0..<2 { await subject.advance() }
                recording.pause()
                recording.pause()
                for _ in 0..<2 { await subject.advance() }
                recording.resume()
                recording.resume()
                for _ in 0..<2 { await subject.advance() }
                recording.pause()
                for _ in 0..<2 { await subject.advance() }
                recording.stop()
                let video = try await recording.result()
                let readings = try await decode(video.file).compactMap(SceneStrip.read)
                let missing = SceneStrip.framesMissing(in: readings)
                try ContractViolation.unless(missing > 0 && readings.count > 1, "nothing is left out")
                let length = Double(readings.count) / video.framesPerSecond
                try ContractViolation.unless(
                    abs(video.duration - length) < 0.35, "\(readings.count) frames last \(video.duration) s")
            },
            law("closing the camera finishes the recording") { subject in
                try await subject.open()
                let recording = try await subject.record()
                await subject.advance()
                await subject.camera.stop()
                let video = try await recording.result()
                try ContractViolation.unless(video.duration > 0, "it is empty")
            },
        ]
    }

    private static var adjustments: [Law] {
        [
            law("what a camera lacks cannot be changed, and it goes on") { subject in
                try await subject.open()
                let device = try await subject.description()
                var changes = [DeviceAdjustment(zoom: (device.zoom?.upperBound ?? 1) + 1)]
                if device.focus == nil { changes.append(DeviceAdjustment(focusMode: .auto)) }
                if device.exposure == nil { changes.append(DeviceAdjustment(exposureBias: 1)) }
                if device.flash == nil { changes.append(DeviceAdjustment(torch: true)) }
                for change in changes {
                    try await expect(.configurationFailed, "\(change)") { try await subject.camera.apply(change) }
                }
                _ = try await subject.photoReading()
            },
            law("what a camera has can be changed") { subject in
                try await subject.open()
                let device = try await subject.description()
                if let mode = device.focus?.modes.first {
                    try await subject.camera.apply(DeviceAdjustment(focusMode: mode))
                }
                if let mode = device.exposure?.modes.first {
                    try await subject.camera.apply(DeviceAdjustment(exposureMode: mode))
                }
                if let zoom = device.zoom { try await subject.camera.apply(DeviceAdjustment(zoom: zoom.upperBound)) }
                _ = try await subject.photoReading()
            },
        ]
    }

    // MARK: Inside

    /// A law that leaves the camera closed, whatever comes of it.
    static func law(_ title: String, _ check: @escaping @Sendable (Subject) async throws -> Void) -> Law {
        Law(title) { subject in
            do {
                try await check(subject)
            } catch {
                await subject.camera.stop()
                throw error
            }
            await subject.camera.stop()
        }
    }

    static func expect(
        _ code: ErrorCode, _ what: String, fileID: String = #fileID, line: Int = #line, _ body: () async throws -> Void
    ) async throws {
        try await ContractViolation.unlessThrows(
            "\(what) is \(code)", fileID: fileID, line: line, where: { ($0 as? CameraError)?.code == code }, body)
    }
}

extension CameraContract.Subject {
    func identity(_ wanted: CameraDevice.ID?) async throws -> CameraDevice.ID {
        if let id = wanted ?? device { return id }
        return try ContractViolation.unwrap(try await camera.devices().first?.id, "there is a camera")
    }

    func description() async throws -> CameraDevice {
        let id = try await identity(nil)
        return try ContractViolation.unwrap(try await camera.devices().first { $0.id == id }, "\(id) is listed")
    }

    func open(_ wanted: CameraDevice.ID? = nil, mirrors: Bool = false) async throws {
        try await camera.start(
            CameraConfiguration(
                camera: try await identity(wanted), preferredSize: size, previewSize: size, mirrorsFrontCamera: mirrors)
        )
    }

    func photo() async throws -> CapturedPhoto {
        try await camera.capturePhoto(PhotoSettings(format: stillFormat))
    }

    func reading(of photo: CapturedPhoto) async throws -> SceneStrip.Reading {
        try ContractViolation.unwrap(SceneStrip.read(try await decodeStill(photo.file)), "the photo shows the scene")
    }

    func photoReading() async throws -> SceneStrip.Reading { try await reading(of: try await photo()) }

    func record() async throws -> any CameraRecording {
        try await camera.startRecording(RecordingSettings(wantsSound: false))
    }

    func previewReading() async throws -> SceneStrip.Reading {
        let previews = camera.previews()
        let frame = try await advancing { await previews.first { _ in true } }
        return try ContractViolation.unwrap(frame.flatMap(SceneStrip.read), "the preview shows the scene")
    }

    /// Lets frames come until something has happened. What never happens breaks the law when the patience is at its end; the
    /// law does not wait for it any longer.
    func advancing<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        let (advance, patience) = (advance, patience)
        let advancer = Task {
            let begun = ContinuousClock.now
            repeat {
                await advance()
                await Task.yield()
            } while !Task.isCancelled && ContinuousClock.now - begun < patience
            outcome.yield(.failure(ContractViolation("it happens within \(patience)")))
        }
        let waiter = Task {
            do {
                outcome.yield(.success(try await body()))
            } catch {
                outcome.yield(.failure(error))
            }
        }
        defer {
            advancer.cancel()
            waiter.cancel()
        }
        for await first in outcomes { return try first.get() }
        throw CancellationError()
    }
}
