public import Filmstrip
import Foundation

extension FolderLibrary {
    /// Brings the index up to date: looks through all folders, and reads what is new or changed.
    ///
    /// One look at a time; a second caller waits for its turn. A file or folder that cannot be read becomes a problem, and
    /// never ends the look. Cancelling the task does: what was found until then stays in the index, and the next look goes on.
    /// - Throws: `cancelled`, `indexBusy` when another process keeps writing the index, `noSpace`, `readOnly`, `internal`.
    @concurrent @discardableResult
    public func index() async throws(LibraryError) -> IndexReport {
        try await core.onOwnThread { core, isCancelled throws(LibraryError) in
            try core.scan(nil, watch: core.watch, isCancelled: isCancelled)
        }
    }

    /// What is wrong with files and folders, as the last look found it; by path.
    @concurrent
    public func problems() async throws(LibraryError) -> [IndexProblem] {
        try await core.read { database throws(DatabaseError) in
            var problems: [IndexProblem] = []
            try database.forEach("SELECT path, code, message FROM problems ORDER BY path") {
                problems.append(
                    IndexProblem(
                        path: MediaPath(bytes: $0.blob(0)), code: ErrorCode(rawValue: $0.text(1)) ?? .internal,
                        message: $0.text(2)))
            }
            return problems
        }
    }

    /// Marks an asset as a favourite, or takes the mark off. Kept durably outside of the index.
    ///
    /// While the index is being written, the mark is stored at once, and the index learns of it from whoever writes, or at
    /// the next look.
    /// - Throws: `itemGone`, and what writing can meet: `noSpace`, `readOnly`, and `unreadable` for a list that is there and
    ///   cannot be read.
    @concurrent
    public func setFavorite(_ isFavorite: Bool, for id: AssetID) async throws(LibraryError) {
        try await core.onOwnThread { core throws(LibraryError) in try core.setFavorite(isFavorite, for: id) }
    }

    /// The asset whose file lies there, or nil when the index has none.
    @concurrent
    public func asset(at path: MediaPath) async throws(LibraryError) -> Asset? {
        let parent = path.parent.resolved()
        return try await core.read { database throws(DatabaseError) in
            // A folder that is a link in the library is known by the link.
            let known = try IndexFolder.find(path.parent, in: database)
            guard let folder = try known == nil ? IndexFolder.find(parent, in: database) : known else { return nil }
            let item = try IndexItem.find(path.name.bytes, folder: folder.id, in: database)
            return item?.role == .shown ? item?.asset(in: folder.path) : nil
        }
    }

    /// What the user should hear once, from now on and from before the call. Buffers all.
    public func notices() -> AsyncStream<LibraryNotice> { core.notices.stream() }
}

extension LibraryCore {
    /// One look, through everything or through some folders.
    /// - Throws: `cancelled` when it was to be given up: what it found until then is in the index.
    func scan(
        _ folders: Set<MediaPath>?, watch: FolderWatch?, settleTime: Int64 = 0,
        isCancelled: @escaping @Sendable () -> Bool = { false }, unsettled: ((Set<MediaPath>) -> Void)? = nil
    ) throws(LibraryError) -> IndexReport {
        let look = try lookInTurn(
            folders, watch: watch, settleTime: settleTime, isCancelled: isCancelled, unsettled: unsettled)
        guard let look else {
            publishChanges()
            throw .cancelled
        }
        // After the turn: a mark that was too late for the look itself is seen here, or by the next one.
        let hasMarks = try writeLateMarks()
        if look.hasNews || hasMarks { publishChanges() }
        return look.report
    }

    /// What a look that came to its end found.
    private struct Look {
        var report: IndexReport
        /// All folders, where somebody watches them.
        var folders: [MediaPath]
        /// Whether the log holds what was not told yet, whoever wrote it.
        var hasNews: Bool
    }

    /// Nil when the look was given up.
    private func lookInTurn(
        _ folders: Set<MediaPath>?, watch: FolderWatch?, settleTime: Int64, isCancelled: @escaping @Sendable () -> Bool,
        unsettled: ((Set<MediaPath>) -> Void)?
    ) throws(LibraryError) -> Look? {
        while !scanTurn.lock(before: Date(timeIntervalSinceNow: 0.05)) {
            if isCancelled() { return nil }
        }
        defer { scanTurn.unlock() }
        let start = DispatchTime.now().uptimeNanoseconds
        favorites.refresh()
        let looked = try withWriter { [self] writer throws(DatabaseError) -> Look? in
            let pool = HeaderPool(
                prepareThread: configuration.prepareThread, didOpen: configuration.didOpen, isCancelled: isCancelled)
            defer { pool.finish() }
            let scanner = try FolderScanner(
                writer,
                FolderScanner.Context(
                    roots: roots, ownFolders: [configuration.cacheFolder, configuration.dataFolder],
                    favorites: favorites, lateMarks: lateMarks, pool: pool, willEnter: { watch?.add($0) },
                    settleTime: settleTime,
                    now: configuration.clock(), isCancelled: isCancelled))
            guard try scanner.look(at: folders) else { return nil }
            unsettled?(scanner.unsettled)
            let folders = try watch == nil ? [] : IndexFolder.all(in: writer.database).map(\.path)
            return try Look(report: scanner.report, folders: folders, hasNews: hasNews(writer.database))
        }
        guard var looked else { return nil }
        watch?.keep(only: Set(looked.folders).union(roots))
        looked.report.seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        return looked
    }

    func setFavorite(_ isFavorite: Bool, for id: AssetID) throws(LibraryError) {
        guard let uid = IndexItem.uid(id.rawValue) else { throw .itemGone(id) }
        let found = try readNow { database throws(DatabaseError) in try self.item(uid, database) }
        guard let (item, folder) = found else { throw .itemGone(id) }
        try favorites.set(folder.appending(MediaPath(bytes: item.name)), isFavorite)
        lateMarks.add(uid, isFavorite)
        try waitForMark(uid)
        publishChanges()
    }

    /// Writes a mark, or waits until the look that goes on has done so, for no longer than for any other writer.
    private func waitForMark(_ uid: Int64) throws(LibraryError) {
        let start = DispatchTime.now().uptimeNanoseconds
        while lateMarks.contains(uid) {
            if scanTurn.try() {
                defer { scanTurn.unlock() }
                _ = try writeLateMarks()
                return
            }
            guard Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 < configuration.busyTimeout else { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Writes what the index has yet to learn. While somebody else writes, it waits: a look of ours takes it along, and any
    /// other is followed by one that does. Whether there was anything to learn.
    private func writeLateMarks() throws(LibraryError) -> Bool {
        guard !lateMarks.isEmpty else { return false }
        do throws(LibraryError) {
            try withWriter { writer throws(DatabaseError) in try lateMarks.write(writer) }
        } catch {
            guard case .indexBusy = error else { throw error }
        }
        return true
    }

    /// A shown item and its folder.
    func item(_ uid: Int64, _ database: Database) throws(DatabaseError) -> (IndexItem, MediaPath)? {
        let row = try database.statement(
            """
            SELECT \(IndexItem.columns), (SELECT path FROM folders f WHERE f.id = items.folder) FROM items
            WHERE uid = ? AND role = 0
            """, [.integer(uid)])
        defer { row.reset() }
        return try row.step() ? (IndexItem(row), MediaPath(bytes: row.blob(33))) : nil
    }
}
