import Filmstrip

/// How an editor ended.
enum EditorResult: Sendable {
    /// There is a new file.
    case edited(MediaFile)
    /// All stays as it is, because the user wants it so.
    case unchanged
    /// All stays as it is, because it could not be edited.
    case failed
}

/// An editor that is shown.
@MainActor package protocol EditorScreen: AnyObject {
    /// Whether there is something to edit.
    var isReady: Bool { get }
    /// Takes it away; all stays as it is.
    func close()
}

/// The window around an editor: Cancel and Done, the wait before and after, and the one end.
@MainActor final class EditorWindow {
    let window: Window
    private let header = HeaderBar()
    private let cancelButton: Button
    private let doneButton: Button
    private let pages = Pages<Page>(.crossfade)
    private let spinner = Spinner(size: 40)
    private let waitText = Label()
    private let answer = Answer<EditorResult>()
    private var work: Task<Void, Never>?
    private let texts: Texts

    private enum Page: String { case wait, editor }

    /// What a key does; true when it is done with.
    var onKey: @MainActor (KeyValue, Modifiers) -> Bool = { _, _ in false }
    /// Done was pressed.
    var onDone: @MainActor () -> Void = {}
    /// Whether Escape has something else to take back first.
    var escapes: @MainActor () -> Bool = { false }

    /// - Parameters:
    ///   - name: what tests and anchors know the window by.
    ///   - texts: of the language that it speaks.
    init(title: String, name: String, texts: Texts) {
        self.texts = texts
        window = Window(title: title, width: 760, height: 680)
        window.name = name
        cancelButton = Button(texts.buttons.cancel)
        doneButton = Button(texts.buttons.done).styled("suggested-action")
        Style.install(for: window)
        header.showsWindowButtons = false
        header.addAtStart(cancelButton)
        header.addAtEnd(doneButton)
        header.setTitle(Label(title, role: .heading).styled("filmstrip-title"))
        window.setHeader(header)
        waitText.styled("filmstrip-dim").placed(.center)
        spinner.placed(.center)
        pages.add(
            Box(.vertical, spacing: 14, [spinner, waitText]).placed(.center, .center, expands: true), as: .wait)
        window.setContent(pages)
        listen()
        showWait(texts.pages.loading)
    }

    /// Stands above a window of this program, or of another one.
    func stand(above parent: WindowHandle?, handle: String?) {
        if let parent { window.setParent(parent) }
        // Without a parent that can be found the window stands alone, and can be used all the same.
        if let handle { _ = window.setParent(handle: handle) }
    }

    /// Shows the window, does the work, and answers with how it ended: by the work, or by whoever closed the window before.
    func run(_ body: @escaping @MainActor () async -> EditorResult) async -> EditorResult {
        window.present()
        work = Task { [answer] in
            let result = await body()
            answer.give(result)
        }
        let result = await answer.value
        work?.cancel()
        window.destroy()
        return result
    }

    /// Ends it; all stays as it is, unless it has ended.
    func cancel() { answer.give(.unchanged) }

    /// Shows the editor itself.
    func show(_ editor: Widget) {
        pages.add(editor, as: .editor)
        pages.show(.editor, isAnimated: false)
        spinner.isSpinning = false
        doneButton.isEnabled = true
    }

    /// Shows that something is under way; Cancel still works.
    func showWait(_ text: String) {
        waitText.text = text
        spinner.isSpinning = true
        doneButton.isEnabled = false
        pages.show(.wait, isAnimated: false)
    }

    /// Whether the editor is there to be used.
    var isReady: Bool { pages.shown == .editor }

    private func listen() {
        cancelButton.onClick { [weak self] in self?.cancel() }
        doneButton.onClick { [weak self] in self?.onDone() }
        window.onCloseRequest { [weak self] in
            self?.cancel()
            return false
        }
        // The parent may take it along.
        window.onDestroy { [answer] in answer.give(.unchanged) }
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        window.add(keys)
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        switch (key, modifiers) {
        case (.escape, []):
            if !escapes() { cancel() }
        case (KeyValue(character: "w"), .control): cancel()
        case (.enter, .control), (.padEnter, .control): if isReady { onDone() }
        default: return isReady && onKey(key, modifiers)
        }
        return true
    }
}
