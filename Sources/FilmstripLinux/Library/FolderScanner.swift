import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

/// One look through folders: finds what is new, changed, moved and gone, and writes it to the index.
///
/// It runs on one thread, reads headers on two more, and stops for nothing but a fault of the index itself. Each file or
/// folder that cannot be read becomes one problem.
final class FolderScanner {
    /// What a scan needs to know of its library.
    struct Context {
        var roots: [MediaPath]
        /// Folders of our own, never to be looked into, wherever they lie.
        var ownFolders: [MediaPath]
        var favorites: FavoriteStore
        var pool: HeaderPool
        /// Called before a folder is read, so that a watch misses nothing.
        var willEnter: ((MediaPath) -> Void)?
        /// Files that changed within so many nanoseconds are left for the next look: they are being written. 0 takes all.
        var settleTime: Int64 = 0
        var now: Date
    }

    let writer: IndexWriter
    let context: Context
    var database: Database { writer.database }
    private(set) var report = IndexReport()
    /// Folders in which something waits to settle.
    private(set) var unsettled: Set<MediaPath> = []

    /// A file that the index has, and that was not where it used to be.
    private struct Missing {
        var id: Int64
        var status: FileStatus
    }

    private struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64

        init(_ status: FileStatus) {
            device = status.device
            inode = status.inode
        }
    }

    private var missing: [FileIdentity: [Missing]] = [:]
    private var deferred: [HeaderJob] = []
    private var entered: Set<FileIdentity> = []
    private var ownIdentities: Set<FileIdentity> = []
    private var seenFolders: Set<Int64> = []
    private var touched: Set<Int64> = []
    private var linkedFolders: [MediaPath] = []
    /// Problems from before this scan; those that are left at its end are solved.
    private var oldProblems: Set<MediaPath> = []
    private var isFull = false
    private let hadItems: Bool

    init(_ writer: IndexWriter, _ context: Context) throws(DatabaseError) {
        self.writer = writer
        self.context = context
        hadItems = try writer.database.integer("SELECT 1 FROM items LIMIT 1") != nil
        for folder in context.ownFolders {
            do throws(SystemError) { ownIdentities.insert(FileIdentity(try FileStatus.of(folder))) } catch { continue }
        }
    }

    // MARK: The two kinds of look

    /// Looks through everything.
    func scanAll() throws(DatabaseError) {
        isFull = true
        try loadProblems("SELECT path FROM problems", [])
        try writer.forgetFormerlyRecent()
        for root in context.roots { try walk(root, isRoot: true) }
        try finish()
        try writer.set("complete", 1)
        try writer.commit()
        try summarize()
    }

    /// Looks through these folders, and through folders below them that are new.
    func scan(_ folders: some Sequence<MediaPath>) throws(DatabaseError) {
        for folder in folders {
            let isRoot = context.roots.contains(folder)
            guard isRoot || FileOperations.isFolder(folder) else { continue }
            if let known = try IndexFolder.find(folder, in: database) {
                try loadProblems("SELECT path FROM problems WHERE folder = ?", [.integer(known.id)])
            }
            try loadProblems("SELECT path FROM problems WHERE path = ?", [.blob(folder.bytes)])
            try walk(folder, isRoot: isRoot)
        }
        try finish()
        try writer.commit()
        try summarize()
    }

    private func loadProblems(_ sql: String, _ values: [DatabaseValue]) throws(DatabaseError) {
        try database.forEach(sql, values) { oldProblems.insert(MediaPath(bytes: $0.blob(0))) }
    }

    private func summarize() throws(DatabaseError) {
        report.added = writer.tally.added
        report.changed = writer.changedRows.count
        report.removed = writer.tally.removed
        report.problems = Int(try database.integer("SELECT count(*) FROM problems") ?? 0)
    }

    // MARK: Walking

    private func walk(_ top: MediaPath, isRoot: Bool) throws(DatabaseError) {
        var stack = [top]
        while true {
            guard let path = stack.popLast() else {
                guard let link = linkedFolders.popLast() else { return }
                stack.append(link)
                continue
            }
            try enter(path, isRoot: isRoot && path == top, &stack)
        }
    }

    private func enter(_ path: MediaPath, isRoot: Bool, _ stack: inout [MediaPath]) throws(DatabaseError) {
        context.willEnter?(path)
        let folder: FileFolder
        let status: FileStatus
        do throws(SystemError) {
            folder = try FileFolder(path)
            status = try folder.status()
        } catch {
            // A folder that has just gone is no problem, and a missing root is an empty one.
            if error.number != ENOENT {
                try problem(path, nil, .unreadable, "The folder cannot be read: \(error.reason).")
            }
            return
        }
        let identity = FileIdentity(status)
        guard !ownIdentities.contains(identity), entered.insert(identity).inserted else { return }
        if isMarkedAsNoMedia(folder) {
            if let known = try IndexFolder.find(path, in: database) { try miss(known) }
            return
        }
        let id = try row(for: path, status, isRoot: isRoot)
        seenFolders.insert(id)
        try readEntries(of: folder, id, &stack)
        try store(all: false)
    }

    private func isMarkedAsNoMedia(_ folder: FileFolder) -> Bool {
        faccessat(folder.descriptor, ".nomedia", F_OK, 0) == 0
    }

    /// The row of a folder; the old one when the folder was only renamed.
    private func row(for path: MediaPath, _ status: FileStatus, isRoot: Bool) throws(DatabaseError) -> Int64 {
        if let known = try IndexFolder.find(path, in: database), known.isSameFolder(as: status) {
            return try writer.folder(path, status: status, isRoot: isRoot)
        }
        var former: IndexFolder?
        try database.forEach(
            "SELECT \(IndexFolder.columns) FROM folders WHERE inode = ? AND device = ?",
            [.integer(Int64(bitPattern: status.inode)), .integer(Int64(bitPattern: status.device))]
        ) {
            former = IndexFolder($0)
        }
        if let former, !seenFolders.contains(former.id), !former.isStillThere {
            try moveFavorites(of: former, to: path)
            try writer.move(folder: former.id, to: path)
            touched.insert(former.id)
        }
        return try writer.folder(path, status: status, isRoot: isRoot)
    }

    private func moveFavorites(of folder: IndexFolder, to path: MediaPath) throws(DatabaseError) {
        guard !context.favorites.isEmpty else { return }
        var names: [MediaPath] = []
        try database.forEach("SELECT name FROM items WHERE folder = ? AND favorite = 1", [.integer(folder.id)]) {
            names.append(MediaPath(bytes: $0.blob(0)))
        }
        for name in names { try moveFavorite(folder.path.appending(name), to: path.appending(name)) }
    }

    private func moveFavorite(_ old: MediaPath, to new: MediaPath) throws(DatabaseError) {
        do { try context.favorites.move(old, to: new) } catch {
            try problem(new, nil, error.code, "The mark as favourite could not be kept. \(error.message)")
        }
    }

    private func readEntries(of folder: FileFolder, _ id: Int64, _ stack: inout [MediaPath]) throws(DatabaseError) {
        var known = try knownItems(of: id)
        while true {
            let name: MediaPath?
            do throws(SystemError) { name = try folder.next() } catch {
                try problem(folder.path, nil, .unreadable, "The folder cannot be read: \(error.reason).")
                return
            }
            guard let name else { break }
            let path = folder.path.appending(name)
            guard var status = try status(of: name, in: folder, path, id) else { continue }
            if name.bytes.first == UInt8(ascii: ".") {
                try passHidden(path, status)
                continue
            }
            let isLink = status.kind == .link
            if isLink {
                guard let target = try target(of: name, in: folder, path, id) else { continue }
                status = target
            }
            switch status.kind {
            case .folder where isLink: try follow(path, status)
            case .folder:
                if try mustEnter(path, status) { stack.append(path) }
            case .file: try meet(path, status, folder: id, known: known.removeValue(forKey: name.bytes))
            case .link, .other: break
            }
        }
        for item in known.values { miss(item) }
    }

    private func status(of name: MediaPath, in folder: FileFolder, _ path: MediaPath, _ id: Int64)
        throws(DatabaseError) -> FileStatus?
    {
        do throws(SystemError) { return try folder.status(of: name, followingLinks: false) } catch {
            if error.number != ENOENT { try problem(path, id, .unreadable, "It cannot be read: \(error.reason).") }
            return nil
        }
    }

    private func target(of name: MediaPath, in folder: FileFolder, _ path: MediaPath, _ id: Int64)
        throws(DatabaseError) -> FileStatus?
    {
        do throws(SystemError) { return try folder.status(of: name, followingLinks: true) } catch {
            let message =
                switch error.number {
                case ENOENT, ENOTDIR: "The link leads nowhere."
                case ELOOP: "The link leads in a circle."
                default: "The link cannot be followed: \(error.reason)."
                }
            try problem(path, id, error.number == ENOENT || error.number == ENOTDIR ? .notFound : .unreadable, message)
            return nil
        }
    }

    /// A linked folder is entered after all real ones, so that pictures are known by their real path. A link to a folder
    /// above it would go round for ever.
    private func follow(_ path: MediaPath, _ status: FileStatus) throws(DatabaseError) {
        var above = path.parent
        while above.bytes.count > 1 {
            let parent: FileStatus
            do throws(SystemError) { parent = try FileStatus.of(above) } catch { break }
            if parent.isSameFile(as: status) {
                try problem(path, nil, .unreadable, "The link leads back to a folder above it.")
                return
            }
            above = above.parent
        }
        if try mustEnter(path, status) { linkedFolders.append(path) }
    }

    /// Hidden files and folders are left out. A hidden folder that nobody may enter is told all the same: nobody can
    /// know what is missing in the library because of it.
    private func passHidden(_ path: MediaPath, _ status: FileStatus) throws(DatabaseError) {
        if status.kind == .folder, !ownIdentities.contains(FileIdentity(status)), !FileFolder.isReadable(path) {
            try problem(path, nil, .unreadable, "The folder cannot be read: \(SystemError(EACCES).reason).")
        }
        AtomicFile.removeLeftover(path, status: status)
    }

    private func mustEnter(_ path: MediaPath, _ status: FileStatus) throws(DatabaseError) -> Bool {
        guard !isFull, let known = try IndexFolder.find(path, in: database) else { return true }
        return !known.isSameFolder(as: status)
    }

    // MARK: Files

    private struct Known {
        var id: Int64
        var status: FileStatus
        var extractor: Int64
        var isShown: Bool
    }

    private func knownItems(of folder: Int64) throws(DatabaseError) -> [[UInt8]: Known] {
        guard hadItems else { return [:] }
        var known: [[UInt8]: Known] = [:]
        try database.forEach(
            """
            SELECT id, name, extractor, role, device, inode, bytes, modified, changed FROM items WHERE folder = ?
            """, [.integer(folder)]
        ) {
            known[$0.blob(1)] = Known(
                id: $0.integer(0), status: FileStatus($0, from: 4), extractor: $0.integer(2),
                isShown: $0.integer(3) == IndexItem.Role.shown.rawValue)
        }
        return known
    }

    private func meet(_ path: MediaPath, _ status: FileStatus, folder: Int64, known: Known?) throws(DatabaseError) {
        if let known, known.status == status, known.extractor == IndexSchema.extractor {
            if known.isShown, !writer.changedRows.contains(known.id) { report.unchanged += 1 }
            oldProblems.remove(path)
            return
        }
        guard !MediaNames.isSidecar(path.name) else { return }
        if isSettling(status) {
            unsettled.insert(path.parent)
            if known?.isShown == true { report.unchanged += 1 }
            return
        }
        let job = HeaderJob(folder: folder, path: path, status: status, known: known?.id)
        guard known == nil, hadItems, try isKnownFile(status) else { return try read(job) }
        deferred.append(job)
    }

    private func isSettling(_ status: FileStatus) -> Bool {
        guard context.settleTime > 0 else { return false }
        let age = Int64(Date().timeIntervalSince1970 * 1e9) - status.modified
        return (0..<context.settleTime).contains(age)
    }

    private func isKnownFile(_ status: FileStatus) throws(DatabaseError) -> Bool {
        try database.integer(
            "SELECT 1 FROM items WHERE inode = ? AND device = ?",
            [.integer(Int64(bitPattern: status.inode)), .integer(Int64(bitPattern: status.device))]) != nil
    }

    private func read(_ job: HeaderJob) throws(DatabaseError) {
        report.filesRead += 1
        context.pool.submit(job)
        if report.filesRead % 64 == 0 { try store(all: false) }
    }

    // MARK: Writing

    private func store(all: Bool) throws(DatabaseError) {
        for result in context.pool.take(all: all) {
            try store(result)
            try writer.commitIfFull()
        }
    }

    private func store(_ result: HeaderResult) throws(DatabaseError) {
        let job = result.job
        touched.insert(job.folder)
        var item: IndexItem
        var old: IndexItem?
        if let known = job.known {
            old = try IndexItem.find(known, in: database)
        }
        if let old {
            item = IndexItem(uid: old.uid, folder: job.folder, name: job.path.name.bytes, status: job.status)
            item.added = old.added
        } else {
            item = IndexItem(
                uid: try writer.freeUID(for: job.path), folder: job.folder, name: job.path.name.bytes,
                status: job.status)
            item.added = (result.birth > 0 ? result.birth : job.status.changed) / 1_000_000
        }
        item.isFavorite = context.favorites.contains(job.path)
        switch result.header {
        case .success(let header):
            item.take(header)
            if let old, old.partner != nil { item.stayPaired(like: old) }
            if let first = header.problems.first {
                try problem(job.path, job.folder, first.code, header.problems.map(\.message).joined(separator: " "))
            }
        case .failure(let error):
            if case .unreadable = error { item.extractor = -1 }
            if error.code != .unsupportedFormat || MediaNames.isMedia(job.path.name) {
                // A file that has gone meanwhile is no problem, and will be missing at the next look.
                if error.code != .notFound { try problem(job.path, job.folder, error.code, error.message) }
            }
        }
        if let old { try writer.update(item, from: old) } else { try writer.insert(item) }
    }

    func problem(_ path: MediaPath, _ folder: Int64?, _ code: ErrorCode, _ message: String) throws(DatabaseError) {
        oldProblems.remove(path)
        try writer.problem(path, folder: folder, code: code, message: message)
    }

    // MARK: The end

    private func finish() throws(DatabaseError) {
        try missFolders()
        for job in deferred {
            if try !move(job) { try read(job) }
        }
        try store(all: true)
        for missed in missing.values.joined() {
            guard let item = try IndexItem.find(missed.id, in: database) else { continue }
            touched.insert(item.folder)
            try writer.remove(item)
            try writer.commitIfFull()
        }
        for folder in touched.sorted() {
            try LivePairing(self, folder: folder).run()
            try writer.commitIfFull()
        }
        try forgetFolders()
        for path in oldProblems { try writer.solved(path) }
    }

    /// Files of folders that are gone are missing; perhaps they were moved.
    private func missFolders() throws(DatabaseError) {
        for folder in try goneFolders() {
            try miss(folder)
        }
    }

    private func miss(_ folder: IndexFolder) throws(DatabaseError) {
        for known in try knownItems(of: folder.id).values { miss(known) }
    }

    private func miss(_ known: Known) {
        missing[FileIdentity(known.status), default: []].append(Missing(id: known.id, status: known.status))
    }

    private func forgetFolders() throws(DatabaseError) {
        for folder in try goneFolders() { try writer.forget(folder: folder.id) }
    }

    private func goneFolders() throws(DatabaseError) -> [IndexFolder] {
        guard hadItems || isFull else { return [] }
        return try IndexFolder.all(in: database).filter { folder in
            if seenFolders.contains(folder.id) { return false }
            return isFull || !folder.isStillThere
        }
    }

    /// Gives a file that was renamed its old row under the new name; false when it is none.
    private func move(_ job: HeaderJob) throws(DatabaseError) -> Bool {
        let identity = FileIdentity(job.status)
        guard let place = missing[identity]?.firstIndex(where: { job.status.isMoved(from: $0.status) }),
            let missed = missing[identity]?.remove(at: place), let old = try IndexItem.find(missed.id, in: database),
            old.extractor == IndexSchema.extractor
        else { return false }
        touched.formUnion([old.folder, job.folder])
        var item = old
        item.folder = job.folder
        item.name = job.path.name.bytes
        item.status = job.status
        if old.isFavorite, let folder = try path(ofFolder: old.folder) {
            try moveFavorite(folder.appending(MediaPath(bytes: old.name)), to: job.path)
        }
        try writer.update(item, from: old)
        return true
    }

    func path(ofFolder id: Int64) throws(DatabaseError) -> MediaPath? {
        let row = try database.statement("SELECT path FROM folders WHERE id = ?", [.integer(id)])
        defer { row.reset() }
        return try row.step() ? MediaPath(bytes: row.blob(0)) : nil
    }
}
