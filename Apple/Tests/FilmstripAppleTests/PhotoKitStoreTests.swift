import DoublesControl
import Filmstrip
import Foundation
import Photos
import Testing

@testable import FilmstripApple

/// Saving to the photo library, and reading from it what is known.
@Suite(.phone) struct PhotoKitStoreTests {
    private let store = PhotoKitStore()

    private func photo(width: Int = 40, height: Int = 30, orientation: Int = 1) throws -> MediaFile {
        let file = FileManager.default.temporaryDirectory.appending(path: "photo-\(UUID().uuidString).jpg")
        try Picture.jpeg(width: width, height: height, orientation: orientation).write(to: file)
        return MediaFile(path: MediaPath(file), contentType: .jpeg, isTemporary: true)
    }

    @Test func `0.10 adding needs the permission to add, and no other`() async throws {
        World.current.change { $0.statuses = [.photosAddOnly: .authorized, .photosReadWrite: .denied] }
        let file = try photo(orientation: 6)
        let asset = try await store.add(NewMedia(file: file, name: "Party"), toAlbumTitled: nil)
        #expect(asset.fileName == "Party.jpg" && asset.size == PixelSize(width: 30, height: 40))
        let item = try #require(Library.items.first)
        #expect(item.identifier == asset.id.rawValue)
        #expect(item.files.map(\.name) == ["Party.jpg"])
        #expect(item.files[0].bytes == (try Data(contentsOf: file.url)))
        #expect(World.current.questionsAsked.isEmpty)
    }

    @Test func `0.10 a named album is made once, and used again`() async throws {
        for _ in 0..<2 { _ = try await store.add(NewMedia(file: try photo()), toAlbumTitled: "Trip") }
        #expect(Library.albums.map(\.title) == ["Trip"])
        #expect(Library.albums.first?.members == Library.items.map(\.identifier))
    }

    @Test func `0.10 without the permission to read, what goes to an album is in Recents alone`() async throws {
        World.current.change { $0.statuses = [.photosAddOnly: .authorized, .photosReadWrite: .notDetermined] }
        _ = try await store.add(NewMedia(file: try photo()), toAlbumTitled: "Trip")
        #expect(Library.items.count == 1)
        #expect(Library.albums.isEmpty)
        #expect(World.current.questionsAsked.isEmpty)
    }

    @Test func `a live photo is saved as still and movie`() async throws {
        let movie = try photo()
        _ = try await store.add(NewMedia(file: try photo(), movie: movie), toAlbumTitled: nil)
        #expect(Library.items.first?.files.map(\.type) == [.photo, .pairedVideo])
    }

    @Test func `C62 a refused permission to add is a typed error`() async throws {
        World.current.change { $0.statuses = [.photosAddOnly: .denied, .photosReadWrite: .denied] }
        let file = try photo()
        await #expect(throws: LibraryError.permissionDenied) {
            try await store.add(NewMedia(file: file), toAlbumTitled: nil)
        }
        #expect(Library.items.isEmpty)
    }

    @Test(arguments: [
        (3305, ErrorCode.noSpace), (3311, .permissionDenied), (3310, .permissionRestricted), (3072, .cancelled),
        (-1, .internal),
    ])
    func `what Photos says is told as one of our errors`(_ code: Int, _ expected: ErrorCode) async throws {
        World.current.change { $0.failures[.photoLibraryChanges] = code }
        let file = try photo()
        let error = await #expect(throws: LibraryError.self) {
            try await store.add(NewMedia(file: file), toAlbumTitled: nil)
        }
        #expect(error?.code == expected)
    }

    @Test func `what is no picture is refused before the library is asked`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "text-\(UUID().uuidString).txt")
        try Data("Hello".utf8).write(to: file)
        let text = MediaFile(path: MediaPath(file), contentType: .jpeg, isTemporary: true)
        let error = await #expect(throws: LibraryError.self) {
            try await store.add(NewMedia(file: text), toAlbumTitled: nil)
        }
        #expect(error?.code == .unsupportedFormat)
        #expect(Library.items.isEmpty)
    }

    @Test func `the original of a known asset comes with its bytes`() async throws {
        let bytes = Picture.jpeg(width: 40, height: 30)
        let id = AssetID(Library.addPhoto(bytes, name: "IMG_7.JPG", width: 40, height: 30))
        let asset = try #require(try await store.asset(id))
        #expect(asset.fileName == "IMG_7.JPG" && asset.size == PixelSize(width: 40, height: 30))
        var files: [MediaFile] = []
        for try await delivery in store.original(id) {
            if case .original(let file, _) = delivery { files.append(file) }
        }
        #expect(files.count == 1)
        #expect(try Data(contentsOf: files[0].url) == bytes)
    }

    @Test func `what the user changed in the library is handed over, under the photo's own name`() async throws {
        let edited = Picture.jpeg(width: 30, height: 30)
        let id = AssetID(Library.addPhoto(Picture.jpeg(width: 40, height: 30), edited: edited, name: "IMG_8.JPG"))
        #expect(try await store.asset(id)?.fileName == "IMG_8.JPG")
        for try await delivery in store.original(id) {
            guard case .original(let file, _) = delivery else { continue }
            #expect(try Data(contentsOf: file.url) == edited)
        }
    }

    @Test func `an asset that has gone is nil, and its original a typed error`() async throws {
        #expect(try await store.asset("gone") == nil)
        await #expect(throws: LibraryError.itemGone("gone")) {
            for try await _ in store.original("gone") {}
        }
    }

    @Test(arguments: [(Device.Status.denied, LibraryError.permissionDenied), (.restricted, .permissionRestricted)])
    func `C62 nothing is read without the permission, and nobody is asked`(
        _ status: Device.Status, _ expected: LibraryError
    ) async {
        World.current.change { $0.statuses[.photosReadWrite] = status }
        await #expect(throws: expected) { try await store.asset("a") }
        await #expect(throws: expected) { for try await _ in store.original("a") {} }
        #expect(World.current.questionsAsked.isEmpty)
    }
}
