import Filmstrip

/// A notice where no screen of ours is open: a small window that goes by itself.
@MainActor final class NoticeWindow {
    private let window: Window
    private var end: Task<Void, Never>?

    /// - Parameter clock: what its time is counted on.
    init(
        _ toast: Prompt.Toast, parent: WindowHandle?, clock: any Clock<Duration>,
        done: @escaping @MainActor (NoticeWindow) -> Void
    ) {
        window = Window(title: toast.text, width: -1, height: -1)
        Style.install(for: window)
        window.isDecorated = false
        window.isResizable = false
        if let parent { window.setParent(parent, isModal: false) }
        let label = Label(toast.text, role: .alert, wraps: true)
        label.setMaximumWidth(characters: 40)
        window.setContent(label.placed(margin: 18))
        window.present()
        // Whoever showed it may be gone by then, and it has no button: it lives until it has closed itself.
        end = Task {
            do { try await clock.sleep(for: .seconds(toast.duration)) } catch { return }
            self.close()
            done(self)
        }
    }

    /// Takes it away before its time.
    func close() {
        end?.cancel()
        end = nil
        window.destroy()
    }
}
