import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct ChoiceModelTests {
    private let clock = ManualClock()

    private func model(
        max maximum: Int?, min minimum: Int = 1, badges: ChoiceRequest.BadgeStyle = .number,
        veto: SelectionRules.Veto? = nil, _ ids: AssetID...
    ) -> ChoiceModel {
        ChoiceModel(
            ChoiceRequest(rules: SelectionRules(minimum: minimum, maximum: maximum, veto: veto), badges: badges),
            preselected: ids.map { .sample($0) }, texts: .english, clock: clock)
    }

    private func samples(_ ids: AssetID...) -> [Asset] { ids.map { .sample($0) } }

    // MARK: Taps

    @Test func `4.2 where one is wanted, a tap ends the visit`() async {
        let model = model(max: 1)
        await model.tap(.sample("a"))
        #expect(model.outcome == .chosen(["a"]))
        #expect(await model.result() == .chosen(["a"]))
        #expect(model.countText == nil)
    }

    @Test func `4.2 where one is wanted, a tap on what is chosen already takes it`() async {
        let model = model(max: 1, "a")
        await model.tap(.sample("a"))
        #expect(model.outcome == .chosen(["a"]))
    }

    @Test func `4.2 with a maximum of 1 in a grid with Done, a tap swaps`() async {
        let model = ChoiceModel(
            ChoiceRequest(rules: SelectionRules(maximum: 1)), finishesOnTap: false, texts: .english, clock: clock)
        let events = model.events()
        await model.tap(.sample("a"))
        await model.tap(.sample("b"))
        #expect(model.selection.ids == ["b"])
        #expect(model.outcome == nil)
        #expect(model.mark(of: .sample("b")) == .checked)
        #expect(model.mark(of: .sample("a")) == .none)
        model.finish()
        var told: [ChoiceModel.Event] = []
        for await event in events { told.append(event) }
        #expect(told == [.selected(.sample("a")), .deselected("a"), .selected(.sample("b"))])
    }

    @Test func `4.3 chosen tiles carry check marks or order numbers`() async {
        let numbers = model(max: 3, "a", "b")
        #expect(numbers.mark(of: .sample("b")) == .number(2))
        #expect(numbers.mark(of: .sample("c")) == .none)
        let checks = model(max: 3, badges: .checkMark, "a", "b")
        #expect(checks.mark(of: .sample("b")) == .checked)
        await numbers.tap(.sample("a"))
        #expect(numbers.mark(of: .sample("b")) == .number(1))
    }

    @Test func `5.11 a tile that cannot be chosen says why before anybody taps`() {
        let model = model(max: 2, "a", "b")
        #expect(model.mark(of: .sample("c")) == .blocked(.limitReached(2)))
        #expect(model.mark(of: .sample("a")).isSelected)
        #expect(!model.mark(of: .sample("c")).isSelected)
    }

    @Test func `C56 a refused tap changes nothing, however often, and numbers close up`() async {
        // wymsee/cordova-imagePicker #13
        let model = model(max: 3)
        for id in ["1", "2", "3"] as [AssetID] { await model.tap(.sample(id)) }
        #expect(await model.tap(.sample("4")) == .limitReached(3))
        #expect(await model.tap(.sample("4")) == .limitReached(3))
        #expect(model.selection.ids == ["1", "2", "3"])
        await model.tap(.sample("2"))
        #expect(model.mark(of: .sample("3")) == .number(2))
        await model.tap(.sample("5"))
        #expect(model.selection.ids == ["1", "3", "5"])
    }

    @Test func `4.5 a tile waits while the app thinks, and the reason is the app's own`() async {
        let answer = Answer<String?>()
        let model = model(max: 3, veto: { _, _ in await answer.value })
        let tap = Task { await model.tap(.sample("a")) }
        await until { !model.selecting.pending.isEmpty }
        #expect(model.mark(of: .sample("a")) == .waiting)
        answer.give("Not this one")
        #expect(await tap.value == .vetoed("Not this one"))
        #expect(model.notice?.toast.text == "Not this one")
    }

    // MARK: Notices

    @Test func `4.5 the notice at the limit goes by itself after 1.5 s`() async {
        let model = model(max: 2, "a", "b")
        await model.tap(.sample("c"))
        #expect(model.notice?.toast == Prompt.Toast(text: "At most 2", duration: 1.5))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1.4))
        await settle()
        #expect(model.notice != nil)
        clock.advance(by: .seconds(0.2))
        await until { model.notice == nil }
    }

    @Test func `4.5 a second notice with the same words is told again, and stays its own time`() async {
        let model = model(max: 1, min: 0, "a")
        let other = self.model(max: 2, "a", "b")
        await other.tap(.sample("c"))
        let first = other.notice
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await other.tap(.sample("c"))
        #expect(other.notice?.toast == first?.toast)
        #expect(other.notice?.id != first?.id)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await settle()
        #expect(other.notice != nil)
        clock.advance(by: .seconds(0.6))
        await until { other.notice == nil }
        #expect(model.notice == nil)
    }

    @Test func `a notice can be dismissed before its time`() async {
        let model = model(max: 2, "a", "b")
        await model.tap(.sample("c"))
        model.dismissNotice()
        #expect(model.notice == nil)
    }

    @Test func `4.2 the bar says how many are chosen and how many are left`() async {
        let model = model(max: 6, "a", "b", "c")
        #expect(model.countText == "3 Selected · 3 Left")
        await model.tap(.sample("d"))
        #expect(model.countText == "4 Selected · 2 Left")
        #expect(self.model(max: nil, "a").countText == "1 Selected")
        let chinese = ChoiceModel(
            ChoiceRequest(rules: SelectionRules(maximum: 6)), texts: .simplifiedChinese, clock: clock)
        #expect(chinese.countText == "已选择 0 项 · 还可选 6 项")
    }

    // MARK: Sweeping

    @Test func `5.8 a slide takes what it covers, and gives back what it leaves`() async {
        let model = model(max: nil, "x")
        model.beginSweep(.choose)
        model.cover(samples("a", "b", "c"))
        #expect(model.selection.ids == ["x", "a", "b", "c"])
        #expect(model.covers("b"))
        model.cover(samples("a"))
        #expect(model.selection.ids == ["x", "a"])
        #expect(!model.covers("b"))
        await model.endSweep()
        #expect(model.selection.ids == ["x", "a"])
        #expect(model.sweep == nil)
    }

    @Test func `5.8 a slide that begins on a chosen tile takes out, and gives back in the old order`() {
        let model = model(max: nil, "a", "b", "c")
        model.beginSweep(.remove)
        model.cover(samples("b", "a"))
        #expect(model.selection.ids == ["c"])
        model.cover(samples("b"))
        #expect(model.selection.ids == ["a", "c"])
        model.cancelSweep()
        #expect(model.selection.ids == ["a", "b", "c"])
    }

    @Test func `5.8 a slide stops at the limit and says so once`() async {
        let model = model(max: 2)
        let events = model.events()
        model.beginSweep(.choose)
        model.cover(samples("a", "b", "c"))
        model.cover(samples("a", "b", "c", "d"))
        #expect(model.selection.ids == ["a", "b"])
        await model.endSweep()
        model.finish()
        var refusals = 0
        for await event in events { if case .refused = event { refusals += 1 } }
        #expect(refusals == 1)
    }

    @Test func `5.8 with a veto, a slide is asked about when it ends`() async {
        let model = model(max: 3, veto: { asset, _ in asset.id == "b" ? "no" : nil })
        model.beginSweep(.choose)
        model.cover(samples("a", "b", "c"))
        #expect(model.selection.isEmpty)
        #expect(model.covers("a"))
        await model.endSweep()
        #expect(model.selection.ids == ["a", "c"])
        #expect(model.notice?.toast.text == "no")
    }

    @Test func `C58 what is removed during a slide does not come back`() async {
        let library = StubLibrary(ids: "a", "c")
        let model = model(max: nil, "a", "b")
        model.beginSweep(.choose)
        model.cover(samples("c"))
        await model.apply(LibraryChange(removed: ["b"]), from: library)
        #expect(model.selection.ids == ["a", "c"])
        model.cover([])
        #expect(model.selection.ids == ["a"])
    }

    @Test func `where one is wanted, nothing is swept`() {
        let model = model(max: 1)
        model.beginSweep(.choose)
        model.cover(samples("a", "b"))
        #expect(model.selection.isEmpty)
        #expect(!model.takesMany)
    }

    // MARK: The library

    @Test func `C58 a removed asset leaves the choice, with a notice`() async {
        // Yummypets/YPImagePicker #432
        let library = ShelfLibrary(count: 6)
        let model = model(max: 5, "1", "2", "3")
        let events = model.events()
        model.follow(library)
        library.remove("2", "5")
        await until { model.selection.count == 2 }
        #expect(model.selection.ids == ["1", "3"])
        #expect(model.mark(of: .sample("3")) == .number(2))
        #expect(model.notice?.toast.text == "No longer in the library")
        library.remove("1", "3")
        await until { model.selection.isEmpty }
        #expect(!model.canFinish)
        model.finish()
        #expect(model.outcome == nil)
        model.cancel()
        var lost: [[AssetID]] = []
        for await case .lost(let ids) in events { lost.append(ids) }
        #expect(lost == [["2"], ["1", "3"]])
    }

    @Test func `C62 what a limited library no longer shows leaves the choice`() async {
        // Yummypets/YPImagePicker #584
        let library = InMemoryLibrary(count: 6)
        library.limit(to: ["memory-2", "memory-5"])
        let model = model(max: 5, "memory-2", "memory-5")
        model.follow(library)
        library.limit(to: ["memory-5", "memory-1"])
        await until { model.selection.count == 1 }
        #expect(model.selection.ids == ["memory-5"])
        #expect(model.canFinish)
    }

    @Test func `4.4 what is given is chosen at first, as far as it is there and allowed`() async {
        let library = ShelfLibrary(count: 4)
        let request = ChoiceRequest(rules: SelectionRules(maximum: 2), preselected: ["3", "gone", "1", "0"])
        let model = ChoiceModel(request, texts: .english, clock: clock)
        #expect(model.selection.isEmpty)
        await model.preselect(from: library)
        #expect(model.selection.ids == ["3", "1"])
        #expect(model.notice == nil)
    }

    @Test func `C55 a photo taken in the picker joins while there is room, and else says why`() {
        // mikaoj/BSImagePicker #89
        let model = model(max: 2, "a")
        #expect(model.add(.sample("new")) == nil)
        #expect(model.add(.sample("newer")) == .limitReached(2))
        #expect(model.selection.ids == ["a", "new"])
        #expect(model.notice?.toast.text == "At most 2")
    }

    // MARK: Ending

    @Test func `C64 Done twice, and Done and then Cancel, are one answer`() async {
        // react-native-image-picker PR 1922
        let model = model(max: 3, "a", "b")
        let asked = (0..<3).map { _ in Task { await model.result() } }
        await settle()
        model.finish()
        model.finish()
        model.cancel()
        for task in asked { #expect(await task.value == .chosen(["a", "b"])) }
        #expect(model.outcome?.items?.map(\.id) == ["a", "b"])
        await model.tap(.sample("c"))
        model.deselect("a")
        model.deselectAll()
        model.move("b", to: 0)
        #expect(model.add(.sample("d")) == nil)
        #expect(model.selection.ids == ["a", "b"])
    }

    @Test func `C64 a double tap where one is wanted is one answer`() async {
        let model = model(max: 1)
        async let first = model.tap(.sample("a"))
        async let second = model.tap(.sample("a"))
        _ = await (first, second)
        #expect(model.outcome == .chosen(["a"]))
    }

    @Test func `C65 a window that closes is one cancel`() async {
        // ionic-team/capacitor #3008
        let model = model(max: 3, "a")
        model.cancel()
        model.finish()
        #expect(await model.result() == .cancelled)
        #expect(model.outcome?.items == nil)
    }

    @Test func `C65 a cancelled task cancels the visit`() async {
        let model = model(max: 3, "a")
        let task = Task { await model.result() }
        await settle()
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(model.outcome == .cancelled)
    }

    @Test func `4.2 Done waits for the minimum`() async {
        let model = model(max: 3, min: 2, "a")
        #expect(!model.canFinish)
        model.finish()
        #expect(model.outcome == nil)
        await model.choose(.sample("b"))
        await model.choose(.sample("b"))
        #expect(model.selection.ids == ["a", "b"])
        #expect(model.canFinish)
    }

    @Test func `3.10 choosing in code: select, deselect, deselect all, and events in order`() async {
        let model = model(max: nil)
        let events = model.events()
        await model.choose(.sample("a"))
        await model.choose(.sample("b"))
        model.deselect("a")
        model.deselect("never")
        await model.choose(.sample("c"))
        model.move("c", to: 0)
        model.move("c", to: 0)
        model.deselectAll()
        model.cancel()
        var told: [ChoiceModel.Event] = []
        for await event in events { told.append(event) }
        #expect(
            told == [
                .selected(.sample("a")), .selected(.sample("b")), .deselected("a"), .selected(.sample("c")), .reordered,
                .deselected("c"),
                .deselected("b"),
            ])
    }
}
