import Filmstrip
import Glibc

/// The index as a file: who has it open, who writes it, and whether somebody else has had a hand in it.
///
/// Beside the database lie three small files. `index.lock` is held shared by each process that has the index open.
/// `index.writing` is held by the one that writes. `index.seal` says `open` while the log is in use, and else the
/// database's file number, size and times: a database that differs from its seal was damaged, even where its pages still
/// fit together.
final class IndexFile: Sendable {
    let folder: MediaPath
    let path: MediaPath
    let busyTimeout: Double
    /// Where the damaged index went, if it had to be made anew at opening.
    let keptAside: MediaPath?
    private let users: OwnedDescriptor

    /// Opens the index in `folder`, which is made where it is missing; makes it anew where it is damaged.
    init(folder: MediaPath, busyTimeout: Double) throws(LibraryError) {
        self.folder = folder
        self.busyTimeout = busyTimeout
        path = folder.appending("index.db")
        try FileOperations.makeFolders(folder, mode: 0o700)
        users = try Self.openLock(folder.appending("index.lock"))
        var kept: MediaPath?
        var isWhole = false
        if flock(users.rawValue, LOCK_EX | LOCK_NB) == 0 {
            IndexSeal(folder).removeLeftovers()
            isWhole = Self.isSealed(path)
            if !isWhole { kept = try Self.check(path, seal: IndexSeal(folder), busyTimeout: busyTimeout) }
        }
        guard Self.lock(users, LOCK_SH, for: busyTimeout) else { throw .indexBusy(path: path.string) }
        guard !isWhole else {
            keptAside = nil
            return
        }
        do throws(LibraryError) {
            try Self.withWriting(folder, busyTimeout) { _ throws(LibraryError) in }
            keptAside = kept
        } catch {
            // Somebody else has it open, so it was not looked at first. They notice the new one by its file number.
            guard case .indexDamaged = error else { throw error }
            keptAside = try Self.moveAsideAlone(folder, busyTimeout)
            try withWriting { _ throws(LibraryError) in }
        }
    }

    deinit {
        // The last one out puts the log back into the database and seals it.
        guard flock(users.rawValue, LOCK_EX | LOCK_NB) == 0, isInPlace else { return }
        let seal = IndexSeal(folder)
        // What was sealed and has changed since is damaged, and must not be sealed again.
        guard case .open = seal.state(of: path) else { return }
        do {
            let database = try Database(path, writable: true, busyTimeout: 0)
            let isBusy = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
            if isBusy == 0 { seal.close(path) }
        } catch {
            // The seal stays open, and the next opening looks closer.
        }
    }

    /// Whether this is the index that lies there now: after the cache was deleted, another one may, which others have open.
    private var isInPlace: Bool {
        do throws(SystemError) {
            return try FileStatus.of(users).isSameFile(as: FileStatus.of(folder.appending("index.lock")))
        } catch {
            return false
        }
    }

    // MARK: Connections

    /// A connection for reading.
    func reader() throws(LibraryError) -> Database {
        do {
            let database = try Database(path, writable: false, busyTimeout: busyTimeout)
            try database.execute("PRAGMA query_only = 1")
            try database.execute(IndexSchema.setUp)
            return database
        } catch {
            throw error.library(path)
        }
    }

    /// Runs `body` with the only right to write, on a connection of its own. It calls `willWrite` before it writes: a body
    /// that changes nothing leaves the files as they are.
    /// - Throws: `indexBusy` when another process keeps that right for longer than the busy timeout; `indexDamaged` when
    ///   the file was changed by anybody else since it was sealed.
    func withWriting<Result>(_ body: (IndexHand) throws(LibraryError) -> Result) throws(LibraryError) -> Result {
        try Self.withWriting(folder, busyTimeout, body)
    }

    private static func withWriting<Result>(
        _ folder: MediaPath, _ busyTimeout: Double, _ body: (IndexHand) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        let path = folder.appending("index.db")
        let turn = try openLock(folder.appending("index.writing"))
        guard lock(turn, LOCK_EX, for: busyTimeout) else { throw .indexBusy(path: path.string) }
        defer { withExtendedLifetime(turn) {} }
        let seal = IndexSeal(folder)
        switch seal.state(of: path) {
        case .broken: throw .indexDamaged(path: path.string)
        case .missing: seal.open()
        case .closed, .open: break
        }
        let hand: IndexHand
        do {
            hand = try IndexHand(path, seal, busyTimeout: busyTimeout, isSealed: isSealed(path))
        } catch {
            throw error.library(path)
        }
        let result = try body(hand)
        do { try hand.finish() } catch { throw error.library(path) }
        return result
    }

    /// Moves an index aside whose damage was met while reading, unless somebody has done so already. Others that have it
    /// open notice by its file number.
    func moveAside(inode: UInt64) -> MediaPath? {
        do throws(LibraryError) { return try Self.moveAsideAlone(folder, busyTimeout, inode: inode) } catch {
            return nil
        }
    }

    /// Moves the index aside while nobody writes; nil when somebody writes for longer than the busy timeout, or when another
    /// file than that of the number lies there.
    private static func moveAsideAlone(
        _ folder: MediaPath, _ busyTimeout: Double, inode: UInt64? = nil
    ) throws(LibraryError) -> MediaPath? {
        let turn = try openLock(folder.appending("index.writing"))
        guard lock(turn, LOCK_EX, for: busyTimeout) else { return nil }
        defer { withExtendedLifetime(turn) {} }
        let path = folder.appending("index.db")
        do throws(SystemError) {
            if let inode, try FileStatus.of(path).inode != inode { return nil }
        } catch {
            return nil
        }
        return try moveAside(path, IndexSeal(folder))
    }

    // MARK: Damage

    /// Whether an index that nobody has open is sealed, and of our version. Its log is empty then, so the first bytes of the
    /// file tell: the numbers of its owner's version and program.
    private static func isSealed(_ path: MediaPath) -> Bool {
        guard case .closed = IndexSeal(path.parent).state(of: path),
            let head = FileOperations.contents(of: path, atMost: 100), head.count == 100
        else { return false }
        func number(_ place: Int) -> Int64 { head[place..<place + 4].reduce(0) { $0 << 8 | Int64($1) } }
        return number(60) == IndexSchema.version && number(68) == IndexSchema.application
    }

    /// Looks at an index that nobody has open, and moves it aside when it cannot be trusted.
    private static func check(_ path: MediaPath, seal: IndexSeal, busyTimeout: Double) throws(LibraryError)
        -> MediaPath?
    {
        switch seal.state(of: path) {
        case .missing:
            removeCompanions(of: path)
            return nil
        case .broken: return try moveAside(path, seal)
        case .closed, .open: break
        }
        do {
            let database = try Database(path, writable: true, busyTimeout: busyTimeout)
            let version = try database.integer("PRAGMA user_version")
            let application = try database.integer("PRAGMA application_id")
            if version != IndexSchema.version || application != IndexSchema.application {
                // An index of another version of ours is only outdated. One that was never filled is only new.
                if version != 0 || application != 0 { try discard(path) }
                return nil
            }
            if case .closed = seal.state(of: path) { return nil }
            let verdict = try database.statement("PRAGMA quick_check(1)")
            defer { verdict.reset() }
            if try verdict.step(), verdict.text(0) == "ok" { return nil }
        } catch let error as DatabaseError {
            if error != .damaged { throw error.library(path) }
        } catch let error as LibraryError {
            throw error
        } catch {
            throw .internal("\(error)")
        }
        return try moveAside(path, seal)
    }

    private static func discard(_ path: MediaPath) throws(LibraryError) {
        guard path.withCString({ unlink($0) }) == 0 else { throw SystemError().writing(in: path.parent) }
        removeCompanions(of: path)
    }

    /// Keeps the newest damaged index, for those who want to know what happened.
    private static func moveAside(_ path: MediaPath, _ seal: IndexSeal) throws(LibraryError) -> MediaPath {
        let kept = path.parent.appending("index.damaged.db")
        guard path.withCString({ old in kept.withCString { rename(old, $0) } }) == 0 else {
            throw SystemError().writing(in: path.parent)
        }
        removeCompanions(of: path)
        seal.open()
        return kept
    }

    private static func removeCompanions(of path: MediaPath) {
        for ending in ["-wal", "-shm"] {
            _ = MediaPath(bytes: path.bytes + Array(ending.utf8)).withCString { unlink($0) }
        }
    }

    // MARK: Locks

    private static func openLock(_ path: MediaPath) throws(LibraryError) -> OwnedDescriptor {
        while true {
            let existing = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
            if existing >= 0 { return OwnedDescriptor(taking: existing) }
            guard errno == ENOENT else { throw SystemError().writing(in: path.parent) }
            let made = path.withCString { FileOperations.createNew($0, 0o600) }
            if made >= 0 { return OwnedDescriptor(taking: made) }
            guard errno == EEXIST else { throw SystemError().writing(in: path.parent) }
        }
    }

    private static func lock(_ file: OwnedDescriptor, _ kind: Int32, for seconds: Double) -> Bool {
        var waited = 0.0
        while flock(file.rawValue, kind | LOCK_NB) != 0 {
            guard waited < seconds else { return false }
            usleep(10_000)
            waited += 0.01
        }
        return true
    }
}
