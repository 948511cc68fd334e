import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct PagerModelTests {
    private func choice(max maximum: Int? = nil, _ ids: AssetID...) -> ChoiceModel {
        ChoiceModel(
            ChoiceRequest(rules: SelectionRules(maximum: maximum), badges: .number),
            preselected: ids.map { .sample($0) }, texts: .english, clock: ManualClock())
    }

    private func pager(_ assets: [Asset], at index: Int = 0, moves: Bool = true) -> PagerModel {
        PagerModel(AssetPages(assets), choice: choice(), startingAt: index, movesByItself: moves)
    }

    private func samples(_ count: Int) -> [Asset] { (0..<count).map { .sample(AssetID("\($0)")) } }

    @Test func `5.8 one picture after the other, as far as there are some`() {
        let pager = pager(samples(3), at: 1)
        #expect(pager.title == "2 of 3")
        #expect(pager.asset?.id == "1")
        pager.next()
        #expect(pager.asset?.id == "2")
        #expect(!pager.hasNext)
        pager.next()
        #expect(pager.index == 2)
        pager.previous()
        pager.previous()
        #expect(!pager.hasPrevious)
        pager.previous()
        #expect(pager.index == 0)
        pager.go(to: 99)
        #expect(pager.index == 0)
        #expect(pager.name == "Photo, January 1, 1970, 00:00, 1 of 3")
    }

    @Test func `a place outside is the nearest inside, and nothing to show is over at once`() {
        #expect(pager(samples(3), at: 40).index == 2)
        #expect(pager(samples(3), at: -4).index == 0)
        let empty = pager([])
        #expect(empty.isClosed)
        #expect(empty.asset == nil)
        #expect(!empty.hasNext)
    }

    @Test func `5.8 a picture is chosen in the pager, under the same rules`() async {
        let choice = choice(max: 2, "0")
        let pager = PagerModel(AssetPages(samples(4)), choice: choice, startingAt: 1)
        #expect(await pager.toggleChosen() == nil)
        #expect(pager.mark == .number(2))
        pager.next()
        #expect(pager.mark == .blocked(.limitReached(2)))
        #expect(await pager.toggleChosen() == .limitReached(2))
        #expect(choice.notice?.toast.text == "At most 2")
        pager.previous()
        await pager.toggleChosen()
        #expect(choice.selection.ids == ["0"])
    }

    @Test func `5.8 each page begins whole, and keeps its zoom until it is turned`() {
        let pager = pager(samples(3))
        pager.resize(to: CGSize(width: 400, height: 600))
        #expect(pager.geometry.picture == PixelSize(width: 400, height: 200))
        pager.toggleZoom(at: CGPoint(x: 10, y: 300))
        #expect(pager.zoom.scale == 3)
        #expect(pager.move(x: -50, y: 0))
        #expect(!pager.move(x: 1000, y: 0) || pager.zoom.x == 0)
        #expect(!pager.move(x: 1000, y: 0))
        pager.next()
        #expect(pager.geometry.isFitted(pager.zoom))
        pager.zoom(by: 2)
        #expect(pager.zoom.scale == 2)
        pager.showActualSize()
        #expect(pager.zoom.scale == 1)
        #expect(!pager.move(x: 30, y: 0))
    }

    @Test func `5.8 a notch of a wheel turns a page, and a touchpad's swipe of many parts is one page until it rests`()
    {
        let pager = pager(samples(9), at: 4)
        pager.turn(by: 1)
        pager.turn(by: 1)
        pager.turn(by: -1)
        #expect(pager.index == 5)
        for _ in 0..<60 { pager.turn(by: 0.3) }
        #expect(pager.index == 6)
        pager.endTurn()
        for _ in 0..<3 { pager.turn(by: -0.3) }
        #expect(pager.index == 6)
        for _ in 0..<30 { pager.turn(by: -0.3) }
        #expect(pager.index == 5)
        // A wheel after a touchpad, and what is no number.
        pager.turn(by: 1)
        pager.turn(by: .nan)
        pager.turn(by: 0)
        #expect(pager.index == 6)
    }

    @Test func `3.12 a picture that another program turns while it is shown is seen whole in its new shape`() async {
        let library = ShelfLibrary(count: 3)
        let grid = await grid(library)
        let pager = PagerModel(grid.assets, choice: grid.choice, startingAt: 1)
        pager.resize(to: CGSize(width: 400, height: 600))
        pager.zoom(by: 2)
        let turned = PixelSize(width: 300, height: 900)
        library.change(LibraryChange(changed: ["1"])) { $0.assets[1].size = turned }
        await until { pager.geometry.picture == turned }
        #expect(pager.asset?.id == "1")
        #expect(pager.geometry.isFitted(pager.zoom))
    }

    @Test func `5.8 a tap hides and shows the bars`() {
        let pager = pager(samples(1))
        #expect(pager.showsBars)
        pager.toggleBars()
        #expect(!pager.showsBars)
    }

    @Test func `5.8 what plays stops when the page is turned`() {
        let pager = pager([.sample("v", .video, duration: 5), .sample("l", .livePhoto, duration: 3), .sample("p")])
        #expect(pager.playback.kind == .video)
        #expect(pager.playbackWish.action == .none)
        pager.play(.toggled)
        #expect(pager.playbackWish.action == .play)
        let id = pager.playbackWish.id
        pager.next()
        // The video rests, then the live photo moves by itself.
        #expect(pager.playbackWish.id == id + 2)
        #expect(pager.playbackWish.action == .play)
        pager.next()
        #expect(pager.playbackWish.action == .rest)
        #expect(pager.playback.kind == .still)
    }

    @Test func `5.13 under reduced motion a live photo waits`() {
        let pager = pager([.sample("l", .livePhoto, duration: 3)], moves: false)
        #expect(pager.playbackWish.action == .none)
    }

    @Test func `closing stops what plays, once`() {
        let pager = pager([.sample("v", .video, duration: 5)])
        pager.play(.toggled)
        pager.close()
        #expect(pager.isClosed)
        #expect(pager.playbackWish.action == .rest)
        let id = pager.playbackWish.id
        pager.close()
        pager.next()
        #expect(pager.playbackWish.id == id)
    }

    // MARK: Over a library

    private func grid(_ library: ShelfLibrary) async -> AssetGridModel {
        let grid = AssetGridModelTests.grid(library)
        await grid.open()
        return grid
    }

    @Test func `5.8 pages of a large library load as they are turned`() async {
        let library = ShelfLibrary(count: 500)
        let grid = await grid(library)
        let pager = PagerModel(grid.assets, choice: grid.choice, startingAt: 300)
        #expect(pager.asset == nil)
        #expect(pager.name == "Loading, 301 of 500")
        await until { pager.asset != nil }
        await until { pager.geometry.picture == PixelSize(width: 400, height: 200) }
        #expect(pager.asset?.id == "300")
        for _ in 0..<70 { pager.next() }
        await until { pager.asset?.id == "370" }
    }

    @Test
    func `C58 the one that is shown large is removed: the next takes its place, and in the end the pager is over`()
        async
    {
        // wordpress-mobile/MediaPicker-iOS #225
        let library = ShelfLibrary(count: 3)
        let grid = await grid(library)
        let pager = PagerModel(grid.assets, choice: grid.choice, startingAt: 1)
        await pager.toggleChosen()
        library.remove("1")
        await until { pager.asset?.id == "2" }
        #expect(pager.title == "2 of 2")
        await until { grid.choice.selection.isEmpty }
        library.remove("2")
        await until { pager.asset?.id == "0" }
        #expect(pager.index == 0)
        library.remove("0")
        await until { pager.isClosed }
    }

    @Test func `C58 the next one is shown where some before it are removed, too`() async {
        let library = ShelfLibrary(count: 6)
        let grid = await grid(library)
        let pager = PagerModel(grid.assets, choice: grid.choice, startingAt: 2)
        library.change(LibraryChange(removed: ["0", "1", "2"])) { $0.assets.removeFirst(3) }
        await until { pager.asset?.id == "3" && pager.index == 0 }
        pager.next()
        #expect(pager.asset?.id == "4")
        // Where the next has gone as well, it is the place that counts.
        library.change(LibraryChange(removed: ["4", "5"])) { $0.assets.removeLast(2) }
        await until { pager.asset?.id == "3" }
    }

    @Test func `3.12 what is added before leaves the page as it is`() async {
        let library = ShelfLibrary(count: 30)
        let grid = await grid(library)
        let pager = PagerModel(grid.assets, choice: grid.choice, startingAt: 4)
        pager.resize(to: CGSize(width: 400, height: 600))
        pager.zoom(by: 2)
        let zoom = pager.zoom
        library.change(LibraryChange(added: ["n"])) { $0.assets.insert(.dated("n", day: 20_001), at: 0) }
        await until { pager.index == 5 }
        #expect(pager.asset?.id == "4")
        #expect(pager.zoom == zoom)
    }

    @Test func `4.11 the pager goes with its screen`() async {
        let grid = await grid(ShelfLibrary(count: 30))
        weak var gone: PagerModel?
        do {
            let pager = PagerModel(grid.assets, choice: grid.choice, startingAt: 4)
            gone = pager
        }
        #expect(gone == nil)
        await grid.reload()
    }
}
