import CGTK
import Filmstrip
import Foundation

/// A camera inside of the app's own window, without controls: over it the app's overlay, or ours, a cross-hair and a button that takes
/// the photo. What is taken is handed over at once.
@MainActor final class EmbeddedCamera {
    let model: CameraModel
    private let view: CameraView
    private let stage: Overlay
    private var cover: WindowCover?
    /// Where there is no window of the app.
    private var window: Window?
    private var hasEnded = false

    /// - Parameter overlay: makes the app's own overlay, a `GtkWidget`, and is given what takes the photo; nil for ours.
    init(
        _ model: CameraModel, texts: Texts, overlay: GTKPresenter.CameraOverlay?,
        openSettings: @escaping @MainActor (Permission) async -> Bool
    ) {
        self.model = model
        view = CameraView(model, buttons: [], texts: texts) { action in
            if action == .openSettings { Task { _ = await openSettings(.camera) } }
        }
        stage = Overlay(view.root)
        stage.addClass("filmstrip-camera")
        let takePhoto: @MainActor () -> Void = { [weak model] in
            Task {
                await model?.takePhoto()
                await model?.use()
            }
        }
        if let own = overlay.flatMap({ ForeignWidget.hold($0(takePhoto)) }) {
            stage.add(own)
        } else {
            addOverlay(texts, takePhoto)
        }
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak model, weak stage = self.stage] key, modifiers in
            guard modifiers.meant.isEmpty else { return false }
            switch key {
            case .escape: Task { await model?.exit() }
            // A button that has the keyboard answers these itself.
            case .space, .enter, .padEnter:
                guard let stage, gtk_widget_has_focus(stage.widget) != 0 else { return false }
                takePhoto()
            default: return false
            }
            return true
        }
        stage.add(keys)
        stage.isKeyboardTarget = true
    }

    private func addOverlay(_ texts: Texts, _ takePhoto: @escaping @MainActor () -> Void) {
        view.preview.decorate = { painter, size in
            let center = CGPoint(x: (size.width / 2).rounded(), y: (size.height / 2).rounded())
            for (grow, color) in [(1.0, Painter.Color.black.faded(0.35)), (0, .white.faded(0.9))] {
                let bar = CGRect(x: center.x - 22, y: center.y - 0.5, width: 44, height: 1)
                painter.fill(bar.insetBy(dx: -grow, dy: -grow), color)
                let pole = CGRect(x: center.x - 0.5, y: center.y - 22, width: 1, height: 44)
                painter.fill(pole.insetBy(dx: -grow, dy: -grow), color)
            }
        }
        let shutter = ShutterButton(.photo, title: texts.buttons.takePhoto)
        shutter.root.onClick(takePhoto)
        shutter.root.placed(.center, .end, margin: 20)
        let back = Button(icon: "window-close-symbolic", title: texts.buttons.cancel)
        back.styled("filmstrip-camera-button").placed(.start, .start, margin: 12)
        back.onClick { [weak model] in Task { await model?.exit() } }
        stage.add(shutter.root)
        stage.add(back)
        watch = observe { [weak model] in
            guard let model else { return }
            shutter.root.show(model.controls.shutter)
        }
    }

    private var watch: ObservationWatch?

    /// Shows it over the content of a window, and takes it out again. What was taken, or nil for cancel; the camera is closed then.
    /// - Parameter parent: the app's window; nil for a window of its own.
    func run(in parent: WindowHandle?) async throws(CameraError) -> [CapturedMedia]? {
        Style.install(for: stage)
        if let parent, let cover = WindowCover(parent, with: stage) {
            self.cover = cover
        } else {
            let window = Window(title: "", width: 640, height: 480)
            window.setContent(stage)
            window.present()
            self.window = window
        }
        // The window may be closed by whatever means, and the camera goes with it. One that the app keeps for later is closed as well:
        // it holds its content, and shows it no more.
        stage.on("unmap") { [weak self] in self?.leave() }
        stage.onChange(of: "root") { [weak self] in
            guard let self, gtk_widget_get_root(stage.widget) == nil else { return }
            leave()
        }
        // Keys are for the camera as long as it is there.
        stage.grabFocus()
        let model = model
        let appearing = Task { await model.appear() }
        let outcome = await model.result()
        await appearing.value
        close()
        switch outcome {
        case .captured(let media, _): return [media]
        case .cancelled: return nil
        case .failed(let error): throw error
        }
    }

    private func leave() {
        let model = model
        Task { await model.exit() }
    }

    /// Takes it out; the visit ends as cancelled unless it has ended.
    func close() {
        guard !hasEnded else { return }
        hasEnded = true
        leave()
        watch = nil
        view.preview.decorate = nil
        view.clear()
        cover?.remove()
        window?.destroy()
        (cover, window) = (nil, nil)
    }
}

/// Something over the content of somebody else's window, which gets it back.
@MainActor final class WindowCover {
    private let parent: WindowHandle
    private let overlay: Overlay
    private let content: Widget?
    /// Whether the content answered pointers and keys.
    private var answered = (target: true, focus: true)

    /// Nil when the window has gone.
    init?(_ parent: WindowHandle, with widget: Widget) {
        guard let window = parent.window else { return nil }
        self.parent = parent
        content = fs_window_get_content(window).map { Widget(holding: $0) }
        fs_window_set_content(window, nil)
        overlay = Overlay(content)
        overlay.add(widget)
        if let content {
            answered = (
                gtk_widget_get_can_target(content.widget) != 0, gtk_widget_get_can_focus(content.widget) != 0
            )
            content.isTarget = false
        }
        fs_window_set_content(window, overlay.widget)
    }

    /// Gives the content back, unless the window has gone, or has another by now.
    func remove() {
        if let content {
            gtk_widget_set_can_target(content.widget, answered.target ? 1 : 0)
            gtk_widget_set_can_focus(content.widget, answered.focus ? 1 : 0)
        }
        guard let window = parent.window, fs_window_get_content(window) == overlay.widget else { return }
        fs_window_set_content(window, nil)
        gtk_overlay_set_child(overlay.pointer, nil)
        if let content { fs_window_set_content(window, content.widget) }
    }
}
