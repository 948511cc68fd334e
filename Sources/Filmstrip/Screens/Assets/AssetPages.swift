import Foundation
public import Observation

/// The assets of a fetch, loaded a page at a time around what is seen, the newest wish first. A million cost as much as a screen.
///
/// Main actor. Whoever draws a place asks `asset(at:)`, which is observed page by page, so that a page that arrives wakes only those
/// who draw something of it.
@MainActor @Observable public final class AssetPages {
    /// The assets of one page; empty until they are there.
    @MainActor @Observable final class Page {
        var assets: [Asset] = []
    }

    /// How many assets a page has.
    public let pageLength: Int
    /// How many there are.
    public private(set) var count = 0
    /// Counts the fetches: whatever is known by place is true for one of them only.
    public private(set) var revision = 0
    /// The last thing that went wrong while loading a page; nil when all is well. `itemGone` means that the fetch is too old.
    public private(set) var problem: LibraryError?
    @ObservationIgnored private(set) var fetch: any AssetFetch
    @ObservationIgnored private var pages: [Int: Page] = [:]
    @ObservationIgnored private var schedule: PageSchedule
    @ObservationIgnored private let tasks = TaskBag<PageSchedule.Load>()
    @ObservationIgnored private var waiting: [(page: Int, CheckedContinuation<Void, Never>)] = []

    /// Nothing yet.
    /// - Parameters:
    ///   - pageLength: how many assets are loaded at a time; 60 by default, about a screen of them.
    ///   - keptPages: how many pages are kept at most; 24 by default.
    public init(pageLength: Int = 60, keptPages: Int = 24) {
        self.pageLength = max(1, pageLength)
        schedule = PageSchedule(keptPages: keptPages)
        fetch = FixedFetch([])
    }

    /// A list that is there already, such as what is chosen.
    public convenience init(_ assets: [Asset]) {
        self.init()
        fetch = FixedFetch(assets)
        count = assets.count
        for start in stride(from: 0, to: assets.count, by: pageLength) {
            let page = start / pageLength
            self.page(page).assets = Array(assets[start..<min(start + pageLength, assets.count)])
            _ = schedule.arrived(page)
        }
    }

    // MARK: Reading

    /// The asset at a place; nil outside, and until it is loaded. Loads nothing: `show` does.
    public func asset(at index: Int) -> Asset? {
        guard index >= 0, index < count else { return nil }
        let assets = page(index / pageLength).assets
        let place = index % pageLength
        return place < assets.count ? assets[place] : nil
    }

    /// The assets at those places, loaded if they have to be. Without waiting where all are there.
    /// - Throws: what the library says; `itemGone` where the fetch is too old.
    public func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        let range = range.clamped(to: 0..<count)
        if let known = known(in: range) { return known }
        return try await fetch.assets(in: range)
    }

    /// The assets at those places when all of them are there; nil when one is missing.
    public func known(in range: Range<Int>) -> [Asset]? {
        var assets: [Asset] = []
        assets.reserveCapacity(range.count)
        for index in range {
            guard let asset = asset(at: index) else { return nil }
            assets.append(asset)
        }
        return assets
    }

    /// The place of an asset, nil when it is not there: first looked for among those that are loaded.
    public func index(of id: AssetID) async throws(LibraryError) -> Int? {
        for (number, page) in pages {
            if let place = page.assets.firstIndex(where: { $0.id == id }) { return number * pageLength + place }
        }
        return try await fetch.index(of: id)
    }

    // MARK: Loading

    /// Says what is seen now: those pages are loaded first, then their neighbours; others that wait are forgotten, with all who wait
    /// for them, and what is far away is let go.
    public func show(_ visible: Range<Int>) {
        let visible = visible.clamped(to: 0..<count)
        guard !visible.isEmpty else { return }
        let pages = visible.lowerBound / pageLength...(visible.upperBound - 1) / pageLength
        schedule.show(pages, of: (count + pageLength - 1) / pageLength)
        for evicted in schedule.evicted() { self.pages[evicted]?.assets = [] }
        load()
        wake { !schedule.isWanted($0) }
    }

    /// Waits until the asset at a place is loaded, cannot be, or is scrolled out of sight. Returns at once when it is there or nobody
    /// has asked for it.
    public func settled(at index: Int) async {
        let number = index / pageLength
        guard schedule.isWanted(number) else { return }
        await withCheckedContinuation { waiting.append((number, $0)) }
    }

    /// Another fetch with the pages around what is seen, ready to be put in place of this one.
    struct Prepared {
        let fetch: any AssetFetch
        fileprivate let pages: [Int: [Asset]]
        fileprivate let shown: Range<Int>
    }

    /// Puts another fetch in place of this one, with the pages around what is seen loaded already, so that nothing flickers.
    /// - Throws: what the library says; then all stays as it is.
    func replace(with fetch: any AssetFetch, showing visible: Range<Int>) async throws(LibraryError) {
        take(try await prepare(fetch, showing: visible))
    }

    /// Loads the pages of another fetch that are seen first, and changes nothing.
    func prepare(_ fetch: any AssetFetch, showing visible: Range<Int>) async throws(LibraryError) -> Prepared {
        let count = fetch.count
        var loaded: [Int: [Asset]] = [:]
        let visible = visible.clamped(to: 0..<count)
        let shown = visible.isEmpty ? 0..<min(count, pageLength) : visible
        if !shown.isEmpty {
            let first = shown.lowerBound / pageLength * pageLength
            let last = min(count, ((shown.upperBound - 1) / pageLength + 1) * pageLength)
            let assets = try await fetch.assets(in: first..<last)
            guard assets.count == last - first else { throw .itemGone("") }
            for start in stride(from: first, to: last, by: pageLength) {
                loaded[start / pageLength] = Array(assets[start - first..<min(start + pageLength, last) - first])
            }
        }
        return Prepared(fetch: fetch, pages: loaded, shown: shown)
    }

    /// Puts a fetch that is ready in place of this one.
    func take(_ prepared: Prepared) {
        commit(prepared.fetch, prepared.pages)
        if !prepared.shown.isEmpty { show(prepared.shown) }
    }

    /// Reads a list anew after a change of the library that it came from: what is gone is left out, what cannot be read stays as it is.
    package func reread(from store: any AssetStore) async {
        do throws(LibraryError) {
            let known = try await fetch.assets(in: 0..<count)
            var assets: [Asset] = []
            for asset in known {
                do throws(LibraryError) {
                    if let now = try await store.asset(asset.id) { assets.append(now) }
                } catch {
                    assets.append(asset)
                }
            }
            guard assets != known else { return }
            try await replace(with: FixedFetch(assets), showing: 0..<assets.count)
        } catch {
            // A list that cannot be read stays as it is.
            return
        }
    }

    /// Nothing any more.
    func clear() {
        guard count > 0 || !pages.isEmpty else { return }
        commit(FixedFetch([]), [:])
    }

    private func commit(_ fetch: any AssetFetch, _ loaded: [Int: [Asset]]) {
        for load in schedule.reset() { tasks.cancel(load) }
        self.fetch = fetch
        for (number, page) in pages where !(loaded[number] == nil && page.assets.isEmpty) {
            page.assets = loaded[number] ?? []
        }
        for (number, assets) in loaded {
            page(number).assets = assets
            _ = schedule.arrived(number)
        }
        if problem != nil { problem = nil }
        if count != fetch.count { count = fetch.count }
        revision += 1
        wake { _ in true }
    }

    private func page(_ number: Int) -> Page {
        if let page = pages[number] { return page }
        let page = Page()
        pages[number] = page
        return page
    }

    private func load() {
        while let load = schedule.next() {
            let range = load.page * pageLength..<min((load.page + 1) * pageLength, count)
            let task = Task { [weak self, fetch] in
                let result: Result<[Asset], LibraryError>
                do throws(LibraryError) {
                    result = .success(try await fetch.assets(in: range))
                } catch {
                    result = .failure(error)
                }
                self?.take(result, load, wanted: range.count)
            }
            tasks.keep(task, as: load)
        }
    }

    private func take(_ result: Result<[Asset], LibraryError>, _ load: PageSchedule.Load, wanted: Int) {
        tasks.forget(load)
        guard schedule.ended(load) else { return }
        switch result {
        // A snapshot that lost some of its assets is too old; places are no longer true.
        case .success(let assets) where assets.count != wanted:
            problem = .itemGone("")
            schedule.failed(load.page)
        case .success(let assets):
            page(load.page).assets = assets
            for evicted in schedule.arrived(load.page) { pages[evicted]?.assets = [] }
        case .failure(let error):
            problem = error
            schedule.failed(load.page)
        }
        wake { $0 == load.page }
        self.load()
    }

    private func wake(_ isMeant: (Int) -> Bool) {
        let ready = waiting.filter { isMeant($0.page) }
        waiting.removeAll { isMeant($0.page) }
        for (_, continuation) in ready { continuation.resume() }
    }
}

/// A fetch of assets that are at hand.
struct FixedFetch: AssetFetch {
    let all: [Asset]

    init(_ assets: [Asset]) { all = assets }

    var count: Int { all.count }
    var countByKind: [MediaKind: Int] { Dictionary(grouping: all, by: \.kind).mapValues(\.count) }
    var days: [DayCount] { [] }

    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        Array(all[range.clamped(to: 0..<all.count)])
    }

    func index(of id: AssetID) async throws(LibraryError) -> Int? { all.firstIndex { $0.id == id } }

    func index(at date: Date) async throws(LibraryError) -> Int {
        all.firstIndex { $0.date.instant <= date } ?? all.count
    }
}
