/// Which buttons of a camera screen are there, and which of them can be pressed.
public struct CameraControls: Sendable, Hashable {
    /// How a button is shown.
    public enum Control: Sendable, Hashable, CaseIterable {
        /// Not there, there without an effect, or ready to be pressed.
        case hidden, disabled, enabled
    }

    /// Takes the photo.
    public var shutter = Control.hidden
    /// Starts and stops a recording.
    public var record = Control.hidden
    /// Pauses the recording and lets it go on; hidden while nothing is recorded, and where it cannot be paused.
    public var pause = Control.hidden
    /// Whether the recording is paused.
    public var isPaused = false
    /// Turns live photos on and off; hidden where the screen has none.
    public var live = Control.hidden
    /// Goes back to the live picture.
    public var retake = Control.hidden
    /// Throws away what is looked at again.
    public var discard = Control.hidden
    /// Goes back from what is looked at again.
    public var back = Control.hidden
    /// Hands over what was taken.
    public var use = Control.hidden
    /// Changes to the other camera; hidden where there is none.
    public var flip = Control.hidden
    /// The flash modes in the order off, on, auto, as far as the camera has them; empty without a flash. The active one is
    /// disabled.
    public var flash: [FlashButton] = []
    /// Ends as cancelled; there until the screen has closed.
    public var exit = Control.enabled

    /// A button for one flash mode.
    public struct FlashButton: Sendable, Hashable {
        /// What a press makes of the flash.
        public var mode: FlashMode
        /// How it is shown: disabled for the mode in force, and while the camera cannot be changed.
        public var control: Control
    }

    init() {}

    /// The buttons beside a live picture.
    static func live(
        _ state: CameraSessionState, cameras: [CameraDevice], flash wished: FlashMode, records: Bool,
        canPause: Bool = false
    ) -> CameraControls {
        var controls = CameraControls()
        let isReady = if case .running = state { true } else { false }
        let ready: Control = isReady ? .enabled : .disabled
        controls.shutter = ready
        if case .recording(_, let phase) = state {
            controls.record = phase == .finishing ? .disabled : .enabled
            controls.isPaused = phase == .paused
            if canPause { controls.pause = phase == .rolling || phase == .paused ? .enabled : .disabled }
        } else if records {
            controls.record = ready
        }
        guard let camera = state.camera else { return controls }
        if camera.counterpart(among: cameras) != nil { controls.flip = ready }
        let modes = [FlashMode.off, .on, .auto].filter { camera.flash?.contains($0) == true }
        let active = camera.flash(wished: wished)
        controls.flash = modes.map { FlashButton(mode: $0, control: $0 == active ? .disabled : ready) }
        return controls
    }

    /// The buttons beside what was taken.
    static func review(isSaving: Bool) -> CameraControls {
        var controls = CameraControls()
        controls.retake = isSaving ? .disabled : .enabled
        controls.use = isSaving ? .disabled : .enabled
        controls.exit = isSaving ? .disabled : .enabled
        return controls
    }
}

/// The mark at a touched point: it shrinks from 1.5 to its size within a second, and then it is gone.
public struct FocusCursor: Sendable, Hashable, Identifiable {
    /// Counts the touches, so that a new one starts anew.
    public var id: Int
    /// The point of the picture that was touched.
    public var point: PicturePoint
    /// How long it is shown.
    public static let duration = Duration.seconds(1)

    /// Its size a time after the touch: 1.5 at once, 1.0 after a second; nil when it is gone.
    public static func scale(after elapsed: Duration) -> Double? {
        guard elapsed >= .zero, elapsed <= duration else { return nil }
        return 1.5 - 0.5 * (elapsed / duration)
    }
}
