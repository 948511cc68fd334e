import Filmstrip
import Foundation
import Testing

@Suite struct GridSectionsTests {
    private let sections = GridSections([
        DayCount(day: 9, count: 5), DayCount(day: 8, count: 0), DayCount(day: 7, count: 2),
    ])

    @Test func `5.8 each day with pictures is a section`() {
        #expect(sections.count == 2)
        #expect(sections.assetCount == 7)
        #expect(sections[0].day == 9)
        #expect(sections[0].range == 0..<5)
        #expect(sections[1].day == 7)
        #expect(sections[1].range == 5..<7)
    }

    @Test func `places and positions lead to each other`() {
        for index in 0..<7 {
            let position = sections.position(of: index)
            #expect(position.flatMap { sections.index(section: $0.section, item: $0.item) } == index)
        }
        #expect(sections.section(of: 4) == 0)
        #expect(sections.section(of: 5) == 1)
        #expect(sections.day(of: 6) == 7)
        for outside in [-1, 7, .max] {
            #expect(sections.section(of: outside) == nil)
            #expect(sections.position(of: outside) == nil)
            #expect(sections.day(of: outside) == nil)
        }
        #expect(sections.index(section: 0, item: 5) == nil)
        #expect(sections.index(section: 2, item: 0) == nil)
        #expect(sections.index(section: -1, item: 0) == nil)
    }

    @Test func `a single section has no heading`() {
        let single = GridSections(count: 4)
        #expect(single.count == 1)
        #expect(single[0].day == nil)
        #expect(single[0].range == 0..<4)
        #expect(single.day(of: 2) == nil)
        #expect(GridSections(count: 0).count == 0)
        #expect(GridSections(count: -3).assetCount == 0)
    }

    @Test func `a fetch that does not know its days is a single section`() async throws {
        struct Undated: AssetFetch {
            var count: Int { 3 }
            var countByKind: [MediaKind: Int] { [:] }
            var days: [DayCount] { [DayCount(day: 1, count: 2)] }
            func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] { [] }
            func index(of id: AssetID) async throws(LibraryError) -> Int? { nil }
            func index(at date: Date) async throws(LibraryError) -> Int { 0 }
        }
        #expect(GridSections(of: Undated()) == GridSections(count: 3))
        let fetch = try await ShelfLibrary(count: 5).fetch(AssetQuery())
        #expect(GridSections(of: fetch).count == 2)
        #expect(GridSections(of: fetch, byDay: false) == GridSections(count: 5))
    }
}

@Suite struct GridDensityTests {
    private let phone = CGSize(width: 360, height: 640)
    private let turned = CGSize(width: 640, height: 360)

    @Test func `4.2 there are 4 columns in portrait and 7 in landscape`() {
        #expect(GridDensity().columns(in: phone) == 4)
        #expect(GridDensity().columns(in: turned) == 7)
        let own = GridDensity(portraitColumns: 3, landscapeColumns: 0)
        #expect(own.columns(in: phone) == 3)
        #expect(own.columns(in: CGSize(width: 200, height: 100)) == 1)
    }

    @Test func `a wide screen has more columns rather than huge tiles`() {
        #expect(GridDensity().columns(in: CGSize(width: 2560, height: 1400)) == 12)
        #expect(GridDensity(largestCell: 400).columns(in: CGSize(width: 2560, height: 1400)) == 7)
        #expect(GridDensity().columns(in: CGSize(width: CGFloat.infinity, height: 1)) == 7)
        #expect(GridDensity().columns(in: .zero) == 4)
    }

    @Test func `5.8 steps make tiles larger and smaller, as far as there are some`() {
        var density = GridDensity()
        var seen = [density.columns(in: phone)]
        while density.take(-1) { seen.append(density.columns(in: phone)) }
        #expect(seen == [4, 3, 2, 1])
        #expect(!density.canStep(-1, in: phone))
        #expect(density.canStep(1, in: phone))
        density.take(100)
        #expect(density.columns(in: phone) == 8)
        #expect(density.columns(in: turned) == 15)
        #expect(!density.canStep(1, in: phone))
    }

    @Test func `5.8 Ctrl and the wheel step by notches, and parts of notches add up`() {
        var density = GridDensity()
        let turns = [0.4, 0.4, 0.4].map { density.turn($0) }
        #expect(turns == [false, false, true])
        #expect(density.step == 1)
        density.rest()
        let back = [-0.9, -0.2].map { density.turn($0) }
        #expect(back == [false, true])
        #expect(density.step == 0)
        let nonsense = density.turn(.nan)
        #expect(!nonsense)
    }

    @Test func `5.8 fingers that move apart make tiles larger, one step for each 1.3`() {
        var density = GridDensity()
        let factors = Array(repeating: 1.1, count: 6).map { density.pinch($0) }
        // 1.1 to the third is 1.331, and to the sixth 1.772.
        #expect(factors == [false, false, true, false, false, true])
        #expect(density.step == -2)
        let together = density.pinch(1 / 1.5)
        #expect(together)
        #expect(density.step == -1)
        for nonsense in [0, -1, Double.nan, .infinity] {
            let changed = density.pinch(nonsense)
            #expect(!changed)
        }
    }

    @Test func `at the last step nothing is saved up for the way back`() {
        var density = GridDensity()
        density.take(-9)
        for _ in 0..<20 { density.pinch(1.25) }
        let back = density.pinch(1 / 1.31)
        #expect(back)
        #expect(density.step == -2)
    }
}

@Suite struct AutoScrollTests {
    @Test func `5.8 in the middle nothing scrolls by itself`() {
        for position in [72.0, 200, 400, 528] { #expect(AutoScroll.speed(at: position, viewLength: 600) == 0) }
    }

    @Test func `5.8 the nearer to an edge, the faster, and gently at first`() {
        let positions = [70.0, 50, 30, 10, 0]
        let up = positions.map { AutoScroll.speed(at: $0, viewLength: 600) }
        #expect(up == up.sorted(by: >))
        #expect(up.allSatisfy { $0 < 0 })
        #expect(up[0] > -5)
        #expect(up[4] == -AutoScroll.topSpeed)
        let down = positions.map { AutoScroll.speed(at: 600 - $0, viewLength: 600) }
        #expect(zip(up, down).allSatisfy { abs($0 + $1) < 1e-9 })
    }

    @Test func `5.8 beyond an edge it is as fast as at the edge`() {
        #expect(AutoScroll.speed(at: -500, viewLength: 600) == -AutoScroll.topSpeed)
        #expect(AutoScroll.speed(at: 5000, viewLength: 600) == AutoScroll.topSpeed)
    }

    @Test func `a small view keeps a middle, and nonsense does not scroll`() {
        #expect(AutoScroll.speed(at: 50, viewLength: 100) == 0)
        #expect(AutoScroll.speed(at: 0, viewLength: 0) == 0)
        #expect(AutoScroll.speed(at: .nan, viewLength: 600) == 0)
    }
}

@Suite struct DateScrubberTests {
    /// 2024-06-30 is day 19904.
    private let scrubber = DateScrubber(
        GridSections([
            DayCount(day: 19_904, count: 10), DayCount(day: 19_900, count: 30), DayCount(day: 19_600, count: 50),
            DayCount(day: 19_000, count: 1), DayCount(day: 18_999, count: 10),
        ]))

    @Test func `5.8 a position leads to a place, and a place has a position`() {
        #expect(scrubber.index(at: 0) == 0)
        #expect(scrubber.index(at: 1) == 100)
        #expect(scrubber.index(at: 0.5) == 50)
        for index in 0...100 { #expect(scrubber.index(at: scrubber.position(of: index)) == index) }
        #expect(scrubber.index(at: -3) == 0)
        #expect(scrubber.index(at: 7) == 100)
        #expect(scrubber.index(at: .nan) == 0)
        #expect(scrubber.position(of: 999) == 1)
    }

    @Test func `5.8 a position says its month, in the user's language`() {
        #expect(scrubber.label(at: 0, .english) == "June 2024")
        #expect(scrubber.label(at: 0.5, .simplifiedChinese) == "2023年8月")
        #expect(scrubber.label(at: 1, .traditionalChinese) == "2022年1月")
    }

    @Test func `5.8 years are marked where they begin, and crowds are thinned`() {
        #expect(scrubber.marks(.english).map(\.label) == ["2024", "2023", "2022"])
        #expect(scrubber.marks(.english).map(\.position) == [0, 0.4, 0.9])
        #expect(scrubber.marks(.english, leastDistance: 0.6).map(\.label) == ["2024", "2022"])
    }

    @Test func `an empty grid, one day, and no days have nothing to scrub`() {
        let empty = DateScrubber(GridSections(count: 0))
        #expect(empty.index(at: 0.5) == nil)
        #expect(empty.position(of: 3) == 0)
        #expect(empty.label(at: 0, .english) == nil)
        #expect(!empty.isUseful)
        let undated = DateScrubber(GridSections(count: 9))
        #expect(undated.label(at: 0, .english) == nil)
        #expect(undated.marks(.english).isEmpty)
        #expect(!undated.isUseful)
        #expect(scrubber.isUseful)
    }
}
