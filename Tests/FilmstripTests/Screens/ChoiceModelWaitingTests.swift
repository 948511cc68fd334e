import Filmstrip
import FilmstripTesting
import Testing

/// Done while the app still thinks about a tile, and limits that make no sense.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ChoiceModelWaitingTests {
    private func model(
        max maximum: Int?, min minimum: Int = 1, veto: SelectionRules.Veto? = nil, _ ids: AssetID...
    ) -> ChoiceModel {
        ChoiceModel(
            ChoiceRequest(rules: SelectionRules(minimum: minimum, maximum: maximum, veto: veto)),
            preselected: ids.map { .sample($0) }, texts: .english, clock: ManualClock())
    }

    @Test func `4.2 limits that make no sense have a sensible end`() async {
        let unreachable = model(max: 2, min: 5)
        await unreachable.tap(.sample("a"))
        #expect(!unreachable.canFinish)
        await unreachable.tap(.sample("b"))
        #expect(unreachable.canFinish && unreachable.countText == "2 Selected · 0 Left")
        let negative = model(max: -3, min: -1)
        #expect(await negative.tap(.sample("a")) == .limitReached(0))
        #expect(negative.notice?.toast.text == "At most 0" && !negative.canFinish)
        // One, with a minimum of more, is still one tap.
        let single = model(max: 1, min: 3)
        await single.tap(.sample("a"))
        #expect(single.outcome == .chosen(["a"]))
        let below = model(max: 1, min: 1, "a", "b")
        #expect(below.selection.ids == ["a"])
    }

    // MARK: Done while the app thinks

    @Test func `4.5, C64 Done waits for a tile about which the app still thinks`() async {
        let answer = Answer<String?>()
        let model = model(max: 3, veto: { _, _ in await answer.value }, "a")
        let tap = Task { await model.tap(.sample("b")) }
        await until { !model.selecting.pending.isEmpty }
        model.finish()
        #expect(model.outcome == nil && model.isFinishing && !model.canFinish)
        // What is tapped after Done comes too late, and Done twice is Done.
        await model.tap(.sample("c"))
        model.finish()
        answer.give(nil)
        #expect(await tap.value == nil)
        #expect(model.outcome == .chosen(["a", "b"]))
        #expect(!model.isFinishing)
    }

    @Test func `4.5 where the tile is refused after Done, the visit goes on and says why`() async {
        let answer = Answer<String?>()
        let model = model(max: 3, veto: { _, _ in await answer.value }, "a")
        let tap = Task { await model.tap(.sample("b")) }
        await until { !model.selecting.pending.isEmpty }
        model.finish()
        answer.give("Not this one")
        #expect(await tap.value == .vetoed("Not this one"))
        #expect(model.outcome == nil && !model.isFinishing && model.canFinish)
        #expect(model.notice?.toast.text == "Not this one")
        model.finish()
        #expect(model.outcome == .chosen(["a"]))
    }

    @Test func `C58 Done does not wait for a tile that vanished, however long the app thinks`() async {
        let answer = Answer<String?>()
        let model = model(max: 3, veto: { _, _ in await answer.value }, "a")
        let tap = Task { await model.tap(.sample("b")) }
        await until { !model.selecting.pending.isEmpty }
        model.finish()
        await model.apply(LibraryChange(removed: ["b"]), from: InMemoryLibrary(count: 0))
        #expect(model.outcome == .chosen(["a"]))
        answer.give(nil)
        _ = await tap.value
        #expect(model.selection.ids == ["a"])
    }

    @Test func `5.8 Done waits for all tiles of a slide about which the app is asked`() async {
        let answers = [Answer<String?>(), Answer<String?>()]
        let model = model(max: 4, veto: { asset, _ in await answers[asset.id == "b" ? 0 : 1].value }, "a")
        model.beginSweep(.choose)
        model.cover([.sample("b"), .sample("c")])
        let ending = Task { await model.endSweep() }
        await until { !model.selecting.pending.isEmpty }
        model.finish()
        answers[0].give(nil)
        await until { model.selection.ids == ["a", "b"] }
        #expect(model.outcome == nil)
        answers[1].give(nil)
        await ending.value
        #expect(model.outcome == .chosen(["a", "b", "c"]))
    }

    @Test func `C64 Cancel after Done that waits is one cancel`() async {
        let answer = Answer<String?>()
        let model = model(max: 3, veto: { _, _ in await answer.value }, "a")
        let tap = Task { await model.tap(.sample("b")) }
        await until { !model.selecting.pending.isEmpty }
        model.finish()
        model.cancel()
        answer.give(nil)
        _ = await tap.value
        #expect(await model.result() == .cancelled)
    }
}
