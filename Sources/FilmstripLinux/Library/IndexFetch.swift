import Filmstrip
import Foundation

/// A query over the index.
///
/// It holds the state of its opening for a minute; see `IndexSnapshot`. Once the library has told of a change and that
/// minute is over, the fetch shows the newer state at the old positions, and leaves out places that are gone. An index that
/// breaks meanwhile ends it with `indexDamaged`; see `LastingFetch`.
final class IndexFetch: AssetFetch {
    /// How the places of the query are found.
    enum Rows: Sendable {
        /// By the counts of a scope: the instants that are wanted, and the ranks of their first and last.
        case counted(scope: Int64, kinds: [Int64], instants: Range<Int64>, ranks: Range<Int>)
        /// By a list that was made at opening, for questions that have no counts; in the order of the fetch.
        case listed(keys: [IndexKey], localDays: [Int64: Int])
    }

    let count: Int
    let countByKind: [MediaKind: Int]
    let rows: Rows
    private let oldestFirst: Bool
    let snapshot: IndexSnapshot
    private let expiry: Task<Void, Never>
    /// Where the last page ended: the next one goes on from there.
    private let lastEnd = Locked<(position: Int, key: IndexKey)?>(nil)

    init(_ snapshot: IndexSnapshot, rows: Rows, countByKind: [MediaKind: Int], oldestFirst: Bool) {
        self.snapshot = snapshot
        self.rows = rows
        self.countByKind = countByKind
        self.oldestFirst = oldestFirst
        count = countByKind.values.reduce(0, +)
        expiry = Task.detached { [weak snapshot] in
            do { try await Task.sleep(for: IndexSnapshot.lifetime) } catch { return }
            snapshot?.expire()
        }
    }

    deinit {
        expiry.cancel()
    }

    var days: [DayCount] {
        let counts: [Int64: Int]
        switch rows {
        case .listed(_, let localDays): counts = localDays
        case .counted(let scope, let kinds, let instants, _):
            do {
                counts = try snapshot.read { database throws(DatabaseError) in
                    try positions(scope, kinds, database).localDays(instants)
                }
            } catch {
                // The property cannot throw; whoever asks for assets next is told the reason.
                counts = [:]
            }
        }
        let days = counts.filter { $0.value > 0 }.map { DayCount(day: Int($0.key), count: $0.value) }
        return days.sorted { oldestFirst ? $0.day < $1.day : $0.day > $1.day }
    }

    @concurrent
    func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        return try snapshot.read { database throws(DatabaseError) in
            var assets: [Asset] = []
            assets.reserveCapacity(range.count)
            for key in try keys(in: range, database) {
                let row = try database.statement(
                    "SELECT \(IndexItem.columns) FROM items WHERE id = ?", [.integer(key.item)])
                defer { row.reset() }
                guard try row.step() else { continue }
                let item = IndexItem(row)
                assets.append(item.asset(in: try snapshot.path(ofFolder: item.folder)))
            }
            return assets
        }
    }

    @concurrent
    func index(of id: AssetID) async throws(LibraryError) -> Int? {
        guard let uid = IndexItem.uid(id.rawValue) else { return nil }
        return try snapshot.read { database throws(DatabaseError) in
            let row = try database.statement("SELECT id, kind, instant FROM items WHERE uid = ?", [.integer(uid)])
            defer { row.reset() }
            guard try row.step() else { return nil }
            let key = IndexKey(instant: row.integer(2), item: row.integer(0))
            switch rows {
            case .listed(let keys, _): return keys.firstIndex(of: key)
            case .counted(let scope, let kinds, let instants, let ranks):
                let isIn = try database.integer(
                    "SELECT 1 FROM entries WHERE scope = ? AND kind = ? AND instant = ? AND item = ?",
                    [.integer(scope), .integer(row.integer(1)), .integer(key.instant), .integer(key.item)])
                guard isIn != nil, kinds.contains(row.integer(1)), instants.contains(key.instant) else { return nil }
                let rank = try positions(scope, kinds, database).rank(of: key)
                return oldestFirst ? rank - ranks.lowerBound : ranks.upperBound - 1 - rank
            }
        }
    }

    @concurrent
    func index(at date: Date) async throws(LibraryError) -> Int {
        let instant = IndexItem.milliseconds(date)
        return try snapshot.read { database throws(DatabaseError) in
            switch rows {
            case .listed(let keys, _):
                return keys.firstIndex { oldestFirst ? $0.instant >= instant : $0.instant <= instant } ?? keys.count
            case .counted(let scope, let kinds, _, let ranks):
                let bound = IndexKey.start(of: oldestFirst ? instant : instant + 1)
                let rank = try positions(scope, kinds, database).rank(of: bound)
                let place = oldestFirst ? rank - ranks.lowerBound : ranks.upperBound - rank
                // Whoever asks for a date wants to see it: the page that begins there need not be looked for again.
                if (0..<count).contains(place) { lastEnd.withLock { $0 = (place, bound) } }
                return min(max(place, 0), count)
            }
        }
    }

    private func positions(_ scope: Int64, _ kinds: [Int64], _ database: Database) -> IndexPositions {
        IndexPositions(snapshot: snapshot, database: database, scope: scope, kinds: kinds)
    }

    private func keys(in range: Range<Int>, _ database: Database) throws(DatabaseError) -> [IndexKey] {
        guard case .counted(let scope, let kinds, let instants, let ranks) = rows else {
            guard case .listed(let keys, _) = rows else { return [] }
            return Array(keys[range])
        }
        let positions = positions(scope, kinds, database)
        let end = lastEnd.withLock { $0 }
        let keys: [IndexKey]
        if let end, end.position == range.lowerBound {
            let next = oldestFirst ? IndexKey(instant: end.key.instant, item: end.key.item + 1) : end.key
            keys = try positions.keys(from: next, count: range.count, ascending: oldestFirst)
        } else {
            let rank = oldestFirst ? ranks.lowerBound + range.lowerBound : ranks.upperBound - 1 - range.lowerBound
            if range.lowerBound == 0 {
                let first = IndexKey.start(of: oldestFirst ? instants.lowerBound : instants.upperBound)
                keys = try positions.keys(from: first, count: range.count, ascending: oldestFirst)
            } else {
                keys = try positions.keys(fromRank: rank, count: range.count, ascending: oldestFirst)
            }
        }
        if let last = keys.last {
            let position = range.lowerBound + keys.count
            lastEnd.withLock { $0 = (position, last) }
        }
        return keys
    }
}
