import Filmstrip
import Foundation

/// A library that a screen's test holds in its hand: assets and albums that change on command, fetches that wait or fail, and a record
/// of what was asked for.
final class ShelfLibrary: PhotoLibrary, Sendable {
    struct State {
        var assets: [Asset]
        var albums: [Album] = [Album(id: .smart(.recents), kind: .smart(.recents), title: "recents")]
        var members: [Album.ID: Set<AssetID>] = [:]
        var error: LibraryError?
        var pageError: LibraryError?
        var holdsPages = false
        var holdsTitles = false
        var held: [CheckedContinuation<Void, Never>] = []
        var fetches: [AssetQuery] = []
        var loads: [Range<Int>] = []
        var titleLoads = 0
    }

    let state: Locked<State>
    private let hub = StreamHub<LibraryChange>()

    init(_ assets: [Asset] = []) {
        state = Locked(State(assets: assets))
    }

    /// So many photos of one day each third, newest first, named "0", "1", …
    convenience init(count: Int) {
        self.init((0..<count).map { .dated(AssetID("\($0)"), day: 20_000 - $0 / 3) })
    }

    var fetches: [AssetQuery] { state.withLock { $0.fetches } }
    /// The ranges that fetches were asked for, in order.
    var loads: [Range<Int>] { state.withLock { $0.loads } }
    var listeners: Int { hub.listenerCount }

    func fail(_ error: LibraryError?) { state.withLock { $0.error = error } }
    func failPages(_ error: LibraryError?) { state.withLock { $0.pageError = error } }

    /// Whether pages wait until this is false again.
    func holdPages(_ holds: Bool) {
        let held = state.withLock { state in
            state.holdsPages = holds
            defer { if !holds { state.held = [] } }
            return holds ? [] : state.held
        }
        for page in held { page.resume() }
    }

    /// Whether the list of albums waits until this is false again.
    func holdTitles(_ holds: Bool) {
        state.withLock { $0.holdsTitles = holds }
        if !holds { holdPages(false) }
    }

    func change(_ change: LibraryChange, _ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        hub.send(change)
    }

    func remove(_ ids: AssetID...) {
        change(LibraryChange(removed: ids)) { $0.assets.removeAll { ids.contains($0.id) } }
    }

    func albums() async throws(LibraryError) -> [Album] {
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                state.titleLoads += 1
                if state.holdsTitles { state.held.append(continuation) }
                return !state.holdsTitles
            }
            if mayGo { continuation.resume() }
        }
        return try state.withLock { state -> Result<[Album], LibraryError> in
            state.error.map(Result.failure) ?? .success(state.albums)
        }.get()
    }

    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch {
        let found = state.withLock { state -> Result<[Asset], LibraryError> in
            state.fetches.append(query)
            if let error = state.error { return .failure(error) }
            return .success(
                state.assets.filter { asset in
                    query.kinds.contains(asset.kind) && state.members[query.album]?.contains(asset.id) ?? true
                        && (query.nameContains.map { asset.fileName.contains($0) } ?? true)
                })
        }
        return ShelfFetch(library: self, all: try found.get())
    }

    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? {
        state.withLock { state in state.assets.first { $0.id == id } }
    }

    func changes() -> AsyncStream<LibraryChange> { hub.stream() }

    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        AsyncThrowingStream { $0.finish(throwing: LibraryError.itemGone(id)) }
    }

    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        AsyncThrowingStream { $0.finish(throwing: LibraryError.itemGone(id)) }
    }

    func add(_ media: NewMedia, toAlbumTitled title: String?) async throws(LibraryError) -> Asset {
        let asset = state.withLock { state in
            let asset = Asset.dated(AssetID("added-\(state.assets.count)"), day: 20_001)
            state.assets.insert(asset, at: 0)
            return asset
        }
        hub.send(LibraryChange(added: [asset.id]))
        return asset
    }

    fileprivate func load(_ range: Range<Int>) async throws(LibraryError) {
        await withCheckedContinuation { continuation in
            let mayGo = state.withLock { state in
                state.loads.append(range)
                if state.holdsPages { state.held.append(continuation) }
                return !state.holdsPages
            }
            if mayGo { continuation.resume() }
        }
        if let error = state.withLock({ $0.pageError }) { throw error }
    }
}

struct ShelfFetch: AssetFetch {
    let library: ShelfLibrary
    let all: [Asset]

    var count: Int { all.count }
    var countByKind: [MediaKind: Int] { Dictionary(grouping: all, by: \.kind).mapValues(\.count) }
    var days: [DayCount] {
        var days: [DayCount] = []
        for asset in all {
            let day = Int(asset.date.instant.timeIntervalSince1970 / 86_400)
            if days.last?.day == day {
                days[days.count - 1].count += 1
            } else {
                days.append(DayCount(day: day, count: 1))
            }
        }
        return days
    }

    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        try await library.load(range)
        return Array(all[range.clamped(to: 0..<all.count)])
    }

    func index(of id: AssetID) async throws(LibraryError) -> Int? { all.firstIndex { $0.id == id } }

    func index(at date: Date) async throws(LibraryError) -> Int {
        all.firstIndex { $0.date.instant <= date } ?? all.count
    }
}

extension Asset {
    /// A photo taken at noon of a day.
    static func dated(_ id: AssetID, day: Int, _ kind: MediaKind = .photo, duration: Double? = nil) -> Asset {
        var asset = sample(id, kind, duration: duration)
        asset.date.instant = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200)
        asset.date.offsetFromUTC = 0
        asset.fileName = "IMG_\(id).JPG"
        return asset
    }
}

/// Waits until something holds, letting others go on. The suite's time limit, which cancels, ends what never comes.
@MainActor func until(_ condition: @MainActor () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Lets everything that can go on go on, for tests of what does *not* happen.
@MainActor func settle() async {
    for _ in 0..<200 { await Task.yield() }
}
