import Filmstrip

/// Where an item stands in a scope: by time, then by row.
struct IndexKey: Sendable, Hashable {
    var instant: Int64
    var item: Int64

    /// Before everything of that moment.
    static func start(of instant: Int64) -> IndexKey { IndexKey(instant: instant, item: .min) }
}

/// Turns positions into places of the index and back, from the counts of blocks and days and a short step within one day.
///
/// Ranks count from the oldest, from 0. The step within a day is as long as the day is full: a hundred thousand photos of
/// one day cost a few milliseconds a jump.
struct IndexPositions {
    let snapshot: IndexSnapshot
    let database: Database
    let scope: Int64
    let kinds: [Int64]

    static let dayLength: Int64 = 86_400_000

    /// How many there are, without any counting.
    func total(_ kind: Int64) throws(DatabaseError) -> Int {
        let n = try database.integer(
            "SELECT n FROM totals WHERE scope = ? AND kind = ?", [.integer(scope), .integer(kind)])
        return Int(n ?? 0)
    }

    /// How many come before that place.
    func rank(of key: IndexKey) throws(DatabaseError) -> Int {
        let day = IndexItem.day(ofInstant: key.instant)
        var rank = 0
        for block in try snapshot.blocks(of: scope) where block.number < day >> 5 { rank += block.count(kinds) }
        for part in try days(ofBlock: day >> 5) where part.number < day { rank += part.count(kinds) }
        for kind in kinds {
            let before = try database.integer(
                """
                SELECT count(*) FROM entries
                WHERE scope = ? AND kind = ? AND instant >= ? AND (instant, item) < (?, ?)
                """,
                [
                    .integer(scope), .integer(kind), .integer(day * Self.dayLength), .integer(key.instant),
                    .integer(key.item),
                ])
            rank += Int(before ?? 0)
        }
        return rank
    }

    /// The places from a rank on, towards the newest or the oldest.
    func keys(fromRank rank: Int, count: Int, ascending: Bool) throws(DatabaseError) -> [IndexKey] {
        guard count > 0, let found = try locate(rank) else { return [] }
        let start = found.day * Self.dayLength
        return ascending
            ? try keys(from: .start(of: start), skipping: found.before, count: count, ascending: true)
            : try keys(
                from: .start(of: start + Self.dayLength), skipping: found.dayCount - 1 - found.before, count: count,
                ascending: false)
    }

    /// The places at `key` and after it when ascending, or before it when not.
    func keys(from key: IndexKey, skipping: Int = 0, count: Int, ascending: Bool) throws(DatabaseError) -> [IndexKey] {
        var keys: [IndexKey] = []
        keys.reserveCapacity(count)
        try database.forEach(
            Self.pageSQL(kinds: kinds, ascending: ascending),
            [.integer(scope), .integer(key.instant), .integer(key.item), .integer(count), .integer(skipping)]
        ) {
            keys.append(IndexKey(instant: $0.integer(0), item: $0.integer(1)))
        }
        return keys
    }

    /// One ordered walk a kind, merged: no sorting, and no row is visited that is not wanted.
    static func pageSQL(kinds: [Int64], ascending: Bool) -> String {
        let condition = ascending ? "(instant, item) >= (?2, ?3)" : "(instant, item) < (?2, ?3)"
        let direction = ascending ? "ASC" : "DESC"
        let walks = kinds.map { "SELECT instant, item FROM entries WHERE scope = ?1 AND kind = \($0) AND \(condition)" }
        return walks.joined(separator: " UNION ALL ")
            + " ORDER BY instant \(direction), item \(direction) LIMIT ?4 OFFSET ?5"
    }

    /// The day that holds a rank, how many of that day come before it, and how many the day has.
    private func locate(_ rank: Int) throws(DatabaseError) -> (day: Int64, before: Int, dayCount: Int)? {
        var before = rank
        for block in try snapshot.blocks(of: scope) {
            let count = block.count(kinds)
            if before >= count {
                before -= count
                continue
            }
            for day in try days(ofBlock: block.number) {
                let count = day.count(kinds)
                if before < count { return (day.number, before, count) }
                before -= count
            }
            return nil
        }
        return nil
    }

    private func days(ofBlock block: Int64) throws(DatabaseError) -> [IndexBlock] {
        var days: [IndexBlock] = []
        try database.forEach(
            "SELECT day, kind, n FROM days WHERE scope = ? AND day >= ? AND day < ? ORDER BY day",
            [.integer(scope), .integer(block << 5), .integer((block + 1) << 5)]
        ) { row throws(DatabaseError) in
            try IndexBlock.add(number: row.integer(0), kind: row.integer(1), count: row.integer(2), to: &days)
        }
        return days
    }

    /// How many there are in each local day among the instants of a range.
    func localDays(_ range: Range<Int64>) throws(DatabaseError) -> [Int64: Int] {
        var days: [Int64: Int] = [:]
        let first = IndexItem.day(ofInstant: range.lowerBound)
        let last = IndexItem.day(ofInstant: range.upperBound - 1)
        try database.forEach(
            "SELECT day, kind, localDay, n FROM days WHERE scope = ? AND day >= ? AND day <= ?",
            [.integer(scope), .integer(first), .integer(last)]
        ) { row throws(DatabaseError) in
            let day = row.integer(0)
            var checked: [IndexBlock] = []
            try IndexBlock.add(number: day, kind: row.integer(1), count: row.integer(3), to: &checked)
            let isWhole = day * Self.dayLength >= range.lowerBound && (day + 1) * Self.dayLength <= range.upperBound
            if isWhole, kinds.contains(row.integer(1)) { days[row.integer(2), default: 0] += Int(row.integer(3)) }
        }
        for edge in Set([first, last]) {
            let whole = edge * Self.dayLength..<(edge + 1) * Self.dayLength
            let part = whole.clamped(to: range)
            guard part != whole, !part.isEmpty else { continue }
            for kind in kinds {
                try database.forEach(
                    """
                    SELECT i.instant, i.zone FROM entries e CROSS JOIN items i ON i.id = e.item
                    WHERE e.scope = ? AND e.kind = ? AND e.instant >= ? AND e.instant < ?
                    """,
                    [.integer(scope), .integer(kind), .integer(part.lowerBound), .integer(part.upperBound)]
                ) { row throws(DatabaseError) in
                    // No zone is farther than a day from UTC; a damaged one must not overflow.
                    guard (-200_000...200_000).contains(row.integer(1)) else { throw .damaged }
                    days[IndexItem.day(ofInstant: row.integer(0) + row.integer(1) * 1000), default: 0] += 1
                }
            }
        }
        return days
    }
}
