public import Filmstrip
import Foundation

/// A photo library without a disk: any number of assets that are made up when they are looked at, always the same ones
/// for one seed.
///
/// Some assets are remote: their originals come slowly, stall or fail, by the number of the asset. Files are made when an
/// original is asked for, small ones with a readable `SceneStrip` frame number equal to the asset's number where they are
/// photos. Safe to use from any thread.
public final class InMemoryLibrary: PhotoLibrary {
    /// How the original of an asset comes.
    public enum Delivery: Sendable, Hashable, CaseIterable {
        /// At once.
        case local
        /// After a degraded stand-in and some progress.
        case slow
        /// Some progress, and then nothing until it is cancelled.
        case stalls
        /// Some progress, and then `needsDownload`.
        case fails
    }

    struct State {
        var entries: LibraryEntries
        /// Assets that were added, or changed from what they were made up as.
        var known: [Int32: Asset] = [:]
        var files: [Int32: (file: MediaFile, movie: MediaFile?)] = [:]
        var members: [Album.ID: Set<Int32>] = [:]
        var userAlbums: [Album]
        var visible: Set<AssetID>?
        var deliveries: [AssetID: Delivery] = [:]
        var nextNumber: Int32
    }

    let state: Locked<State>
    /// How many entries were looked at so far: what an answer costs, counted instead of timed.
    let looks = Locked(0)
    private let hub = StreamHub<LibraryChange>()
    private let clock: any Clock<Duration>
    let seed: UInt64

    /// - Parameters:
    ///   - count: how many assets; 100,000 by default.
    ///   - seed: other seeds give other assets.
    ///   - albums: the titles of the user's albums; each holds about a tenth.
    ///   - clock: what slow deliveries wait on.
    public init(
        count: Int = 100_000, seed: UInt64 = 1, albums: [String] = ["Garden", "Holidays"],
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.seed = seed
        self.clock = clock
        let sorted = albums.sorted()
        state = Locked(
            State(
                entries: LibraryEntries(LibraryEntry.made(count, seed: seed), looks: looks),
                userAlbums: sorted.map { Album(id: Album.ID(rawValue: "user:\($0)"), kind: .user, title: $0) },
                nextNumber: Int32(count)))
    }

    // MARK: Reading

    /// The smart albums that hold anything that is shown, then the user's, in their order.
    public func albums() async throws(LibraryError) -> [Album] {
        let state = state.withLock { $0 }
        let smart = Album.Smart.allCases.filter { smart in
            smart == .recents || smart != .photoStream && state.entries.contains { $0.isIn(smart) && state.shows($0) }
        }
        return smart.map { Album(id: .smart($0), kind: .smart($0), title: $0.rawValue) } + state.userAlbums
    }

    /// Recents as a whole are opened from counts, without a look at an asset; other queries walk through all of them once.
    public func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch {
        let state = state.withLock { $0 }
        let isWhole = query == AssetQuery(oldestFirst: query.oldestFirst) && state.visible == nil
        let entries =
            isWhole
            ? state.entries : LibraryEntries(state.entries.filter { state.matches($0, query) }, looks: looks)
        return InMemoryFetch(entries: entries, known: state.known, oldestFirst: query.oldestFirst)
    }

    /// The asset of that identity; nil when there is none, or it is not shown.
    public func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { entry(id)?.asset }

    /// All changes from now on.
    public func changes() -> AsyncStream<LibraryChange> { hub.stream() }

    /// A plain picture in the asset's own colour. Remote assets give a degraded one first.
    public func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        let found = entry(id)
        return AsyncThrowingStream { continuation in
            guard let found else { return continuation.finish(throwing: LibraryError.itemGone(id)) }
            let fitted = found.asset.size.limited(to: size)
            let color = UInt32(truncatingIfNeeded: LibraryEntry.mix(seed ^ UInt64(found.number))) | 0xFF00_0000
            if found.asset.isRemote {
                let small = fitted.limited(to: PixelSize(width: 32, height: 32))
                continuation.yield(Thumbnail(frame: PixelFrame(small, color: color), isDegraded: true))
            }
            continuation.yield(Thumbnail(frame: PixelFrame(fitted, color: color), isDegraded: false))
            continuation.finish()
        }
    }

    /// The original, delivered as the script says: at once, slowly, never, or with an error.
    public func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do throws(LibraryError) {
                    try await deliver(id) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func deliver(
        _ id: AssetID, _ yield: @Sendable (OriginalDelivery) -> Void
    ) async throws(LibraryError) {
        guard let (number, asset) = entry(id) else { throw .itemGone(id) }
        let delivery = delivery(of: id)
        if delivery != .local {
            if delivery == .slow { yield(.degraded(try InMemoryFiles.photo(number, width: 40, as: .jpeg))) }
            for progress in [0.25, 0.5, 0.75] {
                yield(.progress(progress))
                await pause(.milliseconds(100))
                if Task.isCancelled { throw .cancelled }
            }
            if delivery == .fails { throw .needsDownload(id) }
            while delivery == .stalls {
                await pause(.seconds(3600))
                if Task.isCancelled { throw .cancelled }
            }
        }
        if let (file, movie) = state.withLock({ $0.files[number] }) { return yield(.original(file, movie: movie)) }
        switch asset.kind {
        case .photo: yield(.original(try InMemoryFiles.photo(number, as: asset.contentType), movie: nil))
        case .video: yield(.original(try InMemoryFiles.movie(number), movie: nil))
        case .livePhoto:
            let still = try InMemoryFiles.photo(number, as: asset.contentType)
            yield(.original(still, movie: try InMemoryFiles.movie(number)))
        }
    }

    /// A pause that a cancelled task ends early.
    private func pause(_ duration: Duration) async {
        do { try await clock.sleep(for: duration) } catch { return }
    }

    private func entry(_ id: AssetID) -> (number: Int32, asset: Asset)? {
        state.withLock { state in
            guard let number = LibraryEntry.number(of: id),
                let place = state.entries.place(of: number)
            else { return nil }
            let entry = state.entries[place]
            guard state.shows(entry) else { return nil }
            return (number, state.known[number] ?? entry.asset)
        }
    }

    // MARK: Adding

    /// Adds media as the newest asset. Throws what was ordered to fail.
    public func add(_ media: NewMedia, toAlbumTitled title: String?) async throws(LibraryError) -> Asset {
        let still = try InMemoryFiles.copy(media.file)
        let movie: MediaFile? = if let movie = media.movie { try InMemoryFiles.copy(movie) } else { nil }
        let size = InMemoryFiles.size(of: still)
        let byteCount = InMemoryFiles.byteCount(of: still)
        let asset = state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            let kind: MediaKind = movie != nil ? .livePhoto : still.contentType.isVideo ? .video : .photo
            let seconds = (state.entries.first?.seconds ?? LibraryEntry.newest) + 1
            let entry = LibraryEntry(number: number, seconds: seconds, kind: kind, isAdded: true)
            var asset = entry.asset
            let names = Set(state.known.values.map(\.fileName))
            asset.fileName = InMemoryFiles.freeName(media.name ?? "added-\(number)", still.contentType, names)
            (asset.size, asset.contentType, asset.byteCount) = (size, still.contentType, byteCount)
            asset.isRemote = false
            state.entries.putFirst(entry)
            state.known[number] = asset
            state.files[number] = (still, movie)
            state.visible?.insert(asset.id)
            if let title { state.put(number, intoAlbumTitled: title) }
            return asset
        }
        hub.send(LibraryChange(added: [asset.id]))
        return asset
    }

    // MARK: What a test does

    /// How the original of an asset comes; local unless the asset is remote.
    public func delivery(of id: AssetID) -> Delivery {
        if let set = state.withLock({ $0.deliveries[id] }) { return set }
        guard let found = entry(id), found.asset.isRemote else { return .local }
        return [.slow, .stalls, .fails][Int(found.number / 10) % 3]
    }

    /// Lets the original of an asset come in another way.
    public func setDelivery(_ delivery: Delivery, of id: AssetID) { state.withLock { $0.deliveries[id] = delivery } }

    /// Removes assets, as another program would.
    public func remove(_ ids: [AssetID]) {
        let numbers = Set(ids.compactMap(LibraryEntry.number(of:)))
        state.withLock { state in
            state.entries.remove { numbers.contains($0.number) }
            for number in numbers { (state.known[number], state.files[number]) = (nil, nil) }
        }
        hub.send(LibraryChange(removed: ids))
    }

    /// Marks an asset as favourite, or no longer.
    public func setFavorite(_ isFavorite: Bool, _ id: AssetID) {
        guard let number = LibraryEntry.number(of: id), var asset = entry(id)?.asset else { return }
        asset.isFavorite = isFavorite
        state.withLock { [asset] state in
            state.known[number] = asset
            state.entries.setFavorite(isFavorite, number)
        }
        hub.send(LibraryChange(changed: [id]))
    }

    /// Shows only these assets, as when the user allows a part of the library; nil for all.
    public func limit(to ids: Set<AssetID>?) {
        state.withLock { $0.visible = ids }
        hub.send(LibraryChange(isCoarse: true))
    }
}

extension InMemoryLibrary.State {
    func shows(_ entry: LibraryEntry) -> Bool { visible?.contains(entry.id) ?? true }

    func matches(_ entry: LibraryEntry, _ query: AssetQuery) -> Bool {
        guard shows(entry), query.kinds.contains(entry.kind), entry.subtypes.isSuperset(of: query.subtypes),
            !query.favoritesOnly || entry.isFavorite, isMember(entry, of: query.album)
        else { return false }
        let instant = Date(timeIntervalSince1970: Double(entry.seconds))
        if let since = query.since, instant < since { return false }
        if let until = query.until, instant >= until { return false }
        guard let part = query.nameContains, !part.isEmpty else { return true }
        let name = known[entry.number]?.fileName ?? entry.asset.fileName
        return name.range(of: part, options: [.caseInsensitive]) != nil
    }

    private func isMember(_ entry: LibraryEntry, of album: Album.ID) -> Bool {
        if let smart = Album.Smart.allCases.first(where: { .smart($0) == album }) { return entry.isIn(smart) }
        if members[album]?.contains(entry.number) == true { return true }
        guard !entry.isAdded, let index = userAlbums.firstIndex(where: { $0.id == album }) else { return false }
        return Int(entry.number) % 10 == index && members[album] == nil
    }

    mutating func put(_ number: Int32, intoAlbumTitled title: String) {
        let album =
            userAlbums.first { $0.title == title }
            ?? Album(id: .init(rawValue: "user:\(title)"), kind: .user, title: title)
        if !userAlbums.contains(album) {
            userAlbums.append(album)
            userAlbums.sort { $0.title < $1.title }
        }
        if members[album.id] == nil {
            // From now on the album is kept as a set, with what it held so far.
            members[album.id] = Set(entries.filter { isMember($0, of: album.id) }.map(\.number))
        }
        members[album.id]?.insert(number)
    }
}
