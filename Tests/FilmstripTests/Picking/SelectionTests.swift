import Filmstrip
import FilmstripTesting
import Testing

@Suite struct SelectionTests {
    private func selection(max maximum: Int?, _ ids: AssetID...) -> Selection {
        Selection(rules: SelectionRules(maximum: maximum), preselected: ids.map { .sample($0) })
    }

    @Test func `4.2 choices are kept in tap order and numbered from 1`() throws {
        var selection = selection(max: 3)
        for id in ["b", "a", "c"] as [AssetID] { #expect(try selection.select(.sample(id)) == .selected(id)) }
        #expect(selection.ids == ["b", "a", "c"])
        #expect(selection.badge(of: "b") == 1)
        #expect(selection.badge(of: "c") == 3)
        #expect(selection.badge(of: "d") == nil)
        #expect(selection.remaining == 0)
        #expect(selection.isFull)
    }

    @Test func `C56 4.3 the limit refuses, deselecting renumbers, and identity is the asset's`() throws {
        // wymsee/cordova-imagePicker #13, zhangao0086/DKImagePickerController #32, xiekw2010/DXImagePicker #3
        var selection = selection(max: 3)
        for id in ["1", "2", "3"] as [AssetID] { try selection.toggle(.sample(id)) }
        for _ in 0..<2 {
            #expect(throws: SelectionRefusal.limitReached(3)) { try selection.toggle(.sample("4")) }
            #expect(selection.ids == ["1", "2", "3"])
        }
        #expect(try selection.toggle(.sample("2")) == .deselected("2"))
        #expect([selection.badge(of: "1"), selection.badge(of: "3")] == [1, 2])
        try selection.toggle(.sample("5"))
        #expect(selection.ids == ["1", "3", "5"])
        // Another album hands out the same asset with other details, and another asset with the same file name.
        var seenElsewhere = Asset.sample("3")
        seenElsewhere.isFavorite = true
        #expect(selection.badge(of: seenElsewhere.id) == 2)
        #expect(Asset.sample("6").fileName == Asset.sample("3").fileName)
        #expect(!selection.contains("6"))
    }

    @Test func `4.2 with maximum 1 a tap swaps the choice`() throws {
        var selection = selection(max: 1)
        #expect(try selection.toggle(.sample("a")) == .selected("a"))
        #expect(try selection.toggle(.sample("b")) == .swapped("b", replacing: "a"))
        #expect(selection.ids == ["b"])
        #expect(selection.finishesOnTap)
        #expect(!self.selection(max: 2).finishesOnTap)
    }

    @Test func `4.2 no maximum is no limit`() throws {
        var selection = selection(max: nil)
        for number in 0..<1000 { try selection.select(.sample(AssetID("\(number)"))) }
        #expect(selection.count == 1000)
        #expect(selection.remaining == nil)
        #expect(!selection.isFull)
    }

    @Test func `4.2 Done is enabled from the minimum on, and never for nothing`() throws {
        var selection = Selection(rules: SelectionRules(minimum: 2, maximum: 3))
        #expect(!selection.canFinish)
        try selection.select(.sample("a"))
        #expect(!selection.canFinish)
        try selection.select(.sample("b"))
        #expect(selection.canFinish)
        #expect(!Selection(rules: SelectionRules(minimum: 0)).canFinish)
    }

    @Test func `C64 choosing what is chosen does nothing`() throws {
        var selection = selection(max: 2, "a")
        try selection.select(.sample("a"))
        #expect(selection.ids == ["a"])
        #expect(selection.refusal(of: .sample("a")) == nil)
    }

    @Test func `3.10 deselecting what is not chosen is a typed error`() {
        var selection = selection(max: 2, "a")
        #expect(throws: SelectionRefusal.notSelected("b")) { try selection.deselect("b") }
        #expect(selection.ids == ["a"])
    }

    @Test func `5.12 C58 what was removed from the library leaves the selection, and the rest moves up`() {
        // Yummypets/YPImagePicker #432
        var selection = selection(max: 6, "1", "2", "3")
        #expect(selection.apply(LibraryChange(removed: ["2", "5"])) == ["2"])
        #expect(selection.ids == ["1", "3"])
        #expect(selection.badge(of: "3") == 2)
        #expect(selection.apply(LibraryChange(added: ["9"], changed: ["1"])) == [])
        #expect(selection.apply(LibraryChange(removed: ["1", "3"])) == ["1", "3"])
        #expect(!selection.canFinish)
    }

    @Test func `4.4 a new selection is empty, unless given some, as far as the rules let them pass`() {
        #expect(Selection().isEmpty)
        #expect(selection(max: 2, "a", "b", "c").ids == ["a", "b"])
        #expect(selection(max: 3, "a", "a", "b").ids == ["a", "b"])
        #expect(selection(max: 1, "a", "b").ids == ["a"])
    }

    @Test func `5.8 chosen ones can be put in another order`() {
        var selection = selection(max: 4, "a", "b", "c", "d")
        selection.move("d", to: 0)
        #expect(selection.ids == ["d", "a", "b", "c"])
        selection.move("d", to: 99)
        #expect(selection.ids == ["a", "b", "c", "d"])
        selection.move("b", to: -5)
        #expect(selection.ids == ["b", "a", "c", "d"])
        selection.move("x", to: 1)
        #expect(selection.ids == ["b", "a", "c", "d"])
    }

    @Test func `3.10 all can be deselected`() {
        var selection = selection(max: 4, "a", "b")
        selection.removeAll()
        #expect(selection.isEmpty)
        #expect(selection.remaining == 4)
    }

    @Test(arguments: 0..<20) func `whatever is tapped, the rules hold`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let maximum = Int.random(in: 1...4, using: &generator)
        var selection = selection(max: maximum)
        for _ in 0..<200 {
            let id = AssetID("\(Int.random(in: 0..<8, using: &generator))")
            let before = selection.ids
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: selection.remove([id])
            case 1: selection.move(id, to: Int.random(in: -1...5, using: &generator))
            default:
                do throws(SelectionRefusal) {
                    try selection.toggle(.sample(id))
                } catch {
                    #expect(error == .limitReached(maximum))
                    #expect(selection.ids == before)
                }
            }
            #expect(selection.count <= maximum)
            #expect(Set(selection.ids).count == selection.count)
            #expect(selection.ids.enumerated().allSatisfy { selection.badge(of: $1) == $0 + 1 })
        }
    }
}
