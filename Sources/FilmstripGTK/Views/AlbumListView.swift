import Filmstrip

/// The list of albums. Rows are made a handful at a time, and counts and covers are asked for as rows come into sight, so that a library
/// of a thousand folders costs as much as one of ten.
@MainActor final class AlbumListView {
    let root: Widget
    private let model: AlbumListModel
    private let thumbnails: ThumbnailLoader
    private let list = RowList()
    private let scroller: Scroller
    private let message: MessagePage
    private let pages = Pages<Page>(.crossfade)
    private var rows: [AlbumRowView] = []
    private var wanted: [AlbumListModel.Row] = []
    private var shown: [Album.ID] = []
    private var watch: ObservationWatch?
    private var growing: LoopTimer?
    /// Whether counts and covers may be asked for: not before the first screen of pictures is there.
    private var mayAsk = false

    private enum Page: String { case list, message }

    /// Points of a row, to know which ones are seen before they are laid out.
    private static let rowHeight = 74.0
    /// So many rows are made at a time.
    private static let batch = 14

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
        scroller.onScrolled { [weak self] in self?.grow() }
        list.onRow { [weak self] index in
            guard let self, wanted.indices.contains(index) else { return }
            choose(wanted[index].album)
        }
        watch = observe { [weak self] in self?.update() }
    }

    /// Ends it.
    func end() {
        watch?.end()
        growing = nil
    }

    /// Lets the keyboard speak to the open album's row.
    func grabFocus() {
        list.focusRow(shown.firstIndex { $0 == model.opened?.id } ?? 0)
    }

    /// Lets counts and covers be asked for from now on.
    func askFromNowOn() {
        mayAsk = true
        askForVisible()
    }

    private func update() {
        if let content = model.pageContent {
            message.show(content, icon: model.page.iconName, isBusy: model.page == .loading)
            pages.show(.message, isAnimated: false)
            return
        }
        pages.show(.list, isAnimated: false)
        wanted = model.rows
        let ids = wanted.map(\.id)
        if ids != shown {
            shown = ids
            if rows.count > wanted.count {
                list.removeRows(from: wanted.count)
                rows.removeLast(rows.count - wanted.count)
            }
        }
        for (index, view) in rows.enumerated() { show(wanted[index], in: view) }
        grow()
    }

    /// Makes some more rows, and goes on in a moment while some are lacking.
    private func grow() {
        if rows.count < wanted.count, growing == nil {
            for row in wanted[rows.count..<min(rows.count + Self.batch, wanted.count)] {
                let view = AlbumRowView(thumbnails: thumbnails)
                show(row, in: view)
                rows.append(view)
                list.append(view.row)
            }
            if rows.count < wanted.count {
                growing = LoopTimer(after: mayAsk ? 0.03 : 0.3) { [weak self] in
                    self?.growing = nil
                    self?.grow()
                }
            }
        }
        askForVisible()
    }

    private func show(_ row: AlbumListModel.Row, in view: AlbumRowView) {
        view.show(
            row, name: model.name(of: row), count: row.count.map { model.texts.counts.items($0) },
            isCurrent: row.id == model.opened?.id)
    }

    private func askForVisible() {
        guard mayAsk else { return }
        let first = max(0, Int(scroller.position / Self.rowHeight) - 2)
        let count = Int(max(scroller.pageHeight, 600) / Self.rowHeight) + 5
        model.show(shown.dropFirst(first).prefix(count).reversed())
    }
}
