import Filmstrip

/// The list of albums. Counts and covers are asked for as rows come into sight.
@MainActor final class AlbumListView {
    let root: Widget
    private let model: AlbumListModel
    private let thumbnails: ThumbnailLoader
    private let list = RowList()
    private let scroller: Scroller
    private let message: MessagePage
    private let pages = Pages<Page>(.crossfade)
    private var rows: [AlbumRowView] = []
    private var shown: [Album.ID] = []
    private var watch: ObservationWatch?

    private enum Page: String { case list, message }

    /// Points of a row, to know which ones are seen before they are laid out.
    private static let rowHeight = 74.0

    /// - Parameters:
    ///   - choose: told which album was chosen.
    ///   - act: told which button of a page without albums was pressed.
    init(
        _ model: AlbumListModel, thumbnails: ThumbnailLoader, choose: @escaping @MainActor (Album) -> Void,
        act: @escaping @MainActor (Prompt.Action.ID) -> Void
    ) {
        self.model = model
        self.thumbnails = thumbnails
        scroller = Scroller(list)
        message = MessagePage(act)
        pages.add(scroller, as: .list)
        pages.add(message.root, as: .message)
        pages.styled("filmstrip-albums")
        list.styled("filmstrip-albums")
        list.accessibleName = model.texts.buttons.albums
        root = pages
        scroller.onScrolled { [weak self] in self?.askForVisible() }
        list.onRow { [weak self] index in
            guard let rows = self?.model.rows, rows.indices.contains(index) else { return }
            choose(rows[index].album)
        }
        watch = observe { [weak self] in self?.update() }
    }

    /// Lets the keyboard speak to the open album's row.
    func grabFocus() {
        list.focusRow(shown.firstIndex { $0 == model.opened?.id } ?? 0)
    }

    private func update() {
        if let content = model.pageContent {
            message.show(content, icon: model.page.iconName, isBusy: model.page == .loading)
            pages.show(.message, isAnimated: false)
            return
        }
        pages.show(.list, isAnimated: false)
        let wanted = model.rows
        if wanted.map(\.id) != shown {
            shown = wanted.map(\.id)
            while rows.count < wanted.count { rows.append(AlbumRowView(thumbnails: thumbnails)) }
            rows.removeLast(rows.count - wanted.count)
            list.setRows(rows.map(\.row))
        }
        for (view, row) in zip(rows, wanted) {
            view.show(
                row, name: model.name(of: row), count: row.count.map { model.texts.counts.items($0) },
                isCurrent: row.id == model.opened?.id)
        }
        askForVisible()
    }

    private func askForVisible() {
        let first = max(0, Int(scroller.position / Self.rowHeight) - 2)
        let count = Int(max(scroller.pageHeight, 600) / Self.rowHeight) + 5
        model.show(shown.dropFirst(first).prefix(count).reversed())
    }
}
