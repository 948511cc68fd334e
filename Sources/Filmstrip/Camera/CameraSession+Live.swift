extension CameraSession {
    /// Whether live photos can be taken whose stills have that format. Where not, a screen has no live photos.
    public nonisolated func takesLivePhotos(as format: ContentType) -> Bool {
        (backend as? any LiveCameraBackend)?.liveFormats.contains(format) == true
    }

    /// Turns live mode on or off, and answers how it runs; nil when it is off. It lasts over a change of cameras, and ends with the
    /// session. The microphone's permission is asked for when sound is wanted and nobody did; without it live photos are silent,
    /// and `live` says why.
    /// - Throws: `notReady` when no camera runs, `busy`, `recordingInProgress`, `unsupportedFormat` where the camera cannot take live
    ///   photos, or what else it met. It is off then, unless it was on before.
    @discardableResult
    public func setLiveMode(_ settings: LiveSettings?) async throws(CameraError) -> LiveMode? {
        guard handle(.changeLive) == .changeLive else {
            // Nothing has to be done to end what has ended.
            if settings == nil, live == nil { return nil }
            throw refusal(of: .changeLive)
        }
        let camera = state.camera?.id
        let before = liveWish
        liveWish = settings
        do throws(CameraError) {
            let mode = try await applyLive(settings)
            // Meanwhile the session may have been stopped, and the camera with it.
            guard state.camera?.id == camera, liveWish == settings else { throw .cancelled }
            update(live: mode)
            return mode
        } catch {
            // Where another camera has taken its place, `renewLive` has decided.
            if liveWish == settings, state.camera?.id == camera { liveWish = live == nil ? nil : before }
            throw error
        }
    }

    /// Takes a live photo, and answers when its frame is in hand: the next shot may follow while this one's last moments come.
    /// - Parameter settings: the session's own flash is used in place of theirs.
    /// - Throws: `notReady` when live mode is off, `unsupportedFormat` for stills other than JPEG and HEIC; otherwise as
    ///   `capturePhoto`.
    public func captureLivePhoto(_ settings: PhotoSettings = PhotoSettings()) async throws(CameraError) -> LiveCapture {
        guard let backend = backend as? any LiveCameraBackend, let mode = live else { throw .notReady }
        guard handle(.capture) == .takePhoto, let camera = state.camera else { throw refusal(of: .capture) }
        defer { _ = handle(.captureEnded) }
        var settings = settings
        settings.flash = camera.flash(wished: flash)
        let capture = try await backend.captureLivePhoto(settings)
        guard case .missing(let reason) = mode.sound else { return capture }
        return LiveCapture { () async throws(CameraError) -> CapturedLivePhoto in
            var photo = try await capture.result()
            if case .success(var video) = photo.movie {
                video.sound = .missing(reason)
                photo.movie = .success(video)
            }
            return photo
        }
    }

    private func applyLive(_ wish: LiveSettings?) async throws(CameraError) -> LiveMode? {
        guard let backend = backend as? any LiveCameraBackend else {
            if wish == nil { return nil }
            throw .unsupportedFormat("this camera takes no live photos")
        }
        guard var settings = wish else { return try await backend.setLiveMode(nil) }
        let camera = state.camera?.id
        let missing = settings.wantsSound ? await missingSound() : nil
        // The microphone's question may outlive the wish, and the camera.
        guard liveWish == wish, state.camera?.id == camera else { throw .cancelled }
        if missing != nil { settings.wantsSound = false }
        var mode = try await backend.setLiveMode(settings)
        if let missing { mode?.sound = .missing(missing) }
        return mode
    }

    /// Has another camera keep its moments too. Where it cannot, live mode is off.
    func renewLive() async {
        guard let wish = liveWish else { return }
        do throws(CameraError) {
            let mode = try await applyLive(wish)
            if liveWish == wish { update(live: mode) }
        } catch {
            if liveWish == wish { endLive() }
        }
    }

    /// The camera is closed, or about to be, and live mode with it.
    func endLive() {
        liveWish = nil
        update(live: nil)
    }

    /// The microphone was withdrawn while live mode had it.
    func silenceLive(because reason: ErrorCode) {
        guard var mode = live, mode.usesMicrophone else { return }
        mode.sound = .missing(reason)
        update(live: mode)
    }
}
