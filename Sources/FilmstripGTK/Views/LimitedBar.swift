import Filmstrip

/// A line above the grid while only a part of the library may be seen: what that means, and the way to more.
@MainActor final class LimitedBar {
    let root: Box
    private let choose: Button

    init(_ texts: Texts) {
        let words = Label(texts.limitedPhotos.message)
        words.alignText(0)
        words.expandHorizontally()
        choose = Button(texts.buttons.chooseMore)
        root = Box(.horizontal, spacing: 10, [words, choose.placed(.end, .center)])
        root.styled("filmstrip-limited")
        root.isVisible = false
    }

    /// Told when the user wants to see more.
    func onChoose(_ body: @escaping @MainActor () -> Void) { choose.onClick(body) }
}
