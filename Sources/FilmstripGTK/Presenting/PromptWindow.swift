import Filmstrip

/// An alert or an action sheet of the core, as a window above another.
@MainActor final class PromptWindow {
    private let window: Window
    private let answer = Answer<Prompt.Action.ID?>()

    /// - Parameters:
    ///   - parent: what it stands above; nil for nothing.
    ///   - handle: a window of another program instead.
    init(_ prompt: Prompt, parent: WindowHandle?, handle: String? = nil) {
        window = Window(title: prompt.title ?? "", width: 340, height: -1)
        Style.install(for: window)
        window.isResizable = false
        if let parent { window.setParent(parent) }
        // Without a parent that can be found it stands alone, and can be used all the same.
        if let handle { _ = window.setParent(handle: handle) }
        let column = Box(.vertical, spacing: 12)
        column.placed(margin: 24)
        if let title = prompt.title {
            let label = Label(title, role: .heading, wraps: true).styled("filmstrip-page-title")
            label.setMaximumWidth(characters: 26)
            column.append(label)
        }
        if let message = prompt.message {
            let label = Label(message, wraps: true).styled("filmstrip-dim")
            label.setMaximumWidth(characters: 38)
            column.append(label)
        }
        column.append(buttons(of: prompt))
        let header = HeaderBar()
        header.showsWindowButtons = false
        header.setTitle(Label(""))
        header.isVisible = false
        window.setHeader(header)
        window.setContent(Clamp(column, width: 420))
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in
            guard key == .escape, modifiers.meant.isEmpty else { return false }
            self?.end(nil)
            return true
        }
        window.add(keys)
        window.onCloseRequest { [weak self] in
            self?.end(nil)
            return false
        }
        // The parent may take it along.
        window.onDestroy { [answer] in answer.give(nil) }
    }

    /// Shows it, and waits for the answer: the action that was chosen, or nil.
    func run() async -> Prompt.Action.ID? {
        window.present()
        return await answer.value
    }

    /// Takes it away; the answer is nil unless one was given.
    func dismiss() { end(nil) }

    private func end(_ action: Prompt.Action.ID?) {
        guard answer.give(action) else { return }
        window.destroy()
    }

    private func buttons(of prompt: Prompt) -> Widget {
        var isSheet = prompt.actions.count > 2
        if case .actionSheet = prompt.style { isSheet = true }
        let box = Box(isSheet ? .vertical : .horizontal, spacing: isSheet ? 6 : 10)
        box.styled("filmstrip-actions")
        box.isHomogeneous = !isSheet
        box.setMargins(10, 0, 0, 0)
        let preferred = prompt.actions.first { $0.role == .normal } ?? prompt.actions.first
        for action in prompt.actions {
            let button = Button(action.title)
            button.expandHorizontally()
            if action.role == .destructive { button.addClass("destructive-action") }
            if action.id == preferred?.id, !isSheet { button.addClass("suggested-action") }
            // The way out stands apart from the rows of a sheet.
            if isSheet, action.role == .cancel { button.styled("flat", "filmstrip-cancel") }
            button.onClick { [weak self] in self?.end(action.id) }
            box.append(button)
            if action.id == preferred?.id { window.setDefault(button) }
        }
        return box
    }
}
