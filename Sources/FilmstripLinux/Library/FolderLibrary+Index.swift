public import Filmstrip
import Foundation

extension FolderLibrary {
    /// Brings the index up to date: looks through all folders, and reads what is new or changed.
    ///
    /// One look at a time; a second caller waits for its turn. A file or folder that cannot be read becomes a problem, and
    /// never ends the look.
    /// - Throws: `indexBusy` when another process keeps writing the index, `noSpace`, `readOnly`, `internal`.
    @concurrent @discardableResult
    public func index() async throws(LibraryError) -> IndexReport {
        try await core.onOwnThread { core throws(LibraryError) in try core.scan(nil, watch: core.watch) }
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
    /// - Throws: `itemGone`, and what writing can meet: `noSpace`, `readOnly`, `indexBusy`.
    @concurrent
    public func setFavorite(_ isFavorite: Bool, for id: AssetID) async throws(LibraryError) {
        try await core.onOwnThread { core throws(LibraryError) in try core.setFavorite(isFavorite, for: id) }
    }

    /// The asset whose file lies there, or nil when the index has none.
    @concurrent
    public func asset(at path: MediaPath) async throws(LibraryError) -> Asset? {
        try await core.read { database throws(DatabaseError) in
            guard let folder = try IndexFolder.find(path.parent, in: database) else { return nil }
            let item = try IndexItem.find(path.name.bytes, folder: folder.id, in: database)
            return item?.role == .shown ? item?.asset(in: folder.path) : nil
        }
    }

    /// What the user should hear once, from now on and from before the call. Buffers all.
    public func notices() -> AsyncStream<LibraryNotice> { core.notices.stream() }
}

extension LibraryCore {
    /// One look, through everything or through some folders.
    func scan(
        _ folders: Set<MediaPath>?, watch: FolderWatch?, settleTime: Int64 = 0,
        unsettled: ((Set<MediaPath>) -> Void)? = nil
    ) throws(LibraryError) -> IndexReport {
        scanTurn.lock()
        defer { scanTurn.unlock() }
        let start = DispatchTime.now().uptimeNanoseconds
        var report = try withWriter { [self] writer throws(DatabaseError) in
            let pool = HeaderPool(prepareThread: configuration.prepareThread, didOpen: configuration.didOpen)
            defer { pool.finish() }
            let scanner = try FolderScanner(
                writer,
                FolderScanner.Context(
                    roots: roots, ownFolders: [configuration.cacheFolder, configuration.dataFolder],
                    favorites: favorites, pool: pool, willEnter: { watch?.add($0) }, settleTime: settleTime,
                    now: configuration.clock()))
            if let folders {
                try scanner.scan(folders.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
            } else {
                try scanner.scanAll()
            }
            unsettled?(scanner.unsettled)
            return scanner.report
        }
        if let watch { watch.keep(only: try folderPaths()) }
        report.seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        publishChanges()
        return report
    }

    private func folderPaths() throws(LibraryError) -> Set<MediaPath> {
        let known = try readNow { database throws(DatabaseError) in try IndexFolder.all(in: database).map(\.path) }
        return Set(known).union(roots)
    }

    func setFavorite(_ isFavorite: Bool, for id: AssetID) throws(LibraryError) {
        guard let uid = IndexItem.uid(id.rawValue) else { throw .itemGone(id) }
        let found = try readNow { database throws(DatabaseError) in try self.item(uid, database) }
        guard let (item, folder) = found else { throw .itemGone(id) }
        try favorites.set(folder.appending(MediaPath(bytes: item.name)), isFavorite)
        try withWriter { writer throws(DatabaseError) in
            var changed = item
            changed.isFavorite = isFavorite
            try writer.update(changed, from: item)
            try writer.commit()
        }
        publishChanges()
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
