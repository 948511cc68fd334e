import Filmstrip
import Testing

@Suite struct SelectionRulesTests {
    private func refusal(_ asset: Asset, _ rules: SelectionRules, beside chosen: Asset...) -> SelectionRefusal? {
        rules.refusal(of: asset) ?? rules.refusal(of: asset, beside: chosen)
    }

    @Test func `4.2 the defaults are one of any kind`() {
        let rules = SelectionRules()
        #expect(rules.minimum == 1)
        #expect(rules.maximum == 1)
        for kind in MediaKind.allCases { #expect(refusal(.sample("a", kind), rules) == nil) }
    }

    @Test(arguments: MediaKind.allCases, MediaKind.allCases)
    func `4.1 only the kinds asked for may be chosen`(_ kind: MediaKind, _ allowed: MediaKind) {
        let expected: SelectionRefusal? = kind == allowed ? nil : .kindNotAllowed(kind)
        #expect(refusal(.sample("a", kind), SelectionRules(kinds: [allowed])) == expected)
    }

    @Test(arguments: [(15.0, true), (15.04, true), (15.4, false), (16.0, false), (0.5, false), (0.96, true)])
    func `C35 5.11 the limit of duration has a tolerance of 0.05 s`(_ seconds: Double, _ passes: Bool) {
        // SilenceLove/HXPhotoPicker #436
        let rules = SelectionRules(duration: 1...15)
        let refusal = refusal(.sample("a", .video, duration: seconds), rules)
        #expect((refusal == nil) == passes)
        if seconds > 15.1 { #expect(refusal == .tooLong(limit: 15)) }
        if seconds < 0.9 { #expect(refusal == .tooShort(limit: 1)) }
    }

    @Test func `C35 the refusal names the limit`() {
        let refusal = refusal(.sample("a", .video, duration: 15.4), SelectionRules(duration: 0...15))
        #expect(Texts.duration(15.4) == "0:15")
        #expect(refusal?.text(.english) == "Longer than 0:15")
    }

    @Test func `5.11 a video of unknown duration is refused, and a still is not asked`() {
        let rules = SelectionRules(duration: 0...15)
        #expect(refusal(.sample("a", .video), rules) == .tooLong(limit: 15))
        #expect(refusal(.sample("a", .photo), rules) == nil)
        #expect(refusal(.sample("a", .livePhoto, duration: 3), rules) == nil)
    }

    @Test func `5.11 a file with more bytes than allowed is refused`() {
        let rules = SelectionRules(maximumByteCount: 10_000_000)
        #expect(refusal(.sample("a", byteCount: 10_000_000), rules) == nil)
        let refusal = refusal(.sample("a", byteCount: 10_000_001), rules)
        #expect(refusal == .tooManyBytes(limit: 10_000_000))
        #expect(refusal?.text(.english) == "Larger than 10 MB")
    }

    @Test func `5.11 pixels, whichever way the picture is turned`() {
        let small = PixelSize(width: 300, height: 200)
        let large = PixelSize(width: 4000, height: 3000)
        let rules = SelectionRules(minimumSize: small, maximumSize: large)
        func check(_ width: Int, _ height: Int) -> SelectionRefusal? {
            refusal(.sample("a", size: PixelSize(width: width, height: height)), rules)
        }
        #expect(check(300, 200) == nil)
        #expect(check(200, 300) == nil)
        #expect(check(3000, 4000) == nil)
        #expect(check(299, 200) == .tooSmall(limit: small))
        #expect(check(4000, 199) == .tooSmall(limit: small))
        #expect(check(4001, 300) == .tooLarge(limit: large))
        #expect(check(3001, 3001) == .tooLarge(limit: large))
    }

    @Test func `5.11 a kind may have a limit of its own`() {
        let rules = SelectionRules(maximum: 9, maximumByKind: [.video: 1])
        #expect(refusal(.sample("b", .video), rules, beside: .sample("a", .photo)) == nil)
        #expect(refusal(.sample("b", .video), rules, beside: .sample("a", .video)) == .limitOfKindReached(.video, 1))
        #expect(refusal(.sample("b", .photo), rules, beside: .sample("a", .video)) == nil)
        #expect(SelectionRefusal.limitOfKindReached(.video, 1).text(.english) == "At most 1 video")
        #expect(SelectionRefusal.limitOfKindReached(.livePhoto, 2).text(.english) == "At most 2 live photos")
    }

    @Test func `5.11 videos beside pictures only where they may be mixed`() {
        let rules = SelectionRules(maximum: 9, allowsMixing: false)
        #expect(refusal(.sample("b", .video), rules, beside: .sample("a", .photo)) == .kindsNotTogether)
        #expect(refusal(.sample("b", .livePhoto), rules, beside: .sample("a", .video)) == .kindsNotTogether)
        #expect(refusal(.sample("b", .livePhoto), rules, beside: .sample("a", .photo)) == nil)
    }

    @Test func `4.4 what is attached already may be forbidden`() {
        let rules = SelectionRules(maximum: 9, excluded: ["a"])
        #expect(refusal(.sample("a"), rules) == .alreadyChosen("a"))
        #expect(refusal(.sample("b"), rules) == nil)
    }

    @Test func `4.5 the number told is the grid's own`() {
        let rules = SelectionRules(maximum: 2, announcedMaximum: 6)
        let refusal = refusal(.sample("c"), rules, beside: .sample("a"), .sample("b"))
        #expect(refusal == .limitReached(6))
        #expect(refusal?.text(.english) == "At most 6")
        #expect(refusal?.text(.simplifiedChinese) == "一次最多上传 6 张图片")
    }

    static let refusals: [SelectionRefusal] = [
        .limitReached(3), .limitOfKindReached(.photo, 1), .limitOfKindReached(.video, 2),
        .limitOfKindReached(.livePhoto, 3), .kindNotAllowed(.photo), .kindNotAllowed(.video),
        .kindNotAllowed(.livePhoto), .kindsNotTogether, .tooManyBytes(limit: 1), .tooLong(limit: 1),
        .tooShort(limit: 2),
        .tooLarge(limit: PixelSize(width: 1, height: 1)), .tooSmall(limit: PixelSize(width: 2, height: 2)),
        .alreadyChosen("a"), .vetoed("Not this one"), .gone("b"),
    ]

    @Test(arguments: [Texts.english, .simplifiedChinese, .traditionalChinese])
    func `5.11 each reason has a text of its own, with its limit filled in`(_ texts: Texts) {
        let told = Self.refusals.map { $0.text(texts) }
        #expect(Set(told).count == told.count)
        for text in told { #expect(!text.isEmpty && !text.contains("{")) }
    }

    @Test func `each reason has a code and a sentence`() {
        #expect(SelectionRefusal.limitReached(6).code == .limitReached)
        #expect(SelectionRefusal.limitReached(6).message == "At most 6.")
        #expect(SelectionRefusal.tooLong(limit: 15).code == .tooLarge)
        #expect(SelectionRefusal.gone("a").code == .itemGone)
        #expect(SelectionRefusal.vetoed("No").code == .notPermitted)
        #expect(SelectionRefusal.notSelected("a").subject == "a")
        #expect(SelectionRefusal.limitReached(6).subject == nil)
    }
}
