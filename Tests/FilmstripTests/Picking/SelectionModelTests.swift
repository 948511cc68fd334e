import Filmstrip
import FilmstripTesting
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct SelectionModelTests {
    /// A veto that waits for a test's answer.
    private func slowVeto() -> (SelectionRules.Veto, Answer<String?>) {
        let answer = Answer<String?>()
        return ({ _, _ in await answer.value }, answer)
    }

    private func model(max maximum: Int?, veto: SelectionRules.Veto? = nil, _ ids: AssetID...) -> SelectionModel {
        SelectionModel(
            Selection(rules: SelectionRules(maximum: maximum, veto: veto), preselected: ids.map { .sample($0) }))
    }

    @Test func `4.5 the app may refuse each choice, with its own words`() async throws {
        let model = model(max: 3, veto: { asset, chosen in asset.id == "b" ? "Not beside \(chosen)" : nil })
        try await model.toggle(.sample("a"))
        await #expect(throws: SelectionRefusal.vetoed("Not beside [a]")) { try await model.toggle(.sample("b")) }
        #expect(model.selection.ids == ["a"])
        #expect(model.pending.isEmpty)
    }

    @Test func `4.5 deselecting is not vetoed`() async throws {
        let model = model(max: 3, veto: { _, _ in "never" }, "a")
        #expect(try await model.toggle(.sample("a")) == .deselected("a"))
    }

    @Test func `C64 a second tap on a tile that waits for the veto does nothing`() async throws {
        let (veto, answer) = slowVeto()
        let model = model(max: 3, veto: veto)
        let first = Task { try await model.toggle(.sample("a")) }
        while model.pending.isEmpty { await Task.yield() }
        #expect(try await model.toggle(.sample("a")) == nil)
        answer.give(nil)
        #expect(try await first.value == .selected("a"))
        #expect(model.selection.ids == ["a"])
    }

    @Test func `4.5 several tiles that wait never go beyond the limit`() async {
        let (veto, answer) = slowVeto()
        let model = model(max: 2, veto: veto, "a")
        let taps = (["b", "c"] as [AssetID]).map { id in Task { try await model.toggle(.sample(id)) } }
        while model.pending.count < 2 { await Task.yield() }
        answer.give(nil)
        let results = [await taps[0].result, await taps[1].result]
        #expect(results.count { if case .success = $0 { true } else { false } } == 1)
        #expect(model.selection.count == 2)
    }

    @Test func `C58 an asset that vanishes while it waits is not chosen`() async {
        let (veto, answer) = slowVeto()
        let model = model(max: 2, veto: veto)
        let tap = Task { try await model.toggle(.sample("a")) }
        while model.pending.isEmpty { await Task.yield() }
        model.apply(LibraryChange(removed: ["a"]))
        answer.give(nil)
        await #expect(throws: SelectionRefusal.gone("a")) { try await tap.value }
        #expect(model.selection.isEmpty)
    }

    @Test func `C55 a photo taken inside the picker joins only while there is room`() throws {
        // mikaoj/BSImagePicker #89
        let full = model(max: 5, "1", "2", "3", "4", "5")
        #expect(throws: SelectionRefusal.limitReached(5)) { try full.add(.sample("new")) }
        #expect(full.selection.count == 5)
        let four = model(max: 5, "1", "2", "3", "4")
        try four.add(.sample("new1"))
        #expect(throws: SelectionRefusal.limitReached(5)) { try four.add(.sample("new2")) }
        #expect(four.selection.ids == ["1", "2", "3", "4", "new1"])
    }

    @Test func `C55 a photo taken does not swap a full choice of one`() {
        let one = model(max: 1, "1")
        #expect(throws: SelectionRefusal.limitReached(1)) { try one.add(.sample("new")) }
        #expect(one.selection.ids == ["1"])
    }

    @Test func `C58 after a coarse change the selection is asked for anew`() async {
        let library = StubLibrary(ids: "1", "3")
        let model = model(max: 5, "1", "2", "3")
        #expect(await model.refresh(from: library) == ["2"])
        #expect(model.selection.ids == ["1", "3"])
    }

    @Test func `C62 what is no longer visible in a limited library leaves the selection`() async {
        // Yummypets/YPImagePicker #584
        let library = StubLibrary(ids: "2", "5")
        let model = model(max: 5, "2", "5")
        library.remove("2")
        library.put(.sample("6"))
        #expect(await model.refresh(from: library) == ["2"])
        #expect(model.selection.ids == ["5"])
        #expect(model.selection.canFinish)
    }

    @Test func `a screen can deselect, reorder and empty it`() throws {
        let model = model(max: 5, "1", "2", "3")
        model.move("3", to: 0)
        try model.deselect("1")
        #expect(model.selection.ids == ["3", "2"])
        model.removeAll()
        #expect(model.selection.isEmpty)
        #expect(throws: SelectionRefusal.notSelected("1")) { try model.deselect("1") }
    }
}
