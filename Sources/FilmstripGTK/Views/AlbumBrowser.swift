package import Filmstrip
import Foundation

/// The album browser: albums, the grid of one of them, and what is chosen. It draws the core's screen models and decides nothing.
@MainActor package final class AlbumBrowser {
    /// What a browser is made of.
    struct Connections {
        var library: any PhotoLibrary
        /// What says whether the library may be seen; nil where it may.
        var permissions: (any PermissionProvider)?
        /// Opens the system's settings at a permission.
        var openSettings: @MainActor (Permission) async -> Bool
        /// What notices wait on.
        var clock: any Clock<Duration> = ContinuousClock()
    }

    let window: Window
    let picker: AlbumPickerModel
    let connections: Connections
    let guests: GuestLibrary
    let texts: Texts
    /// Whether files may be dragged in and pasted.
    let takesFiles: Bool
    let grid: GridView
    let tray: TrayView
    let bar: BrowserHeader
    let notice = NoticeView()
    let pages = Pages<Page>(.crossfade)
    let prompt = Label(wraps: true)
    let limited: LimitedBar
    let count = Label()
    let bottom = Box(.horizontal, spacing: 12)
    let sidebarPlace = Box(.horizontal)
    var message: MessagePage?
    var list: AlbumListView?
    var sidebar: AlbumListView?
    var viewer: ViewerView?
    var isWide = false
    var mayAskForAlbums = false
    var hasShownAssets = false
    var timers = Timers()
    /// What reads the clipboard.
    var pasting: Task<Void, Never>?
    var watches: [ObservationWatch] = []
    private var look: LookSheet?

    enum Page: String { case grid, message, albums, viewer }

    /// What is to be done in a moment.
    struct Timers {
        var width: LoopTimer?
        var loading: LoopTimer?
        var albums: LoopTimer?
    }

    /// What is chosen.
    var choice: ChoiceModel { picker.choice }
    /// The grid without a screen.
    var model: AssetGridModel { picker.grid }
    /// The albums without a screen.
    var albums: AlbumListModel { picker.albums }

    /// From this width on, albums stand beside the grid.
    static let wide = 780
    static let sidebarWidth = 250
    private static let size = (width: 1060, height: 720)

    init(
        _ request: ChoiceRequest, connections: Connections, configuration: AssetGridModel.Configuration,
        appearance: GTKPresenter.Appearance = GTKPresenter.Appearance(), texts: Texts
    ) {
        self.connections = connections
        self.texts = texts
        takesFiles = request.takesFiles
        guests = GuestLibrary(connections.library)
        var configuration = configuration
        configuration.showsCount = request.rules.maximum != 1
        picker = AlbumPickerModel(
            guests, request: request, permissions: connections.permissions, configuration: configuration, texts: texts,
            clock: connections.clock)
        picker.movesByItself = Toolkit.movesByItself
        grid = GridView(picker.grid)
        tray = TrayView(picker.tray, thumbnails: picker.grid.thumbnails)
        window = Window(title: texts.notices.choosePicture, width: Self.size.width, height: Self.size.height)
        bar = BrowserHeader(texts)
        limited = LimitedBar(texts)
        build()
        if appearance != GTKPresenter.Appearance() { look = LookSheet(for: window, appearance.sheet) }
        listen()
        follow()
    }

    // MARK: Showing

    /// Shows the window, and waits until it is closed by whatever means.
    /// - Returns: what was chosen, in tap order; nil for cancel.
    func run() async -> [ChosenItem]? {
        let (picker, guests) = (picker, guests)
        // Begun before the window is built on the screen, so that the library works meanwhile.
        Task.immediate { await picker.open() }
        window.present()
        let outcome = await picker.choice.result()
        close()
        guard case .chosen(let ids) = outcome else { return nil }
        return ids.map(guests.item)
    }

    /// Takes the window away; the choice ends as cancelled unless it has ended.
    func close() {
        choice.cancel()
        pasting?.cancel()
        for watch in watches { watch.end() }
        (watches, timers, look) = ([], Timers(), nil)
        viewer?.end()
        for view in [list, sidebar] { view?.end() }
        tray.end()
        grid.clear()
        window.destroy()
    }

    // MARK: What probes ask

    /// Whether every tile that is seen has its picture.
    package var isFilled: Bool { grid.isFilled }

    /// Whether every tile that is seen has its final picture.
    package var isSharp: Bool { grid.isSharp }

    /// Whether a picture is shown in full.
    package var isLooking: Bool { viewer != nil }

    /// How many tiles have widgets.
    package var tileCount: Int { grid.tileCount }

    /// How many columns there are.
    package var columns: Int { model.columns }

    /// How long the grid is, and how much of it is seen, in points.
    package var lengths: (content: Double, view: Double) { (grid.scroller.contentHeight, grid.scroller.pageHeight) }

    /// Scrolls as a wheel does.
    package func scroll(to offset: Double) { grid.scroller.position = offset }

    /// The assets that are seen, and the pixels of their tiles.
    package var seen: [(asset: Asset, pixels: PixelFrame)] { grid.seen }

    /// Whether it shows what there is to show.
    package var isSettled: Bool { model.page == .assets ? isFilled : model.page != .loading }

    /// Shows a picture in full.
    package func look(at index: Int) {
        guard pages.shown == .grid else { return }
        picker.openPager(at: index)
    }
}
