import Filmstrip
import Foundation

/// What the parts of a folder library share: the open index, the turn to write, who listens.
///
/// Threads: reads run on whatever thread asks, each on a connection of its own. A look through the folders, and adding, run on
/// a thread of their own, because they wait for disks. At most one writes. The watcher has one thread more.
final class LibraryCore: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `lock` guards what changes.
    let configuration: FolderLibrary.Configuration
    /// The roots, without those inside of others.
    let roots: [MediaPath]
    let favorites: FavoriteStore
    let notices = StreamHub<LibraryNotice>(keepsUnheard: true)
    let changes = StreamHub<LibraryChange>()
    /// Marks as favourites that are stored, and that the index has yet to learn.
    let lateMarks = LateMarks()
    let pictures: ThumbnailMaker
    /// Held by the one look that goes on.
    let scanTurn = NSLock()
    private let lock = NSLock()
    /// Held while the index is opened, which may wait for another process; taken before `lock`, never within it.
    private let openTurn = NSLock()
    private var opened: IndexReaders?
    /// The file that was open last.
    private var lastInode: UInt64?
    /// Whether an index broke in use: the one after it is filled whatever the configuration says, because it was full.
    private var hasGivenUp = false
    private var lastChange: Int64?
    private var watcher: FolderWatch?
    private var listenerCount = 0
    private let publishTurn = NSLock()

    init(_ configuration: FolderLibrary.Configuration) {
        var configuration = configuration
        configuration.roots = configuration.roots.map { $0.resolved() }
        configuration.captureFolder = configuration.captureFolder.resolved()
        configuration.cacheFolder = configuration.cacheFolder.resolved()
        configuration.dataFolder = configuration.dataFolder.resolved()
        self.configuration = configuration
        roots = Self.outermost(configuration.roots)
        pictures = configuration.makePictures()
        favorites = FavoriteStore(folder: configuration.dataFolder)
        if let lost = favorites.lostTo { notices.send(.favoritesLost(keptAt: lost)) }
        if let refusal = favorites.refusal { notices.send(.favoritesUnreadable(reason: refusal.message)) }
    }

    /// Where the index of these roots lies.
    var indexFolder: MediaPath {
        let all = roots.map(\.bytes).joined(separator: [0])
        return configuration.cacheFolder.appending(
            "index-" + IndexItem.text(IndexItem.uid(of: MediaPath(bytes: Array(all)))))
    }

    /// Leaves out repetitions, and folders inside of others.
    static func outermost(_ roots: [MediaPath]) -> [MediaPath] {
        var kept: [MediaPath] = []
        for root in roots where !kept.contains(root) {
            let isInside = roots.contains { other in
                other != root && root.bytes.starts(with: other.bytes == [0x2F] ? other.bytes : other.bytes + [0x2F])
            }
            if !isInside { kept.append(root) }
        }
        return kept
    }

    // MARK: The index

    /// The open index; opened, or made anew, when it is needed. What the log gains from here on is told.
    func readers() throws(LibraryError) -> IndexReaders {
        let readers = try readersToWrite()
        guard lock.withLock({ lastChange }) == nil else { return readers }
        let newest = try guarding(readers) { () throws(LibraryError) in
            try readers.read { database throws(DatabaseError) in try newestChange(database) }
        }
        lock.withLock { lastChange = lastChange ?? newest }
        return readers
    }

    /// The open index for one who writes, and learns of the log on his own connection: opening one more would take as long as
    /// looking at a hundred unchanged files.
    private func readersToWrite() throws(LibraryError) -> IndexReaders {
        if let opened = try openReaders() { return opened }
        openTurn.lock()
        defer { openTurn.unlock() }
        if let opened = try openReaders() { return opened }
        // Whoever had it open seals it now, before it is looked at.
        _ = lock.withLock {
            defer { opened = nil }
            return opened
        }
        let file = try IndexFile(folder: indexFolder, busyTimeout: configuration.busyTimeout)
        if let kept = file.keptAside { notices.send(.indexRebuilt(keptAt: kept)) }
        let readers: IndexReaders
        do throws(SystemError) {
            readers = IndexReaders(file, inode: try FileStatus.of(file.path).inode)
        } catch {
            throw error.reading(file.path)
        }
        lock.withLock {
            opened = readers
            // The log of another index says nothing about what has changed since this one's.
            if let lastInode, lastInode != readers.inode { lastChange = -1 }
            lastInode = readers.inode
        }
        return readers
    }

    /// The index that is open, unless somebody has deleted the cache, or made the index anew.
    private func openReaders() throws(LibraryError) -> IndexReaders? {
        guard let opened = lock.withLock({ self.opened }) else { return nil }
        do throws(SystemError) {
            return try FileStatus.of(opened.file.path).inode == opened.inode ? opened : nil
        } catch {
            if error.number != ENOENT, error.number != ENOTDIR { throw error.reading(opened.file.path) }
            return nil
        }
    }

    /// Does something with an index, and gives the index up when that turns out to be damaged.
    func guarding<Result>(
        _ readers: IndexReaders, _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        do throws(LibraryError) {
            return try body()
        } catch {
            if case .indexDamaged = error { giveUp(readers) }
            throw error
        }
    }

    /// Lets go of an index whose pages contradict each other, and moves it aside. One that was made anew meanwhile is left
    /// alone: many may meet the same damage.
    func giveUp(_ damaged: IndexReaders) {
        lock.withLock {
            if opened === damaged { opened = nil }
            hasGivenUp = true
        }
        if let kept = damaged.file.moveAside(inode: damaged.inode) { notices.send(.indexRebuilt(keptAt: kept)) }
    }

    private func readOnce<Result>(
        _ body: (Database) throws(DatabaseError) -> Result
    ) throws(LibraryError) -> Result {
        let readers = try readers()
        return try guarding(readers) { () throws(LibraryError) in try readers.read(body) }
    }

    /// Reads the newest state. Where the index turns out to be damaged, it is filled anew and read once more. For threads
    /// that may wait, and do not look through folders themselves.
    func readNow<Result>(_ body: (Database) throws(DatabaseError) -> Result) throws(LibraryError) -> Result {
        do throws(LibraryError) {
            return try readOnce(body)
        } catch {
            guard case .indexDamaged = error else { throw error }
            try fill()
            return try readOnce(body)
        }
    }

    /// Writes. A damaged index is made anew and the writing begun again, once.
    func withWriter<Result>(_ body: (IndexWriter) throws(DatabaseError) -> Result) throws(LibraryError) -> Result {
        do throws(LibraryError) {
            return try writeOnce(body)
        } catch {
            guard case .indexDamaged = error else { throw error }
            return try writeOnce(body)
        }
    }

    private func writeOnce<Result>(_ body: (IndexWriter) throws(DatabaseError) -> Result) throws(LibraryError) -> Result
    {
        let readers = try readersToWrite()
        let file = readers.file
        let recentSince = IndexQuery.recentSince(configuration.clock())
        return try guarding(readers) { () throws(LibraryError) in
            try file.withWriting { hand throws(LibraryError) in
                do throws(DatabaseError) {
                    let writer = try IndexWriter(hand, recentSince: recentSince)
                    defer { writer.rollBack() }
                    if lock.withLock({ lastChange }) == nil {
                        let newest = try newestChange(writer.database)
                        lock.withLock { lastChange = lastChange ?? newest }
                    }
                    return try body(writer)
                } catch {
                    throw error.library(file.path)
                }
            }
        }
    }

    /// Reads, after the index was filled for the first time.
    func read<Result: Sendable>(_ body: (Database) throws(DatabaseError) -> Result) async throws(LibraryError) -> Result
    {
        try await whole { () throws(LibraryError) in try readOnce(body) }
    }

    /// Opens a query on the newest state.
    func open(_ query: AssetQuery) async throws(LibraryError) -> IndexFetch {
        try await whole { () throws(LibraryError) in
            let readers = try readers()
            return try guarding(readers) { () throws(LibraryError) in
                try IndexQuery(query: query, snapshot: IndexSnapshot(readers), now: configuration.clock()).open()
            }
        }
    }

    /// Reads after the index was filled for the first time. Where it turns out to be damaged, it is filled anew and read once
    /// more.
    private func whole<Result>(_ body: () throws(LibraryError) -> Result) async throws(LibraryError) -> Result {
        do throws(LibraryError) {
            try await fillIfNew()
            return try body()
        } catch {
            guard case .indexDamaged = error else { throw error }
            try await fillIfNew()
            return try body()
        }
    }

    /// Fills an index that is new, where the configuration says so.
    func fillIfNew() async throws(LibraryError) {
        // Opening may wait for another process, for seconds.
        if try openReaders() == nil { try await onOwnThread { core throws(LibraryError) in _ = try core.readers() } }
        guard configuration.indexesOnDemand || lock.withLock({ hasGivenUp }), try !isComplete() else { return }
        try await onOwnThread { core, isCancelled throws(LibraryError) in try core.fill(isCancelled) }
    }

    private func fill(_ isCancelled: @escaping @Sendable () -> Bool = { false }) throws(LibraryError) {
        if try !isComplete() { _ = try scan(nil, watch: watch, isCancelled: isCancelled) }
    }

    private func isComplete() throws(LibraryError) -> Bool {
        do throws(LibraryError) {
            return try readOnce { database throws(DatabaseError) in
                try database.integer("SELECT value FROM facts WHERE name = 'complete'") == 1
            }
        } catch {
            // It was given up, and the next one is empty.
            guard case .indexDamaged = error else { throw error }
            return false
        }
    }

    // MARK: Changes

    private func newestChange(_ database: Database) throws(DatabaseError) -> Int64 {
        try database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'log'") ?? 0
    }

    /// Whether the log holds what was not told yet.
    func hasNews(_ database: Database) throws(DatabaseError) -> Bool {
        let newest = try newestChange(database)
        return lock.withLock { lastChange } != newest
    }

    /// Tells what the log has gained, whoever wrote it. A log that cannot be read now is read at the next change.
    func publishChanges() {
        publishTurn.lock()
        defer { publishTurn.unlock() }
        do throws(LibraryError) {
            let readers = try readers()
            let since = lock.withLock { lastChange ?? 0 }
            let (change, newest) = try guarding(readers) { () throws(LibraryError) in
                try readers.read { database throws(DatabaseError) in try LibraryChange.since(since, in: database) }
            }
            lock.withLock { lastChange = newest }
            if let change { changes.send(change) }
        } catch {
            return
        }
    }

    // MARK: Watching

    var watch: FolderWatch? { lock.withLock { watcher } }

    /// Counts a listener in, and makes the watch for the first one. One lock decides on beginning and on ending, so that
    /// nobody who has just come is left without a watch.
    /// - Returns: the watch, when it is new.
    func beginListening(_ make: () -> FolderWatch?) -> FolderWatch? {
        lock.withLock {
            listenerCount += 1
            guard watcher == nil else { return nil }
            watcher = make()
            return watcher
        }
    }

    /// Counts a listener out, and ends the watch with the last one.
    func endListening() {
        let old = lock.withLock { () -> FolderWatch? in
            listenerCount -= 1
            guard listenerCount == 0 else { return nil }
            defer { watcher = nil }
            return watcher
        }
        old?.stop()
    }

    func endWatching() {
        let old = lock.withLock {
            defer { watcher = nil }
            return watcher
        }
        old?.stop()
    }

    // MARK: Threads

    /// Runs blocking work on a thread of its own. The thread has let go of the library when its work is answered: whoever
    /// drops the library then has it closed.
    func onOwnThread<Result: Sendable>(
        _ body: @escaping @Sendable (LibraryCore) throws(LibraryError) -> Result
    ) async throws(LibraryError) -> Result {
        try await result(of: body).get()
    }

    /// The same for work that can be cut short: `body` can ask whether the task was cancelled.
    func onOwnThread<Result: Sendable>(
        _ body: @escaping @Sendable (LibraryCore, @escaping @Sendable () -> Bool) throws(LibraryError) -> Result
    ) async throws(LibraryError) -> Result {
        let isCancelled = Locked(false)
        let outcome = await withTaskCancellationHandler {
            await result { core throws(LibraryError) in try body(core) { isCancelled.withLock { $0 } } }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try outcome.get()
    }

    private func result<Result: Sendable>(
        of body: @escaping @Sendable (LibraryCore) throws(LibraryError) -> Result
    ) async -> Swift.Result<Result, LibraryError> {
        let mine = Locked<LibraryCore?>(self)
        return await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(returning: Self.finish(mine, body))
            }
            thread.name = "filmstrip-library"
            thread.start()
        }
    }

    private static func finish<Result>(
        _ holder: Locked<LibraryCore?>, _ body: (LibraryCore) throws(LibraryError) -> Result
    ) -> Swift.Result<Result, LibraryError> {
        let core = holder.withLock { held in
            defer { held = nil }
            return held
        }
        guard let core else { return .failure(.internal("a thread ran twice")) }
        core.configuration.prepareThread?()
        do throws(LibraryError) { return .success(try body(core)) } catch { return .failure(error) }
    }
}

extension LibraryChange {
    /// What the log says after `seq`, net of what was undone, and the newest row; nil when it says nothing.
    static func since(_ seq: Int64, in database: Database) throws(DatabaseError) -> (LibraryChange?, Int64) {
        let newest = try database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'log'") ?? 0
        guard newest != seq else { return (nil, newest) }
        // A shorter log is another index; one that has lost our place was written too fast.
        let oldest = try database.integer("SELECT min(seq) FROM log") ?? newest
        var change = LibraryChange(isCoarse: newest < seq || oldest > seq + 1)
        var net: [Int64: IndexWriter.Change] = [:]
        var order: [Int64] = []
        try database.forEach("SELECT uid, what FROM log WHERE seq > ? ORDER BY seq", [.integer(seq)]) {
            let uid = $0.integer(0)
            guard let what = IndexWriter.Change(rawValue: $0.integer(1)), what != .coarse else {
                change.isCoarse = true
                return
            }
            if net[uid] == nil { order.append(uid) }
            switch (net[uid], what) {
            case (.added, .changed): break
            case (.added, .removed): net[uid] = nil
            case (.removed, .added): net[uid] = .changed
            default: net[uid] = what
            }
        }
        guard !change.isCoarse else { return (LibraryChange(isCoarse: true), newest) }
        for uid in order {
            let id = AssetID(IndexItem.text(uid))
            switch net.removeValue(forKey: uid) {
            case .added: change.added.append(id)
            case .changed: change.changed.append(id)
            case .removed: change.removed.append(id)
            case .coarse, nil: break
            }
        }
        let isEmpty = change.added.isEmpty && change.changed.isEmpty && change.removed.isEmpty
        return (isEmpty ? nil : change, newest)
    }
}
