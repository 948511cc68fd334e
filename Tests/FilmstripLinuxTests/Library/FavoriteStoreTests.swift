import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite struct FavoriteStoreTests {
    @Test func `Favourites outlive the store, under names that are no text`() throws {
        let folder = try TestFolder()
        let path = MediaPath(bytes: Array("/a b/%\n".utf8) + [0xFF])
        let store = FavoriteStore(folder: folder.root)
        try store.set(path, true)
        try store.set(MediaPath("/b"), true)
        try store.set(MediaPath("/b"), false)
        try store.move(path, to: MediaPath("/c"))
        let next = FavoriteStore(folder: folder.root)
        #expect(next.contains(MediaPath("/c")))
        #expect(!next.contains(path))
        #expect(!next.contains(MediaPath("/b")))
        #expect(next.lostTo == nil)
    }

    @Test func `C49 favourites that cannot be read are told as lost and kept aside`() async throws {
        let folder = try TestFolder()
        try folder.makeFolder("data")
        try folder.write(Array("filmstrip favorites 1\n/a\n/b\n7\n".utf8), to: "data/favorites")
        let test = try TestLibrary(in: folder)
        #expect(
            test.library.core.notices.takeUnheard() == [.favoritesLost(keptAt: folder.path("data/favorites.damaged"))])
        #expect(access(folder.path("data/favorites.damaged").string, F_OK) == 0)
    }

    @Test func `Two processes that mark at once lose nothing of each other`() async throws {
        let folder = try TestFolder()
        let stores = [FavoriteStore(folder: folder.root), FavoriteStore(folder: folder.root)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask { try stores[number % 2].set(MediaPath("/\(number)"), true) }
            }
            try await group.waitForAll()
        }
        try stores[0].set(MediaPath("/0"), false)
        try stores[1].set(MediaPath("/1"), false)
        let next = FavoriteStore(folder: folder.root)
        #expect((0..<60).filter { next.contains(MediaPath("/\($0)")) } == Array(2..<60))
        stores[0].refresh()
        #expect(!stores[0].contains(MediaPath("/1")))
    }

    @Test func `A list that is there and cannot be read is not taken for an empty one`() throws {
        let folder = try TestFolder()
        let file = folder.path("data/favorites")
        // A folder in its place refuses to be read, whoever asks.
        try folder.makeFolder("data/favorites")
        let store = FavoriteStore(folder: folder.path("data"))
        #expect(store.refusal != nil)
        #expect(throws: LibraryError.self) { try store.set(MediaPath("/a"), true) }
        #expect(!store.contains(MediaPath("/a")))
        rmdir(file.string)
        try folder.write(Array("filmstrip favorites 1\n/old\n1\n".utf8), to: "data/favorites")
        try store.set(MediaPath("/a"), true)
        #expect(store.contains(MediaPath("/old")))
        let next = FavoriteStore(folder: folder.path("data"))
        #expect(next.contains(MediaPath("/old")) && next.contains(MediaPath("/a")))
    }

    @Test func `A mark that could not be stored is not there`() throws {
        let folder = try TestFolder()
        let refused = asNobody(owning: folder) { () -> Bool in
            let store = FavoriteStore(folder: folder.root)
            do {
                try store.set(MediaPath("/kept"), true)
                chmod(folder.root.string, 0o555)
                defer { chmod(folder.root.string, 0o755) }
                try store.set(MediaPath("/lost"), true)
                return false
            } catch {
                return store.contains(MediaPath("/kept")) && !store.contains(MediaPath("/lost"))
            }
        }
        #expect(refused)
    }
}

@Suite(.timeLimit(.minutes(5))) struct LateMarkTests {
    @Test func `A favourite that is set while another writes the index is stored, and shown after the next look`()
        async throws
    {
        let test = try TestLibrary(busyTimeout: 0.3)
        try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        let asset = try #require(try await test.assets().first)
        let other = try Database(test.indexPath, writable: true, busyTimeout: 0)
        try other.execute("BEGIN IMMEDIATE")
        try await test.library.setFavorite(true, for: asset.id)
        try other.execute("ROLLBACK")
        try await test.library.index()
        #expect(try await test.library.asset(asset.id)?.isFavorite == true)
    }

    @Test func `A favourite that is set during a long look is no error, and shown when the look is over`() async throws
    {
        let gate = DispatchSemaphore(value: 0)
        let reading = DispatchSemaphore(value: 0)
        let test = try TestLibrary { configuration in
            configuration.busyTimeout = 0.1
            configuration.didOpen = {
                guard $0.name.string == "slow.jpg" else { return }
                reading.signal()
                gate.wait()
            }
        }
        try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        let asset = try #require(try await test.assets().first)
        try test.write(Sample.jpeg(comment: "slow"), "slow.jpg")
        let look = Task { try await test.library.index() }
        await withCheckedContinuation { continuation in
            Thread {
                reading.wait()
                continuation.resume()
            }.start()
        }
        try await test.library.setFavorite(true, for: asset.id)
        gate.signal()
        _ = try await look.value
        #expect(try await test.library.asset(asset.id)?.isFavorite == true)
    }

    @Test func `A mark that another process stored is taken over by the next look`() async throws {
        let folder = try TestFolder()
        let test = try TestLibrary(in: folder)
        let path = try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        try FavoriteStore(folder: folder.path("data")).set(path, true)
        #expect(try await test.library.index().changed == 1)
        #expect(try await test.names(AssetQuery(favoritesOnly: true)) == ["a.jpg"])
    }
}
