import Filmstrip

/// Marks as favourites that are stored durably, and that the index has yet to learn because somebody else writes it.
final class LateMarks: Sendable {
    private let marks = Locked<[Int64: Bool]>([:])

    var isEmpty: Bool { marks.withLock { $0.isEmpty } }

    func contains(_ uid: Int64) -> Bool { marks.withLock { $0[uid] != nil } }

    /// Remembers the newest mark of an asset.
    func add(_ uid: Int64, _ isFavorite: Bool) {
        marks.withLock { $0[uid] = isFavorite }
    }

    /// Writes all marks and commits. They are forgotten after that, but for those that changed meanwhile.
    func write(_ writer: IndexWriter) throws(DatabaseError) {
        let waiting = marks.withLock { $0 }
        for (uid, isFavorite) in waiting {
            guard let old = try IndexItem.find(uid: uid, in: writer.database) else { continue }
            var item = old
            item.isFavorite = isFavorite
            try writer.update(item, from: old)
        }
        try writer.commit()
        marks.withLock { marks in
            for (uid, isFavorite) in waiting where marks[uid] == isFavorite { marks[uid] = nil }
        }
    }
}
