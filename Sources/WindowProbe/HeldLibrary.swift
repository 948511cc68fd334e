import Filmstrip

/// A library whose first original comes with a cue: a disk that is slow.
final class HeldLibrary: PhotoLibrary {
    private let base: any PhotoLibrary
    private let cues: AsyncStream<Void>

    init(_ base: any PhotoLibrary, until cues: AsyncStream<Void>) {
        self.base = base
        self.cues = cues
    }

    func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        let (base, cues) = (base, cues)
        return AsyncThrowingStream { continuation in
            let task = Task {
                await cues.next()
                do {
                    for try await delivery in base.original(id) { continuation.yield(delivery) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch { try await base.fetch(query) }
    func albums() async throws(LibraryError) -> [Album] { try await base.albums() }
    func asset(_ id: AssetID) async throws(LibraryError) -> Asset? { try await base.asset(id) }
    func changes() -> AsyncStream<LibraryChange> { base.changes() }
    func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        base.thumbnail(id, fitting: size)
    }
    func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        try await base.add(media, toAlbumTitled: album)
    }
}
