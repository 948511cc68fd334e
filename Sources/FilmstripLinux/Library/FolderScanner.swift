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
        /// Whether who asked for the look no longer wants it: then it ends with `interrupted`.
        var isCancelled: @Sendable () -> Bool = { false }
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
    /// The folders whose pairs must be looked at; see `touch`.
    private(set) var touched: Set<Int64> = []
    var linkedFolders: [MediaPath] = []
    /// What could not be looked at, though it may well be there: nothing at or below these is taken for gone.
    var kept: Set<MediaPath> = []
    /// Problems from before this scan; those that are left at its end are solved.
    var oldProblems: Set<MediaPath> = []
    var isFull = false
    let hadItems: Bool
    /// Whether the pairs of all folders must be looked at: a look did not come to its end, or the rules were others.
    let mustPairAll: Bool
    private static let pairing = "pairing"

    init(_ writer: IndexWriter, _ context: Context) throws(DatabaseError) {
        self.writer = writer
        self.context = context
        try writer.beginReading()
        hadItems = try writer.database.integer("SELECT 1 FROM items LIMIT 1") != nil
        mustPairAll =
            try writer.database.integer("SELECT value FROM facts WHERE name = ?", [.text(Self.pairing)])
            != LivePairing.version
        for folder in context.ownFolders {
            do throws(SystemError) { ownIdentities.insert(FileIdentity(try FileStatus.of(folder))) } catch { continue }
        }
    }

    // MARK: The two kinds of look

    /// Looks through these folders, or through everything for nil.
    /// - Returns: false when that was given up; what was found until then is in the index.
    func look(at folders: Set<MediaPath>?) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            if let folders {
                try scan(folders.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
            } else {
                try scanAll()
            }
            return true
        } catch {
            guard error == .interrupted else { throw error }
            try storeWhatWasRead()
            try writer.commit()
            return false
        }
    }

    /// Looks through everything.
    private func scanAll() throws(DatabaseError) {
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
    private func scan(_ folders: some Sequence<MediaPath>) throws(DatabaseError) {
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

    /// Ends the look when it is no longer wanted. What it wrote so far can be committed: the next one goes on from there.
    func checkCancellation() throws(DatabaseError) {
        if context.isCancelled() { throw .interrupted }
    }

    // MARK: Pairs

    /// Something in a folder changed, so that its pairs must be looked at. Until that is done the index says so, in case this
    /// look does not come to its end.
    func touch(_ folder: Int64) throws(DatabaseError) {
        if touched.isEmpty { try writer.set(Self.pairing, 0) }
        touched.insert(folder)
    }

    func pair() throws(DatabaseError) {
        if isFull, mustPairAll { touched.formUnion(seenFolders) }
        for folder in touched.sorted() {
            try checkCancellation()
            for broken in try LivePairing(writer, folder: folder).run() {
                guard let path = try path(ofFolder: folder) else { break }
                try problem(path.appending(broken.name), folder, .unreadable, broken.message)
            }
            try writer.commitIfFull()
        }
        if isFull || !mustPairAll { try writer.set(Self.pairing, LivePairing.version) }
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
