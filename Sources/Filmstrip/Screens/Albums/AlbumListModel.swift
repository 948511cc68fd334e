import Foundation
public import Observation

/// The list of albums: titles, counts and covers that load when a row is seen, smart albums first. Main actor.
///
/// Follows the library, and tells when the album that is open was renamed or removed.
@MainActor @Observable public final class AlbumListModel {
    /// One row.
    public struct Row: Sendable, Hashable, Identifiable {
        /// The album, with its title in the user's language.
        public var album: Album
        /// How many assets fit; nil while it is not known.
        public var count: Int?
        /// Up to three of them, the newest first, to be drawn as a stack; empty while they are not known.
        public var covers: [AssetID]

        /// The album's identity.
        public var id: Album.ID { album.id }
    }

    /// The smart albums in the order in which they are shown, unless the app says otherwise.
    public static let smartOrder: [Album.Smart] = [
        .recents, .photoStream, .panoramas, .videos, .bursts, .favorites, .selfies, .livePhotos, .screenshots,
        .animated, .recentlyAdded,
    ]

    /// The most covers that a row has.
    public static let coverCount = 3

    /// What the list shows; `assets` stands for its rows.
    public private(set) var page = LibraryPage.loading
    /// All albums, in order.
    public private(set) var albums: [Album] = []
    /// What the title has to contain, compared without case and accents; empty for all. Only the list is searched, at once.
    public var searchText = ""
    /// The album that is open; nil while none is. Its title follows the library; it stays here when it has been removed.
    public private(set) var opened: Album?
    /// Whether the open album has been removed.
    public private(set) var isOpenedGone = false
    /// What the user reads.
    public let texts: Texts
    /// Whether albums without fitting assets are hidden once that is known; they are shown by default.
    public let hidesEmpty: Bool
    private var facts: [Album.ID: Facts] = [:]
    @ObservationIgnored private let library: any PhotoLibrary
    @ObservationIgnored private let order: [Album.ID]?
    @ObservationIgnored private let query: AssetQuery
    @ObservationIgnored private let tasks = TaskBag<String>()
    @ObservationIgnored private let reloading = CoalescedWork()
    /// Those whose facts are wanted, the next one last; what was seen last comes first.
    @ObservationIgnored private var wanted: [Album.ID] = []
    @ObservationIgnored private var isLoading = false
    @ObservationIgnored private var isWatching = false
    @ObservationIgnored private var revision = 0

    private struct Facts: Hashable {
        var count: Int
        var covers: [AssetID]
        var revision: Int
    }

    /// - Parameters:
    ///   - order: which albums, in which order; those that do not exist are left out. Nil for all: smart ones, then the user's.
    ///   - kinds: what counts; all by default.
    ///   - hidesEmpty: whether albums without such assets are left out; they are not by default.
    public init(
        _ library: any PhotoLibrary, order: [Album.ID]? = nil, kinds: Set<MediaKind> = Set(MediaKind.allCases),
        hidesEmpty: Bool = false, texts: Texts = .preferred()
    ) {
        self.library = library
        self.order = order
        self.hidesEmpty = hidesEmpty
        self.texts = texts
        query = AssetQuery(kinds: kinds)
    }

    /// The rows that are shown: those whose title fits what is searched for.
    public var rows: [Row] {
        albums.compactMap { album in
            guard matches(album.title) else { return nil }
            let facts = facts[album.id]
            if hidesEmpty, facts?.count == 0 { return nil }
            return Row(album: album, count: facts?.count, covers: facts?.covers ?? [])
        }
    }

    /// What stands in place of the rows; nil where there are some.
    public var pageContent: LibraryPage.Content? {
        guard page == .assets, rows.isEmpty else { return page.content(texts) }
        return (searchText.isEmpty ? LibraryPage.empty : .nothingFound(searchText)).content(texts)
    }

    /// What a screen reader says of a row: "Holidays, 12 Items".
    public func name(of row: Row) -> String {
        guard let count = row.count else { return row.album.title }
        return row.album.title + texts.listSeparator + texts.counts.items(count)
    }

    /// Shows what there is, and follows the library from now on. Returns when the titles are known.
    public func open() async {
        watch()
        await reload()
    }

    /// Opens the list anew: for "Try Again".
    public func reload() async {
        await reloading.run { [weak self] in await self?.loadTitles() }
    }

    /// Says that rows are seen: their counts and covers are loaded, those that were named last first.
    public func show(_ ids: some Sequence<Album.ID>) {
        for id in ids where facts[id]?.revision != revision {
            wanted.removeAll { $0 == id }
            wanted.append(id)
        }
        load()
    }

    /// Remembers which album is open, to follow its title and its end.
    public func open(_ album: Album) {
        (opened, isOpenedGone) = (album, false)
    }

    /// No album is open any more.
    public func close() {
        (opened, isOpenedGone) = (nil, false)
    }

    // MARK: Inside

    private func matches(_ title: String) -> Bool {
        searchText.isEmpty
            || title.range(of: searchText, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }

    private func loadTitles() async {
        do throws(LibraryError) {
            let found = try await library.albums()
            albums = sorted(found)
            revision += 1
            page = albums.isEmpty ? .empty : .assets
            let ids = Set(albums.map(\.id))
            facts = facts.filter { ids.contains($0.key) }
            wanted.removeAll { !ids.contains($0) }
            follow(found)
            // What was known is shown until it is known anew.
            show(albums.map(\.id).filter { facts[$0] != nil }.reversed())
        } catch {
            switch error {
            case .permissionDenied: fail(.notAllowed(.denied))
            case .permissionRestricted: fail(.notAllowed(.restricted))
            case .cancelled: break
            default: fail(.failed(error))
            }
        }
    }

    private func fail(_ page: LibraryPage) {
        (albums, facts, wanted) = ([], [:], [])
        self.page = page
    }

    /// Titles in the user's language, and the order that is wanted.
    private func sorted(_ found: [Album]) -> [Album] {
        let named = found.map { album in
            guard case .smart(let smart) = album.kind else { return album }
            return Album(id: album.id, kind: album.kind, title: texts.title(of: smart))
        }
        let byID = Dictionary(named.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        if let order { return order.compactMap { byID[$0] } }
        let smart = Self.smartOrder.compactMap { byID[.smart($0)] }
        return smart + named.filter { $0.kind == .user }
    }

    private func follow(_ found: [Album]) {
        guard let opened else { return }
        if let now = sorted(found).first(where: { $0.id == opened.id }) ?? found.first(where: { $0.id == opened.id }) {
            if now != opened { self.opened = now }
            if isOpenedGone { isOpenedGone = false }
        } else if !isOpenedGone {
            isOpenedGone = true
        }
    }

    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        let changes = library.changes()
        let task = Task { [weak self] in
            for await _ in changes {
                // Not waited for, so that many changes at once lead to one more look at the library.
                Task { await self?.reload() }
            }
        }
        tasks.keep(task, as: "library")
    }

    /// Loads the facts of one album after the other; each is a fetch, which costs little.
    private func load() {
        guard !isLoading, !wanted.isEmpty else { return }
        isLoading = true
        let task = Task { [weak self] in
            while await self?.loadNext() == true {}
        }
        tasks.keep(task, as: "facts")
    }

    private func loadNext() async -> Bool {
        guard let id = wanted.popLast() else {
            isLoading = false
            return false
        }
        let now = revision
        var query = query
        query.album = id
        do throws(LibraryError) {
            let fetch = try await library.fetch(query)
            let covers = try await fetch.assets(in: 0..<min(fetch.count, Self.coverCount)).map(\.id)
            let known = Facts(count: fetch.count, covers: covers, revision: now)
            // A change that came meanwhile has asked for it once more, if the row was known.
            if now == revision || facts[id] == nil, albums.contains(where: { $0.id == id }) { facts[id] = known }
        } catch {
            // One album that cannot be read has no count; the list is there all the same.
            return true
        }
        return true
    }
}
