/// What a page of the library shows: its pictures, or why there are none and what helps.
public enum LibraryPage: Sendable, Hashable {
    /// Nothing is known yet.
    case loading
    /// The pictures.
    case assets
    /// The user, or somebody above, does not allow it. Never `limited` or `authorized`.
    case notAllowed(PermissionStatus)
    /// The library has nothing that could be shown.
    case empty
    /// The album has nothing that could be shown.
    case emptyAlbum
    /// Nothing has a name like that.
    case nothingFound(String)
    /// The album was removed while it was open.
    case albumGone
    /// The library could not be opened.
    case failed(LibraryError)

    /// What such a page says, and the button that helps.
    public struct Content: Sendable, Hashable {
        /// In a few words.
        public var title: String
        /// Why, or what helps; nil where the title says it all.
        public var message: String?
        /// The button; nil where nothing helps.
        public var action: Prompt.Action?

        /// What a page says.
        public init(title: String, message: String? = nil, action: Prompt.Action? = nil) {
            self.title = title
            self.message = message
            self.action = action
        }
    }

    /// What the page says in place of pictures; nil where it shows pictures.
    public func content(_ texts: Texts) -> Content? {
        let (pages, buttons) = (texts.pages, texts.buttons)
        switch self {
        case .assets: return nil
        case .loading: return Content(title: pages.loading)
        case .notAllowed(.restricted):
            return Content(title: texts.notices.libraryUnavailable, message: texts.photos.restricted)
        case .notAllowed(.notDetermined):
            return Content(
                title: texts.photos.question, action: Prompt.Action(id: .retry, title: buttons.turnOn))
        case .notAllowed:
            return Content(
                title: texts.photos.off, message: texts.photos.howTo,
                action: Prompt.Action(id: .openSettings, title: buttons.openSettings))
        case .empty: return Content(pages.empty)
        case .emptyAlbum: return Content(pages.emptyAlbum)
        case .nothingFound: return Content(pages.nothingFound)
        case .albumGone:
            return Content(pages.albumGone, Prompt.Action(id: .cancel, title: buttons.back, role: .cancel))
        case .failed: return Content(pages.failed, Prompt.Action(id: .retry, title: buttons.retry))
        }
    }
}

extension LibraryPage.Content {
    fileprivate init(_ page: Texts.Pages.Page, _ action: Prompt.Action? = nil) {
        self.init(title: page.title, message: page.message, action: action)
    }
}
