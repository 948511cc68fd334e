/// The bar beside a grid that leads to any date: positions from 0 to 1, and what they mean. A position counts assets, not time, so that
/// it moves evenly while one scrolls.
public struct DateScrubber: Sendable, Hashable {
    /// A year on the bar.
    public struct Mark: Sendable, Hashable {
        /// From 0 at the beginning to 1 at the end.
        public var position: Double
        /// Such as "2024".
        public var label: String
    }

    private let sections: GridSections

    /// A bar for those sections.
    public init(_ sections: GridSections) {
        self.sections = sections
    }

    /// Whether there is anything to scrub: several days.
    public var isUseful: Bool { sections.count > 1 }

    /// The place that a position leads to, clamped; nil for an empty grid.
    public func index(at position: Double) -> Int? {
        guard sections.assetCount > 0 else { return nil }
        let clamped = position.isNaN ? 0 : min(max(0, position), 1)
        return min(Int((clamped * Double(sections.assetCount - 1)).rounded()), sections.assetCount - 1)
    }

    /// The position of a place: 0 for the first asset and 1 for the last.
    public func position(of index: Int) -> Double {
        guard sections.assetCount > 1 else { return 0 }
        return Double(min(max(0, index), sections.assetCount - 1)) / Double(sections.assetCount - 1)
    }

    /// What a position says while it is held: "June 2024"; nil where days are not known.
    public func label(at position: Double, _ texts: Texts) -> String? {
        index(at: position).flatMap(sections.day(of:)).map(texts.month(ofDay:))
    }

    /// The years, where each begins, at least so far apart; the later ones of a crowd are left out.
    public func marks(_ texts: Texts, leastDistance: Double = 0.05) -> [Mark] {
        var marks: [Mark] = []
        var lastYear: Int?
        for number in 0..<sections.count {
            guard let day = sections[number].day else { continue }
            let year = CivilDay.date(days: day).year
            guard year != lastYear else { continue }
            lastYear = year
            let position = position(of: sections[number].range.lowerBound)
            if let last = marks.last, position - last.position < leastDistance { continue }
            marks.append(Mark(position: position, label: texts.year(ofDay: day)))
        }
        return marks
    }
}
