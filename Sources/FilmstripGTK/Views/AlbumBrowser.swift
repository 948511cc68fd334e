import Filmstrip
import Foundation

/// The album browser: albums, the grid of one of them, and what is chosen. It draws the core's screen models and decides nothing.
@MainActor package final class AlbumBrowser {
    /// What a browser is made of.
    struct Connections {
        var library: any PhotoLibrary
        var access: AccessModel?
        /// Opens the system's settings at a permission.
        var openSettings: @MainActor (Permission) async -> Bool
    }

    let window: Window
    let choice: ChoiceModel
    let model: AssetGridModel
    let albums: AlbumListModel
    let grid: GridView
    private let connections: Connections
    private let texts: Texts
    private let header = HeaderBar()
    private let title = Label(role: .heading)
    private let chevron = Icon("pan-down-symbolic")
    private let albumButton: Button
    private let cancelButton: Button
    private let doneButton: Button
    private let searchButton: Button
    private let searchField: SearchField
    private let searchBar: Revealer
    private let prompt = Label(wraps: true)
    private let count = Label()
    private let bottom = Box(.horizontal, spacing: 12)
    private let notice = NoticeView()
    private let pages = Pages<Page>(.crossfade)
    private var message: MessagePage?
    private var list: AlbumListView?
    private var sidebar: AlbumListView?
    private var viewer: ViewerView?
    private let sidebarPlace = Box(.horizontal)
    private var isWide = false
    private var widthChange: LoopTimer?
    private var watches: [ObservationWatch] = []

    enum Page: String { case grid, message, albums, viewer }

    /// From this width on, albums stand beside the grid.
    private static let wide = 780
    private static let sidebarWidth = 250

    init(
        _ request: ChoiceRequest, connections: Connections, configuration: AssetGridModel.Configuration,
        texts: Texts
    ) {
        self.connections = connections
        self.texts = texts
        choice = ChoiceModel(request, texts: texts)
        var configuration = configuration
        configuration.showsCount = choice.takesMany
        if let first = request.albums?.first, configuration.query == nil {
            configuration.query = AssetQuery(album: first, kinds: request.rules.kinds)
        }
        model = AssetGridModel(
            connections.library, choice: choice, configuration: configuration, access: connections.access)
        albums = AlbumListModel(
            connections.library, order: request.albums, kinds: request.rules.kinds, texts: texts)
        grid = GridView(model)
        window = Window(title: texts.notices.choosePicture, width: 1060, height: 720)
        cancelButton = Button(texts.buttons.cancel)
        doneButton = Button(texts.buttons.done).styled("suggested-action")
        searchButton = Button(icon: "system-search-symbolic", title: texts.buttons.search)
        searchField = SearchField(placeholder: texts.buttons.search)
        searchBar = Revealer(Clamp(searchField.placed(margin: 8), width: 480), from: .top)
        albumButton = Button(
            around: Box(.horizontal, spacing: 6, [title, chevron]).placed(.center, .center),
            title: texts.buttons.albums)
        build()
        listen()
        follow()
    }

    // MARK: Showing

    /// Shows the window, and waits until it is closed by whatever means.
    func run() async -> ChoiceModel.Outcome {
        window.present()
        let (choice, model, albums, library) = (choice, model, albums, connections.library)
        Task {
            await choice.preselect(from: library)
            await model.open()
        }
        Task {
            await albums.open()
            if let album = albums.albums.first(where: { $0.id == model.query.album }) { albums.open(album) }
        }
        let outcome = await choice.result()
        close()
        return outcome
    }

    /// Takes the window away; the choice ends as cancelled unless it has ended.
    func close() {
        choice.cancel()
        for watch in watches { watch.end() }
        watches = []
        viewer?.end()
        grid.clear()
        window.destroy()
    }

    /// Whether every tile that is seen has its picture.
    package var isFilled: Bool { grid.isFilled }

    /// How many tiles have widgets.
    package var tileCount: Int { grid.tiles.count }

    /// Whether it shows what there is to show.
    package var isSettled: Bool { model.page == .assets ? isFilled : model.page != .loading }

    // MARK: Building

    private func build() {
        Style.install(for: window)
        window.name = "album-browser"
        title.styled("filmstrip-title")
        albumButton.styled("flat")
        header.showsWindowButtons = false
        header.addAtStart(cancelButton)
        header.addAtEnd(doneButton)
        header.addAtEnd(searchButton)
        header.setTitle(albumButton)
        window.setHeader(header)
        doneButton.isVisible = !choice.finishesOnTap

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
        stage.add(notice.root)
        let right = Box(.vertical, [searchBar, prompt, stage, bottom])
        right.expandHorizontally()
        sidebarPlace.styled("filmstrip-sidebar")
        sidebarPlace.isVisible = false
        let body = Box(.horizontal, [sidebarPlace, right])
        window.setContent(
            SizeWatch(body) { [weak self] width, _ in
                // What changes is around the layout that is going on.
                self?.widthChange = LoopTimer(after: 0) { self?.setWide(width >= Self.wide) }
            })
    }

    private func setWide(_ isWide: Bool) {
        guard isWide != self.isWide else { return }
        self.isWide = isWide
        if isWide, sidebar == nil {
            let view = makeList()
            view.root.setSizeRequest(width: Self.sidebarWidth)
            sidebarPlace.append(view.root)
            sidebar = view
        }
        sidebarPlace.isVisible = isWide
        chevron.isVisible = !isWide
        albumButton.isTarget = !isWide
        if isWide, pages.shown == .albums { showGrid() }
    }

    private func makeList() -> AlbumListView {
        AlbumListView(albums, thumbnails: model.thumbnails) { [weak self] album in
            self?.open(album)
        } act: { [weak self] action in
            self?.act(action)
        }
    }

    // MARK: Listening

    private func listen() {
        let choice = choice
        cancelButton.onClick { choice.cancel() }
        doneButton.onClick { choice.finish() }
        albumButton.onClick { [weak self] in self?.toggleAlbums() }
        searchButton.onClick { [weak self] in self?.toggleSearch() }
        searchField.onSearch { [weak self] text in self?.model.search(text) }
        searchField.onStop { [weak self] in self?.endSearch() }
        window.onCloseRequest {
            choice.cancel()
            return false
        }
        window.onDestroy { choice.cancel() }
        grid.onLook = { [weak self] index in self?.look(at: index) }
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        window.add(keys)
    }

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        if let viewer {
            if key == .space, modifiers.isEmpty {
                closeViewer()
                return true
            }
            if viewer.press(key, modifiers) { return true }
        }
        switch (key, modifiers) {
        case (.escape, []):
            if grid.cancelsDrag { return true }
            if viewer != nil {
                closeViewer()
            } else if searchBar.isRevealed {
                endSearch()
            } else if pages.shown == .albums {
                showGrid()
            } else {
                choice.cancel()
            }
        case (KeyValue(character: "f"), .control): toggleSearch()
        case (KeyValue(character: "w"), .control): choice.cancel()
        case (.enter, .control), (.padEnter, .control): choice.finish()
        case (.up, .alt) where !isWide: toggleAlbums()
        default: return false
        }
        return true
    }

    private func toggleSearch() {
        closeViewer()
        guard !searchBar.isRevealed else { return endSearch() }
        if pages.shown == .albums { showGrid() }
        searchBar.isRevealed = true
        searchField.grabFocus()
    }

    private func endSearch() {
        searchBar.isRevealed = false
        searchField.text = ""
        model.search("")
        grid.grabFocus()
    }

    private func toggleAlbums() {
        closeViewer()
        guard !isWide else { return }
        guard pages.shown != .albums else { return showGrid() }
        if list == nil {
            let view = makeList()
            pages.add(view.root, as: .albums)
            list = view
        }
        pages.shown = .albums
        list?.grabFocus()
    }

    private func showGrid() {
        pages.shown = model.pageContent == nil ? .grid : .message
        if model.pageContent == nil { grid.grabFocus() }
    }

    /// Shows a picture in full.
    package func look(at index: Int) {
        guard viewer == nil, pages.shown == .grid else { return }
        let pager = PagerModel(model.assets, choice: choice, startingAt: index)
        let view = ViewerView(pager, thumbnails: model.thumbnails) { [weak self] in self?.closeViewer() }
        viewer = view
        pages.add(view.root, as: .viewer)
        pages.shown = .viewer
        view.grabFocus()
    }

    private func closeViewer() {
        guard let viewer else { return }
        self.viewer = nil
        let index = viewer.pager.index
        viewer.end()
        pages.shown = model.pageContent == nil ? .grid : .message
        pages.remove(viewer.root, as: .viewer)
        model.reveal(index)
        grid.grabFocus()
    }

    private func open(_ album: Album) {
        closeViewer()
        albums.open(album)
        searchBar.isRevealed = false
        searchField.text = ""
        let model = model
        Task { await model.show(album) }
        showGrid()
    }

    private func act(_ action: Prompt.Action.ID) {
        let (model, connections) = (model, connections)
        switch action {
        case .retry:
            Task {
                _ = await connections.access?.ask()
                await model.reload()
            }
        case .openSettings: Task { _ = await connections.openSettings(.photoLibrary) }
        case .cancel: if let first = albums.albums.first { open(first) }
        case .takePhoto, .chooseFromLibrary, .recordVideo, .chooseMore, .delete, .ok: break
        }
    }

    // MARK: Following

    private func follow() {
        watches = [
            observe { [weak self] in self?.followPage() },
            observe { [weak self] in self?.followChoice() },
            observe { [weak self] in
                guard let self else { return }
                title.text = model.title
                albumButton.accessibleName = "\(texts.buttons.albums): \(model.title)"
            },
            observe { [weak self] in
                guard let self else { return }
                notice.show(choice.notice?.toast.text)
            },
        ]
    }

    private func followChoice() {
        doneButton.isEnabled = choice.canFinish
        let text = model.countText
        bottom.isVisible = text != nil
        count.text = text ?? ""
    }

    private func followPage() {
        let page = model.page
        guard let content = page.content(texts) else {
            let wasElsewhere = pages.shown == .message
            if pages.shown != .albums, pages.shown != .viewer { pages.show(.grid, isAnimated: false) }
            if wasElsewhere || !hasShownAssets, pages.shown == .grid, !searchField.hasFocusWithin { grid.grabFocus() }
            hasShownAssets = true
            return
        }
        let view = message ?? makeMessage()
        view.show(content, icon: page.iconName, isBusy: page == .loading)
        if pages.shown != .albums { pages.show(.message, isAnimated: false) }
    }

    private var hasShownAssets = false

    private func makeMessage() -> MessagePage {
        let view = MessagePage { [weak self] action in self?.act(action) }
        pages.add(view.root, as: .message)
        message = view
        return view
    }
}
