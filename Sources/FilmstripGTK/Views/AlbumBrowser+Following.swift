import Filmstrip

/// What the models say, drawn.
extension AlbumBrowser {
    /// Seconds before a page says that pictures are on their way: most libraries are quicker.
    private static let patience = 0.35

    func follow() {
        watches = [
            observe { [weak self] in self?.followPage() }, observe { [weak self] in self?.followPager() },
            observe { [weak self] in self?.followChoice() },
            observe { [weak self] in
                if let self { bar.setTitle(model.title) }
            },
            observe { [weak self] in
                if let self { limited.root.isVisible = model.isLimited && model.page == .assets }
            },
            observe { [weak self] in
                if let self { notice.show(choice.notice?.toast.text) }
            },
        ]
        // Whatever keeps the first pictures away, the albums are to be seen.
        timers.albums = LoopTimer(after: 1.5) { [weak self] in self?.showAlbumsFromNowOn() }
    }

    private func followChoice() {
        bar.done.isEnabled = choice.canFinish
        let text = model.countText
        bottom.isVisible = text != nil
        count.text = text ?? ""
    }

    private func followPage() {
        let page = model.page
        if picker.showsAlbums, picker.pager == nil { return showList() }
        timers.loading = nil
        guard let content = page.content(texts) else { return showGrid() }
        guard page == .loading else {
            showAlbumsFromNowOn()
            return show(content, of: page)
        }
        timers.loading = LoopTimer(after: Self.patience) { [weak self] in
            if let self, model.page == .loading { show(content, of: .loading) }
        }
    }

    private func show(_ content: LibraryPage.Content, of page: LibraryPage) {
        let view = message ?? makeMessage()
        view.show(content, icon: page.iconName, isBusy: page == .loading)
        if pages.shown != .viewer { pages.show(.message, isAnimated: false) }
    }

    private func showGrid() {
        let before = pages.shown
        guard before != .viewer else { return }
        pages.show(.grid, isAnimated: before == .albums)
        if before != .grid || !hasShownAssets, !bar.field.holdsFocus { grid.grabFocus() }
        hasShownAssets = true
    }

    private func showList() {
        let view = list ?? makeList()
        if list == nil {
            pages.add(view.root, as: .albums)
            list = view
        }
        guard pages.shown != .albums else { return }
        pages.show(.albums)
        view.grabFocus()
    }

    /// Shows a picture in full, or what was there before.
    private func followPager() {
        guard let pager = picker.pager else {
            guard let viewer else { return }
            self.viewer = nil
            viewer.end()
            pages.show(model.pageContent == nil ? .grid : .message)
            pages.remove(viewer.root, as: .viewer)
            // The list of albums may have been there.
            followPage()
            if pages.shown != .albums { grid.grabFocus() }
            return
        }
        guard viewer?.pager !== pager else { return }
        if let viewer {
            viewer.end()
            pages.remove(viewer.root, as: .viewer)
        }
        let view = ViewerView(pager, thumbnails: model.thumbnails, library: guests) { [weak self] in
            self?.picker.closePager()
        }
        viewer = view
        pages.add(view.root, as: .viewer)
        pages.shown = .viewer
        view.grabFocus()
    }
}
