extension CameraSession {
    /// Takes a photo. A second call before the first was answered is refused, so that a double tap makes one photo.
    /// - Parameter settings: the session's own flash is used in place of theirs.
    /// - Throws: `busy` while another is taken, `recordingInProgress`, `notReady` when no camera runs, the reason when the
    ///   session has failed, or what the camera met.
    public func capturePhoto(_ settings: PhotoSettings = PhotoSettings()) async throws(CameraError) -> CapturedPhoto {
        guard handle(.capture) == .takePhoto, let camera = state.camera else { throw refusal(of: .capture) }
        defer { _ = handle(.captureEnded) }
        var settings = settings
        settings.flash = camera.flash(wished: flash)
        return try await backend.capturePhoto(settings)
    }

    /// Starts to record; frames from the moment of the return are in the movie. The microphone's permission is asked for
    /// when sound is wanted and nobody did; without it the movie is silent and says why.
    /// - Throws: `recordingInProgress`, `busy` while a photo is taken or live mode is on, `notReady` when no camera runs, `cancelled`
    ///   when it was ended before the back end had begun, or what the camera met.
    @discardableResult
    public func startRecording(
        _ settings: RecordingSettings = RecordingSettings()
    ) async throws(CameraError) -> any CameraRecording {
        if liveWish != nil, case .running = state { throw .busy }
        guard handle(.record) == .beginRecording else { throw refusal(of: .record) }
        recordingCount += 1
        let number = recordingCount
        var settings = settings
        let missing = settings.wantsSound ? await missingSound() : nil
        if missing != nil { settings.wantsSound = false }
        // The question may have stood open for long: by now this recording may have been ended, the session stopped, and
        // another recording begun, which is not ours to touch.
        guard number == recordingCount else { throw .cancelled }
        guard case .recording(_, .beginning) = state else {
            _ = handle(.recordingEnded)
            throw .cancelled
        }
        let task = Task { await self.begin(settings, missingSound: missing) }
        beginning = task
        return try await task.value.get()
    }

    /// Has a task of its own, so that whoever stops meanwhile can wait for the recording.
    private func begin(
        _ settings: RecordingSettings, missingSound: ErrorCode?
    ) async -> Result<SessionRecording, CameraError> {
        defer { beginning = nil }
        do throws(CameraError) {
            let begun = try await backend.startRecording(settings)
            let ending = Task { await self.ending(of: begun, missingSound: missingSound) }
            let recording = SessionRecording(begun, ending: ending, session: self)
            self.recording = recording
            if handle(.recordingBegan) == .endRecording { recording.end() }
            return .success(recording)
        } catch {
            _ = handle(.recordingEnded)
            return .failure(error)
        }
    }

    /// Ends the recording and answers with the movie, also when it has been ended meanwhile. One that is only just being
    /// started is waited for, and ended then.
    /// - Throws: `notReady` when nothing is being recorded, `cancelled` when it was ended before its first frame, or why there
    ///   is no movie.
    public func stopRecording() async throws(CameraError) -> CapturedVideo {
        if let recording {
            endRecording(recording)
            return try await recording.result()
        }
        if case .refuse(let error) = handle(.endRecording) { throw error }
        // While the microphone's question is open nothing has been begun: the start ends as cancelled, too.
        guard let beginning else { throw .cancelled }
        return try await beginning.value.get().result()
    }

    /// Asks a recording for its end; one that has ended is left alone.
    func endRecording(_ asked: SessionRecording) {
        guard let recording, recording === asked else { return }
        _ = handle(.endRecording)
        recording.end()
    }

    /// Whether what is being recorded can be paused; false while nothing is.
    public var canPauseRecording: Bool { recording?.canPause ?? false }

    /// Leaves out what comes from now on, or takes it in again. The movie has no gap where it was paused.
    /// - Throws: `notReady` when nothing is being recorded, `recordingInProgress` when it has only begun, is ending, or cannot be
    ///   paused.
    public func setRecordingPaused(_ isPaused: Bool) throws(CameraError) {
        if let recording, !recording.canPause { throw .recordingInProgress }
        switch handle(isPaused ? .pauseRecording : .resumeRecording) {
        case .pauseRecording: recording?.setPaused(true)
        case .resumeRecording: recording?.setPaused(false)
        case .refuse(let error): throw error
        default: break
        }
    }

    /// A recording was paused, or went on, by whoever holds it. It may have ended since.
    func note(_ paused: SessionRecording, isPaused: Bool) {
        guard let recording, recording === paused else { return }
        _ = handle(isPaused ? .pauseRecording : .resumeRecording)
    }

    private func ending(
        of begun: any CameraRecording, missingSound: ErrorCode?
    ) async -> Result<CapturedVideo, CameraError> {
        let result: Result<CapturedVideo, CameraError>
        do throws(CameraError) {
            var video = try await begun.result()
            if let missingSound { video.sound = .missing(missingSound) }
            result = .success(video)
        } catch {
            result = .failure(error)
        }
        recording = nil
        _ = handle(.recordingEnded)
        tell(.recordingEnded(result))
        return result
    }

    /// Why there can be no sound, after the question where nobody was asked yet; nil when there can.
    func missingSound() async -> ErrorCode? {
        var status = await permissions.status(of: .microphone)
        if status == .notDetermined {
            do throws(PermissionError) {
                status = try await permissions.request(.microphone)
            } catch {
                return error.code
            }
        }
        return status.isAllowed ? nil : Self.reason(status)
    }
}

/// A recording whose session knows of its end.
final class SessionRecording: CameraRecording {
    private let begun: any CameraRecording
    private let session: CameraSession
    /// What came of it, for all who ask.
    let ending: Task<Result<CapturedVideo, CameraError>, Never>

    init(
        _ begun: any CameraRecording, ending: Task<Result<CapturedVideo, CameraError>, Never>, session: CameraSession
    ) {
        self.begun = begun
        self.ending = ending
        self.session = session
    }

    func stop() {
        begun.stop()
        Task { await session.endRecording(self) }
    }

    /// Ends it without telling the session, which knows.
    func end() { begun.stop() }

    var canPause: Bool { begun.canPause }

    func pause() {
        begun.pause()
        note(isPaused: true)
    }

    func resume() {
        begun.resume()
        note(isPaused: false)
    }

    /// Pauses it, or lets it go on, without telling the session, which knows.
    func setPaused(_ isPaused: Bool) { isPaused ? begun.pause() : begun.resume() }

    private func note(isPaused: Bool) {
        guard canPause else { return }
        Task { await session.note(self, isPaused: isPaused) }
    }

    func began() async -> Bool { await begun.began() }

    func result() async throws(CameraError) -> CapturedVideo { try await ending.value.get() }
}
