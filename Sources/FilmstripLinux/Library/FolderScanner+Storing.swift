import Filmstrip
import FilmstripFormats
import Foundation

extension FolderScanner {
    // MARK: Writing

    func store(all: Bool) throws(DatabaseError) {
        try storeWhatWasRead(all: all)
        if all { try checkCancellation() }
        if !context.lateMarks.isEmpty { try context.lateMarks.write(writer) }
    }

    func storeWhatWasRead(all: Bool = false) throws(DatabaseError) {
        for result in context.pool.take(all: all) {
            try store(result)
            try writer.commitIfFull()
        }
    }

    private func store(_ result: HeaderResult) throws(DatabaseError) {
        let job = result.job
        // What went between being listed and being read leaves no trace here, or it would never be read again.
        guard let header = result.header else { return }
        try touch(job.folder)
        var item: IndexItem
        // By its place: a name that others change meanwhile can be listed twice, and a folder be walked under two names.
        let old = try IndexItem.find(job.path.name.bytes, folder: job.folder, in: database)
        if old != nil, case .failure(let error) = header, case .unreadable = error {
            // The disk or the system refused; what was known of the file is all there is until it can be read again.
            return try problem(job.path, job.folder, error.code, error.message)
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
        switch header {
        case .success(let header):
            item.take(header)
            if let old, old.partner != nil { item.stayPaired(like: old) }
            if let first = header.problems.first {
                try problem(job.path, job.folder, first.code, header.problems.map(\.message).joined(separator: " "))
            }
        case .failure(let error):
            if case .unreadable = error { item.extractor = -1 }
            if !mayBeAnything(error, job.status) || MediaNames.isMedia(job.path.name) {
                try problem(job.path, job.folder, error.code, error.message)
            }
        }
        guard let old else {
            try writer.insert(item)
            return
        }
        try writer.update(item, from: old)
        if old.role == .shown, item.role == .shown, writer.isUnchanged(old.id) { report.unchanged += 1 }
    }

    /// Whether nothing but a name could tell that a file was meant to be a picture.
    private func mayBeAnything(_ error: LibraryError, _ status: FileStatus) -> Bool {
        error.code == .unsupportedFormat || (error.code == .truncated && status.size == 0)
    }

    func problem(_ path: MediaPath, _ folder: Int64?, _ code: ErrorCode, _ message: String) throws(DatabaseError) {
        oldProblems.remove(path)
        try writer.problem(path, folder: folder, code: code, message: message)
    }

    // MARK: The end

    func finish() throws(DatabaseError) {
        try missFolders()
        for job in deferred {
            try checkCancellation()
            if try !move(job) { try read(job) }
        }
        try store(all: true)
        for missed in missing.values.joined() {
            guard let item = try IndexItem.find(missed.id, in: database), item.status == missed.status else { continue }
            try checkCancellation()
            try touch(item.folder)
            try writer.remove(item)
            try writer.commitIfFull()
        }
        try pair()
        try forgetFolders()
        for path in oldProblems { try writer.solved(path) }
    }

    /// Files of folders that are gone are missing; perhaps they were moved.
    private func missFolders() throws(DatabaseError) {
        for folder in try goneFolders() {
            try miss(folder)
        }
    }

    func miss(_ folder: IndexFolder) throws(DatabaseError) {
        for known in try knownItems(of: folder.id).values { miss(known) }
    }

    func miss(_ known: Known) {
        missing[FileIdentity(known.status), default: []].append(Missing(id: known.id, status: known.status))
    }

    private func forgetFolders() throws(DatabaseError) {
        for folder in try goneFolders() { try writer.forget(folder: folder.id) }
    }

    private func goneFolders() throws(DatabaseError) -> [IndexFolder] {
        guard hadItems || isFull else { return [] }
        return try IndexFolder.all(in: database).filter { folder in
            if seenFolders.contains(folder.id) || isKept(folder.path) { return false }
            return isFull || folder.isGone
        }
    }

    /// Whether a folder lies at or below something that could not be looked at.
    private func isKept(_ path: MediaPath) -> Bool {
        guard !kept.isEmpty else { return false }
        var above = path
        while !kept.contains(above) {
            guard above.bytes.count > 1 else { return false }
            above = above.parent
        }
        return true
    }

    /// Gives a file that was renamed its old row under the new name; false when it is none.
    private func move(_ job: HeaderJob) throws(DatabaseError) -> Bool {
        let identity = FileIdentity(job.status)
        guard let place = missing[identity]?.firstIndex(where: { job.status.isMoved(from: $0.status) }),
            let missed = missing[identity]?.remove(at: place), let old = try IndexItem.find(missed.id, in: database),
            old.extractor == IndexSchema.extractor,
            try IndexItem.find(job.path.name.bytes, folder: job.folder, in: database) == nil
        else { return false }
        try touch(old.folder)
        try touch(job.folder)
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
