public import Filmstrip
import Foundation

extension GStreamerCamera {
    /// A frame in hand, and what is known of it.
    struct Exposure: Sendable {
        var still: StillFrame
        /// Nanoseconds on the common clock when it was taken.
        var time: UInt64
        var date: MediaDate
        var zone: TimeZone
        /// How it is turned to be upright.
        var turn: Orientation
        /// Seconds from the call to the frame.
        var latency: Double
    }

    /// Takes the frame that the user saw, where the settings say which. Else the newest one if it shows the moment of the call,
    /// `shutterLead` included, or the next.
    /// - Throws: `notReady`, `cameraLost` when no frame comes, `unsupportedFormat`, `noSpace`, `readOnly`.
    public func capturePhoto(_ settings: PhotoSettings) async throws(CameraError) -> CapturedPhoto {
        let called = GStreamer.now
        guard let open = camera else { throw .notReady }
        return try await develop(try await expose(settings, open, called: called), settings, open)
    }

    /// The frame of a shot, with the flash where that is wanted.
    func expose(_ settings: PhotoSettings, _ open: OpenCamera, called: UInt64) async throws(CameraError) -> Exposure {
        let isLit = await lightFlash(settings.flash, open)
        let frame: TappedBuffer
        do throws(CameraError) {
            frame = try await shutterFrame(open, called: called, shown: settings.shown, isLit: isLit)
        } catch {
            if isLit { endFlash(open) }
            throw error
        }
        let latency = Double(GStreamer.now - called) / 1e9
        if isLit { endFlash(open) }
        guard let caps = open.pipeline.stillCaps else { throw .cameraLost(open.device.id) }
        let zone = configuration.timeZone()
        let age = Double(GStreamer.now - min(GStreamer.now, frame.time)) / 1e9
        let instant = configuration.now().addingTimeInterval(-age)
        let format = open.pipeline.plan.format
        return Exposure(
            still: StillFrame(buffer: frame.buffer, caps: caps, isJPEG: format.isJPEG, size: format.size),
            time: frame.time,
            date: MediaDate(instant: instant, offsetFromUTC: zone.secondsFromGMT(for: instant), source: .exif),
            zone: zone, turn: held.turn(for: open.device.position), latency: latency)
    }

    private func shutterFrame(
        _ open: OpenCamera, called: UInt64, shown: Double?, isLit: Bool
    ) async throws(CameraError) -> TappedBuffer {
        if let shown, !isLit, let seen = open.pipeline.stills.frame(at: GStreamer.nanoseconds(shown + 5e-10)),
            seen.time >= open.settled
        {
            settle(after: seen, open)
            return seen
        }
        let lead = isLit ? 0 : GStreamer.nanoseconds(configuration.shutterLead)
        let notBefore = max(open.warm, open.settled, isLit ? GStreamer.now : called - min(called, lead))
        guard let frame = await open.pipeline.stills.frame(notBefore: notBefore, timeout: 5) else {
            throw .cameraLost(open.device.id)
        }
        settle(after: frame, open)
        return frame
    }

    /// A next shot is another picture.
    private func settle(after frame: TappedBuffer, _ open: OpenCamera) {
        guard let now = camera, now.pipeline === open.pipeline else { return }
        camera?.settled = max(now.settled, frame.time + 1)
    }

    /// Makes the file, off the actor and off the streaming thread.
    private func develop(
        _ taken: Exposure, _ settings: PhotoSettings, _ open: OpenCamera
    ) async throws(CameraError) -> CapturedPhoto {
        let tags = StillTags(date: taken.date, model: open.device.name, place: settings.place)
        let (mirrored, folders) = (open.isMirrored, photoFolders)
        let made = await GStreamerThread.run { () -> Result<MediaFile, CameraError> in
            do throws(CameraError) {
                let bytes = try StillEncoder.encode(
                    taken.still, as: settings.format, quality: settings.quality, turn: taken.turn, mirrored: mirrored,
                    tags: tags)
                let file = try CaptureFolder.first(of: folders) { folder throws(CameraError) in
                    try folder.write(bytes, .photo, at: taken.date.instant, in: taken.zone, type: settings.format)
                }
                return .success(file)
            } catch {
                return .failure(error)
            }
        }
        return CapturedPhoto(
            file: try made.get(), size: taken.turn.applied(to: taken.still.size), date: taken.date,
            camera: open.device.id,
            shutterLatency: taken.latency)
    }

    // MARK: Flash

    /// Lights the flash for a shot, where the camera has one and the mode asks for it. True when it burns.
    private func lightFlash(_ mode: FlashMode, _ open: OpenCamera) async -> Bool {
        guard let modes = open.device.flash, modes.contains(mode) else { return false }
        switch mode {
        case .off: return false
        case .on: break
        case .auto: guard meter.isDark else { return false }
        }
        open.pipeline.feed?.set(adjustment: open.adjustment, isLit: true)
        guard let controls = open.controls, open.adjustment.torch != true else { return true }
        let burns = await GStreamerThread.run { () -> Bool in
            do throws(CameraError) { try controls.apply(DeviceAdjustment(torch: true)) } catch { return false }
            return true
        }
        // A real light needs a moment, and so does the camera to get used to it.
        if burns { _ = await open.pipeline.frames.frame(notBefore: GStreamer.now + 250_000_000, timeout: 1) }
        return burns
    }

    private func endFlash(_ open: OpenCamera) {
        let isTorch = open.adjustment.torch ?? false
        open.pipeline.feed?.set(adjustment: open.adjustment, isLit: isTorch)
        guard let controls = open.controls, !isTorch else { return }
        GStreamerThread.start {
            // A light that cannot be put out is no reason to lose the photo.
            do throws(CameraError) { try controls.apply(DeviceAdjustment(torch: false)) } catch {}
        }
    }

    // MARK: Recording

    /// Starts a movie in MP4 (H.264, AAC), or WebM where nothing makes H.264. It ends by itself after four hours. Where no encoder
    /// keeps the camera's pace at its full size, the movie is smaller and says so; photos are not.
    /// - Throws: `notReady`, `recordingInProgress`, `busy` while live mode is on, `recordingFailed`, `noSpace`, `readOnly`, `cancelled`
    ///   when the camera was stopped meanwhile.
    public func startRecording(_ settings: RecordingSettings) async throws(CameraError) -> any CameraRecording {
        try await inTurn { camera, era throws(CameraError) in try await camera.record(settings, era) }
    }

    /// The format of movies here: that of the best encoder that is installed.
    package static var movieType: ContentType {
        VideoEncoder.known.first { $0.isInstalled }?.contentType ?? .mp4
    }

    private func record(_ settings: RecordingSettings, _ era: Int) async throws(CameraError) -> GStreamerRecording {
        guard let open = camera else { throw .notReady }
        // One encoder at a time: a movie of which frames are missing is worse than none.
        if live != nil { throw .busy }
        if let running = recording {
            guard running.isOver else { throw .recordingInProgress }
            recording = nil
        }
        guard let caps = open.pipeline.frameCaps else { throw .cameraLost(open.device.id) }
        if open.pipeline.plan.source.isPhysical {
            _ = await open.pipeline.frames.frame(
                notBefore: max(open.warm, open.settled), timeout: configuration.warmUp + 1)
        }
        let format = open.pipeline.plan.format
        guard let choice = await chooseEncoder(format) else {
            throw .recordingFailed("no video encoder is installed")
        }
        let encoders = configuration.encoders
        let soundEncoder = await GStreamerThread.run { choice.encoder.sound(encoders.has) }
        let (sound, silence) = await openMicrophone(settings, hasEncoder: soundEncoder != nil)
        let plan = RecordingPlan(
            camera: open.device, settings: settings, encoder: choice.encoder, soundEncoder: soundEncoder,
            frameCaps: caps, size: choice.size, rate: format.rate.perSecond,
            bitRate: VideoEncoder.bitRate(settings.quality, size: format.size, rate: format.rate.perSecond),
            turn: held.turn(for: open.device.position), mirrored: open.isMirrored, folder: folder,
            zone: configuration.timeZone(), now: configuration.now,
            silence: silence)
        let made = await GStreamerThread.run { () -> Result<GStreamerRecording, CameraError> in
            do throws(CameraError) { return .success(try GStreamerRecording(plan, sound: sound)) } catch {
                return .failure(error)
            }
        }
        do throws(CameraError) {
            let started = try made.get()
            guard era == self.era, camera?.number == open.number else {
                started.stop()
                throw .cancelled
            }
            // Held weakly: a recording that has ended is not fed, and not kept.
            open.pipeline.frames.feed { [weak started] in started?.take($0) }
            recording = started
            return started
        } catch {
            await sound?.shutDown()
            throw error
        }
    }

    /// The encoder for that format, and the size that it keeps the pace with, measured once.
    func chooseEncoder(_ format: CaptureFormat) async -> VideoEncoderChoice.Answer? {
        let rate = format.rate.perSecond
        if let encoder, encoder.size == format.size, encoder.rate == rate { return encoder.choice }
        let encoders = configuration.encoders
        let choice = await GStreamerThread.run { encoders.choose(size: format.size, rate: rate) }
        encoder = (format.size, rate, choice)
        return choice
    }

    /// The microphone, or why there is none.
    func openMicrophone(
        _ settings: RecordingSettings, hasEncoder: Bool
    ) async -> (SoundSource?, CapturedVideo.Sound?) {
        guard settings.wantsSound else { return (nil, .notWanted) }
        guard hasEncoder else { return (nil, .missing(.unsupportedFormat)) }
        if let permissions = configuration.permissions {
            switch await permissions.status(of: .microphone) {
            case .authorized, .limited: break
            case .restricted: return (nil, .missing(.permissionRestricted))
            case .denied, .notDetermined: return (nil, .missing(.permissionDenied))
            }
        }
        guard let source = await makeMicrophone() else { return (nil, .missing(.noMicrophone)) }
        if await source.start(timeout: 1.5) { return (source, nil) }
        await source.shutDown()
        return (nil, .missing(.noMicrophone))
    }

    private func makeMicrophone() async -> SoundSource? {
        let (microphone, name) = (configuration.microphone, configuration.clientName)
        return await GStreamerThread.run {
            do throws(GStreamerFault) { return try SoundSource.make(microphone, clientName: name) } catch { return nil }
        }
    }
}
