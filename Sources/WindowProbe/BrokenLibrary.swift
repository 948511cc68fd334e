import Filmstrip

/// A library that cannot be read at the first looks, and can be later: a disk that was not there.
final class BrokenLibrary: PhotoLibrary {
    private let base: any PhotoLibrary
    private let looks: Locked<Int>

    init(_ base: any PhotoLibrary, looks: Int) {
        self.base = base
        self.looks = Locked(looks)
    }

    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch {
        let isBroken = looks.withLock { looks in
            looks -= 1
            return looks >= 0
        }
        if isBroken { throw .unreadable(path: "/media/disk/Pictures", reason: "Input/output error") }
        return try await base.fetch(query)
    }

    func albums() async throws(LibraryError) -> [Album] { try await base.albums() }
    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { try await base.asset(id) }
    func changes() -> AsyncStream<LibraryChange> { base.changes() }
    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        base.thumbnail(id, fitting: size)
    }
    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> { base.original(id) }
    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        try await base.add(media, toAlbumTitled: album)
    }
}
