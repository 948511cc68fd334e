import Foundation

/// Who waits for which thumbnail, and what runs: the bookkeeping of `ThumbnailLoader`, which guards it.
struct ThumbnailDesk {
    typealias Listener = AsyncThrowingStream<Thumbnail, any Error>.Continuation
    typealias Key = ThumbnailLoader.Key

    private struct Request {
        var listeners: [UInt64: Listener] = [:]
        var priority: ThumbnailPriority
        var ticket: Backlog<ThumbnailPriority, Key>.Ticket
        /// The number of the run that answers; 0 while it waits.
        var run: UInt64 = 0
        var task: Task<Void, Never>?
        var last: Thumbnail?
    }

    private var backlog: Backlog<ThumbnailPriority, Key>
    private var cache: ByteBoundedCache<Key, Thumbnail>
    private var requests: [Key: Request] = [:]
    private var runs: [UInt64: Backlog<ThumbnailPriority, Key>.Ticket] = [:]
    private var lastNumber: UInt64 = 0
    /// Counts what was forgotten; the count at which each asset was, and all others.
    private(set) var changes = 0
    private var versions: [AssetID: Int] = [:]
    private var oldest = 0
    /// So many assets are told apart; more are taken for changed all.
    private static let mostVersions = 10_000

    init(memoryLimit: Int, concurrentRequests: Int) {
        backlog = Backlog(budget: concurrentRequests)
        cache = ByteBoundedCache(limit: memoryLimit)
    }

    /// Bytes of thumbnails in memory.
    var memoryUse: Int { cache.byteCount }
    /// How many requests wait or run.
    var requestCount: Int { requests.count }

    mutating func trim(to byteCount: Int) { cache.trim(to: byteCount) }

    mutating func cached(_ key: Key) -> Thumbnail? { cache.value(for: key) }

    /// When an asset has changed last, as far as that is known.
    func version(of id: AssetID) -> Int { versions[id] ?? oldest }

    /// Takes a listener in, or answers it at once. The number under which it can leave; nil when it has its answer.
    mutating func add(_ listener: Listener, _ key: Key, _ priority: ThumbnailPriority) -> UInt64? {
        if let thumbnail = cache.value(for: key) {
            listener.yield(thumbnail)
            listener.finish()
            return nil
        }
        lastNumber += 1
        if var request = requests[key] {
            if let last = request.last { listener.yield(last) }
            request.listeners[lastNumber] = listener
            if request.run == 0, priority >= request.priority {
                // Asked for again means wanted now.
                request.priority = priority
                _ = backlog.remove(request.ticket)
                request.ticket = backlog.add(key, rank: priority, cost: cost(priority))
            }
            requests[key] = request
        } else {
            let ticket = backlog.add(key, rank: priority, cost: cost(priority))
            requests[key] = Request(listeners: [lastNumber: listener], priority: priority, ticket: ticket)
        }
        return lastNumber
    }

    /// Takes a listener out; the task to cancel when it was the last.
    mutating func leave(_ key: Key, _ number: UInt64) -> Task<Void, Never>? {
        guard var request = requests[key], request.listeners.removeValue(forKey: number) != nil else { return nil }
        guard request.listeners.isEmpty else {
            requests[key] = request
            return nil
        }
        requests[key] = nil
        _ = backlog.remove(request.ticket)
        // What runs keeps its place until it has really ended.
        return request.task
    }

    /// The next request that may run, and the number of its run.
    mutating func next() -> (Key, UInt64)? {
        guard let (ticket, key) = backlog.next() else { return nil }
        lastNumber += 1
        requests[key]?.run = lastNumber
        runs[lastNumber] = ticket
        return (key, lastNumber)
    }

    /// Remembers the task of a run; false when nobody waits for it any more.
    mutating func note(_ task: Task<Void, Never>, _ key: Key, _ run: UInt64) -> Bool {
        // It may be over already.
        guard runs[run] != nil else { return true }
        guard requests[key]?.run == run else { return false }
        requests[key]?.task = task
        return true
    }

    /// Takes a thumbnail of a run. The listeners to hand it to, outside of any lock: whoever hands it to a task waits for those who
    /// cancel that task, and they wait for the lock.
    mutating func take(_ thumbnail: Thumbnail, _ key: Key, _ run: UInt64) -> [Listener] {
        guard var request = requests[key], request.run == run else { return [] }
        request.last = thumbnail
        requests[key] = request
        if !thumbnail.isDegraded {
            cache.keep(thumbnail, byteCount: thumbnail.frame.bytes.count, for: key)
        }
        return Array(request.listeners.values)
    }

    /// A run has ended. The listeners who are to be told: outside of any lock, because they answer at once.
    mutating func end(_ key: Key, _ run: UInt64) -> [Listener] {
        if let ticket = runs.removeValue(forKey: run) { backlog.end(ticket) }
        guard let request = requests[key], request.run == run else { return [] }
        requests[key] = nil
        return Array(request.listeners.values)
    }

    /// Lets go of changed and removed assets; who waits for one waits for a new run. The tasks to cancel.
    mutating func forget(_ change: LibraryChange) -> [Task<Void, Never>] {
        let gone = Set(change.changed + change.removed)
        func isGone(_ key: Key) -> Bool { change.isCoarse || gone.contains(key.id) }
        cache.removeAll(where: isGone)
        changes += 1
        for id in gone { versions[id] = changes }
        if change.isCoarse || versions.count > Self.mostVersions { (oldest, versions) = (changes, [:]) }
        var stopped: [Task<Void, Never>] = []
        for (key, var request) in requests where request.run != 0 && isGone(key) {
            if let task = request.task { stopped.append(task) }
            (request.run, request.task, request.last) = (0, nil, nil)
            request.ticket = backlog.add(key, rank: request.priority, cost: cost(request.priority))
            requests[key] = request
        }
        return stopped
    }

    private func cost(_ priority: ThumbnailPriority) -> Int {
        switch priority {
        case .visible: 1
        case .near: min(4, backlog.budget)
        case .idle: max(1, backlog.budget / 2)
        }
    }
}
