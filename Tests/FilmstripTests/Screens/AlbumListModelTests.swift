import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct AlbumListModelTests {
    private func smart(_ albums: Album.Smart...) -> [Album] {
        albums.map { Album(id: .smart($0), kind: .smart($0), title: $0.rawValue) }
    }

    private func own(_ titles: String...) -> [Album] {
        titles.map { Album(id: Album.ID(rawValue: "own:\($0)"), kind: .user, title: $0) }
    }

    private func library(_ albums: [Album], count: Int = 6) -> ShelfLibrary {
        let library = ShelfLibrary(count: count)
        library.state.withLock { $0.albums = albums }
        return library
    }

    private func titles(_ list: AlbumListModel) -> [String] { list.rows.map(\.album.title) }

    @Test func `4.1 smart albums come first in their order, then the user's`() async {
        let list = AlbumListModel(
            library(own("Zebra") + smart(.screenshots, .bursts, .videos, .panoramas, .recents) + own("Alps")),
            texts: .english)
        #expect(list.page == .loading)
        await list.open()
        #expect(titles(list) == ["Recents", "Panoramas", "Videos", "Bursts", "Screenshots", "Zebra", "Alps"])
        #expect(Set(AlbumListModel.smartOrder) == Set(Album.Smart.allCases))
        #expect(AlbumListModel.smartOrder.prefix(5) == [.recents, .photoStream, .panoramas, .videos, .bursts])
    }

    @Test func `4.1 the app says which albums in which order, and those that do not exist are skipped`() async {
        let list = AlbumListModel(
            library(smart(.recents, .videos) + own("Alps")),
            order: ["own:Alps", .smart(.photoStream), .smart(.recents), "own:Gone"], texts: .english)
        await list.open()
        #expect(titles(list) == ["Alps", "Recents"])
    }

    @Test func `4.1 smart albums are named in the user's language`() async {
        let list = AlbumListModel(library(smart(.recents) + own("Alps")), texts: .simplifiedChinese)
        await list.open()
        #expect(titles(list) == ["最近项目", "Alps"])
    }

    @Test func `4.1 a row has three covers and a count, loaded when it is seen`() async {
        let library = library(smart(.recents) + own("Alps", "Empty"))
        library.state.withLock { $0.members = ["own:Alps": ["4", "5"], "own:Empty": []] }
        let list = AlbumListModel(library, texts: .english)
        await list.open()
        #expect(library.fetches.isEmpty)
        #expect(list.rows.allSatisfy { $0.count == nil && $0.covers.isEmpty })
        list.show(["own:Alps", .smart(.recents)])
        await until { list.rows[0].count != nil && list.rows[1].count != nil }
        #expect(list.rows[0].covers == ["0", "1", "2"])
        #expect(list.rows[0].count == 6)
        #expect(list.rows[1].covers == ["4", "5"])
        #expect(list.rows[2].count == nil)
        #expect(library.fetches.map(\.album) == [.smart(.recents), "own:Alps"])
        list.show(["own:Alps"])
        await settle()
        #expect(library.fetches.count == 2)
        #expect(list.name(of: list.rows[1]) == "Alps, 2 Items")
        #expect(list.name(of: list.rows[2]) == "Empty")
    }

    @Test func `4.1 only the kinds that are wanted count`() async {
        let library = library(smart(.recents))
        library.state.withLock { $0.assets.append(.dated("v", day: 1, .video)) }
        let list = AlbumListModel(library, kinds: [.video], texts: .english)
        await list.open()
        list.show([.smart(.recents)])
        await until { list.rows[0].count != nil }
        #expect(list.rows[0].count == 1)
        #expect(list.rows[0].covers == ["v"])
    }

    @Test func `empty albums can be hidden`() async {
        let library = library(smart(.recents) + own("Empty"))
        library.state.withLock { $0.members = ["own:Empty": []] }
        let list = AlbumListModel(library, hidesEmpty: true, texts: .english)
        await list.open()
        list.show(list.rows.map(\.id))
        await until { list.rows.count == 1 }
        #expect(titles(list) == ["Recents"])
    }

    @Test func `a list whose albums are all empty says so`() async {
        let library = library(own("Empty"))
        library.state.withLock { $0.members = ["own:Empty": []] }
        let list = AlbumListModel(library, hidesEmpty: true, texts: .english)
        await list.open()
        #expect(list.pageContent == nil)
        list.show(list.rows.map(\.id))
        await until { list.rows.isEmpty }
        #expect(list.pageContent == LibraryPage.empty.content(.english))
    }

    @Test func `albums are searched by name, whatever case and accents`() async {
        let list = AlbumListModel(library(smart(.recents) + own("Été 2023", "Alps")), texts: .english)
        await list.open()
        list.searchText = "ete"
        #expect(titles(list) == ["Été 2023"])
        list.searchText = "ALP"
        #expect(titles(list) == ["Alps"])
        list.searchText = "nothing"
        #expect(list.rows.isEmpty)
        #expect(list.pageContent?.title == "Nothing Found")
        list.searchText = ""
        #expect(list.rows.count == 3)
        #expect(list.pageContent == nil)
    }

    @Test func `3.12 the list follows the library, and shows what it knew until it knows more`() async {
        let library = library(smart(.recents))
        let list = AlbumListModel(library, texts: .english)
        await list.open()
        list.show([.smart(.recents)])
        await until { list.rows[0].count == 6 }
        library.change(LibraryChange(removed: ["0"])) {
            $0.assets.removeFirst()
            $0.albums += self.own("New")
        }
        await until { list.rows.count == 2 }
        #expect(list.rows[0].count != nil)
        await until { list.rows[0].count == 5 }
        #expect(list.rows[0].covers == ["1", "2", "3"])
    }

    @Test func `many changes at once lead to few looks at the library`() async {
        let library = library(smart(.recents))
        let list = AlbumListModel(library, texts: .english)
        await list.open()
        library.holdTitles(true)
        for _ in 0..<50 { library.change(LibraryChange(isCoarse: true)) { _ in } }
        await until { library.state.withLock { $0.titleLoads } == 2 }
        await settle()
        #expect(library.state.withLock { $0.titleLoads } == 2)
        library.change(LibraryChange(isCoarse: true)) { $0.albums += self.own("New") }
        library.holdTitles(false)
        await until { list.rows.count == 2 }
        #expect(library.state.withLock { $0.titleLoads } < 10)
    }

    @Test func `an album that is renamed while it is open keeps being open under its new name`() async {
        let library = library(smart(.recents) + own("Alps"))
        let list = AlbumListModel(library, texts: .english)
        await list.open()
        list.open(list.albums[1])
        #expect(list.opened?.title == "Alps")
        library.change(LibraryChange(isCoarse: true)) { $0.albums[1].title = "Pyrenees" }
        await until { list.opened?.title == "Pyrenees" }
        #expect(!list.isOpenedGone)
        library.change(LibraryChange(isCoarse: true)) { $0.albums.removeLast() }
        await until { list.isOpenedGone }
        #expect(list.opened?.title == "Pyrenees")
        library.change(LibraryChange(isCoarse: true)) { $0.albums += [list.opened].compactMap { $0 } }
        await until { !list.isOpenedGone }
        list.close()
        #expect(list.opened == nil)
    }

    @Test func `C61 a library that may not be seen, and one that cannot be opened, say so`() async {
        let library = library(smart(.recents))
        library.fail(.permissionDenied)
        let list = AlbumListModel(library, texts: .english)
        await list.open()
        #expect(list.page == .notAllowed(.denied))
        #expect(list.pageContent?.action?.id == .openSettings)
        library.fail(.permissionRestricted)
        await list.reload()
        #expect(list.page == .notAllowed(.restricted))
        library.fail(.unreadable(path: "/x", reason: "gone"))
        await list.reload()
        #expect(list.page == .failed(.unreadable(path: "/x", reason: "gone")))
        #expect(list.pageContent?.action?.id == .retry)
        #expect(list.rows.isEmpty)
        library.fail(nil)
        await list.reload()
        #expect(titles(list) == ["Recents"])
    }

    @Test func `a library without albums is empty`() async {
        let list = AlbumListModel(library([]), texts: .english)
        await list.open()
        #expect(list.page == .empty)
        #expect(list.pageContent?.title == "No Photos")
    }

    @Test func `4.11 the list goes with its screen`() async {
        let library = library(smart(.recents))
        weak var gone: AlbumListModel?
        do {
            let list = AlbumListModel(library, texts: .english)
            await list.open()
            list.show([.smart(.recents)])
            await settle()
            gone = list
        }
        await until { library.listeners == 0 }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }
}
