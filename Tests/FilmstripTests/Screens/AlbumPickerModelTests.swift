import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct AlbumPickerModelTests {
    private func library() -> ShelfLibrary {
        let library = ShelfLibrary(count: 30)
        library.state.withLock {
            $0.albums.append(Album(id: "own:Alps", kind: .user, title: "Alps"))
            $0.members["own:Alps"] = ["4", "9"]
        }
        return library
    }

    private func picker(
        _ library: ShelfLibrary, max maximum: Int? = nil, preselected: [AssetID] = [], albums: [Album.ID]? = nil,
        permissions: ScriptedPermissions? = nil
    ) -> AlbumPickerModel {
        AlbumPickerModel(
            library,
            request: ChoiceRequest(
                rules: SelectionRules(maximum: maximum), preselected: preselected, albums: albums, badges: .number),
            permissions: permissions, texts: .english, clock: ManualClock())
    }

    @Test func `4.1 it opens at Recents, and albums lead to their pictures and back`() async {
        let library = library()
        let picker = picker(library)
        await picker.open()
        #expect(picker.grid.title == "Recents")
        #expect(picker.grid.count == 30)
        picker.showsAlbums = true
        await picker.open(picker.albums.albums[1])
        #expect(!picker.showsAlbums)
        #expect(picker.albums.opened?.title == "Alps")
        #expect(picker.grid.count == 2)
        let fetches = library.fetches.count
        await picker.open(picker.albums.albums[1])
        #expect(library.fetches.count == fetches)
    }

    @Test func `4.1 the app's first album is open at first`() async {
        let picker = picker(library(), albums: ["own:Alps", .smart(.recents)])
        await picker.open()
        #expect(picker.grid.title == "Alps")
        #expect(picker.grid.count == 2)
    }

    @Test func `4.4 a new picker starts without earlier choices, unless given some`() async {
        let library = library()
        let first = picker(library)
        await first.open()
        await first.grid.tap(at: 3)
        #expect(picker(library).choice.selection.isEmpty)
        let given = picker(library, preselected: ["7", "3"])
        await given.open()
        #expect(given.choice.selection.ids == ["7", "3"])
        #expect(given.grid.tile(at: 3).mark == .number(2))
    }

    @Test func `4.12 cancel is told once, and Done hands over the chosen in tap order`() async {
        let picker = picker(library())
        await picker.open()
        for index in [5, 2] { await picker.grid.tap(at: index) }
        picker.choice.finish()
        picker.choice.cancel()
        #expect(await picker.result()?.map(\.id) == ["5", "2"])
        let cancelled = self.picker(library())
        cancelled.choice.cancel()
        #expect(await cancelled.result() == nil)
    }

    @Test func `C65 Escape goes back by one step, and ends as cancelled in the end`() async {
        // ionic-team/capacitor #3008
        let picker = picker(library())
        await picker.open()
        await picker.grid.tap(at: 0)
        await picker.grid.tap(at: 2, .shift)
        picker.grid.beginSlide(at: 4)
        picker.grid.slide(to: 6)
        picker.escape()
        #expect(picker.choice.selection.ids == ["0", "1", "2"])
        picker.openPager(at: 8)
        picker.escape()
        #expect(picker.pager == nil)
        picker.tray.lift("1")
        picker.escape()
        #expect(picker.tray.lifted == nil)
        picker.showsAlbums = true
        picker.escape()
        #expect(!picker.showsAlbums)
        #expect(picker.choice.outcome == nil)
        picker.escape()
        #expect(picker.choice.outcome == .cancelled)
        picker.openPager(at: 1)
        #expect(picker.pager == nil)
    }

    @Test func `5.8 the pager turns through the grid, which shows the last one afterwards`() async {
        let picker = picker(library())
        await picker.open()
        picker.grid.resize(to: CGSize(width: 406, height: 200))
        picker.openPager(at: 3)
        for _ in 0..<20 { picker.pager?.next() }
        await until { picker.pager?.asset?.id == "23" }
        await picker.pager?.toggleChosen()
        picker.closePager()
        #expect(picker.grid.scrollTarget?.index == 23)
        #expect(picker.grid.focus == 23)
        #expect(picker.grid.visible.contains(23))
        #expect(picker.choice.selection.ids == ["23"])
        picker.openPager(at: 99)
        #expect(picker.pager == nil)
        picker.closePager()
    }

    @Test func `5.8 the chosen are turned through in their order`() async {
        let picker = picker(library())
        await picker.open()
        for index in [9, 4, 7] { await picker.grid.tap(at: index) }
        picker.openPager(chosen: "4")
        #expect(picker.pager?.title == "2 of 3")
        picker.pager?.next()
        #expect(picker.pager?.asset?.id == "7")
        // Taken out here, it stays to be looked at, and can be chosen again.
        await picker.pager?.toggleChosen()
        #expect(picker.pager?.mark == TileMark.none)
        #expect(picker.choice.selection.ids == ["9", "4"])
        let target = picker.grid.scrollTarget
        picker.closePager()
        #expect(picker.grid.scrollTarget == target)
        picker.openPager(chosen: "7")
        #expect(picker.pager == nil)
    }

    @Test func `an album that is removed while it is open is left for the first there is`() async {
        let library = library()
        let picker = picker(library)
        await picker.open()
        await picker.open(picker.albums.albums[1])
        library.change(LibraryChange(isCoarse: true)) { $0.albums.removeLast() }
        await until { picker.grid.page == .albumGone && picker.albums.isOpenedGone }
        await picker.help()
        #expect(picker.grid.title == "Recents")
        #expect(picker.grid.page == .assets)
        #expect(!picker.albums.isOpenedGone)
    }

    @Test func `1.2 nobody was asked yet: the button lets the system ask, and the pictures come`() async {
        let permissions = ScriptedPermissions([.photoLibrary: .notDetermined])
        let picker = picker(library(), permissions: permissions)
        await picker.open()
        #expect(picker.grid.page == .notAllowed(.notDetermined))
        await picker.help()
        #expect(permissions.asked == [.photoLibrary])
        #expect(picker.grid.page == .assets)
    }

    @Test func `what failed is tried again by its button, and other pages need none`() async {
        let library = library()
        library.fail(.indexDamaged(path: "/x"))
        let picker = picker(library)
        await picker.open()
        #expect(picker.grid.page == .failed(.indexDamaged(path: "/x")))
        library.fail(nil)
        await picker.help()
        #expect(picker.grid.page == .assets)
        #expect(picker.albums.rows.count == 2)
        await picker.help()
        #expect(picker.grid.count == 30)
    }

    @Test func `4.1 videos only: albums and grid count them alone`() async {
        let library = library()
        library.state.withLock { $0.assets.append(.dated("v", day: 5, .video, duration: 3)) }
        let picker = AlbumPickerModel(
            library, request: ChoiceRequest(rules: SelectionRules(maximum: nil, kinds: [.video])), texts: .english,
            clock: ManualClock())
        await picker.open()
        #expect(picker.grid.count == 1)
        picker.albums.show([.smart(.recents)])
        await until { picker.albums.rows[0].count == 1 }
    }

    @Test func `4.11 everything goes with the screen`() async {
        let library = library()
        weak var gone: AlbumPickerModel?
        weak var pager: PagerModel?
        do {
            let picker = picker(library, permissions: ScriptedPermissions())
            await picker.open()
            picker.openPager(at: 2)
            (gone, pager) = (picker, picker.pager)
        }
        await until { library.listeners == 0 }
        while gone != nil || pager != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
        #expect(pager == nil)
    }
}
