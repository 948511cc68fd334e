public import Observation

/// The album browser as a whole: album list, grid, tray and pager over one choice, and how it ends. Main actor.
///
///     let picker = AlbumPickerModel(library, request: request, permissions: permissions)
///     await picker.open()
///     return await picker.result()
@MainActor @Observable public final class AlbumPickerModel {
    /// What is chosen, and how it ends.
    public let choice: ChoiceModel
    /// The albums.
    public let albums: AlbumListModel
    /// The grid of the open album.
    public let grid: AssetGridModel
    /// The chosen, in order.
    public let tray: TrayModel
    /// The picture that is shown large; nil when none is.
    public private(set) var pager: PagerModel?
    /// Whether the album list is shown in place of the grid, where there is no room for both.
    public var showsAlbums = false
    /// Whether things move by themselves; set it to false under reduced motion.
    public var movesByItself = true
    /// Where the pictures come from.
    @ObservationIgnored public let library: any PhotoLibrary
    /// Whether the pager turns through the chosen, and not through the grid.
    @ObservationIgnored private var pagesChosen = false

    /// - Parameters:
    ///   - request: what the app asks for.
    ///   - permissions: what says whether the library may be seen; nil where it may.
    ///   - configuration: what the grid looks like.
    ///   - clock: what notices and pauses wait on.
    public init(
        _ library: any PhotoLibrary, request: ChoiceRequest = ChoiceRequest(),
        permissions: (any PermissionProvider)? = nil,
        configuration: AssetGridModel.Configuration = AssetGridModel.Configuration(),
        thumbnails: ThumbnailLoader? = nil, texts: Texts = .preferred(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        let choice = ChoiceModel(request, texts: texts, clock: clock)
        self.library = library
        self.choice = choice
        albums = AlbumListModel(library, order: request.albums, kinds: request.rules.kinds, texts: texts)
        grid = AssetGridModel(
            library, choice: choice, configuration: configuration,
            access: permissions.map { AccessModel(permissions: $0) }, thumbnails: thumbnails, clock: clock)
        tray = TrayModel(choice)
    }

    // MARK: Opening

    /// Shows the first of the albums that are wanted, or Recents. Returns when its first pictures and the albums are known. Nobody
    /// waits for the list of albums where it does not matter which is the first.
    public func open() async {
        if choice.request.albums == nil {
            let pictures = Task { [grid] in await grid.open() }
            await choice.preselect(from: library)
            await pictures.value
            await albums.open()
            if albums.opened == nil, let shown = albums.albums.first(where: { $0.id == grid.query.album }) {
                albums.open(shown)
            }
            return
        }
        await choice.preselect(from: library)
        await albums.open()
        if let first = albums.albums.first {
            albums.open(first)
            if first.id != grid.query.album { await grid.show(first) }
        }
        await grid.open()
    }

    /// Opens an album. What is chosen stays.
    public func open(_ album: Album) async {
        showsAlbums = false
        guard album.id != albums.opened?.id || albums.isOpenedGone else { return }
        albums.open(album)
        await grid.show(album)
    }

    /// Leaves an album that has been removed, for the first there is.
    public func leaveGoneAlbum() async {
        guard let first = albums.albums.first else { return await grid.reload() }
        await open(first)
    }

    /// What the button on a page without pictures does, apart from opening the settings, which is the platform's.
    public func help() async {
        switch grid.page {
        case .albumGone: await leaveGoneAlbum()
        case .notAllowed(.notDetermined):
            await grid.access?.ask()
            await grid.reload()
        case .failed, .notAllowed:
            await albums.reload()
            await grid.reload()
        case .loading, .assets, .empty, .emptyAlbum, .nothingFound: break
        }
    }

    // MARK: Large pictures

    /// Shows a tile of the grid large: long press, Space.
    public func openPager(at index: Int) {
        guard grid.asset(at: index) != nil, choice.outcome == nil else { return }
        pagesChosen = false
        pager = PagerModel(grid.assets, choice: choice, startingAt: index, movesByItself: movesByItself)
    }

    /// Shows the chosen large, beginning with one of them.
    public func openPager(chosen id: AssetID) {
        guard let badge = choice.selection.badge(of: id), choice.outcome == nil else { return }
        pagesChosen = true
        pager = PagerModel(
            AssetPages(choice.selection.assets), choice: choice, startingAt: badge - 1, movesByItself: movesByItself)
    }

    /// Goes back to the grid, which shows the picture that was shown large last.
    public func closePager() {
        guard let pager else { return }
        let index = pager.index
        pager.close()
        self.pager = nil
        guard !pagesChosen else { return }
        grid.reveal(index)
        if index < grid.count { grid.setFocus(index) }
    }

    // MARK: Ending

    /// What Escape does: goes back by one step, and ends as cancelled where there is none.
    public func escape() {
        if pager != nil { return closePager() }
        if grid.cancelSweep() { return }
        if tray.lifted != nil { return tray.cancelLift() }
        if showsAlbums { return showsAlbums = false }
        choice.cancel()
    }

    /// How it ends, as a presenter answers: the chosen in tap order; nil for cancel. A cancelled task cancels it.
    public func result() async -> [ChosenItem]? { await choice.result().items }
}
