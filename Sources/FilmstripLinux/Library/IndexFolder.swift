import Filmstrip

/// A row of `folders`.
struct IndexFolder: Sendable, Hashable {
    var id: Int64
    var key: Int64
    var path: MediaPath
    var isRoot: Bool
    var device: Int64
    var inode: Int64

    static let columns = "id, key, path, isRoot, device, inode"

    init(_ row: Statement) {
        id = row.integer(0)
        key = row.integer(1)
        path = MediaPath(bytes: row.blob(2))
        isRoot = row.integer(3) != 0
        device = row.integer(4)
        inode = row.integer(5)
    }

    static func find(_ path: MediaPath, in database: Database) throws(DatabaseError) -> IndexFolder? {
        let row = try database.statement("SELECT \(columns) FROM folders WHERE path = ?", [.blob(path.bytes)])
        defer { row.reset() }
        return try row.step() ? IndexFolder(row) : nil
    }

    static func all(in database: Database) throws(DatabaseError) -> [IndexFolder] {
        var folders: [IndexFolder] = []
        try database.forEach("SELECT \(columns) FROM folders ORDER BY path") { folders.append(IndexFolder($0)) }
        return folders
    }

    /// What names the album that the folder is.
    var albumID: Album.ID { Album.ID(rawValue: "folder:" + IndexItem.text(key)) }
}

extension IndexFolder {
    func isSameFolder(as status: FileStatus) -> Bool {
        device == Int64(bitPattern: status.device) && inode == Int64(bitPattern: status.inode)
    }

    /// Whether the folder is where the index has it.
    var isStillThere: Bool {
        guard !path.bytes.contains(0) else { return false }
        do { return isSameFolder(as: try FileStatus.of(path)) } catch { return false }
    }

    /// Whether the folder is surely not where the index has it: one that cannot be asked may be.
    var isGone: Bool {
        do throws(SystemError) { return !isSameFolder(as: try FileStatus.of(path)) } catch { return error.meansGone }
    }
}
