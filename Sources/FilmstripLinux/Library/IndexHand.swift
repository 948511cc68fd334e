import Filmstrip

/// The connection of the one who may write an index.
///
/// A sealed index is read as it lies, without its log, until the first change: most looks find nothing new, and opening the
/// log takes longer than looking at a hundred unchanged files.
final class IndexHand {
    /// Another connection after `willWrite` than before: to be asked for each time, and never written to from within its `forEach`.
    private(set) var database: Database
    private let path: MediaPath
    private let seal: IndexSeal
    private let busyTimeout: Double
    private var isWritable: Bool
    /// The file that is read.
    private let inode: UInt64?

    /// Opens the index, which is made where it is missing. Nobody else may write, as long as this lives.
    init(_ path: MediaPath, _ seal: IndexSeal, busyTimeout: Double, isSealed: Bool) throws(DatabaseError) {
        self.path = path
        self.seal = seal
        self.busyTimeout = busyTimeout
        isWritable = !isSealed
        inode = isSealed ? Self.inode(of: path) : nil
        if isSealed {
            database = try Database(unchanging: path)
            try database.execute(IndexSchema.setUp)
        } else {
            database = try Self.writable(path, seal, busyTimeout)
        }
    }

    /// Breaks the seal, before the first change.
    /// - Throws: `damaged` when another file lies there than was read, since somebody deleted the cache.
    func willWrite() throws(DatabaseError) {
        guard !isWritable else { return seal.open() }
        guard let inode, Self.inode(of: path) == inode else { throw .damaged }
        seal.open()
        database = try Self.writable(path, seal, busyTimeout)
        isWritable = true
    }

    /// Puts what was written into the database and seals it, unless somebody reads: then the log stays in use.
    func finish() throws(DatabaseError) {
        guard isWritable, case .open = seal.state(of: path) else { return }
        do throws(DatabaseError) {
            try database.execute("PRAGMA busy_timeout = 0")
            let isBusy = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
            if isBusy == 0 { seal.close(path) }
        } catch {
            if error != .busy { throw error }
        }
    }

    private static func inode(of path: MediaPath) -> UInt64? {
        do throws(SystemError) { return try FileStatus.of(path).inode } catch { return nil }
    }

    private static func writable(
        _ path: MediaPath, _ seal: IndexSeal, _ busyTimeout: Double
    ) throws(DatabaseError) -> Database {
        let database = try Database(path, writable: true, busyTimeout: busyTimeout)
        // An empty index has nothing to lose, and does not wait for the disk: until the first sealing, which does, it is made
        // anew after a crash.
        let isEmpty = try database.integer("PRAGMA page_count") == 0
        try database.execute("PRAGMA synchronous = \(isEmpty ? "OFF" : "NORMAL"); PRAGMA journal_mode = WAL")
        try database.execute("PRAGMA wal_autocheckpoint = 4000")
        try database.execute(IndexSchema.setUp)
        try create(database, seal)
        if isEmpty { try database.execute("PRAGMA synchronous = NORMAL") }
        return database
    }

    private static func create(_ database: Database, _ seal: IndexSeal) throws(DatabaseError) {
        guard try database.integer("PRAGMA user_version") != IndexSchema.version else { return }
        seal.open()
        try database.execute("BEGIN IMMEDIATE")
        if try database.integer("PRAGMA user_version") != IndexSchema.version {
            try database.execute(IndexSchema.tables)
            try database.execute("PRAGMA application_id = \(IndexSchema.application)")
            try database.execute("PRAGMA user_version = \(IndexSchema.version)")
        }
        try database.execute("COMMIT")
    }
}
