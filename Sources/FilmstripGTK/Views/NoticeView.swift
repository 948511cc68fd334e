import Filmstrip

/// A notice over everything that goes by itself. Screen readers meet a label of role alert, which is all that GTK 4.8 has for it.
@MainActor final class NoticeView {
    let root: Revealer
    private let label = Label(role: .alert, wraps: true)

    init() {
        label.styled("filmstrip-notice")
        label.setMaximumWidth(characters: 40)
        root = Revealer(label, from: .nowhere)
        root.placed(.center, .end)
        root.isVisible = false
    }

    /// Shows a text, or takes it away.
    func show(_ text: String?) {
        if let text {
            label.text = text
            root.isVisible = true
            root.isRevealed = true
        } else {
            root.isRevealed = false
            root.isVisible = false
        }
    }
}
