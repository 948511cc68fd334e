import Filmstrip
import FilmstripFormats

/// Changes rows, and keeps the entries, the counts and the log in step with them: the only place that writes to the index.
///
/// Counts are gathered in memory and written with each commit, so that a batch of five hundred photos of one day is one
/// update of that day.
final class IndexWriter {
    private let hand: IndexHand
    var database: Database { hand.database }
    /// Rows of the log that one commit may write; beyond it the commit is told as one coarse change.
    static let logLimit = 1000
    /// Rows of the log that are kept for slow readers.
    static let logKept: Int64 = 20_000

    /// What happened to an item, as the log has it.
    enum Change: Int64 {
        case added = 0, changed = 1, removed = 2
        /// Too much to list.
        case coarse = 3
    }

    private struct CountKey: Hashable {
        var scope: Int64
        var kind: Int64
        var day: Int64
        var localDay: Int64
    }

    private var deltas: [CountKey: Int64] = [:]
    private var rootFolders: Set<Int64> = []
    private var changes: [Int64: Change] = [:]
    /// What was done since this writer was made, a movie that became the half of a live photo left out.
    private(set) var tally = (added: 0, removed: 0)
    /// The rows from before that were changed, and not removed, since this writer was made.
    private(set) var changedRows: Set<Int64> = []
    /// The first row that this writer made.
    private let firstNewRow: Int64
    private var isOpen = false
    private var isReading = false
    private var isDirty = false
    private var writes = 0
    /// Milliseconds since 1970 from which on a file counts as recently added.
    private let recentSince: Int64

    private var hasWritten = false

    init(_ hand: IndexHand, recentSince: Int64) throws(DatabaseError) {
        self.hand = hand
        self.recentSince = recentSince
        firstNewRow = (try hand.database.integer("SELECT max(id) FROM items") ?? 0) + 1
        try hand.database.forEach("SELECT id FROM folders WHERE isRoot = 1") { rootFolders.insert($0.integer(0)) }
    }

    // MARK: Transactions

    /// Reads in one transaction until the first change: each question on its own takes and gives back locks.
    func beginReading() throws(DatabaseError) {
        guard !isOpen, !isReading else { return }
        try database.execute("BEGIN")
        isReading = true
    }

    private func endReading() throws(DatabaseError) {
        guard isReading else { return }
        isReading = false
        try database.execute("COMMIT")
    }

    /// Begins a transaction unless one is open. Each change does so by itself.
    func begin() throws(DatabaseError) {
        guard !isOpen else { return }
        try endReading()
        if !hasWritten { try hand.willWrite() }
        hasWritten = true
        try database.execute("BEGIN IMMEDIATE")
        isOpen = true
    }

    /// Commits when a batch is full.
    func commitIfFull(batch: Int = 500) throws(DatabaseError) {
        if writes >= batch { try commit() }
    }

    /// Writes counts, log and generation, and commits.
    func commit() throws(DatabaseError) {
        guard isOpen else { return }
        try writeCounts()
        try writeLog()
        if isDirty {
            try database.run(
                "INSERT INTO facts(name, value) VALUES('generation', 1) ON CONFLICT DO UPDATE SET value = value + 1")
        }
        try database.execute("COMMIT")
        (isOpen, isDirty, writes) = (false, false, 0)
    }

    /// Leaves the index as it was at the last commit.
    func rollBack() {
        guard isOpen || isReading else { return }
        isReading = false
        deltas = [:]
        changes = [:]
        (isOpen, isDirty, writes) = (false, false, 0)
        do { try database.execute("ROLLBACK") } catch {
            // A transaction that failed on its own is rolled back already; that is all that can be refused here.
        }
    }

    // MARK: Items

    /// Writes a new item.
    @discardableResult
    func insert(_ item: IndexItem) throws(DatabaseError) -> IndexItem {
        try begin()
        var item = item
        let places = Array(repeating: "?", count: item.values.count).joined(separator: ",")
        let names = IndexItem.columns.dropFirst("id, ".count)
        try database.run("INSERT INTO items(\(names)) VALUES(\(places))", item.values)
        item.id = database.lastRow
        try enter(item, by: 1)
        note(item, .added)
        return item
    }

    /// Writes an item over an older state of its own.
    func update(_ item: IndexItem, from old: IndexItem) throws(DatabaseError) {
        try begin()
        let sets = IndexItem.columns.dropFirst("id, ".count).split(separator: ",")
            .map { $0.drop(while: { $0 == " " }) + " = ?" }.joined(separator: ", ")
        try database.run("UPDATE items SET \(sets) WHERE id = ?", item.values + [.integer(old.id)])
        var item = item
        item.id = old.id
        if item.isEntered(differentlyFrom: old) {
            try enter(old, by: -1)
            try enter(item, by: 1)
        }
        switch (old.role == .shown, item.role == .shown) {
        case (true, true):
            if item.looksDifferent(from: old) { note(item, .changed) } else { writes += 1 }
        case (false, true): note(item, .added)
        case (true, false): note(old, .removed)
        case (false, false): isDirty = true
        }
    }

    /// Whether a row is from before this writer, and was not changed by it.
    func isUnchanged(_ id: Int64) -> Bool { id < firstNewRow && !changedRows.contains(id) }

    /// Removes an item.
    func remove(_ item: IndexItem) throws(DatabaseError) {
        try begin()
        try database.run("DELETE FROM items WHERE id = ?", [.integer(item.id)])
        try enter(item, by: -1)
        note(item, .removed)
    }

    /// An identity for a path that nobody else has.
    func freeUID(for path: MediaPath) throws(DatabaseError) -> Int64 {
        for salt in UInt8.min...UInt8.max {
            let uid = IndexItem.uid(of: path, salt: salt)
            if try database.integer("SELECT 1 FROM items WHERE uid = ?", [.integer(uid)]) == nil { return uid }
        }
        return Int64.random(in: .min ... .max)
    }

    /// Takes those out of "recently added" that are no longer.
    func forgetFormerlyRecent() throws(DatabaseError) {
        for kind in MediaKind.allCases {
            let values: [DatabaseValue] = [
                .integer(IndexScope.recentlyAdded), .integer(kind.indexNumber), .integer(recentSince),
            ]
            let some = "SELECT 1 FROM entries WHERE scope = ? AND kind = ? AND instant < ? LIMIT 1"
            guard try database.integer(some, values) != nil else { continue }
            try begin()
            try database.run("DELETE FROM entries WHERE scope = ? AND kind = ? AND instant < ?", values)
        }
    }

    private func note(_ item: IndexItem, _ change: Change) {
        writes += 1
        isDirty = true
        guard item.role == .shown else { return }
        switch (change, item.id >= firstNewRow) {
        case (.added, _): tally.added += 1
        case (.removed, true): tally.added -= 1
        case (.removed, false):
            tally.removed += 1
            changedRows.remove(item.id)
        case (.changed, false): changedRows.insert(item.id)
        case (.changed, true), (.coarse, _): break
        }
        switch (changes[item.uid], change) {
        case (.added, .changed): break
        case (.added, .removed): changes[item.uid] = nil
        case (.removed, .added): changes[item.uid] = .changed
        default: changes[item.uid] = change
        }
    }

    // MARK: Entries and counts

    private func enter(_ item: IndexItem, by step: Int64) throws(DatabaseError) {
        let kind = item.kind.indexNumber
        let sql =
            step > 0
            ? "INSERT OR REPLACE INTO entries(scope, kind, instant, item) VALUES(?, ?, ?, ?)"
            : "DELETE FROM entries WHERE scope = ? AND kind = ? AND instant = ? AND item = ?"
        for scope in item.scopes(folderIsRoot: rootFolders.contains(item.folder)) {
            try database.run(sql, [.integer(scope), .integer(kind), .integer(item.instant), .integer(item.id)])
            deltas[CountKey(scope: scope, kind: kind, day: item.day, localDay: item.localDay), default: 0] += step
        }
        if item.role == .shown, step < 0 || item.added >= recentSince {
            try database.run(
                sql, [.integer(IndexScope.recentlyAdded), .integer(kind), .integer(item.added), .integer(item.id)])
        }
    }

    private func writeCounts() throws(DatabaseError) {
        var totals: [[Int64]: Int64] = [:]
        var blocks: [[Int64]: Int64] = [:]
        for (key, n) in deltas where n != 0 {
            totals[[key.scope, key.kind], default: 0] += n
            blocks[[key.scope, key.day >> 5, key.kind], default: 0] += n
            try add(n, to: "days", ["scope", "day", "kind", "localDay"], [key.scope, key.day, key.kind, key.localDay])
        }
        for (key, n) in totals where n != 0 { try add(n, to: "totals", ["scope", "kind"], key) }
        for (key, n) in blocks where n != 0 { try add(n, to: "blocks", ["scope", "block", "kind"], key) }
        deltas.removeAll(keepingCapacity: true)
    }

    private func add(_ n: Int64, to table: String, _ names: [String], _ key: [Int64]) throws(DatabaseError) {
        let values = key.map(DatabaseValue.integer)
        let places = names.map { _ in "?, " }.joined()
        try database.run(
            """
            INSERT INTO \(table)(\(names.joined(separator: ", ")), n) VALUES(\(places)?)
            ON CONFLICT DO UPDATE SET n = n + excluded.n
            """, values + [.integer(n)])
        guard n < 0 else { return }
        let condition = names.map { "\($0) = ?" }.joined(separator: " AND ")
        try database.run("DELETE FROM \(table) WHERE \(condition) AND n <= 0", values)
    }

    private func writeLog() throws(DatabaseError) {
        guard !changes.isEmpty else { return }
        if changes.count > Self.logLimit {
            try database.run("INSERT INTO log(uid, what) VALUES(0, ?)", [.integer(Change.coarse.rawValue)])
        } else {
            for (uid, change) in changes {
                try database.run("INSERT INTO log(uid, what) VALUES(?, ?)", [.integer(uid), .integer(change.rawValue)])
            }
        }
        try database.run("DELETE FROM log WHERE seq <= (SELECT max(seq) FROM log) - \(Self.logKept)")
        changes.removeAll(keepingCapacity: true)
    }

    // MARK: Folders

    /// The folder's row, made or corrected.
    func folder(_ path: MediaPath, status: FileStatus, isRoot: Bool) throws(DatabaseError) -> Int64 {
        let device = Int64(bitPattern: status.device)
        let inode = Int64(bitPattern: status.inode)
        let known = try IndexFolder.find(path, in: database)
        if let known, known.device == device, known.inode == inode, known.isRoot == isRoot { return known.id }
        try begin()
        isDirty = true
        if let known {
            try database.run(
                "UPDATE folders SET device = ?, inode = ?, isRoot = ? WHERE id = ?",
                [.integer(device), .integer(inode), .integer(isRoot ? 1 : 0), .integer(known.id)])
            return known.id
        }
        var key = IndexItem.uid(of: path)
        while try database.integer("SELECT 1 FROM folders WHERE key = ?", [.integer(key)]) != nil { key &+= 1 }
        try database.run(
            "INSERT INTO folders(key, path, isRoot, device, inode) VALUES(?, ?, ?, ?, ?)",
            [.integer(key), .blob(path.bytes), .integer(isRoot ? 1 : 0), .integer(device), .integer(inode)])
        if isRoot { rootFolders.insert(database.lastRow) }
        return database.lastRow
    }

    /// A folder was renamed: its row, its items and their identities stay.
    func move(folder id: Int64, to path: MediaPath) throws(DatabaseError) {
        try begin()
        isDirty = true
        // Whoever had that name is gone: it gets one that no folder can have, until the end of the scan.
        try database.run(
            "UPDATE folders SET path = path || x'00' || id WHERE path = ? AND id <> ?",
            [.blob(path.bytes), .integer(id)])
        try database.run("UPDATE folders SET path = ? WHERE id = ?", [.blob(path.bytes), .integer(id)])
        try database.run("DELETE FROM problems WHERE folder = ?", [.integer(id)])
        var moved: [IndexItem] = []
        try database.forEach("SELECT \(IndexItem.columns) FROM items WHERE folder = ?", [.integer(id)]) {
            moved.append(IndexItem($0))
        }
        for item in moved { note(item, .changed) }
    }

    /// Forgets a folder. Its items must be gone.
    func forget(folder id: Int64) throws(DatabaseError) {
        try begin()
        isDirty = true
        try database.run("DELETE FROM folders WHERE id = ?", [.integer(id)])
        try database.run("DELETE FROM problems WHERE folder = ?", [.integer(id)])
        rootFolders.remove(id)
    }

    // MARK: Problems

    /// Writes down what is wrong with a path; one entry a path.
    func problem(_ path: MediaPath, folder: Int64?, code: ErrorCode, message: String) throws(DatabaseError) {
        let values: [DatabaseValue] = [
            .blob(path.bytes), .optional(folder), .text(code.rawValue), .text(message),
        ]
        // A file that breaks its decoder does so each time it is seen.
        let same = "SELECT 1 FROM problems WHERE path = ? AND folder IS ? AND code = ? AND message = ?"
        guard try database.integer(same, values) == nil else { return }
        try begin()
        try database.run(
            """
            INSERT INTO problems(path, folder, code, message) VALUES(?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET folder = excluded.folder, code = excluded.code, message = excluded.message
            """, values)
    }

    /// The path is well again, or gone.
    func solved(_ path: MediaPath) throws(DatabaseError) {
        guard try database.integer("SELECT 1 FROM problems WHERE path = ?", [.blob(path.bytes)]) != nil else { return }
        try begin()
        try database.run("DELETE FROM problems WHERE path = ?", [.blob(path.bytes)])
    }

    /// Remembers a fact.
    func set(_ fact: String, _ value: Int64) throws(DatabaseError) {
        let known = try database.integer("SELECT value FROM facts WHERE name = ?", [.text(fact)])
        guard known != value else { return }
        try begin()
        try database.run(
            "INSERT INTO facts(name, value) VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            [.text(fact), .integer(value)])
    }
}

extension IndexItem {
    /// Whether anybody who sees the asset can tell the two apart. A new mode is no such difference.
    fileprivate func looksDifferent(from old: IndexItem) -> Bool {
        var old = old
        old.id = id
        old.status.changed = status.changed
        old.extractor = extractor
        return self != old
    }

    /// Whether entries or counts have to change.
    fileprivate func isEntered(differentlyFrom old: IndexItem) -> Bool {
        role != old.role || kind != old.kind || instant != old.instant || zone != old.zone || folder != old.folder
            || subtypes != old.subtypes || isFavorite != old.isFavorite || added != old.added
    }
}
