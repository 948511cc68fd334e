import Filmstrip

/// A page in place of pictures: a symbol, what there is to say, and the button that helps.
@MainActor final class MessagePage {
    let root: Widget
    private let icon = Icon("image-x-generic-symbolic", size: 88)
    private let title = Label(role: .heading, wraps: true)
    private let message = Label(wraps: true)
    private let button = Button()
    private let spinner = Spinner(size: 36)
    private var action: Prompt.Action.ID?

    /// - Parameter act: told which button was pressed.
    init(_ act: @escaping @MainActor (Prompt.Action.ID) -> Void) {
        let column = Box(.vertical, spacing: 12, [icon, spinner, title, message, button])
        column.placed(.center, .center, expands: true, margin: 24)
        icon.styled("filmstrip-page-icon")
        title.styled("filmstrip-page-title")
        message.styled("filmstrip-dim")
        message.setMaximumWidth(characters: 44)
        title.setMaximumWidth(characters: 30)
        button.placed(.center).styled("suggested-action", "pill")
        button.setMargins(10, 0, 0, 0)
        root = Clamp(column, width: 460)
        root.expandVertically()
        button.onClick { [weak self] in
            if let action = self?.action { act(action) }
        }
    }

    /// Shows what a page has to say.
    func show(_ content: LibraryPage.Content, icon name: String, isBusy: Bool) {
        icon.isVisible = !isBusy
        icon.setName(name)
        spinner.isVisible = isBusy
        spinner.isSpinning = isBusy
        title.text = content.title
        message.isVisible = content.message != nil
        message.text = content.message ?? ""
        action = content.action?.id
        button.isVisible = content.action != nil
        button.title = content.action?.title ?? ""
    }
}

extension LibraryPage {
    /// The symbol of a page that has no pictures.
    var iconName: String {
        switch self {
        case .loading, .assets, .empty, .emptyAlbum, .albumGone: "image-x-generic-symbolic"
        case .nothingFound: "system-search-symbolic"
        case .notAllowed: "dialog-password-symbolic"
        case .failed: "dialog-warning-symbolic"
        }
    }
}
