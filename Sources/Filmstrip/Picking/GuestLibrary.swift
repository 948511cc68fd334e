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
        // Its own is told by where it lies, byte by byte: an identity of text may be the same by accident.
        if let held = try await base.asset(asset.id), held.path == asset.path { return held }
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

    /// Takes files in and chooses them, as far as the rules let it. Of those that cannot be used, each is named; where no more can be
    /// chosen, the others are left unread.
    @MainActor package func choose(_ paths: [MediaPath], in choice: ChoiceModel) async {
        for path in paths where choice.outcome == nil {
            do throws(LibraryError) {
                if case .limitReached = await choice.choose(try await admit(path)) { return }
            } catch {
                choice.say(.cannotUse(path.name.string, texts: choice.texts))
            }
        }
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
        return Asset(
            id: Self.id(of: path), kind: type.isVideo ? .video : .photo, size: .zero,
            date: MediaDate(instant: Self.modificationDate(of: path), offsetFromUTC: 0, source: .fileTime),
            fileName: path.name.string, path: path, contentType: type, byteCount: try InputFile(path).byteCount())
    }

    /// When a file was written last; the beginning of 1970 for a name that is no text, for which Foundation cannot tell.
    private static func modificationDate(of path: MediaPath) -> Date {
        let unknown = Date(timeIntervalSince1970: 0)
        guard MediaPath(path.string) == path else { return unknown }
        do {
            let facts = try FileManager.default.attributesOfItem(atPath: path.string)
            return facts[.modificationDate] as? Date ?? unknown
        } catch {
            // It can be opened, which is all that choosing it takes.
            return unknown
        }
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
