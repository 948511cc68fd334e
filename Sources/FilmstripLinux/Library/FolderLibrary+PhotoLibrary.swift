public import Filmstrip
import Foundation

extension FolderLibrary: PhotoLibrary {
    /// Recents, the other smart albums that have something in them, and the folders with pictures, as the index knows them.
    @concurrent
    public func albums() async throws(LibraryError) -> [Album] {
        let recentSince = IndexQuery.recentSince(configuration.clock())
        return try await core.read { database throws(DatabaseError) in
            try LibraryAlbums(database: database, recentSince: recentSince).all()
        }
    }

    /// A snapshot of a query, opened from counts: as quick for a million assets as for ten.
    ///
    /// Every album, choice of kinds, single subtype, favourites, and span of time is answered so. A part of a name, several
    /// subtypes at once, or subtypes and favourites within another album walk through the album once.
    ///
    /// The snapshot holds its moment for a minute, or as long as nothing is written; after that it goes on with the
    /// newest state. Open a new one when the library tells of a change. An index that breaks meanwhile is made anew, and
    /// the snapshot goes on in it.
    /// - Throws: `notFound` for an album that does not exist; `indexDamaged` or `indexBusy` only for a damaged index that cannot
    ///   be made anew.
    @concurrent
    public func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch {
        try await LastingFetch(query, of: core)
    }

    /// The asset as the index knows it; nil for one that is gone, and for an identity of another library.
    @concurrent
    public func asset(_ id: AssetID) async throws(LibraryError) -> Asset? {
        guard let uid = IndexItem.uid(id.rawValue) else { return nil }
        let core = core
        return try await core.read { database throws(DatabaseError) in
            guard let (item, folder) = try core.item(uid, database) else { return nil }
            return item.asset(in: folder)
        }
    }

    /// Changes from now on, whichever process made them. Folders are watched while somebody listens; the first listener
    /// brings the index up to date.
    public func changes() -> AsyncStream<LibraryChange> {
        let stream = core.changes.stream { [weak core] in core?.endListening() }
        core.startListening()
        return stream
    }

    /// The file where it lies. One that was removed since the last look is `itemGone`; a live photo whose movie was removed
    /// is `notFound` with the movie's path, until the next look makes a photo of it.
    public func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        deliver { core throws(LibraryError) in
            let (item, folder) = try core.shownItem(id)
            let path = folder.appending(MediaPath(bytes: item.name))
            guard FileFolder.isReadableFile(path) else { throw SystemError().reading(path).ofItem(id) }
            let file = MediaFile(path: path, contentType: item.type ?? .jpeg, isTemporary: false)
            return .original(file, movie: try core.movie(of: item, at: path))
        }
    }

    /// A thumbnail from the cache; else the file's own preview at once, degraded, and a sharp picture after it. Pictures are decoded
    /// behind a wall (`PictureDecoder`), previews before whole pictures, those first that were asked for last.
    public func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        let core = core
        return AsyncThrowingStream { continuation in
            let task = Task {
                do throws(LibraryError) {
                    try await core.fillIfNew()
                    let (path, folder) = try await core.pictures.decoder.queue.run(.look) { () throws(LibraryError) in
                        let (item, folder) = try core.shownItem(id)
                        return (folder.appending(MediaPath(bytes: item.name)), item.folder)
                    }
                    do throws(LibraryError) {
                        try await core.pictures.make(path, fitting: size) { continuation.yield($0) }
                    } catch {
                        core.noteDecoding(error, path, folder)
                        throw error.ofItem(id)
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// A stream of one value, made on a thread of its own. A job whose listener has gone before it began is not begun.
    private func deliver<Value: Sendable>(
        _ make: @escaping @Sendable (LibraryCore) throws(LibraryError) -> Value
    ) -> AsyncThrowingStream<Value, any Error> {
        let core = core
        return AsyncThrowingStream { continuation in
            let task = Task {
                do throws(LibraryError) {
                    try await core.fillIfNew()
                    guard !Task.isCancelled else { throw .cancelled }
                    continuation.yield(try await core.onOwnThread(make))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension LibraryCore {
    func shownItem(_ id: AssetID) throws(LibraryError) -> (IndexItem, MediaPath) {
        guard let uid = IndexItem.uid(id.rawValue),
            let found = try readNow({ database throws(DatabaseError) in try self.item(uid, database) })
        else { throw .itemGone(id) }
        return found
    }

    /// Writes down that a file broke its decoder. Where that cannot be written now, the next attempt will tell again.
    func noteDecoding(_ error: LibraryError, _ path: MediaPath, _ folder: Int64) {
        guard error.code == .decoderFailed || error.code == .decoderTimedOut else { return }
        do throws(LibraryError) {
            try withWriter { writer throws(DatabaseError) in
                try writer.problem(path, folder: folder, code: error.code, message: error.message)
                try writer.commit()
            }
        } catch {
            return
        }
    }

    /// The movie of a live photo: its own file, or one cut out of the photo, which vanishes when it is released.
    func movie(of item: IndexItem, at path: MediaPath) throws(LibraryError) -> MediaFile? {
        guard item.kind == .livePhoto else { return nil }
        if let range = item.movie {
            let folder = configuration.cacheFolder.appending("movies")
            try FileOperations.makeFolders(folder, mode: 0o700)
            let part = try AtomicFile(in: folder, mode: 0o600)
            try part.copy(from: path, range: range)
            let name = MediaPath("\(item.assetID)-\(String(UInt64.random(in: 0 ... .max), radix: 36)).mp4")
            guard try part.appear(as: name) else { throw .internal("a random name was taken") }
            return MediaFile(path: folder.appending(name), contentType: .mp4, isTemporary: true)
        }
        guard let partner = item.partner else { return nil }
        let other = try readNow { database throws(DatabaseError) in try IndexItem.find(partner, in: database) }
        guard let other else { return nil }
        let movie = path.parent.appending(MediaPath(bytes: other.name))
        guard FileFolder.isReadableFile(movie) else { throw SystemError().reading(movie) }
        return MediaFile(path: movie, contentType: other.type ?? .quickTime, isTemporary: false)
    }

    func startListening() {
        let watch = beginListening {
            FolderWatch(
                source: configuration.makeWatchSource(), roots: roots, rescanInterval: configuration.rescanInterval,
                actions: FolderWatch.Actions(
                    look: { [weak self] folders, watch in self?.look(folders, watch) ?? [] },
                    tick: { [weak self] in self?.publishChanges() },
                    limitReached: { [weak self] in self?.notices.send(.watchLimitReached) }))
        }
        watch?.start(configuration.prepareThread)
    }

    /// A look that could not be done now, because somebody writes the index or the disk is full, is done again later.
    private func look(_ folders: Set<MediaPath>?, _ watch: FolderWatch) -> Set<MediaPath>? {
        var unsettled: Set<MediaPath> = []
        do throws(LibraryError) {
            _ = try scan(folders, watch: watch, settleTime: 300_000_000, unsettled: { unsettled = $0 })
            return unsettled
        } catch {
            return nil
        }
    }
}

extension LibraryError {
    /// The same as an error of an asset: its file was there at the last look, so a missing one has gone since.
    fileprivate func ofItem(_ id: AssetID) -> LibraryError {
        if case .notFound = self { .itemGone(id) } else { self }
    }
}

/// The albums that the index knows.
struct LibraryAlbums {
    let database: Database
    let recentSince: Int64

    func all() throws(DatabaseError) -> [Album] {
        var albums: [Album] = []
        for smart in Album.Smart.allCases where try isThere(smart) {
            albums.append(Album(id: .smart(smart), kind: .smart(smart), title: smart.rawValue))
        }
        return try albums
            + Self.folders(in: database).map(\.album).sorted {
                ($0.title.lowercased(), $0.title, $0.id.rawValue) < ($1.title.lowercased(), $1.title, $1.id.rawValue)
            }
    }

    /// The folders with pictures, and the albums that they are, in no order.
    static func folders(in database: Database) throws(DatabaseError) -> [(album: Album, folder: IndexFolder)] {
        var own: [(album: Album, folder: IndexFolder)] = []
        try database.forEach(
            """
            SELECT \(IndexFolder.columns) FROM folders f
            WHERE isRoot = 0 AND EXISTS (SELECT 1 FROM totals WHERE scope = \(IndexScope.folder(0)) + f.id AND n > 0)
            """
        ) {
            let folder = IndexFolder($0)
            own.append((Album(id: folder.albumID, kind: .user, title: folder.path.name.string), folder))
        }
        tellApart(&own)
        return own
    }

    /// Gives folders of one name as many names of the folders above into their titles as tell them apart.
    private static func tellApart(_ albums: inout [(album: Album, folder: IndexFolder)]) {
        var above = albums.map { $0.folder.path.parent }
        while true {
            let counts = Dictionary(albums.map { ($0.album.title, 1) }, uniquingKeysWith: +)
            let alike = albums.indices.filter {
                counts[albums[$0].album.title, default: 0] > 1 && above[$0] != above[$0].parent
            }
            guard !alike.isEmpty else { return }
            for place in alike {
                albums[place].album.title = "\(above[place].name.string)/\(albums[place].album.title)"
                above[place] = above[place].parent
            }
        }
    }

    private func isThere(_ smart: Album.Smart) throws(DatabaseError) -> Bool {
        func has(_ scope: Int64, _ kind: MediaKind? = nil) throws(DatabaseError) -> Bool {
            let condition = kind.map { " AND kind = \($0.indexNumber)" } ?? ""
            let sql = "SELECT 1 FROM totals WHERE scope = ? AND n > 0\(condition) LIMIT 1"
            return try database.integer(sql, [.integer(scope)]) != nil
        }
        func has(_ subtype: AssetSubtypes) throws(DatabaseError) -> Bool {
            try has(IndexScope.subtype(subtype.rawValue.trailingZeroBitCount))
        }
        switch smart {
        case .recents: return true
        case .favorites: return try has(IndexScope.favorites)
        case .videos: return try has(IndexScope.recents, .video)
        case .livePhotos: return try has(IndexScope.recents, .livePhoto)
        case .selfies: return try has(.selfie)
        case .panoramas: return try has(.panorama)
        case .screenshots: return try has(.screenshot)
        case .bursts: return try has(.burst)
        case .animated: return try has(.animated)
        case .recentlyAdded:
            for kind in MediaKind.allCases {
                let found = try database.integer(
                    "SELECT 1 FROM entries WHERE scope = ? AND kind = ? AND instant >= ? LIMIT 1",
                    [.integer(IndexScope.recentlyAdded), .integer(kind.indexNumber), .integer(recentSince)])
                if found != nil { return true }
            }
            return false
        case .photoStream: return false
        }
    }
}
