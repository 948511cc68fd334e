import Filmstrip
import Testing

@Suite struct PluralTextTests {
    private func forms(_ rule: PluralText.Rule) -> PluralText {
        PluralText(rule, one: "{n} one", few: "{n} few", other: "{n} other")
    }

    @Test(arguments: [
        (PluralText.Rule.otherOnly, [0: "other", 1: "other", 2: "other", 21: "other"]),
        (.oneAndOther, [0: "other", 1: "one", 2: "other", 21: "other", 101: "other"]),
        (.zeroOneAndOther, [0: "one", 1: "one", 2: "other", 21: "other"]),
        (
            .oneFewMany,
            [
                0: "other", 1: "one", 2: "few", 4: "few", 5: "other", 11: "other", 12: "other", 14: "other", 21: "one",
                22: "few", 25: "other", 101: "one", 111: "other", 112: "other", 122: "few",
            ]
        ),
    ])
    func `5.13 the form follows the rule of the language`(_ rule: PluralText.Rule, _ expected: [Int: String]) {
        for (number, form) in expected { #expect(forms(rule)(number) == "\(number) \(form)") }
    }

    @Test func `5.13 one photo, two photos`() {
        #expect(Texts.english.counts.photos(1) == "1 Photo")
        #expect(Texts.english.counts.photos(2) == "2 Photos")
        #expect(Texts.simplifiedChinese.counts.photos(1) == "1 张照片")
    }

    @Test func `a form that is missing is the other one`() {
        let bare = PluralText(.oneFewMany, other: "{n} items")
        for number in [0, 1, 3, 5] { #expect(bare(number) == "\(number) items") }
    }
}
