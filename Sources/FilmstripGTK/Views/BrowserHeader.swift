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
    }

    /// Shows the album's title.
    func setTitle(_ text: String) {
        title.text = text
        albums.accessibleName = "\(texts.buttons.albums): \(text)"
    }

    /// Whether the title is a button that leads to the albums.
    var leadsToAlbums = true {
        didSet {
            chevron.isVisible = leadsToAlbums
            albums.isTarget = leadsToAlbums
        }
    }
}
