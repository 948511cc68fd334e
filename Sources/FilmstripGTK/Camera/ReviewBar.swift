import Filmstrip

/// What is done with what was just taken, or is looked at again: thrown away, taken anew, used.
@MainActor final class ReviewBar {
    let root: Box
    private let discard: Button
    private let back: Button
    private let retake: Button
    private let use: Button
    private let model: CameraScreenModel
    private var watch: ObservationWatch?

    init(_ model: CameraScreenModel, texts: Texts) {
        self.model = model
        let buttons = texts.buttons
        discard = Button(buttons.delete)
        retake = Button(buttons.retake)
        use = Button(buttons.use).styled("filmstrip-camera-use")
        back = Button(buttons.back).styled("filmstrip-camera-use")
        use.tooltip = CameraKey.use.hint(buttons.use)
        back.tooltip = CameraKey.leave.hint(buttons.back)
        root = Box(.horizontal, spacing: 12, [discard, retake, use, back]).styled("filmstrip-camera-review")
        root.placed(.center, .end, margin: 24)
        for button in [discard, retake, use, back] { button.styled("filmstrip-camera-help") }
        func press(_ button: Button, _ body: @escaping @MainActor (CameraScreenModel) async -> Void) {
            button.onClick { [weak model] in
                guard let model else { return }
                Task { await body(model) }
            }
        }
        press(use) { await $0.use() }
        press(back) { $0.closeLook() }
        press(discard) { $0.discardLooked() }
        press(retake) { $0.retake() }
        watch = observe { [weak self] in self?.follow() }
    }

    func clear() {
        watch?.end()
        watch = nil
    }

    /// Lets the keyboard speak to what one does most.
    func grabFocus() {
        // It has to be seen for that, and may not have looked yet.
        follow()
        _ = (use.isVisible ? use : back).grabFocus()
    }

    private func follow() {
        let controls = model.controls
        root.isVisible = controls.use != .hidden || controls.back != .hidden
        discard.show(controls.discard)
        retake.show(controls.retake)
        use.show(controls.use)
        back.show(controls.back)
    }
}
