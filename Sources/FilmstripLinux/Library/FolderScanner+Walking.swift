import Filmstrip
import Foundation
import Glibc

extension FolderScanner {
    // MARK: Walking

    func walk(_ top: MediaPath, isRoot: Bool) throws(DatabaseError) {
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
        try checkCancellation()
        context.willEnter?(path)
        let folder: FileFolder
        let status: FileStatus
        do throws(SystemError) {
            folder = try FileFolder(path)
            status = try folder.status()
        } catch {
            // A folder that has just gone is no problem, and a missing root is an empty one.
            if error.number != ENOENT {
                if !error.meansGone { kept.insert(path) }
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
            try touch(former.id)
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

    func moveFavorite(_ old: MediaPath, to new: MediaPath) throws(DatabaseError) {
        do { try context.favorites.move(old, to: new) } catch {
            try problem(new, nil, error.code, "The mark as favourite could not be kept. \(error.message)")
        }
    }

    private func readEntries(of folder: FileFolder, _ id: Int64, _ stack: inout [MediaPath]) throws(DatabaseError) {
        var known = try knownItems(of: id)
        while true {
            let name: MediaPath?
            do throws(SystemError) { name = try folder.next() } catch {
                kept.insert(folder.path)
                try problem(folder.path, nil, .unreadable, "The folder cannot be read: \(error.reason).")
                return
            }
            guard let name else { break }
            try checkCancellation()
            guard var status = try status(of: name, in: folder, id) else { continue }
            if let place = known.index(forKey: name),
                try isUnchanged(known[place].value, status, name, in: folder)
            {
                known.remove(at: place)
                continue
            }
            let path = folder.path.appending(name)
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
            case .file:
                let item = known.removeValue(forKey: name)
                if isLink, let item, try isUnchanged(item, status, name, in: folder) { continue }
                try meet(path, status, folder: id, known: item)
            case .link, .other: break
            }
        }
        for (name, item) in known where kept.isEmpty || !kept.contains(folder.path.appending(name)) {
            miss(item)
        }
    }

    private func status(of name: MediaPath, in folder: FileFolder, _ id: Int64) throws(DatabaseError) -> FileStatus? {
        do throws(SystemError) { return try folder.status(of: name, followingLinks: false) } catch {
            if !error.meansGone {
                let path = folder.path.appending(name)
                kept.insert(path)
                try problem(path, id, .unreadable, "It cannot be read: \(error.reason).")
            }
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
            if !error.meansGone, error.number != ELOOP { kept.insert(path) }
            try problem(path, id, error.meansGone ? .notFound : .unreadable, message)
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

    func knownItems(of folder: Int64) throws(DatabaseError) -> [MediaPath: Known] {
        guard hadItems else { return [:] }
        var known: [MediaPath: Known] = [:]
        try database.forEach(
            """
            SELECT id, name, extractor, role, device, inode, bytes, modified, changed, favorite FROM items
            WHERE folder = ?
            """, [.integer(folder)]
        ) {
            known[MediaPath(bytes: $0.blob(1))] = Known(
                id: $0.integer(0), status: FileStatus($0, from: 4), extractor: $0.integer(2),
                isShown: $0.integer(3) == IndexItem.Role.shown.rawValue, isFavorite: $0.integer(9) != 0)
        }
        return known
    }

    /// Passes a file that is as the index has it. Nearly every file of nearly every look ends here.
    private func isUnchanged(
        _ known: Known, _ status: FileStatus, _ name: MediaPath, in folder: FileFolder
    ) throws(DatabaseError) -> Bool {
        guard known.status == status, known.extractor == IndexSchema.extractor else { return false }
        if known.isFavorite || !context.favorites.isEmpty { try takeMark(of: folder.path.appending(name), known) }
        if !oldProblems.isEmpty { oldProblems.remove(folder.path.appending(name)) }
        if known.isShown, writer.isUnchanged(known.id) { report.unchanged += 1 }
        return true
    }

    private func meet(_ path: MediaPath, _ status: FileStatus, folder: Int64, known: Known?) throws(DatabaseError) {
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

    /// Somebody else may have marked the file, or the index may have missed that we did.
    private func takeMark(of path: MediaPath, _ known: Known) throws(DatabaseError) {
        let isFavorite = context.favorites.contains(path)
        guard isFavorite != known.isFavorite, let old = try IndexItem.find(known.id, in: database) else { return }
        var item = old
        item.isFavorite = isFavorite
        try writer.update(item, from: old)
    }

    private func isSettling(_ status: FileStatus) -> Bool {
        guard context.settleTime > 0 else { return false }
        // A file may claim any time.
        let age = Int64(Date().timeIntervalSince1970 * 1e9) &- status.modified
        return (0..<context.settleTime).contains(age)
    }

    private func isKnownFile(_ status: FileStatus) throws(DatabaseError) -> Bool {
        try database.integer(
            "SELECT 1 FROM items WHERE inode = ? AND device = ?",
            [.integer(Int64(bitPattern: status.inode)), .integer(Int64(bitPattern: status.device))]) != nil
    }

    func read(_ job: HeaderJob) throws(DatabaseError) {
        report.filesRead += 1
        context.pool.submit(job)
        if report.filesRead % 64 == 0 { try store(all: false) }
    }
}
