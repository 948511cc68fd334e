import Filmstrip

extension AlbumBrowser {
    func build() {
        Style.install(for: window)
        window.name = "album-browser"
        window.setHeader(bar.root)
        bar.done.isVisible = !choice.finishesOnTap
        prompt.styled("filmstrip-prompt")
        prompt.text = model.prompt ?? ""
        prompt.isVisible = model.prompt?.isEmpty == false
        count.styled("filmstrip-count").placed(.center, .center)
        count.useEvenDigits()
        count.expandHorizontally()
        bottom.styled("filmstrip-bottom")
        bottom.append(count)
        pages.add(grid.root, as: .grid)
        pages.expandVertically()
        pages.expandHorizontally()
        let stage = Overlay(pages)
        stage.styled("filmstrip-stage")
        stage.add(notice.root)
        let right = Box(.vertical, [bar.titleRow, bar.searchBar, prompt, limited.root, stage, tray.root, bottom])
        right.expandHorizontally()
        sidebarPlace.styled("filmstrip-sidebar")
        sidebarPlace.setSizeRequest(width: Self.sidebarWidth)
        let body = Box(.horizontal, [sidebarPlace, right])
        window.setContent(
            SizeWatch(body) { [weak self] width, _ in
                // What changes is around the layout that is going on.
                self?.timers.width = LoopTimer(after: 0) { self?.fit(width) }
            })
        if takesFiles { takeFiles(droppedOn: stage) }
        // The room beside the grid is kept free at once: the first pictures need not move.
        setWide(true)
    }

    private func fit(_ width: Int) {
        setWide(width >= Self.wide)
        bar.fit(width: width)
    }

    func setWide(_ isWide: Bool) {
        guard isWide != self.isWide else { return }
        self.isWide = isWide
        sidebarPlace.isVisible = isWide
        bar.leadsToAlbums = !isWide
        if isWide {
            if mayAskForAlbums { makeSidebar() }
            picker.showsAlbums = false
        }
    }

    /// Shows albums from now on: they come after the first screen of pictures, which people wait for.
    func showAlbumsFromNowOn() {
        guard !mayAskForAlbums else { return }
        mayAskForAlbums = true
        timers.albums = nil
        if isWide { makeSidebar() }
        list?.askFromNowOn()
    }

    private func makeSidebar() {
        guard sidebar == nil else { return }
        let view = makeList()
        view.root.setSizeRequest(width: Self.sidebarWidth)
        sidebarPlace.append(view.root)
        sidebar = view
    }

    func makeList() -> AlbumListView {
        let view = AlbumListView(albums, thumbnails: model.thumbnails) { [weak self] album in
            self?.open(album)
        } act: { [weak self] action in
            self?.act(action)
        }
        if mayAskForAlbums { view.askFromNowOn() }
        return view
    }

    func makeMessage() -> MessagePage {
        let view = MessagePage { [weak self] action in self?.act(action) }
        pages.add(view.root, as: .message)
        message = view
        return view
    }
}
