import Filmstrip
import Testing

@Suite struct SweepTests {
    private func sweep(_ mode: Sweep.Mode, max maximum: Int? = nil, _ ids: AssetID...) -> Sweep {
        Sweep(mode, from: Selection(rules: SelectionRules(maximum: maximum), preselected: ids.map { .sample($0) }))
    }

    private func samples(_ ids: [AssetID]) -> [Asset] { ids.map { .sample($0) } }

    @Test(
        arguments: [
            (.choose, ["a", "x", "y"]), (.remove, []), (.toggle, ["x", "y"]),
        ] as [(Sweep.Mode, [AssetID])])
    func `5.8 a sweep chooses, takes out, or toggles`(_ mode: Sweep.Mode, _ result: [AssetID]) {
        #expect(sweep(mode, "a").covering(samples(["x", "a", "y"])).selection.ids == result)
    }

    @Test(arguments: Sweep.Mode.allCases) func `5.8 covering nothing changes nothing`(_ mode: Sweep.Mode) {
        let (selection, refusal) = sweep(mode, "a", "b").covering([])
        #expect(selection.ids == ["a", "b"])
        #expect(refusal == nil)
    }

    @Test(arguments: Sweep.Mode.allCases)
    func `5.8 what is covered now decides, and not the way there`(_ mode: Sweep.Mode) {
        let sweep = sweep(mode, "b", "d")
        let all = samples(["a", "b", "c", "d", "e"])
        for end in 0...all.count {
            let direct = sweep.covering(all[..<end]).selection.ids
            _ = sweep.covering(all)
            #expect(sweep.covering(all[..<end]).selection.ids == direct)
        }
    }

    @Test func `4.5 the limit lets pass what comes first, and its reason is told`() {
        let (selection, refusal) = sweep(.choose, max: 3, "a").covering(samples(["x", "y", "z", "w"]))
        #expect(selection.ids == ["a", "x", "y"])
        #expect(refusal == .limitReached(3))
    }

    @Test func `5.11 a kind that is refused does not end the sweep`() {
        let rules = SelectionRules(maximum: nil, kinds: [.photo])
        let sweep = Sweep(.choose, from: Selection(rules: rules))
        let (selection, refusal) = sweep.covering([.sample("a"), .sample("v", .video), .sample("b")])
        #expect(selection.ids == ["a", "b"])
        #expect(refusal == .kindNotAllowed(.video))
    }

    @Test func `a toggle makes room before it is full`() {
        let (selection, refusal) = sweep(.toggle, max: 2, "a", "b").covering(samples(["a", "x"]))
        #expect(selection.ids == ["b", "x"])
        #expect(refusal == nil)
    }

    @Test func `what is named twice counts once`() {
        #expect(sweep(.choose).covering(samples(["a", "a"])).selection.ids == ["a"])
        let (selection, refusal) = sweep(.remove, "a").covering(samples(["a", "a"]))
        #expect(selection.isEmpty)
        #expect(refusal == nil)
    }

    @Test func `where one is wanted, a sweep swaps nothing`() {
        let (selection, refusal) = sweep(.choose, max: 1, "a").covering(samples(["b"]))
        #expect(selection.ids == ["a"])
        #expect(refusal == .limitReached(1))
        #expect(sweep(.choose, max: 1).covering(samples(["b", "c"])).selection.ids == ["b"])
    }

    @Test func `C58 what is removed from the library does not come back`() {
        var sweep = sweep(.remove, "a", "b")
        sweep.remove(["a"])
        #expect(sweep.covering([]).selection.ids == ["b"])
    }
}
