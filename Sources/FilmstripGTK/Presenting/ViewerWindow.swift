import Filmstrip

/// Pictures and movies in full, one after the other, in a window of their own. It draws the viewer of the album browser, where nothing
/// is chosen.
@MainActor package final class ViewerWindow {
    let window: Window
    private let choice: ChoiceModel
    private let view: ViewerView
    private let notice = NoticeView()
    private var watch: ObservationWatch?
    private var hasEnded = false
    private let answer = Answer<Void>()

    /// - Parameters:
    ///   - assets: what is shown, in order; at least one.
    ///   - library: what brings their pictures and movies.
    init(_ assets: [Asset], startingAt index: Int, library: any PhotoLibrary, texts: Texts) {
        choice = ChoiceModel(texts: texts)
        let pager = PagerModel(
            AssetPages(assets), choice: choice, startingAt: index, movesByItself: Toolkit.movesByItself)
        window = Window(title: texts.buttons.preview, width: 860, height: 640)
        let relay = Relay()
        view = ViewerView(pager, thumbnails: ThumbnailLoader(library), library: library, isForChoosing: false) {
            [relay] in relay.window?.close()
        }
        relay.window = self
        let stage = Overlay(view.root)
        stage.add(notice.root)
        Style.install(for: window)
        window.name = "viewer"
        window.setContent(stage)
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        window.add(keys)
        window.onDestroy { [weak self] in self?.close() }
        watch = observe { [weak self] in self?.followNotice() }
    }

    private final class Relay { weak var window: ViewerWindow? }

    /// Shows the window, and waits until it is closed by whatever means.
    func run() async {
        window.present()
        view.grabFocus()
        await answer.value
    }

    /// Takes the window away.
    func close() {
        guard !hasEnded else { return }
        hasEnded = true
        watch = nil
        view.end()
        choice.cancel()
        window.destroy()
        answer.give(())
    }

    private func followNotice() { notice.show(choice.notice?.toast.text) }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        switch (key, modifiers) {
        case (.escape, []), (KeyValue(character: "w"), .control): close()
        default: return view.press(key, modifiers)
        }
        return true
    }
}
