import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct AssetGridChoosingTests {
    private func grid(
        count: Int = 300, max maximum: Int? = nil, veto: SelectionRules.Veto? = nil, isRightToLeft: Bool = false
    ) async -> AssetGridModel {
        let grid = AssetGridModelTests.grid(
            ShelfLibrary(count: count), byDay: false, rules: SelectionRules(maximum: maximum, veto: veto),
            isRightToLeft: isRightToLeft)
        await grid.open()
        grid.resize(to: AssetGridModelTests.view)
        await grid.assets.settled(at: 0)
        return grid
    }

    private func chosen(_ grid: AssetGridModel) -> [Int] { grid.choice.selection.ids.compactMap { Int($0.rawValue) } }

    // MARK: Clicks

    @Test func `4.2 a click toggles, with Ctrl and without`() async {
        let grid = await grid()
        await grid.tap(at: 3)
        await grid.tap(at: 1)
        await grid.tap(at: 5, .control)
        await grid.tap(at: 1, .control)
        #expect(chosen(grid) == [3, 5])
        #expect(grid.focus == 1)
        #expect(await grid.tap(at: -1) == nil)
        #expect(await grid.tap(at: 300) == nil)
        #expect(chosen(grid) == [3, 5])
    }

    @Test func `4.5 a click that is refused says why, and changes nothing`() async {
        let grid = await grid(max: 2)
        await grid.tap(at: 0)
        await grid.tap(at: 1)
        #expect(await grid.tap(at: 2) == .limitReached(2))
        #expect(grid.choice.notice?.toast.text == "At most 2")
        #expect(grid.tile(at: 2).mark == .blocked(.limitReached(2)))
        #expect(chosen(grid) == [0, 1])
    }

    @Test func `5.8 Shift chooses from the last click to this one, in that order`() async {
        let grid = await grid()
        await grid.tap(at: 6)
        await grid.tap(at: 3, .shift)
        #expect(chosen(grid) == [6, 5, 4, 3])
        await grid.tap(at: 8, .shift)
        #expect(chosen(grid) == [6, 7, 8])
    }

    @Test func `5.8 a further range leaves alone what was chosen before`() async {
        let grid = await grid()
        await grid.tap(at: 0)
        await grid.tap(at: 2, .shift)
        await grid.tap(at: 10, .control)
        await grid.tap(at: 12, .shift)
        await grid.tap(at: 11, .shift)
        #expect(chosen(grid) == [0, 1, 2, 10, 11])
    }

    @Test func `5.8 a range may reach over what is not loaded yet`() async {
        let grid = await grid()
        await grid.tap(at: 0)
        #expect(grid.asset(at: 290) == nil)
        await grid.tap(at: 299, .shift)
        #expect(chosen(grid) == Array(0..<300))
        await grid.tap(at: 1, .shift)
        #expect(chosen(grid) == [0, 1])
    }

    @Test func `4.5 a range ends at the limit, which is said`() async {
        let grid = await grid(max: 5)
        await grid.tap(at: 2)
        await grid.tap(at: 40, .shift)
        #expect(chosen(grid) == [2, 3, 4, 5, 6])
        #expect(grid.choice.notice?.toast.text == "At most 5")
    }

    @Test func `4.5 the app is asked about each of a range`() async {
        let grid = await grid(veto: { asset, _ in asset.id == "2" ? "no" : nil })
        await grid.tap(at: 0)
        await grid.tap(at: 4, .shift)
        #expect(chosen(grid) == [0, 1, 3, 4])
    }

    @Test func `where one is wanted, Shift is a click like any other`() async {
        let grid = await grid(max: 1)
        await grid.tap(at: 4, .shift)
        #expect(grid.choice.outcome == .chosen(["4"]))
    }

    @Test func `5.8 all can be chosen at once, as far as there is room`() async {
        let grid = await grid(count: 50)
        await grid.chooseAll()
        #expect(grid.choice.selection.count == 50)
        let limited = await self.grid(count: 50, max: 7)
        await limited.chooseAll()
        #expect(chosen(limited) == Array(0..<7))
        let empty = await self.grid(count: 0)
        await empty.chooseAll()
        #expect(empty.choice.selection.isEmpty)
    }

    @Test func `5.4 a range over a huge library is taken in part`() async {
        let library = InMemoryLibrary(count: 100_000)
        let grid = AssetGridModelTests.grid(library)
        await grid.open()
        await grid.chooseAll()
        #expect(grid.choice.selection.count == AssetGridModel.longestRange)
    }

    // MARK: Sliding

    @Test func `5.8 a slide chooses what it covers, and gives back what it leaves`() async {
        let grid = await grid()
        await grid.tap(at: 6)
        #expect(grid.beginSlide(at: 2))
        grid.slide(to: 7)
        #expect(chosen(grid) == [6, 2, 3, 4, 5, 7])
        grid.slide(to: 4)
        #expect(chosen(grid) == [6, 2, 3, 4])
        grid.slide(to: 0)
        #expect(chosen(grid) == [6, 2, 1, 0])
        await grid.endSlide()
        grid.slide(to: 9)
        #expect(chosen(grid) == [6, 2, 1, 0])
    }

    @Test func `5.8 a slide that begins on a chosen tile takes out`() async {
        let grid = await grid()
        for index in 0..<5 { await grid.tap(at: index) }
        grid.beginSlide(at: 1)
        grid.slide(to: 3)
        #expect(chosen(grid) == [0, 4])
        grid.slide(to: 1)
        #expect(chosen(grid) == [0, 2, 3, 4])
        grid.cancelSlide()
        #expect(chosen(grid) == [0, 1, 2, 3, 4])
    }

    @Test func `5.8 near an edge the grid scrolls under the finger, and covers what comes`() async {
        let grid = await grid()
        grid.beginSlide(at: 0)
        grid.slide(to: CGPoint(x: 10, y: 300))
        #expect(grid.autoScroll == 0)
        #expect(grid.tick(0.016) == 0)
        grid.slide(to: CGPoint(x: 10, y: 595))
        #expect(grid.autoScroll > 1000)
        for _ in 0..<120 {
            grid.tick(0.016)
            await Task.yield()
        }
        #expect(grid.offset > 1500)
        await until { grid.choice.selection.count > 60 }
        let covered = chosen(grid)
        #expect(covered == Array(0..<covered.count))
        grid.slide(to: CGPoint(x: 10, y: 2))
        #expect(grid.autoScroll < 0)
        for _ in 0..<500 {
            grid.tick(0.016)
            await Task.yield()
        }
        #expect(grid.offset == 0)
        #expect(chosen(grid) == [0])
        await grid.endSlide()
        #expect(grid.autoScroll == 0)
        #expect(grid.tick(0.016) == 0)
    }

    @Test func `5.8 the end of the grid is the end of scrolling by itself`() async {
        let grid = await grid(count: 40)
        grid.beginSlide(at: 0)
        grid.slide(to: CGPoint(x: 10, y: 599))
        for _ in 0..<200 { grid.tick(0.05) }
        #expect(grid.offset == grid.geometry.length - 600)
        // A stall of the main loop is no reason to jump.
        grid.scroll(to: 0)
        #expect(grid.tick(10) <= AutoScroll.topSpeed * 0.1)
    }

    @Test func `5.8 where one is wanted, or nothing is there, no slide begins`() async {
        let single = await grid(max: 1)
        #expect(!single.beginSlide(at: 0))
        let grid = await grid()
        #expect(!grid.beginSlide(at: 299))
        grid.slide(to: 3)
        grid.slide(to: CGPoint(x: 1, y: 599))
        #expect(grid.autoScroll == 0)
        await grid.endSlide()
        #expect(grid.choice.selection.isEmpty)
    }

    // MARK: Rubber band

    @Test func `5.8 a rubber band chooses what it touches, and lets go of what it leaves`() async {
        let grid = await grid()
        await grid.tap(at: 0)
        grid.beginBand()
        grid.band(CGRect(x: 150, y: 50, width: 120, height: 120))
        #expect(chosen(grid) == [0, 1, 2, 5, 6])
        grid.band(CGRect(x: 150, y: 50, width: 20, height: 20))
        #expect(chosen(grid) == [0, 1])
        await grid.endBand()
        grid.band([0..<9])
        #expect(chosen(grid) == [0, 1])
    }

    @Test func `5.8 with Ctrl a rubber band toggles`() async {
        let grid = await grid()
        await grid.tap(at: 1)
        grid.beginBand(.control)
        grid.band([0..<3])
        #expect(chosen(grid) == [0, 2])
        grid.cancelBand()
        #expect(chosen(grid) == [1])
    }

    // MARK: The keyboard

    @Test func `5.13 the first key shows the mark, the next ones move it, and Enter chooses`() async {
        let grid = await grid()
        await grid.move(.down)
        #expect(grid.focus == 0)
        await grid.move(.down)
        await grid.move(.right)
        #expect(grid.focus == 5)
        await grid.activate()
        #expect(chosen(grid) == [5])
        await grid.activate()
        #expect(chosen(grid) == [])
        await grid.move(GridMove.last)
        #expect(grid.focus == 299)
        #expect(grid.scrollTarget?.index == 299)
        #expect(grid.visible.contains(299))
        await grid.move(GridMove.first)
        #expect(grid.offset == 0)
    }

    @Test func `5.13 what a key leads to is loaded before it is chosen`() async {
        let grid = await grid()
        await grid.move(.down)
        await grid.move(GridMove.last)
        await grid.activate()
        #expect(chosen(grid) == [299])
    }

    @Test func `5.13 Shift and arrows choose a range`() async {
        let grid = await grid()
        await grid.tap(at: 5)
        await grid.tap(at: 5)
        await grid.move(.right, extending: true)
        await grid.move(.down, extending: true)
        #expect(chosen(grid) == [5, 6, 7, 8, 9, 10])
        await grid.move(.up, extending: true)
        #expect(chosen(grid) == [5, 6])
        await grid.move(.left)
        #expect(chosen(grid) == [5, 6])
        #expect(grid.focus == 5)
        await grid.move(.left, extending: true)
        #expect(chosen(grid) == [5, 6, 4])
    }

    @Test func `5.13 from right to left the left arrow leads on`() async {
        let grid = await grid(isRightToLeft: true)
        await grid.move(.left)
        await grid.move(.left)
        #expect(grid.focus == 1)
        #expect((grid.geometry.frame(of: 0) ?? .zero).minX > (grid.geometry.frame(of: 1) ?? .zero).minX)
    }

    @Test func `5.13 the column stays the goal over a short last line`() async {
        let grid = await grid(count: 10)
        await grid.tap(at: 3)
        await grid.move(.down)
        await grid.move(.down)
        #expect(grid.focus == 9)
        await grid.move(.up)
        #expect(grid.focus == 7)
        await grid.move(.left)
        await grid.move(.up)
        #expect(grid.focus == 2)
    }

    @Test func `5.13 in an empty grid keys do nothing`() async {
        let grid = await grid(count: 0)
        await grid.move(.down)
        #expect(grid.focus == nil)
        #expect(await grid.activate() == nil)
    }

    @Test func `C55 a tap on a tile that waits for its page chooses that very asset`() async {
        let library = ShelfLibrary(count: 300)
        let grid = AssetGridModelTests.grid(library)
        await grid.open()
        library.holdPages(true)
        grid.show(200..<210)
        let tap = Task { await grid.tap(at: 205) }
        await settle()
        #expect(grid.choice.selection.isEmpty)
        library.holdPages(false)
        _ = await tap.value
        #expect(chosen(grid) == [205])
    }
}
