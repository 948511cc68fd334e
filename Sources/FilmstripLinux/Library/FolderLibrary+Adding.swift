public import Filmstrip
import FilmstripFormats
import Foundation
import Glibc

extension FolderLibrary {
    /// Adds a capture or a file: copied into its folder under a hidden name, brought to the disk, and given a name that
    /// nobody has. Neither an existing file nor the caller's is touched.
    ///
    /// Without an album it goes to the configuration's capture folder. An album is a folder: the one that is shown under that
    /// title, else the only one of that name, else a new one in the first root. Both are made where they are missing.
    ///
    /// The copy keeps the time at which the file's bytes changed, which is its date where it tells none, and nobody can read
    /// it who could not read the file, unless that was temporary. The other half of a live photo that lies in the folder already
    /// is joined to it: then the asset is the live photo.
    /// - Throws: `readOnly` and `noSpace` with the folder, `unsupportedFormat` for what is no photo or video, `unreadable`.
    ///   After an error nothing was added, and the caller's file is where it was. Once the file is there, nothing is
    ///   thrown: what fails after that becomes a notice, for a second try would add it twice.
    @concurrent @discardableResult
    public func add(_ media: NewMedia, toAlbumTitled album: String? = nil) async throws(LibraryError) -> Asset {
        try await core.onOwnThread { core throws(LibraryError) in
            try LibraryAdding(core: core, media: media, album: album).run()
        }
    }
}

/// One adding of one photo, video or live photo.
struct LibraryAdding {
    let core: LibraryCore
    let media: NewMedia
    let album: String?

    func run() throws(LibraryError) -> Asset {
        let still = try header(of: media.file)
        let movie = try media.movie.map { file throws(LibraryError) in try header(of: file) }
        let folder = try folder()
        try FileOperations.makeFolders(folder)
        let parts = try copy(into: folder)
        var statuses: [FileStatus] = []
        for part in parts { statuses.append(try part.status()) }
        let stem = media.name.flatMap(Self.name) ?? defaultStem(still)
        let names = try appear(
            parts, stem: stem, endings: [still.contentType, movie?.contentType].compactMap { $0?.fileExtension })
        do throws(LibraryError) { try AtomicFile.synchronize(folder: folder) } catch {
            tell(error, of: folder.appending(names[0]))
        }
        return enter(names, [still, movie].compactMap { $0 }, statuses, in: folder)
    }

    /// Tells what failed after the file was there.
    private func tell(_ error: LibraryError, of path: MediaPath) {
        core.notices.send(.addedWithTrouble(path: path, reason: error.message))
    }

    private func header(of file: MediaFile) throws(LibraryError) -> MediaHeader {
        try MediaHeaderReader.read(file.path)
    }

    // MARK: Where

    private func folder() throws(LibraryError) -> MediaPath {
        guard let album else { return core.configuration.captureFolder }
        if let existing = existingFolder(titled: album) { return existing }
        let name = Self.name(album) ?? "Album"
        return (core.roots.first ?? core.configuration.captureFolder).appending(name)
    }

    /// The user's folder of that title. Of several that have the name, and are shown under longer titles, none is meant more than the
    /// others. An index that cannot be read is no reason not to save: it may only know of a folder that lies deeper.
    private func existingFolder(titled album: String) -> MediaPath? {
        do throws(LibraryError) {
            return try core.readNow { database throws(DatabaseError) in
                let shown = try LibraryAlbums.folders(in: database).filter { $0.album.title == album }
                if let found = shown.first(where: { $0.folder.isStillThere }) { return found.folder.path }
                let named = try IndexFolder.all(in: database)
                    .filter { !$0.isRoot && $0.path.name.string == album && $0.isStillThere }
                return named.count == 1 ? named[0].path : nil
            }
        } catch {
            return nil
        }
    }

    /// A file name out of any text: without slashes, not hidden, and short enough for a number and an ending; nil when
    /// nothing is left.
    static func name(_ text: String) -> String? {
        var name = text.replacingOccurrences(of: "/", with: "-").replacingOccurrences(of: "\0", with: "")
        while name.hasPrefix(".") { name.removeFirst() }
        while name.utf8.count > 200 { name.removeLast() }
        return name.isEmpty ? nil : name
    }

    // MARK: Copying

    private func copy(into folder: MediaPath) throws(LibraryError) -> [AtomicFile] {
        var parts: [AtomicFile] = []
        for file in [media.file, media.movie].compactMap({ $0 }) {
            let part = try AtomicFile(in: folder)
            // A capture becomes a file like any other; whom a file of the user's keeps out, its copy does too.
            if !file.isTemporary { part.keepOut(likewise: file.path) }
            try part.copy(from: file.path)
            part.takeTime(of: file.path)
            try part.synchronize()
            parts.append(part)
        }
        return parts
    }

    /// Gives all parts one stem that nobody has, and tells their names.
    private func appear(_ parts: [AtomicFile], stem: String, endings: [String]) throws(LibraryError) -> [MediaPath] {
        for number in 1... {
            let names = endings.map { MediaPath(number == 1 ? "\(stem).\($0)" : "\(stem)_\(number).\($0)") }
            if try appear(parts, as: names) { return names }
        }
        throw .internal("no name is free")
    }

    private func appear(_ parts: [AtomicFile], as names: [MediaPath]) throws(LibraryError) -> Bool {
        guard try parts[0].appear(as: names[0]) else { return false }
        guard parts.count > 1 else { return true }
        do throws(LibraryError) {
            if try parts[1].appear(as: names[1]) { return true }
        } catch {
            parts[0].disappear(from: names[0])
            throw error
        }
        // The movie's name is taken: the still hides again, to come with both under another.
        try parts[0].hide(from: names[0])
        return false
    }

    /// The name that cameras give: `IMG_20260131_142530`, or `VID_…` for a video. The moment is that of the capture, a movie's
    /// beginning; now where the file does not tell.
    private func defaultStem(_ header: MediaHeader) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        var moment = core.configuration.clock()
        if let date = header.date, [.exif, .xmp, .container].contains(date.source) {
            moment = date.instant
            // A movie's header alone knows no zone; it counts in UTC.
            let isPlain = date.source == .container && date.offsetFromUTC == 0
            if !isPlain { calendar.timeZone = TimeZone(secondsFromGMT: date.offsetFromUTC ?? 0) ?? .current }
        }
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment)
        func two(_ number: Int?) -> String { number.map { $0 < 10 ? "0\($0)" : "\($0)" } ?? "00" }
        let year = String(parts.year ?? 0)
        let date = "\(String(repeating: "0", count: max(0, 4 - year.count)))\(year)\(two(parts.month))\(two(parts.day))"
        return
            "\(header.contentType.isVideo ? "VID" : "IMG")_\(date)_\(two(parts.hour))\(two(parts.minute))\(two(parts.second))"
    }

    // MARK: The index

    /// Puts the new files into the index at once. When that cannot be, the files are safe all the same, and the next look
    /// finds them under the same identity.
    /// - Parameters:
    ///   - headers: what the files were before they were copied.
    ///   - statuses: what they were before they were named.
    private func enter(
        _ names: [MediaPath], _ headers: [MediaHeader], _ statuses: [FileStatus], in folder: MediaPath
    ) -> Asset {
        var items: [IndexItem] = []
        for (place, name) in names.enumerated() {
            items.append(item(folder.appending(name), headers[place], statuses[place]))
        }
        if items.count == 2 { items[0].settle(.livePhoto) }
        let isInLibrary = core.roots.contains { folder == $0 || folder.bytes.starts(with: $0.bytes + [0x2F]) }
        guard isInLibrary else { return items[0].asset(in: folder) }
        do throws(LibraryError) {
            let status: FileStatus
            do throws(SystemError) { status = try FileStatus.of(folder) } catch { throw error.reading(folder) }
            let entering = IndexEntering(
                folder: folder, status: status, isRoot: core.roots.contains(folder), items: items)
            let entered = try core.withWriter { writer throws(DatabaseError) in try entering.run(writer) }
            core.publishChanges()
            return entered.asset(in: folder)
        } catch {
            tell(error, of: folder.appending(names[0]))
            return items[0].asset(in: folder)
        }
    }

    /// A file as it will be found: read again under its new name, or, where that fails, as it was copied.
    private func item(_ path: MediaPath, _ header: MediaHeader, _ before: FileStatus) -> IndexItem {
        var status = before
        do throws(SystemError) { status = try FileStatus.of(path) } catch { tell(error.reading(path), of: path) }
        let result = HeaderResult(reading: HeaderJob(folder: 0, path: path, status: status, known: nil))
        status = result.job.status
        let found = result.header ?? .failure(.notFound(path: path.string))
        var item = IndexItem(uid: IndexItem.uid(of: path), folder: 0, name: path.name.bytes, status: status)
        do throws(LibraryError) { item.take(try found.get()) } catch {
            item.take(header)
            tell(error, of: path)
        }
        item.added = (result.birth > 0 ? result.birth : status.changed) / 1_000_000
        return item
    }
}

/// Files that were just added, on their way into the index without a look at the whole folder.
struct IndexEntering {
    let folder: MediaPath
    let status: FileStatus
    let isRoot: Bool
    /// A photo or a video, or a still and its movie.
    let items: [IndexItem]

    func run(_ writer: IndexWriter) throws(DatabaseError) -> IndexItem {
        let folder = try writer.folder(folder, status: status, isRoot: isRoot)
        var written: [IndexItem] = []
        for item in items.reversed() {
            // The movie is written first, so that it is never shown by itself.
            var item = item
            item.folder = folder
            if items.count == 2, written.isEmpty { item.role = .half }
            item.partner = written.last?.id
            written.append(try write(item, writer))
        }
        if written.count == 2 {
            var half = written[0]
            half.partner = written[1].id
            try writer.update(half, from: written[0])
        }
        var shown = written[written.count - 1]
        if written.count == 1, try LivePairing.mayConcern(shown, in: writer.database) {
            shown = try pair(shown, writer)
        }
        try writer.commit()
        return shown
    }

    /// Joins an item to its other half, if that is there.
    /// - Returns: what is shown of both.
    private func pair(_ item: IndexItem, _ writer: IndexWriter) throws(DatabaseError) -> IndexItem {
        for broken in try LivePairing(writer, folder: item.folder).run() {
            try writer.problem(
                folder.appending(broken.name), folder: item.folder, code: .unreadable, message: broken.message)
        }
        let now = try IndexItem.find(item.id, in: writer.database) ?? item
        guard now.role == .half, let still = now.partner else { return now }
        return try IndexItem.find(still, in: writer.database) ?? now
    }

    /// The watcher of this or of another process may have been faster.
    private func write(_ item: IndexItem, _ writer: IndexWriter) throws(DatabaseError) -> IndexItem {
        var item = item
        if let known = try IndexItem.find(item.name, folder: item.folder, in: writer.database) {
            item.uid = known.uid
            item.id = known.id
            try writer.update(item, from: known)
            return item
        }
        item.uid = try writer.freeUID(for: folder.appending(MediaPath(bytes: item.name)))
        return try writer.insert(item)
    }
}
