import CGTK
import Filmstrip

/// A picture of the image picker in full, in a window above the app's: in place of a keyboard there is no room for it.
@MainActor final class LookWindow {
    let pager: PagerModel
    private let viewer: ViewerView
    private let notice = NoticeView()
    private let window: Window
    private var watch: ObservationWatch?

    /// - Parameter done: told when it is to go.
    init(
        _ pager: PagerModel, thumbnails: ThumbnailLoader, library: any AssetStore, done: @escaping @MainActor () -> Void
    ) {
        self.pager = pager
        let texts = pager.choice.texts
        window = Window(title: texts.notices.choosePicture, width: 900, height: 640)
        Style.install(for: window)
        window.name = "look"
        viewer = ViewerView(pager, thumbnails: thumbnails, library: library, close: done)
        let stage = Overlay(viewer.root)
        stage.add(notice.root)
        window.setContent(stage)
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak viewer] key, modifiers in
            if viewer?.press(key, modifiers.meant) == true { return true }
            guard modifiers.meant.isEmpty, key == .escape || key == .space else { return false }
            done()
            return true
        }
        window.add(keys)
        window.onCloseRequest {
            done()
            return false
        }
        // The window below may take it along.
        window.onDestroy { done() }
        watch = observe { [weak self] in
            if let self { notice.show(pager.choice.notice?.toast.text) }
        }
    }

    /// Shows it above the window that holds a widget.
    func present(above widget: Widget) {
        if let below = gtk_widget_get_root(widget.widget).flatMap({ WindowHandle(UnsafeMutableRawPointer($0)) }) {
            window.setParent(below)
        }
        window.present()
        viewer.grabFocus()
    }

    func close() {
        watch?.end()
        viewer.end()
        window.destroy()
    }
}
