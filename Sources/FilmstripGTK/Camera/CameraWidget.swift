import CGTK
public import Filmstrip

/// A live camera as a widget of GTK 4: its picture alone, for a screen that the app draws itself.
///
///     let model = CameraTileModel(session, permissions: permissions) { media in show(media) }
///     let camera = CameraWidget(model)
///     gtk_overlay_set_child(overlay, camera.widget)
///     await model.takePhoto()
///
/// The picture fills whatever room there is, and a touch focuses. Without a picture a page says why, and what helps. The camera is open
/// while the widget can be seen, and closed about a second after.
///
/// Main actor. Keep this object as long as its widget is shown: the camera is closed with it.
@MainActor public final class CameraWidget {
    /// What the picture shows, and what takes photos.
    public let model: CameraTileModel
    /// The widget, a `GtkWidget`, for whatever binding: put it where it is to be.
    public var widget: UnsafeMutableRawPointer { view.root.raw }

    private let view: CameraView
    private let host: CameraHost

    /// - Parameters:
    ///   - model: what takes photos; it is told nothing of buttons, since there are none.
    ///   - texts: what the user reads; in the user's language by default.
    ///   - openSettings: called when the user wants to allow the camera in the system's settings; nil, the default, for no way there.
    public init(
        _ model: CameraTileModel, texts: Texts = .preferred(), openSettings: (@MainActor () -> Void)? = nil
    ) {
        self.model = model
        view = CameraView(model, buttons: [], texts: texts) { action in
            if action == .openSettings { openSettings?() }
        }
        host = CameraHost(model, in: view.root)
        Style.install(for: view.root)
        host.veil.remove(.opening)
    }

    isolated deinit { view.clear() }

    /// Whether another screen has the camera: closed, whether the widget is seen or not. Off by default.
    public var isResting = false {
        didSet { if isResting { host.veil.insert(.screen) } else { host.veil.remove(.screen) } }
    }
}
