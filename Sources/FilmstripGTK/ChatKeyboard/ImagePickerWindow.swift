public import Filmstrip

/// The image picker in a window of its own, with Cancel and Done.
///
///     let window = ImagePickerWindow(picker, on: parent)
///     if case .chosen(let ids) = await window.run() { … }
///
/// Closing it by any means is one cancel. Main actor.
@MainActor public final class ImagePickerWindow {
    /// What is shown.
    public let picker: ImagePickerWidget
    private let window: Window
    private let done: Button
    private let count = Label()
    private var watch: ObservationWatch?

    /// - Parameters:
    ///   - parent: the app's `GtkWindow` to stand above, held weakly; nil, the default, to stand alone.
    ///   - width: points at first; 720 by default.
    ///   - height: points at first; 480 by default.
    public init(
        _ picker: ImagePickerWidget, on parent: UnsafeMutableRawPointer? = nil, width: Int = 720, height: Int = 480
    ) {
        self.picker = picker
        let (choice, texts) = (picker.model.choice, picker.model.choice.texts)
        window = Window(title: texts.notices.choosePicture, width: width, height: height)
        done = Button(texts.buttons.done).styled("suggested-action")
        let cancel = Button(texts.buttons.cancel)
        let header = HeaderBar()
        header.showsWindowButtons = false
        header.addAtStart(cancel)
        header.addAtEnd(done)
        header.setTitle(count.styled("filmstrip-title"))
        count.useEvenDigits()
        window.name = "image-picker-window"
        window.setHeader(header)
        window.setContent(picker.root.placed(expands: true))
        if let parent = parent.flatMap({ WindowHandle($0) }) { window.setParent(parent) }
        cancel.onClick { choice.cancel() }
        done.onClick { choice.finish() }
        window.onCloseRequest {
            choice.cancel()
            return false
        }
        window.onDestroy { choice.cancel() }
        let keys = Controller.keys(capturing: true)
        keys.onKey { key, modifiers in
            switch (key, modifiers.meant) {
            case (.escape, []), (KeyValue(character: "w"), .control): choice.cancel()
            case (.enter, .control), (.padEnter, .control): choice.finish()
            default: return false
            }
            return true
        }
        window.add(keys)
        watch = observe { [weak self] in self?.follow(choice) }
    }

    isolated deinit { close() }

    /// Shows the window, and waits until it is closed by whatever means: the chosen in tap order, or cancelled.
    public func run() async -> ChoiceModel.Outcome {
        window.present()
        let outcome = await picker.model.choice.result()
        close()
        return outcome
    }

    /// Takes the window away; the choice ends as cancelled unless it has ended.
    public func close() {
        picker.model.choice.cancel()
        watch?.end()
        picker.close()
        window.destroy()
    }

    private func follow(_ choice: ChoiceModel) {
        done.isEnabled = choice.canFinish
        count.text = choice.countText ?? window.title
    }
}
