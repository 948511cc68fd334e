/// Which pages are loaded next, and which are let go. A pure value: `AssetPages` carries it out.
struct PageSchedule {
    /// A page on its way. Its number tells it from an earlier try for the same page.
    struct Load: Hashable, Sendable {
        let page: Int
        let number: Int
    }

    /// So many are on their way together.
    static let concurrentLoads = 2

    /// How many pages are kept at most; what is seen is kept whatever this says.
    let keptPages: Int
    /// Those that wait, the next one last.
    private(set) var wanted: [Int] = []
    private(set) var running: Set<Load> = []
    private(set) var loaded: Set<Int> = []
    private var visible = 0...0
    private var failures: Set<Int> = []
    private var lastNumber = 0

    init(keptPages: Int) {
        self.keptPages = max(3, keptPages)
    }

    /// What is seen now. What waited and is not near any more waits no longer; what failed is tried again when it is seen anew.
    mutating func show(_ pages: ClosedRange<Int>, of count: Int) {
        if pages != visible { failures = [] }
        visible = pages
        let near = [pages.upperBound + 1, pages.lowerBound - 1].filter { $0 >= 0 && $0 < count }
        // The last of the list is the next, so: neighbours first, and the middle of what is seen in the end.
        let middle = (pages.lowerBound + pages.upperBound) / 2
        let seen = pages.sorted { abs($0 - middle) > abs($1 - middle) }
        wanted = (near.reversed() + seen).filter { page in
            !loaded.contains(page) && !failures.contains(page) && !running.contains { $0.page == page }
        }
    }

    /// The next page to load; nil when none waits, or enough are on their way.
    mutating func next() -> Load? {
        guard running.count < Self.concurrentLoads, let page = wanted.popLast() else { return nil }
        lastNumber += 1
        let load = Load(page: page, number: lastNumber)
        running.insert(load)
        return load
    }

    /// Notes that a try has ended; false when nobody waits for it any more.
    mutating func ended(_ load: Load) -> Bool { running.remove(load) != nil }

    /// Notes that a page is there, and says which ones to let go.
    mutating func arrived(_ page: Int) -> [Int] {
        loaded.insert(page)
        return evicted()
    }

    /// Notes that a page could not be loaded.
    mutating func failed(_ page: Int) { failures.insert(page) }

    /// Whether somebody waits for a page.
    func isWanted(_ page: Int) -> Bool { wanted.contains(page) || running.contains { $0.page == page } }

    /// The pages to let go: the farthest from what is seen.
    mutating func evicted() -> [Int] {
        let surplus = loaded.count - keptPages
        guard surplus > 0 else { return [] }
        func distance(_ page: Int) -> Int { max(visible.lowerBound - page, page - visible.upperBound, 0) }
        let far = loaded.filter { distance($0) > 1 }.sorted { distance($0) > distance($1) }.prefix(surplus)
        loaded.subtract(far)
        return Array(far)
    }

    /// Forgets all; what is on its way is not waited for any more.
    mutating func reset() -> Set<Load> {
        defer { (wanted, running, loaded, failures) = ([], [], [], []) }
        return running
    }
}
