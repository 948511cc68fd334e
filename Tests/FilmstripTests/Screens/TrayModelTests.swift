import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct TrayModelTests {
    private let library = StubLibrary(ids: "a", "b", "c", "d", "e")

    private func tray(max maximum: Int? = nil, _ ids: AssetID...) -> TrayModel {
        TrayModel(
            ChoiceModel(
                ChoiceRequest(rules: SelectionRules(maximum: maximum)), preselected: ids.map { .sample($0) },
                texts: .english, clock: ManualClock()))
    }

    private func ids(_ tray: TrayModel) -> [AssetID] { tray.items.map(\.id) }

    @Test func `5.8 the chosen stand in tap order`() async {
        let tray = tray("a")
        #expect(!tray.isEmpty)
        await tray.choice.tap(.sample("b"))
        #expect(ids(tray) == ["a", "b"])
        await tray.choice.tap(.sample("a"))
        #expect(ids(tray) == ["b"])
    }

    @Test func `5.8 what is held is shown where it would be put down, and counts there when it is`() {
        let tray = tray("a", "b", "c", "d")
        tray.lift("a")
        tray.hover(at: 2)
        #expect(ids(tray) == ["b", "c", "a", "d"])
        #expect(tray.choice.selection.ids == ["a", "b", "c", "d"])
        tray.hover(at: 99)
        #expect(ids(tray) == ["b", "c", "d", "a"])
        tray.hover(at: -3)
        #expect(ids(tray) == ["a", "b", "c", "d"])
        tray.hover(at: 1)
        tray.drop()
        #expect(tray.choice.selection.ids == ["b", "a", "c", "d"])
        #expect(tray.lifted == nil)
    }

    @Test func `5.8 what is let go stays where it was`() {
        let tray = tray("a", "b", "c")
        tray.lift("c")
        tray.hover(at: 0)
        tray.cancelLift()
        #expect(ids(tray) == ["a", "b", "c"])
        tray.drop()
        tray.lift("nobody")
        tray.hover(at: 2)
        #expect(tray.lifted == nil)
        #expect(!tray.canUndo)
    }

    @Test func `C58 what is held and removed meanwhile is gone`() async {
        let tray = tray("a", "b", "c")
        tray.lift("b")
        tray.hover(at: 0)
        await tray.choice.apply(LibraryChange(removed: ["b"]), from: library)
        #expect(ids(tray) == ["a", "c"])
        tray.drop()
        #expect(ids(tray) == ["a", "c"])
    }

    @Test func `5.13 everything can be moved by keys`() {
        let tray = tray("a", "b", "c")
        #expect(!tray.canMove("a", by: -1))
        #expect(tray.canMove("a", by: 1))
        #expect(!tray.canMove("c", by: 1))
        #expect(!tray.canMove("a", by: 0))
        #expect(!tray.canMove("nobody", by: 1))
        tray.move("a", by: 1)
        tray.move("c", by: 5)
        #expect(ids(tray) == ["b", "a", "c"])
    }

    @Test func `5.13 an item says what it is and which one of them`() {
        #expect(tray("a", "b").name(of: .sample("b")) == "Photo, January 1, 1970, 00:00, 2 of 2")
    }

    @Test func `5.8 undo puts back what was taken out, at its place`() async {
        let tray = tray("a", "b", "c")
        tray.remove("b")
        #expect(ids(tray) == ["a", "c"])
        #expect(tray.canUndo)
        await tray.undo(in: library)
        #expect(ids(tray) == ["a", "b", "c"])
        #expect(!tray.canUndo)
    }

    @Test func `5.8 undo takes back step by step, the last one first`() async {
        let tray = tray("a", "b", "c", "d")
        tray.move("d", to: 0)
        tray.remove("a")
        tray.removeAll()
        #expect(tray.isEmpty)
        await tray.undo(in: library)
        #expect(ids(tray) == ["d", "b", "c"])
        await tray.undo(in: library)
        #expect(ids(tray) == ["d", "a", "b", "c"])
        await tray.undo(in: library)
        #expect(ids(tray) == ["a", "b", "c", "d"])
        await tray.undo(in: library)
        #expect(ids(tray) == ["a", "b", "c", "d"])
    }

    @Test func `4.5 undo never goes beyond the limit, and says so`() async {
        let tray = tray(max: 2, "a", "b")
        tray.remove("a")
        await tray.choice.tap(.sample("c"))
        await tray.undo(in: library)
        #expect(ids(tray) == ["b", "c"])
        #expect(tray.choice.notice?.toast.text == "At most 2")
    }

    @Test func `C58 undo does not put back what is no longer in the library`() async {
        let tray = tray("a", "b")
        tray.remove("a")
        library.remove("a")
        await tray.undo(in: library)
        #expect(ids(tray) == ["b"])
    }

    @Test func `undo leaves alone what was chosen again meanwhile`() async {
        let tray = tray("a", "b")
        tray.remove("a")
        await tray.choice.tap(.sample("a"))
        await tray.undo(in: library)
        #expect(ids(tray) == ["b", "a"])
    }

    @Test func `the last 50 steps can be taken back`() async {
        let tray = tray("a", "b")
        for _ in 0..<60 { tray.move("a", to: tray.items[0].id == "a" ? 1 : 0) }
        var count = 0
        while tray.canUndo {
            await tray.undo(in: library)
            count += 1
        }
        #expect(count == TrayModel.historyLength)
    }

    @Test func `C64 after the end nothing changes`() async {
        let tray = tray("a", "b")
        tray.remove("a")
        tray.choice.finish()
        tray.remove("b")
        tray.removeAll()
        await tray.undo(in: library)
        #expect(tray.choice.selection.ids == ["b"])
        #expect(!tray.canUndo)
    }
}
