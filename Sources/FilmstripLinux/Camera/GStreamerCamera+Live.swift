public import Filmstrip
import Foundation

extension GStreamerCamera: LiveCameraBackend {
    /// Live photos under way at once, at most: each holds its frame and its moments.
    static let mostLivePhotos = 8

    /// Turns live mode on or off. It encodes all frames (H.264) and keeps about two seconds of them, and of sound, at most 33 MiB.
    /// - Throws: `unsupportedFormat` where no H.264 encoder is installed, `cameraLost` when no frame comes; otherwise as the protocol
    ///   says.
    public func setLiveMode(_ settings: LiveSettings?) async throws(CameraError) -> LiveMode? {
        try await inTurn { camera, era throws(CameraError) in try await camera.changeLive(settings, era) }
    }

    /// Takes the same frame as `capturePhoto` would, and the moments around it. The files appear together, about a second and a half
    /// later; when the camera is closed or lost before, with the moments until then.
    public func captureLivePhoto(_ settings: PhotoSettings) async throws(CameraError) -> LiveCapture {
        let called = GStreamer.now
        guard let open = camera, let reel = live else { throw .notReady }
        guard settings.format == .jpeg || settings.format == .heic else {
            throw .unsupportedFormat("the still of a live photo is JPEG or HEIC, not \(settings.format.rawValue)")
        }
        guard liveCaptures.count < Self.mostLivePhotos else { throw .busy }
        liveCount += 1
        let number = liveCount
        // Counted from now on, so that more cannot come in while this one waits for its frame.
        liveCaptures[number] = .some(nil)
        let taken: Exposure
        do throws(CameraError) { taken = try await expose(settings, open, called: called) } catch {
            liveCaptures[number] = nil
            throw error
        }
        let development = LiveDevelopment(
            taken, reel.shoot(at: taken.time), reel, settings, camera: open.device, folders: photoFolders)
        let capture = LiveCapture { () async throws(CameraError) in try await development.run() }
        liveCaptures[number] = capture
        Task {
            await capture.wait()
            liveCaptures[number] = nil
        }
        return capture
    }

    private func changeLive(_ settings: LiveSettings?, _ era: Int) async throws(CameraError) -> LiveMode? {
        guard let settings else {
            await dropLive()?.waitForEnd()
            return nil
        }
        guard let open = camera else { throw .notReady }
        if let recording, !recording.isOver { throw .recordingInProgress }
        if let live, live.plan.settings == settings { return live.mode }
        guard let caps = open.pipeline.frameCaps else { throw .cameraLost(open.device.id) }
        let reel = try await makeReel(settings, open, caps)
        guard era == self.era, let now = camera, now.number == open.number else {
            reel.end(because: nil)
            throw .cancelled
        }
        let old = dropLive()
        live = reel
        feedLive()
        await old?.waitForEnd()
        guard await reel.begins(within: configuration.openingTimeout) else {
            if live === reel { dropLive() }
            throw era == self.era ? .cameraLost(open.device.id) : .cancelled
        }
        return reel.mode
    }

    private func makeReel(
        _ settings: LiveSettings, _ open: OpenCamera, _ caps: GStreamerCaps
    ) async throws(CameraError) -> LiveReel {
        let format = open.pipeline.plan.format
        guard let choice = await chooseEncoder(format), choice.encoder.contentType == .mp4 else {
            throw .unsupportedFormat("live photos need an encoder for H.264")
        }
        let encoders = configuration.encoders
        let soundEncoder = await GStreamerThread.run { choice.encoder.sound(encoders.has) }
        let (sound, silence) = await openMicrophone(
            RecordingSettings(wantsSound: settings.wantsSound), hasEncoder: soundEncoder != nil)
        let plan = LivePlan(
            settings: settings, encoder: choice.encoder, soundEncoder: soundEncoder, frameCaps: caps, size: choice.size,
            rate: format.rate.perSecond, mirrored: open.isMirrored, silence: silence)
        let made = await GStreamerThread.run { () -> Result<LiveReel, CameraError> in
            do throws(CameraError) { return .success(try LiveReel(plan, sound: sound)) } catch {
                return .failure(error)
            }
        }
        do throws(CameraError) { return try made.get() } catch {
            await sound?.shutDown()
            throw error
        }
    }

    /// Gives the camera's frames to live mode, if it is on.
    func feedLive() {
        // Held weakly: what has ended is not fed, and not kept.
        if let live { camera?.pipeline.frames.feed { [weak live] in live?.take($0) } }
    }

    /// Ends live mode. What it kept is given back in a moment.
    @discardableResult
    func dropLive(because reason: InterruptionReason? = nil) -> LiveReel? {
        guard let ending = live else { return nil }
        live = nil
        camera?.pipeline.frames.feed(nil)
        ending.end(because: reason)
        return ending
    }
}

extension LiveCapture {
    /// Waits until it is done, well or not.
    func wait() async {
        do throws(CameraError) { _ = try await result() } catch {}
    }
}
