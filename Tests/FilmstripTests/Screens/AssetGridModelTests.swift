import Filmstrip
import Foundation
import Testing

@testable import FilmstripTesting

@Suite(.timeLimit(.minutes(1))) @MainActor struct AssetGridModelTests {
    nonisolated static let today = 20_000

    static func grid(
        _ library: some PhotoLibrary, max maximum: Int? = nil, columns: Int = 4, byDay: Bool = true,
        permissions: ScriptedPermissions? = nil, clock: any Clock<Duration> = ManualClock(),
        rules: SelectionRules? = nil, showsCount: Bool = false, isRightToLeft: Bool = false, texts: Texts = .english
    ) -> AssetGridModel {
        let choice = ChoiceModel(
            ChoiceRequest(rules: rules ?? SelectionRules(maximum: maximum), prompt: "Pick some", badges: .number),
            texts: texts, clock: clock)
        return AssetGridModel(
            library, choice: choice,
            configuration: .init(
                groupsByDay: byDay, density: GridDensity(portraitColumns: columns, largestCell: 4000),
                showsCount: showsCount, isRightToLeft: isRightToLeft),
            access: permissions.map { AccessModel(permissions: $0) }, clock: clock, currentDay: { today })
    }

    /// A view of 4 columns of 100 points.
    static let view = CGSize(width: 406, height: 600)

    private func ids(_ grid: AssetGridModel, _ range: Range<Int>) -> [AssetID?] { range.map { grid.asset(at: $0)?.id } }

    // MARK: What is shown

    @Test func `4.2 a grid shows sections by day, a footer with numbers, and the app's prompt`() async {
        let library = ShelfLibrary(count: 7)
        library.state.withLock { $0.assets.append(.dated("v", day: 19_000, .video, duration: 65)) }
        let grid = Self.grid(library)
        #expect(grid.page == .loading)
        #expect(grid.footer == nil)
        await grid.open()
        #expect(grid.page == .assets)
        #expect(grid.count == 8)
        #expect((0..<4).map(grid.heading(of:)) == ["Today", "Yesterday", "October 2", "January 8, 2022"])
        #expect(grid.heading(of: 4) == nil)
        #expect(grid.heading(at: 6) == "October 2")
        #expect(grid.footer == "7 Photos, 1 Video")
        #expect(grid.prompt == "Pick some")
        #expect(grid.title == "Recents")
        #expect(grid.pageContent == nil)
        #expect(grid.tile(at: 7).badges.duration == "1:05")
        #expect(grid.tile(at: 99).asset == nil)
        #expect(grid.name(at: 7) == "Video, January 8, 2022, 12:00, 1 minute 5 seconds, 8 of 8")
    }

    @Test func `4.1 only the kinds that may be chosen are shown`() async {
        let library = ShelfLibrary(count: 3)
        library.state.withLock { $0.assets.append(.dated("v", day: 1, .video)) }
        let grid = Self.grid(library, rules: SelectionRules(maximum: nil, kinds: [.video]))
        await grid.open()
        #expect(ids(grid, 0..<1) == ["v"])
        #expect(grid.footer == "1 Video")
    }

    @Test func `a platform without headings has one section, and knows the days all the same`() async {
        let grid = Self.grid(ShelfLibrary(count: 7), byDay: false)
        await grid.open()
        #expect(grid.sections.count == 1)
        #expect(grid.heading(of: 0) == nil)
        #expect(grid.heading(at: 5) == "Yesterday")
        #expect(grid.scrubber.isUseful)
    }

    @Test func `4.2 the bar counts, when it is wanted`() async {
        let grid = Self.grid(ShelfLibrary(count: 7), max: 6, showsCount: true)
        await grid.open()
        await grid.tap(at: 0)
        #expect(grid.countText == "1 Selected · 5 Left")
        #expect(Self.grid(ShelfLibrary(), max: 6).countText == nil)
    }

    // MARK: Pages

    @Test func `an empty library, an empty album and a name that nothing has are different pages`() async {
        let clock = ManualClock()
        let library = ShelfLibrary()
        let album = Album(id: "own:Alps", kind: .user, title: "Alps")
        library.state.withLock { $0.albums.append(album) }
        let grid = Self.grid(library, clock: clock)
        await grid.open()
        #expect(grid.page == .empty)
        await grid.show(album)
        #expect(grid.page == .emptyAlbum)
        #expect(grid.title == "Alps")
        grid.search("x")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(0.2))
        await until { grid.page == .nothingFound("x") }
        #expect(grid.pageContent?.title == "Nothing Found")
    }

    @Test func `a library that cannot be opened says so, and can be tried again`() async {
        let library = ShelfLibrary(count: 3)
        library.fail(.indexDamaged(path: "/x"))
        let grid = Self.grid(library)
        await grid.open()
        #expect(grid.page == .failed(.indexDamaged(path: "/x")))
        #expect(grid.count == 0)
        library.fail(nil)
        await grid.reload()
        #expect(grid.page == .assets)
    }

    @Test func `a library that refuses by itself is not allowed`() async {
        let library = ShelfLibrary(count: 3)
        library.fail(.permissionDenied)
        let grid = Self.grid(library)
        await grid.open()
        #expect(grid.page == .notAllowed(.denied))
        library.fail(.permissionRestricted)
        await grid.reload()
        #expect(grid.page == .notAllowed(.restricted))
    }

    @Test func `C61 a permission that comes and goes fills and empties the open grid`() async {
        // jaiselrahman/FilePicker #67
        let permissions = ScriptedPermissions([.photoLibrary: .denied])
        let grid = Self.grid(ShelfLibrary(count: 9), permissions: permissions)
        await grid.open()
        #expect(grid.page == .notAllowed(.denied))
        #expect(grid.asset(at: 0) == nil)
        permissions.set(.photoLibrary, to: .authorized)
        await until { grid.page == .assets }
        await grid.tap(at: 2)
        #expect(grid.choice.selection.count == 1)
        permissions.set(.photoLibrary, to: .denied)
        await until { grid.page == .notAllowed(.denied) }
        #expect(grid.count == 0)
        #expect(grid.tile(at: 2).asset == nil)
        #expect(await grid.tap(at: 2) == nil)
        #expect(!grid.choice.canFinish)
    }

    @Test func `C62 a limited library shows its part and offers more`() async {
        // Baseflow/flutter-permission-handler #399
        let library = InMemoryLibrary(count: 6)
        library.limit(to: ["memory-2", "memory-5"])
        let grid = Self.grid(library, permissions: ScriptedPermissions([.photoLibrary: .limited]))
        await grid.open()
        #expect(grid.isLimited)
        #expect(ids(grid, 0..<3) == ["memory-2", "memory-5", nil])
        await grid.tap(at: 0)
        library.limit(to: ["memory-5", "memory-1"])
        await until { grid.asset(at: 0)?.id == "memory-1" }
        await until { grid.choice.selection.isEmpty }
        #expect(ids(grid, 0..<3) == ["memory-1", "memory-5", nil])
    }

    @Test func `an album that is removed while it is open is a page with a way back`() async {
        let library = ShelfLibrary(count: 6)
        let album = Album(id: "own:Alps", kind: .user, title: "Alps")
        library.state.withLock {
            $0.albums.append(album)
            $0.members[album.id] = ["3", "4"]
        }
        let grid = Self.grid(library)
        await grid.open()
        await grid.tap(at: 0)
        await grid.show(album)
        #expect(ids(grid, 0..<3) == ["3", "4", nil])
        library.change(LibraryChange(isCoarse: true)) { $0.albums[1].title = "Pyrenees" }
        await until { grid.title == "Pyrenees" }
        library.change(LibraryChange(isCoarse: true)) { $0.albums.removeLast() }
        await until { grid.page == .albumGone }
        #expect(grid.count == 0)
        await grid.show(library.state.withLock { $0.albums[0] })
        #expect(grid.page == .assets)
        #expect(grid.choice.selection.ids == ["0"])
    }

    // MARK: Large libraries

    @Test func `5.4 a million assets open with a look at a few, wherever one scrolls`() async {
        let library = InMemoryLibrary(count: 1_000_000)
        let grid = Self.grid(library)
        let before = library.looks.withLock { $0 }
        await grid.open()
        grid.resize(to: Self.view)
        #expect(grid.count == 1_000_000)
        grid.scroll(to: grid.geometry.length - 600)
        await grid.assets.settled(at: 999_999)
        #expect(grid.asset(at: 999_999)?.id == "memory-999999")
        #expect(grid.visible.upperBound == 1_000_000)
        await settle()
        #expect(library.looks.withLock { $0 } - before < 2000)
    }

    @Test func `C77 after fast scrolling the tiles that are seen are the right ones`() async {
        let grid = Self.grid(InMemoryLibrary(count: 5000))
        await grid.open()
        grid.resize(to: Self.view)
        let end = grid.geometry.length
        for offset in stride(from: 0, to: end, by: 300) {
            grid.scroll(to: offset)
            await Task.yield()
        }
        for offset in stride(from: end, through: 0, by: -300) { grid.scroll(to: offset) }
        await grid.assets.settled(at: 0)
        for index in grid.visible {
            await grid.assets.settled(at: index)
            #expect(grid.asset(at: index)?.id == AssetID("memory-\(index)"))
        }
    }

    // MARK: Changes

    @Test func `C58 assets that are removed leave the open grid, and the rest closes up`() async {
        // mikaoj/BSImagePicker #72
        let library = ShelfLibrary(count: 6)
        let grid = Self.grid(library, max: 5)
        await grid.open()
        for index in 1...3 { await grid.tap(at: index) }
        library.remove("2", "5")
        await until { grid.count == 4 }
        #expect(ids(grid, 0..<5) == ["0", "1", "3", "4", nil])
        await until { grid.choice.selection.count == 2 }
        #expect(grid.tile(at: 1).mark == .number(1))
        #expect(grid.tile(at: 2).mark == .number(2))
        #expect(grid.tile(at: 0).mark == .none)
        library.remove("0", "1", "3", "4")
        await until { grid.page == .empty }
        #expect(grid.choice.selection.isEmpty)
    }

    @Test func `3.12 what is added above leaves the tiles that are seen where they are`() async {
        let library = ShelfLibrary(count: 300)
        let grid = Self.grid(library, byDay: false)
        await grid.open()
        grid.resize(to: Self.view)
        grid.scroll(to: 2040)
        let first = grid.visible.lowerBound
        await grid.assets.settled(at: first)
        let id = grid.asset(at: first)?.id
        let place = (grid.geometry.frame(of: first) ?? .zero).minY - grid.offset
        library.change(LibraryChange(added: ["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"])) { state in
            state.assets.insert(contentsOf: (0..<8).map { .dated(AssetID("n\($0)"), day: 20_001) }, at: 0)
        }
        await until { grid.count == 308 }
        #expect(grid.scrollTarget?.index == first + 8)
        #expect(grid.scrollTarget?.isAnimated == false)
        #expect(grid.asset(at: first + 8)?.id == id)
        #expect((grid.geometry.frame(of: first + 8) ?? .zero).minY - grid.offset == place)
    }

    @Test func `3.12 at the very top what is new is seen`() async {
        let library = ShelfLibrary(count: 30)
        let grid = Self.grid(library)
        await grid.open()
        grid.resize(to: Self.view)
        library.change(LibraryChange(added: ["n"])) { $0.assets.insert(.dated("n", day: 20_001), at: 0) }
        await until { grid.count == 31 }
        #expect(grid.asset(at: 0)?.id == "n")
        #expect(grid.offset == 0)
        #expect(grid.scrollTarget == nil)
    }

    @Test func `5.8 a range begins at its asset, wherever that has gone`() async {
        let library = ShelfLibrary(count: 30)
        let grid = Self.grid(library)
        await grid.open()
        await grid.tap(at: 5)
        library.change(LibraryChange(added: ["n"])) { $0.assets.insert(.dated("n", day: 20_001), at: 0) }
        await until { grid.count == 31 }
        await grid.tap(at: 8, .shift)
        #expect(grid.choice.selection.ids == ["5", "6", "7"])
        library.remove("5")
        await until { grid.count == 30 }
        // Without it, from the mark.
        await grid.tap(at: 9, .shift)
        #expect(grid.choice.selection.ids.suffix(2) == ["8", "9"])
    }

    @Test func `5.8 a slide goes on from its first asset after a change, and ends with it`() async {
        let library = ShelfLibrary(count: 30)
        let grid = Self.grid(library)
        await grid.open()
        grid.resize(to: Self.view)
        await grid.assets.settled(at: 0)
        #expect(grid.beginSlide(at: 3))
        library.change(LibraryChange(added: ["n"])) { $0.assets.insert(.dated("n", day: 20_001), at: 0) }
        await until { grid.count == 31 }
        grid.slide(to: 6)
        #expect(grid.choice.selection.ids == ["3", "4", "5"])
        library.remove("3")
        await until { grid.count == 30 }
        grid.slide(to: 8)
        #expect(!grid.cancelSweep())
    }

    @Test func `the keyboard's mark follows its asset, and stays near when that is removed`() async {
        let library = ShelfLibrary(count: 30)
        let grid = Self.grid(library)
        await grid.open()
        await grid.tap(at: 10)
        library.remove("2")
        await until { grid.focus == 9 }
        library.remove("10")
        await until { grid.count == 28 }
        #expect(grid.focus == 9)
    }

    // MARK: Albums, search, dates

    @Test func `C56 choices stay over an album switch and back`() async {
        // zhangao0086/DKImagePickerController #32
        let library = ShelfLibrary(count: 6)
        let alps = Album(id: "own:Alps", kind: .user, title: "Alps")
        library.state.withLock {
            $0.albums.append(alps)
            $0.members[alps.id] = ["4", "1"]
        }
        let grid = Self.grid(library, max: 3)
        await grid.open()
        for index in [0, 1, 2] { await grid.tap(at: index) }
        await grid.show(alps)
        #expect(grid.tile(at: 0).mark == .number(2))
        #expect(grid.tile(at: 1).mark == .blocked(.limitReached(3)))
        await grid.tap(at: 0)
        await grid.tap(at: 1)
        await grid.show(Album(id: .smart(.recents), kind: .smart(.recents), title: ""))
        #expect(grid.choice.selection.ids == ["0", "2", "4"])
        #expect(grid.title == "Recents")
    }

    @Test func `a search waits until nobody types, and an empty one shows all`() async {
        let clock = ManualClock()
        let library = ShelfLibrary(count: 20)
        let grid = Self.grid(library, clock: clock)
        await grid.open()
        let before = library.fetches.count
        for text in ["I", "IMG_1", "IMG_17"] {
            grid.search(text)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(0.1))
        }
        #expect(library.fetches.count == before)
        #expect(grid.searchText == "IMG_17")
        clock.advance(by: .seconds(0.2))
        await until { grid.count == 1 }
        #expect(library.fetches.count == before + 1)
        #expect(grid.asset(at: 0)?.id == "17")
        grid.search("IMG_17")
        grid.search("")
        await clock.waitForSleepers()
        clock.advance(by: .seconds(0.2))
        await until { grid.count == 20 }
    }

    @Test func `5.8 a date is jumped to`() async {
        let grid = Self.grid(ShelfLibrary(count: 300))
        await grid.open()
        grid.resize(to: Self.view)
        await grid.jump(to: Date(timeIntervalSince1970: Double(19_960) * 86_400 + 80_000))
        #expect(grid.scrollTarget?.index == 120)
        let frame = grid.geometry.frame(of: 120) ?? .zero
        #expect(abs(grid.offset - frame.minY) < 1e-9)
        #expect(grid.visible.contains(120))
        await grid.jump(to: .distantPast)
        #expect(grid.scrollTarget?.index == 299)
    }

    // MARK: Columns

    @Test func `5.8 pinching keeps the tile under the fingers where it is`() async {
        let grid = Self.grid(ShelfLibrary(count: 300), byDay: false)
        await grid.open()
        grid.resize(to: Self.view)
        grid.scroll(to: 1500)
        let point = CGPoint(x: 150, y: 250)
        let index = grid.geometry.nearestIndex(to: CGPoint(x: 150, y: 1750)) ?? -1
        let before = (grid.geometry.frame(of: index) ?? .zero).midY - grid.offset
        #expect(grid.pinchDensity(1.4, at: point))
        #expect(grid.columns == 3)
        #expect(abs((grid.geometry.frame(of: index) ?? .zero).midY - grid.offset - before) < 1)
        #expect(!grid.pinchDensity(1.01, at: point))
        grid.endPinch()
        #expect(grid.turnDensity(2))
        #expect(grid.columns == 5)
        #expect(grid.changeDensity(by: -1))
        #expect(grid.columns == 4)
    }

    @Test func `4.2 a turned device has 7 columns, and the middle stays in the middle`() async {
        let grid = Self.grid(ShelfLibrary(count: 300), byDay: false)
        await grid.open()
        grid.resize(to: Self.view)
        grid.scroll(to: 2000)
        let middle = grid.geometry.nearestIndex(to: CGPoint(x: 203, y: 2300)) ?? -1
        grid.resize(to: CGSize(width: 712, height: 400))
        #expect(grid.columns == 7)
        #expect(grid.visible.contains(middle))
        grid.resize(to: CGSize(width: 712, height: 400))
        #expect(grid.columns == 7)
    }

    @Test func `4.11 the grid goes with its screen`() async {
        let library = ShelfLibrary(count: 30)
        let permissions = ScriptedPermissions()
        weak var gone: AssetGridModel?
        do {
            let grid = Self.grid(library, permissions: permissions)
            await grid.open()
            grid.resize(to: Self.view)
            await settle()
            gone = grid
        }
        await until { library.listeners == 0 }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
    }
}
