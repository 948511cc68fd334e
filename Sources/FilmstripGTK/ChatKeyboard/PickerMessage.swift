import Filmstrip

/// What stands in place of tiles where there is little room: a symbol, a few words, and the button that helps.
@MainActor final class PickerMessage {
    let root: Widget
    private let icon: Icon
    private let title = Label(role: .heading, wraps: true)
    private let message = Label(wraps: true)
    private let button = Button()
    private var action: Prompt.Action.ID?

    /// - Parameter act: told which button was pressed.
    init(icon name: String, _ act: @escaping @MainActor (Prompt.Action.ID) -> Void) {
        icon = Icon(name, size: 32)
        let column = Box(.vertical, spacing: 6, [icon, title, message, button])
        column.placed(.center, .center, expands: true, margin: 10)
        icon.styled("filmstrip-page-icon")
        title.styled("filmstrip-title")
        title.setMaximumWidth(characters: 30)
        message.styled("filmstrip-dim")
        message.setMaximumWidth(characters: 36)
        button.placed(.center).styled("filmstrip-picker-help")
        button.setMargins(4, 0, 0, 0)
        root = column
        button.onClick { [weak self] in
            if let action = self?.action { act(action) }
        }
    }

    /// Shows what there is to say, or nothing.
    func show(_ content: LibraryPage.Content?, icon name: String? = nil) {
        if let name { icon.setName(name) }
        root.isVisible = content != nil
        guard let content else { return }
        title.text = content.title
        message.text = content.message ?? ""
        message.isVisible = content.message != nil
        action = content.action?.id
        button.title = content.action?.title ?? ""
        button.isVisible = content.action != nil
    }
}
