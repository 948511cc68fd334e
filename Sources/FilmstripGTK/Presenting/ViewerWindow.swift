import Filmstrip

/// Pictures and movies in full, one after the other, in a window above another. It draws the viewer of the album browser.
@MainActor package final class ViewerWindow {
    let window: Window
    let pager: PagerModel
    private let view: ViewerView
    private let notice = NoticeView()
    private var watch: ObservationWatch?
    private let answer = Answer<Void>()

    /// - Parameters:
    ///   - pager: what is shown.
    ///   - library: what brings the movies.
    ///   - isForChoosing: whether there is a button that chooses; true by default.
    init(
        _ pager: PagerModel, thumbnails: ThumbnailLoader, library: any AssetStore, isForChoosing: Bool = true
    ) {
        self.pager = pager
        window = Window(title: pager.choice.texts.buttons.preview, width: 860, height: 640)
        let relay = Weak<ViewerWindow>()
        view = ViewerView(pager, thumbnails: thumbnails, library: library, isForChoosing: isForChoosing) { [relay] in
            relay.value?.close()
        }
        relay.value = self
        let stage = Overlay(view.root)
        stage.add(notice.root)
        Style.install(for: window)
        window.name = "viewer"
        window.setContent(stage)
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        window.add(keys)
        // The window below may take it along.
        window.onDestroy { [weak self] in self?.close() }
        watch = observe { [weak self] in
            if let self { notice.show(pager.choice.notice?.toast.text) }
        }
    }

    /// Shows the window.
    func present() {
        window.present()
        view.grabFocus()
    }

    /// Waits until it is closed by whatever means.
    func closed() async { await answer.value }

    /// Takes the window away.
    func close() {
        guard answer.give(()) else { return }
        watch?.end()
        view.end()
        window.destroy()
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        if view.press(key, modifiers) { return true }
        switch (key, modifiers) {
        // Space where nothing is to be played: as it was come to.
        case (.escape, []), (.space, []), (KeyValue(character: "w"), .control): close()
        default: return false
        }
        return true
    }
}
