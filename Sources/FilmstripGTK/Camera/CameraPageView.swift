import Filmstrip

/// What lies over a camera's picture when that is not live: a symbol, what there is to say, and the button that helps.
@MainActor final class CameraPageView {
    let root: Widget
    private let icon = Sign(.camera, size: 64)
    private let spinner = Spinner(size: 32)
    private let title = Label(role: .alert, wraps: true)
    private let message = Label(wraps: true)
    private let button = Button()
    private var action: Prompt.Action.ID?
    private var hasMessage = false

    /// - Parameter act: told which button was pressed.
    init(_ act: @escaping @MainActor (Prompt.Action.ID) -> Void) {
        let column = Box(.vertical, spacing: 10, [icon, spinner, title, message, button])
        column.placed(.center, .center, margin: 12)
        icon.styled("filmstrip-camera-icon")
        title.styled("filmstrip-camera-title")
        message.styled("filmstrip-camera-dim")
        title.setMaximumWidth(characters: 30)
        message.setMaximumWidth(characters: 40)
        button.placed(.center).styled("filmstrip-camera-help")
        root = Clamp(column, width: 420).placed(.fill, .center)
        button.onClick { [weak self] in
            if let action = self?.action { act(action) }
        }
    }

    /// Whether there is little room.
    var isCompact = false {
        didSet {
            guard isCompact != oldValue else { return }
            icon.setSizeRequest(width: isCompact ? 28 : 64, height: isCompact ? 28 : 64)
            message.isVisible = hasMessage && !isCompact
            root.setClass("compact", isCompact)
        }
    }

    /// Shows what a page has to say.
    func show(_ page: CameraPage, _ texts: Texts) {
        let content = page.content(texts)
        icon.isVisible = !page.isBusy
        icon.kind = page.sign
        spinner.isVisible = page.isBusy
        spinner.isSpinning = page.isBusy
        title.text = content.title
        hasMessage = content.message != nil
        message.text = content.message ?? ""
        message.isVisible = hasMessage && !isCompact
        action = content.action?.id
        button.isVisible = content.action != nil
        button.title = content.action?.title ?? ""
    }

    /// Nothing moves while nobody sees it.
    func rest() { spinner.isSpinning = false }

    /// Lets the keyboard speak to the button that helps; false where there is none.
    func grabFocus() -> Bool { button.isVisible && button.grabFocus() }
}

extension CameraPage {
    /// The sign of the page.
    var sign: Sign.Kind {
        switch self {
        case .starting: .camera
        case .interrupted: .pause
        case .notAllowed: .lock
        case .unavailable: .cameraOff
        }
    }
}
