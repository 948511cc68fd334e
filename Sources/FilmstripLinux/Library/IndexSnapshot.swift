import Filmstrip
import Foundation

/// Connections for reading that wait for their next use: opening one costs more than most reads.
final class IndexReaders: Sendable {
    let file: IndexFile
    /// The number of the database's file: whoever finds another one there has a new index before him.
    let inode: UInt64
    private let idle = Locked<[Database]>([])
    private static let limit = 4

    init(_ file: IndexFile, inode: UInt64) {
        self.file = file
        self.inode = inode
    }

    func take() throws(LibraryError) -> Database {
        if let database = idle.withLock({ $0.popLast() }) { return database }
        return try file.reader()
    }

    func giveBack(_ database: Database) {
        idle.withLock { if $0.count < Self.limit { $0.append(database) } }
    }

    /// One read of the newest state.
    func read<Result>(_ body: (Database) throws(DatabaseError) -> Result) throws(LibraryError) -> Result {
        let database = try take()
        let result: Result
        do { result = try body(database) } catch { throw error.library(file.path) }
        giveBack(database)
        return result
    }
}

/// The index as it was at one moment: an open read transaction on a connection of its own.
///
/// The transaction is held for at most `lifetime`, because SQLite's log grows as long as somebody reads the past. After
/// that the snapshot goes on from a new transaction. While nothing was written, it is still the same.
final class IndexSnapshot: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards all that changes.
    private let lock = NSLock()
    let readers: IndexReaders
    private let database: Database
    private var isOpen = false
    private var paths: [Int64: MediaPath] = [:]
    private var blockCounts: [Int64: [IndexBlock]] = [:]
    private var generation: Int64?

    /// How long the past is held.
    static let lifetime = Duration.seconds(60)

    init(_ readers: IndexReaders) throws(LibraryError) {
        self.readers = readers
        database = try readers.take()
        try read { _ throws(DatabaseError) in }
    }

    deinit {
        guard close() else { return }
        readers.giveBack(database)
    }

    /// Lets go of the past.
    func expire() {
        lock.withLock { _ = close() }
    }

    private func close() -> Bool {
        guard isOpen else { return true }
        isOpen = false
        do { try database.execute("ROLLBACK") } catch { return false }
        return true
    }

    /// Reads within the transaction.
    func read<Result>(_ body: (Database) throws(DatabaseError) -> Result) throws(LibraryError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        do {
            if !isOpen {
                try database.execute("BEGIN")
                isOpen = true
                let current = try database.integer("SELECT value FROM facts WHERE name = 'generation'") ?? 0
                if current != generation {
                    paths = [:]
                    blockCounts = [:]
                }
                generation = current
            }
            return try body(database)
        } catch {
            throw error.library(readers.file.path)
        }
    }

    /// The path of a folder. To be called within `read`.
    func path(ofFolder id: Int64) throws(DatabaseError) -> MediaPath {
        if let known = paths[id] { return known }
        let row = try database.statement("SELECT path FROM folders WHERE id = ?", [.integer(id)])
        defer { row.reset() }
        let path = try MediaPath(bytes: row.step() ? row.blob(0) : [])
        paths[id] = path
        return path
    }

    /// The counts of a scope in 32 days each, oldest first. To be called within `read`.
    func blocks(of scope: Int64) throws(DatabaseError) -> [IndexBlock] {
        if let known = blockCounts[scope] { return known }
        var blocks: [IndexBlock] = []
        try database.forEach("SELECT block, kind, n FROM blocks WHERE scope = ? ORDER BY block", [.integer(scope)]) {
            row throws(DatabaseError) in
            try IndexBlock.add(number: row.integer(0), kind: row.integer(1), count: row.integer(2), to: &blocks)
        }
        blockCounts[scope] = blocks
        return blocks
    }
}

/// How many there are of each kind in 32 days, or in one.
struct IndexBlock: Sendable, Hashable {
    /// The block, or the day.
    var number: Int64
    /// By `MediaKind.indexNumber`.
    var counts = [0, 0, 0]

    func count(_ kinds: [Int64]) -> Int { kinds.reduce(0) { $0 + counts[Int($1)] } }

    /// Numbers of days and blocks lie within, and so do counts: what is outside was never written by us, and calculating with
    /// it would overflow.
    private static let limit: Int64 = 1 << 36

    /// Takes in a row of the counts; rows of one block come one after the other.
    static func add(number: Int64, kind: Int64, count: Int64, to blocks: inout [IndexBlock]) throws(DatabaseError) {
        let counts = blocks.last?.number == number ? blocks[blocks.count - 1].counts : [0, 0, 0]
        guard (-limit...limit).contains(number), counts.indices.contains(Int(kind)), (0...limit).contains(count),
            counts[Int(kind)] < limit
        else { throw .damaged }
        if blocks.last?.number != number { blocks.append(IndexBlock(number: number)) }
        blocks[blocks.count - 1].counts[Int(kind)] += Int(count)
    }
}
