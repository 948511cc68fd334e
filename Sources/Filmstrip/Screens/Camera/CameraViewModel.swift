public import Foundation

/// What the view of a live camera draws, and what it can be asked for, whichever screen it is a part of. Main actor; what is read
/// here is observable.
@MainActor public protocol CameraViewModel: PreviewSource {
    /// What is said in place of the picture; nil where there is one.
    var page: CameraPage? { get }
    /// The buttons that are there, and which can be pressed.
    var buttons: CameraControls { get }
    /// The mark at the touched point, or nil.
    var cursor: FocusCursor? { get }
    /// Whole seconds that are recorded already; nil when nothing is.
    var recordingSeconds: Int? { get }
    /// How live photos are taken; nil while they are off.
    var live: LiveMode? { get }
    /// Does what the user asks for; what does not belong to the moment does nothing.
    func act(_ action: CameraAction) async
}

/// What the user asks the view of a camera for.
public enum CameraAction: Sendable, Hashable {
    /// The shutter.
    case takePhoto
    /// Starts or ends a recording.
    case toggleRecording
    /// Live photos on or off.
    case toggleLive
    /// The other camera.
    case flip
    /// Focus and exposure at a point of the picture.
    case focus(PicturePoint)
    /// Opens the camera once more.
    case retry
    /// The view has that much room for the picture, in pixels along the axes of the upright picture.
    case fill(PixelSize)
}

/// What models of cameras do, each in its way.
@MainActor private protocol CameraHands {
    var session: CameraSession { get }
    func takePhoto() async
    func toggleRecording() async
    func toggleLive() async
    func flip() async
    func focus(on point: PicturePoint) async
    func appear() async
}

extension CameraModel: CameraHands {}
extension CameraTileModel: CameraHands {}

extension CameraAction {
    @MainActor fileprivate func done(by hands: some CameraHands) async {
        switch self {
        case .takePhoto: await hands.takePhoto()
        case .toggleRecording: await hands.toggleRecording()
        case .toggleLive: await hands.toggleLive()
        case .flip: await hands.flip()
        case .focus(let point): await hands.focus(on: point)
        case .retry: await hands.appear()
        case .fill(let room): await hands.session.setPreviewRoom(room)
        }
    }
}

extension CameraViewModel {
    /// Where the preview lies in a view of that size, which it fills.
    public func geometry(in view: CGSize) -> PreviewGeometry {
        PreviewGeometry(view: view, picture: preview?.size ?? .zero, drawing: drawing)
    }

    /// Whether a recording goes on.
    public var isRecording: Bool { recordingSeconds != nil }
}

extension CameraModel: CameraViewModel {
    /// The page in place of the picture; nil while there is one, and after the shot.
    public var page: CameraPage? {
        switch phase {
        case .unavailable(let error): CameraPage(error)
        case .live where isResting && !state.isActive: .interrupted(.background)
        case .live: CameraPage(state, hasPicture: preview != nil)
        case .review, .saving, .closed: nil
        }
    }

    /// The buttons of the whole screen.
    public var buttons: CameraControls { controls }

    /// Does what the user asks for.
    public func act(_ action: CameraAction) async { await action.done(by: self) }
}

extension CameraTileModel: CameraViewModel {
    /// The page in place of the picture; nil while there is one, and after the shot.
    public var page: CameraPage? {
        switch phase {
        case .starting: .starting
        case .live: CameraPage(state, hasPicture: preview != nil)
        case .notAllowed(let status): .notAllowed(status)
        case .unavailable(let error): .unavailable(error)
        }
    }

    /// The buttons of the tile: there is nothing to leave.
    public var buttons: CameraControls {
        var buttons = CameraControls()
        (buttons.shutter, buttons.record, buttons.live) = (controls.shutter, controls.record, controls.live)
        (buttons.flip, buttons.exit) = (controls.flip, .hidden)
        return buttons
    }

    /// Does what the user asks for.
    public func act(_ action: CameraAction) async { await action.done(by: self) }
}
