import Filmstrip

/// The head of the album browser: Cancel, the album's title, search and Done; and the field that is searched in.
@MainActor final class BrowserHeader {
    let root = HeaderBar()
    let cancel: Button
    let done: Button
    let search: Button
    let albums: Button
    let field: SearchField
    /// Holds the field, and comes and goes.
    let searchBar: Revealer
    /// Stands under the head, and has the title where large text leaves no room for it in there.
    let titleRow = CenterBox()
    private let title = Label(role: .heading)
    private let chevron = Icon("pan-down-symbolic")
    private let texts: Texts

    init(_ texts: Texts) {
        self.texts = texts
        cancel = Button(texts.buttons.cancel)
        done = Button(texts.buttons.done).styled("suggested-action")
        search = Button(icon: "system-search-symbolic", title: texts.buttons.search)
        field = SearchField(placeholder: texts.buttons.search)
        searchBar = Revealer(Clamp(field.placed(margin: 8), width: 480), from: .top)
        albums = Button(
            around: Box(.horizontal, spacing: 6, [title, chevron]).placed(.center, .center), title: texts.buttons.albums
        )
        title.styled("filmstrip-title")
        chevron.styled("filmstrip-chevron")
        albums.styled("flat")
        root.showsWindowButtons = false
        root.addAtStart(cancel)
        root.addAtEnd(done)
        root.addAtEnd(search)
        root.setTitle(albums)
        titleRow.styled("filmstrip-title-row")
        titleRow.isVisible = false
    }

    /// Points around what stands in the head.
    private static let gaps = 48
    private var width = Int.max

    /// The window is so wide: the title has a line of its own where it would be cut.
    func fit(width: Int) {
        self.width = width
        let wanted = [cancel, search, done, albums].filter(\.isVisible).map(\.naturalWidth).reduce(Self.gaps, +)
        let hasRow = wanted > width
        guard hasRow != titleRow.isVisible else { return }
        titleRow.isVisible = hasRow
        if !hasRow { titleRow.setCenter(nil) }
        root.setTitle(hasRow ? Box(.horizontal) : albums)
        if hasRow { titleRow.setCenter(albums) }
    }

    /// Shows the album's title.
    func setTitle(_ text: String) {
        title.text = text
        fit(width: width)
        albums.accessibleName = [texts.buttons.albums, text].joined(separator: texts.listSeparator)
    }

    /// Whether the title is a button that leads to the albums.
    var leadsToAlbums = true {
        didSet {
            chevron.isVisible = leadsToAlbums
            albums.isTarget = leadsToAlbums
        }
    }
}
