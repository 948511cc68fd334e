import Foundation

/// A library with guests: files that were dragged in or pasted, beside its own assets. They are chosen, put in order, and shown as any
/// asset, and are in no album. Handed over as files; the library itself is never changed.
///
/// Safe to use from anywhere.
package final class GuestLibrary: PhotoLibrary {
    private struct Guest {
        var asset: Asset
        var file: MediaFile
        /// The movie of a live photo.
        var movie: MediaFile?
    }

    private let base: any PhotoLibrary
    private let guests = Locked<[AssetID: Guest]>([:])

    package init(_ base: any PhotoLibrary) {
        self.base = base
    }

    /// What a file is called as a guest: its bytes, since names that are not UTF-8 may be the same as text.
    package static func id(of path: MediaPath) -> AssetID {
        let hex = path.bytes.map { byte in String(format: "%02x", byte) }.joined()
        return AssetID("guest:\(hex)")
    }

    /// Takes a file in, or finds it again: the asset to choose. A file that the library holds is its own asset.
    /// - Throws: `notFound`, `unreadable`, `unsupportedFormat`, and what the library's inspector throws.
    package func admit(_ path: MediaPath) async throws(LibraryError) -> Asset {
        let id = Self.id(of: path)
        if let known = guests.withLock({ $0[id] }) { return known.asset }
        let type = try ContentType(of: path)
        return try await admit(MediaFile(path: path, contentType: type, isTemporary: false))
    }

    /// Takes a file in that has an owner already; a temporary one stays as long as it is a guest, or is handed over.
    /// - Throws: `notFound`, `unreadable`, and what the library's inspector throws.
    package func admit(_ file: MediaFile) async throws(LibraryError) -> Asset {
        let path = file.path
        let id = Self.id(of: path)
        var asset = try await facts(of: path, file.contentType)
        if try await base.asset(asset.id) != nil { return asset }
        asset.id = id
        let guest = Guest(asset: asset, file: file)
        guests.withLock { $0[id] = guest }
        return asset
    }

    /// Takes in what was taken or picked, to be looked at; the movie of a live photo comes along.
    /// - Throws: `notFound`, `unreadable`, and what the library's inspector throws.
    package func admit(_ media: PickedMedia) async throws(LibraryError) -> Asset {
        var asset = try await admit(media.file)
        // One that the library holds has its movie there.
        guard media.kind == .livePhoto, let movie = media.movie, asset.id == Self.id(of: media.file.path) else {
            return asset
        }
        asset.kind = .livePhoto
        let guest = Guest(asset: asset, file: media.file, movie: movie)
        guests.withLock { $0[asset.id] = guest }
        return asset
    }

    /// What was chosen, as a presenter answers.
    package func item(_ id: AssetID) -> ChosenItem {
        guard let guest = guests.withLock({ $0[id] }) else { return .asset(id) }
        return .handedOver(
            HandedItem(id: id) { _ throws(LibraryError) in
                // It may have gone, or have become something else, since it came.
                guard try ContentType(of: guest.file.path) == guest.file.contentType else {
                    throw .unsupportedFormat(path: guest.file.path.string)
                }
                return PickedMedia(origin: .library(guest.asset), original: guest.file)
            })
    }

    private func facts(of path: MediaPath, _ type: ContentType) async throws(LibraryError) -> Asset {
        if let inspector = base as? any FileInspector { return try await inspector.asset(ofFile: path) }
        let known: [FileAttributeKey: Any]
        do { known = try FileManager.default.attributesOfItem(atPath: path.string) } catch {
            throw .unreadable(path: path.string, reason: "its size and date are not to be had")
        }
        let date = known[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
        return Asset(
            id: AssetID(path.string), kind: type.isVideo ? .video : .photo, size: .zero,
            date: MediaDate(instant: date, offsetFromUTC: 0, source: .fileTime), fileName: path.name.string,
            path: path, contentType: type, byteCount: (known[.size] as? NSNumber)?.int64Value ?? 0)
    }

    // MARK: As any library

    package func asset(_ id: AssetID) async throws(LibraryError) -> Asset? {
        if let guest = guests.withLock({ $0[id] }) { return guest.asset }
        return try await base.asset(id)
    }

    package func original(_ id: AssetID) -> AsyncThrowingStream<OriginalDelivery, any Error> {
        guard let guest = guests.withLock({ $0[id] }) else { return base.original(id) }
        return AsyncThrowingStream { continuation in
            continuation.yield(.original(guest.file, movie: guest.movie))
            continuation.finish()
        }
    }

    package func thumbnail(_ id: AssetID, fitting size: PixelSize) -> AsyncThrowingStream<Thumbnail, any Error> {
        guard let guest = guests.withLock({ $0[id] }) else { return base.thumbnail(id, fitting: size) }
        if let inspector = base as? any FileInspector {
            return inspector.thumbnail(ofFile: guest.file.path, fitting: size)
        }
        return AsyncThrowingStream { continuation in
            continuation.finish(
                throwing: LibraryError.notDecodable(
                    path: guest.file.path.string, reason: "this library decodes no other files"))
        }
    }

    package func add(_ media: NewMedia, toAlbumTitled album: String?) async throws(LibraryError) -> Asset {
        try await base.add(media, toAlbumTitled: album)
    }

    package func albums() async throws(LibraryError) -> [Album] { try await base.albums() }

    package func fetch(_ query: AssetQuery) async throws(LibraryError) -> any AssetFetch { try await base.fetch(query) }

    package func changes() -> AsyncStream<LibraryChange> { base.changes() }
}
