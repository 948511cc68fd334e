import Filmstrip
import Foundation

/// What a code in the picture says, and what can be done with it. Nothing of it happens by itself.
@MainActor final class CodePill {
    /// What it says, and beside or under it what can be done.
    let root: Box
    private let title = Label(role: .alert)
    private let copy: Button
    private let open: Button
    private let model: CameraScreenModel
    private let texts: Texts
    private var watch: ObservationWatch?

    /// - Parameter act: told what was pressed, and for what.
    init(
        _ model: CameraScreenModel, texts: Texts, copy copyText: @escaping @MainActor (String) -> Void,
        open openLink: @escaping @MainActor (String) -> Void
    ) {
        self.model = model
        self.texts = texts
        copy = Button(texts.shooting.copy)
        open = Button(texts.shooting.openLink)
        let close = Button(icon: "window-close-symbolic", title: texts.buttons.close)
        for button in [copy, open] { button.styled("filmstrip-camera-help").placed(.center, .center) }
        close.styled("filmstrip-camera-button", "flat").placed(.center, .center)
        title.alignText(0)
        title.expandHorizontally()
        // How an address ends tells where it leads.
        title.cutInMiddle()
        let actions = Box(.horizontal, spacing: 8, [copy, open, close]).placed(.end, .center)
        root = Box(.horizontal, spacing: 8, [Box(.horizontal, spacing: 8, [Sign(.code, size: 20), title]), actions])
        root.styled("filmstrip-camera-code")
        root.isVisible = false
        copy.onClick { [weak model] in
            guard let model, let offer = model.code else { return }
            model.dismissCode()
            copyText(offer.text)
        }
        open.onClick { [weak model] in
            guard let model, let link = model.code?.link else { return }
            model.dismissCode()
            openLink(link.absoluteString)
        }
        close.onClick { [weak model] in model?.dismissCode() }
        watch = observe { [weak self] in self?.follow() }
    }

    func clear() {
        watch?.end()
        watch = nil
    }

    private func follow() {
        let offer = model.code
        root.isVisible = offer != nil
        guard let offer else { return }
        title.text = offer.title
        title.accessibleName = texts.shooting.code.replacing("{text}", with: offer.title)
        open.isVisible = offer.link != nil
        open.tooltip = offer.link.map { texts.shooting.code.replacing("{text}", with: CodeOffer.shortened($0)) }
    }
}
