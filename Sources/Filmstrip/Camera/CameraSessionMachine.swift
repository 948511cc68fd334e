/// What a camera session does next: a pure state machine. `CameraSession` carries out its actions.
///
/// An operation that does not belong to the state is refused with an error named by reason and changes nothing. Whatever
/// comes late — the answer of an opening that was stopped, a second failure — is ignored, or cleaned up after.
public struct CameraSessionMachine: Sendable, Hashable {
    /// What happens.
    public enum Event: Sendable, Hashable {
        /// Somebody wants the camera.
        case start
        /// Somebody wants another camera.
        case change
        /// That camera is open.
        case opened(CameraDevice)
        /// No camera could be opened, and why.
        case openingFailed(CameraError)
        /// The shutter.
        case capture
        /// A photo, or an error, was handed over.
        case captureEnded
        /// Somebody wants a recording.
        case record
        /// Frames go into the movie.
        case recordingBegan
        /// Somebody wants the recording to end.
        case endRecording
        /// Somebody wants what comes to be left out of the movie.
        case pauseRecording
        /// Somebody wants it in the movie again.
        case resumeRecording
        /// A movie, or an error, was handed over.
        case recordingEnded
        /// Somebody changes focus, exposure, zoom or torch.
        case adjust
        /// Somebody turns live mode on or off.
        case changeLive
        /// The picture has changed for good since the last focus.
        case subjectAreaChanged
        /// Frames stay out, and why.
        case interrupted(InterruptionReason)
        /// Frames come again.
        case resumed
        /// The camera, or the permission, is gone.
        case failed(CameraError)
        /// Nobody wants the camera any longer.
        case stop
        /// The camera is closed.
        case stopped
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        case none
        case open
        case close
        case takePhoto
        case beginRecording
        case endRecording
        case pauseRecording
        case resumeRecording
        case adjust
        case changeLive
        /// Back to continuous focus and exposure at the centre.
        case readjust
        /// Nothing; whoever asked gets this error.
        case refuse(CameraError)
    }

    /// Where the session stands now.
    public private(set) var state: CameraSessionState

    /// A machine; of a session that has not begun by default.
    public init(state: CameraSessionState = .idle) {
        self.state = state
    }

    /// Takes an event and says what is to be done.
    public mutating func handle(_ event: Event) -> Action {
        switch event {
        case .start, .change, .capture, .record, .endRecording, .pauseRecording, .resumeRecording, .adjust, .changeLive,
            .stop:
            request(event)
        case .opened, .openingFailed, .captureEnded, .recordingBegan, .recordingEnded, .stopped: answer(event)
        case .subjectAreaChanged, .interrupted, .resumed, .failed: notice(event)
        }
    }

    // MARK: What somebody wants

    private mutating func request(_ event: Event) -> Action {
        switch (event, state) {
        case (.start, .idle), (.start, .failed): return go(.starting(replacing: nil), .open)
        case (.start, .stopping): return .refuse(.busy)
        case (.start, _): return .none

        case (.stop, .idle), (.stop, .stopping): return .none
        case (.stop, .failed): return go(.idle, .none)
        case (.stop, _): return go(.stopping, .close)

        case (.change, .running(let camera)): return go(.starting(replacing: camera), .open)
        case (.capture, .running(let camera)): return go(.capturing(camera), .takePhoto)
        case (.record, .running(let camera)): return go(.recording(camera, .beginning), .beginRecording)
        case (.changeLive, .running): return .changeLive
        case (.adjust, .running), (.adjust, .capturing), (.adjust, .recording): return .adjust

        // The movie has no frame yet: its end follows as soon as it has begun.
        case (.endRecording, .recording(let camera, .beginning)): return go(.recording(camera, .finishing), .none)
        case (.endRecording, .recording(let camera, .rolling)), (.endRecording, .recording(let camera, .paused)):
            return go(.recording(camera, .finishing), .endRecording)
        case (.endRecording, .recording(_, .finishing)), (.endRecording, .interrupted(_, _, during: .recording)):
            return .none
        case (.pauseRecording, .recording(let camera, .rolling)):
            return go(.recording(camera, .paused), .pauseRecording)
        case (.resumeRecording, .recording(let camera, .paused)):
            return go(.recording(camera, .rolling), .resumeRecording)
        case (.pauseRecording, .recording(_, .paused)), (.resumeRecording, .recording(_, .rolling)): return .none

        default: return .refuse(refusal)
        }
    }

    /// Why nothing can be asked of the camera in this state, but for ending it.
    private var refusal: CameraError {
        switch state {
        case .starting, .capturing: .busy
        case .recording: .recordingInProgress
        case .failed(let error): error
        case .idle, .stopping, .interrupted, .running: .notReady
        }
    }

    // MARK: What was asked for is done

    private mutating func answer(_ event: Event) -> Action {
        switch (event, state) {
        case (.opened(let camera), .starting): return go(.running(camera), .none)
        // Stopped, or failed, while it was being opened: it must not stay open.
        case (.opened, .idle), (.opened, .stopping), (.opened, .failed): return .close
        case (.openingFailed, .starting(let camera?)): return go(.running(camera), .none)
        case (.openingFailed(let error), .starting(nil)): return go(.failed(error), .none)

        case (.captureEnded, .capturing(let camera)): return go(.running(camera), .none)
        case (.captureEnded, .interrupted(let reason, let camera, during: .capturing)):
            return go(.interrupted(reason, camera, during: nil), .none)

        case (.recordingBegan, .recording(let camera, .beginning)): return go(.recording(camera, .rolling), .none)
        case (.recordingBegan, .recording(_, .finishing)), (.recordingBegan, .interrupted(_, _, during: .recording)),
            (.recordingBegan, .stopping), (.recordingBegan, .failed), (.recordingBegan, .idle):
            return .endRecording
        case (.recordingEnded, .recording(let camera, _)): return go(.running(camera), .none)
        case (.recordingEnded, .interrupted(let reason, let camera, during: .recording)):
            return go(.interrupted(reason, camera, during: nil), .none)

        case (.stopped, .stopping): return go(.idle, .none)
        default: return .none
        }
    }

    // MARK: What happens by itself

    private mutating func notice(_ event: Event) -> Action {
        switch (event, state) {
        case (.subjectAreaChanged, .running): return .readjust

        case (.interrupted(let reason), .running(let camera)):
            return go(.interrupted(reason, camera, during: nil), .none)
        case (.interrupted(let reason), .capturing(let camera)):
            return go(.interrupted(reason, camera, during: .capturing), .none)
        case (.interrupted(let reason), .recording(let camera, _)):
            return go(.interrupted(reason, camera, during: .recording), .endRecording)
        case (.interrupted(let reason), .interrupted(_, let camera, let activity)):
            return go(.interrupted(reason, camera, during: activity), .none)

        case (.resumed, .interrupted(_, let camera, during: nil)): return go(.running(camera), .none)
        case (.resumed, .interrupted(_, let camera, during: .capturing)): return go(.capturing(camera), .none)
        case (.resumed, .interrupted(_, let camera, during: .recording)):
            return go(.recording(camera, .finishing), .none)

        case (.failed(let error), _) where state.isActive: return go(.failed(error), .close)
        default: return .none
        }
    }

    private mutating func go(_ next: CameraSessionState, _ action: Action) -> Action {
        state = next
        return action
    }
}
