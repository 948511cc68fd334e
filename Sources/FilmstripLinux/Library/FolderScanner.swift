import Filmstrip
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
        var lateMarks: LateMarks
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
    var report = IndexReport()
    /// Folders in which something waits to settle.
    var unsettled: Set<MediaPath> = []

    /// A file that the index has, and that was not where it used to be.
    struct Missing {
        var id: Int64
        var status: FileStatus
    }

    /// A file that the index has in a folder.
    struct Known {
        var id: Int64
        var status: FileStatus
        var extractor: Int64
        var isShown: Bool
        var isFavorite: Bool
    }

    struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64

        init(_ status: FileStatus) {
            device = status.device
            inode = status.inode
        }
    }

    var missing: [FileIdentity: [Missing]] = [:]
    var deferred: [HeaderJob] = []
    var entered: Set<FileIdentity> = []
    var ownIdentities: Set<FileIdentity> = []
    var seenFolders: Set<Int64> = []
    var touched: Set<Int64> = []
    var linkedFolders: [MediaPath] = []
    /// What could not be looked at, though it may well be there: nothing at or below these is taken for gone.
    var kept: Set<MediaPath> = []
    /// Problems from before this scan; those that are left at its end are solved.
    var oldProblems: Set<MediaPath> = []
    var isFull = false
    let hadItems: Bool

    init(_ writer: IndexWriter, _ context: Context) throws(DatabaseError) {
        self.writer = writer
        self.context = context
        try writer.beginReading()
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
}
