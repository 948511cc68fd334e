/// The sections of a grid: one for each day, or a single one without a heading. Knows where each begins, so that a place is found in a
/// few steps however many there are.
public struct GridSections: Sendable, Hashable {
    /// One section.
    public struct Section: Sendable, Hashable {
        /// Its day, counted as `DayCount.day`; nil for a section without a heading.
        public var day: Int?
        /// The places of its assets in the whole grid.
        public var range: Range<Int>
    }

    private let days: [DayCount]
    /// Where each section begins, and where the last one ends.
    private let starts: [Int]

    /// One section for each day.
    public init(_ days: [DayCount]) {
        self.days = days.filter { $0.count > 0 }
        var starts = [0]
        starts.reserveCapacity(self.days.count + 1)
        for day in self.days { starts.append(starts[starts.count - 1] + day.count) }
        self.starts = starts
    }

    /// A single section without a heading.
    public init(count: Int) {
        days = []
        starts = count > 0 ? [0, count] : [0]
    }

    /// The sections of a fetch: by day where it knows its days wholly, else a single one.
    public init(of fetch: any AssetFetch, byDay: Bool = true) {
        let days = byDay ? GridSections(fetch.days) : GridSections(count: 0)
        self = days.assetCount == fetch.count ? days : GridSections(count: fetch.count)
    }

    /// How many sections there are.
    public var count: Int { starts.count - 1 }

    /// How many assets all of them have.
    public var assetCount: Int { starts[starts.count - 1] }

    /// The section of that number, from 0.
    public subscript(section: Int) -> Section {
        Section(day: days.isEmpty ? nil : days[section].day, range: starts[section]..<starts[section + 1])
    }

    /// The number of the section that holds a place; nil outside.
    public func section(of index: Int) -> Int? {
        guard index >= 0, index < assetCount else { return nil }
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// The section and the place in it; nil outside.
    public func position(of index: Int) -> (section: Int, item: Int)? {
        section(of: index).map { ($0, index - starts[$0]) }
    }

    /// The place of an item of a section; nil outside.
    public func index(section: Int, item: Int) -> Int? {
        guard section >= 0, section < count, item >= 0, item < starts[section + 1] - starts[section] else { return nil }
        return starts[section] + item
    }

    /// The day of a place; nil outside, and where days are not known.
    public func day(of index: Int) -> Int? { section(of: index).flatMap { self[$0].day } }
}
