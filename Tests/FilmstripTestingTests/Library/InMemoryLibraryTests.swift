import Filmstrip
import Foundation
import Testing

@testable import FilmstripTesting

@Suite(.timeLimit(.minutes(1))) struct InMemoryLibraryTests {
    @Test(arguments: LibraryContract.laws)
    func `5.2 the in-memory library keeps the law`(_ law: LibraryContract.Law) async throws {
        let library = InMemoryLibrary(count: 400)
        let number = Locked<Int32>(0)
        let subject = LibraryContract.Subject(
            library: library,
            makePhoto: {
                let next = number.withLock { number in
                    number += 1
                    return number
                }
                return try InMemoryFiles.photo(next, as: .jpeg)
            }, remove: { library.remove([$0.id]) })
        try await law.check(subject)
    }

    @Test func `5.2 a hundred thousand assets are there, always the same ones`() async throws {
        let (one, two) = (InMemoryLibrary(), InMemoryLibrary())
        let (first, second) = (try await one.fetch(AssetQuery()), try await two.fetch(AssetQuery()))
        #expect(first.count == 100_000)
        #expect(try await first.assets(in: 50_000..<50_010) == second.assets(in: 50_000..<50_010))
        #expect(
            try await first.assets(in: 0..<1)
                != InMemoryLibrary(count: 9, seed: 2).fetch(AssetQuery()).assets(in: 0..<1))
        #expect(first.countByKind.count == 3)
    }

    @Test(arguments: [false, true])
    func `5.4 C80 one of a hundred thousand assets is found in a few looks`(_ oldestFirst: Bool) async throws {
        let library = InMemoryLibrary(count: 100_000)
        let folder = FileManager.default.temporaryDirectory
        let url = folder.appending(path: "filmstrip-\(UUID().uuidString).jpg")
        try Data([0xFF, 0xD8, 0xFF]).write(to: url)
        let file = MediaFile(path: MediaPath(url), contentType: .jpeg, isTemporary: true)
        let added = try await [
            library.add(NewMedia(file: file), toAlbumTitled: nil),
            library.add(NewMedia(file: file), toAlbumTitled: nil),
        ]
        library.remove(["memory-7", "memory-50000"])
        let fetch = try await library.fetch(AssetQuery(oldestFirst: oldestFirst))
        let ids = added.map(\.id) + ["memory-0", "memory-8", "memory-49999", "memory-50001", "memory-99999"]
        for id in ids {
            let before = library.looks.withLock { $0 }
            #expect(try await library.asset(id)?.id == id)
            let index = try #require(try await fetch.index(of: id))
            #expect(library.looks.withLock { $0 } - before < 100)
            #expect(try await fetch.assets(in: index..<index + 1).map(\.id) == [id])
        }
        for gone in ["memory-7", "memory-50000", "memory-100002", "memory--3", "other"] {
            #expect(try await library.asset(AssetID(gone)) == nil)
            #expect(try await fetch.index(of: AssetID(gone)) == nil)
        }
    }

    // Signal-iOS #4236; flutter_wechat_assets_picker #610: big libraries took seconds to open.
    @Test(arguments: [false, true])
    func `5.4 C80 a hundred thousand assets open like ten: only those of the page are looked at`(
        _ oldestFirst: Bool
    ) async throws {
        for count in [10, 100_000] {
            let library = InMemoryLibrary(count: count)
            func cost(_ body: () async throws -> Void) async throws -> Int {
                let before = library.looks.withLock { $0 }
                try await body()
                return library.looks.withLock { $0 } - before
            }
            let fetch = try await library.fetch(AssetQuery(oldestFirst: oldestFirst))
            #expect(fetch.count == count && fetch.countByKind.values.reduce(0, +) == count)
            #expect(fetch.days.reduce(0) { $0 + $1.count } == count)
            #expect(library.looks.withLock { $0 } == 0)
            let page = try await cost { _ = try await fetch.assets(in: 0..<10) }
            #expect(page == 10)
            let last = try await cost { _ = try await fetch.assets(in: count - 5..<count) }
            #expect(last == 5)
            let jump = try await cost {
                _ = try await fetch.index(at: Date(timeIntervalSince1970: Double(LibraryEntry.newest) - 100))
            }
            #expect(jump <= 17)
        }
    }

    private func first(_ delivery: InMemoryLibrary.Delivery, _ library: InMemoryLibrary) async throws -> AssetID {
        let fetch = try await library.fetch(AssetQuery())
        let ids = try await fetch.assets(in: 0..<fetch.count).map(\.id)
        return try #require(ids.first { library.delivery(of: $0) == delivery })
    }

    @Test func `5.12 a slow original comes after a stand-in and progress`() async throws {
        let clock = ManualClock()
        let library = InMemoryLibrary(count: 100, clock: clock)
        let id = try await first(.slow, library)
        let beats = Task {
            for _ in 0..<3 {
                await clock.waitForSleepers()
                clock.advance(by: .milliseconds(100))
            }
        }
        var steps: [String] = []
        for try await delivery in library.original(id) {
            switch delivery {
            case .degraded: steps.append("degraded")
            case .progress(let part): steps.append("\(part)")
            case .original: steps.append("original")
            }
        }
        await beats.value
        #expect(steps == ["degraded", "0.25", "0.5", "0.75", "original"])
    }

    @Test func `5.12 a failing original says that it must be downloaded`() async throws {
        let library = InMemoryLibrary(count: 100)
        let id = try await first(.fails, library)
        await #expect(throws: LibraryError.needsDownload(id)) { for try await _ in library.original(id) {} }
        library.setDelivery(.local, of: id)
        for try await _ in library.original(id) {}
    }

    @Test func `5.12 a stalled original ends when it is cancelled`() async throws {
        let clock = ManualClock()
        let library = InMemoryLibrary(count: 100, clock: clock)
        let id = try await first(.stalls, library)
        let task = Task {
            for try await delivery in library.original(id) {
                if case .original = delivery { Issue.record("it came to an end") }
            }
        }
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(100))
        }
        await clock.waitForSleepers()
        task.cancel()
        _ = await task.result
        while clock.sleeperCount > 0 { await Task.yield() }
    }

    @Test func `4.6 a remote thumbnail is degraded first`() async throws {
        let library = InMemoryLibrary(count: 100)
        var degraded: [Bool] = []
        for try await thumbnail in library.thumbnail("memory-9", fitting: PixelSize(width: 100, height: 100)) {
            degraded.append(thumbnail.isDegraded)
        }
        #expect(degraded == [true, false])
    }

    @Test func `5.12 a limited library shows only what is allowed`() async throws {
        let library = InMemoryLibrary(count: 100)
        let changes = library.changes()
        library.limit(to: ["memory-3", "memory-7"])
        #expect(await changes.first { _ in true }?.isCoarse == true)
        #expect(try await library.fetch(AssetQuery()).count == 2)
        #expect(try await library.asset("memory-4") == nil)
        library.limit(to: nil)
        #expect(try await library.fetch(AssetQuery()).count == 100)
    }

    @Test func `3.12 a changed favourite is told and found`() async throws {
        let library = InMemoryLibrary(count: 100)
        let changes = library.changes()
        let before = try await library.fetch(AssetQuery(favoritesOnly: true)).count
        let asset = try #require(try await library.asset("memory-5"))
        library.setFavorite(!asset.isFavorite, "memory-5")
        #expect(await changes.first { _ in true }?.changed == ["memory-5"])
        #expect(try await library.asset("memory-5")?.isFavorite == !asset.isFavorite)
        #expect(try await library.fetch(AssetQuery(favoritesOnly: true)).count == before + (asset.isFavorite ? -1 : 1))
    }

    @Test func `4.1 each user's album has a part, and smart ones hold what they say`() async throws {
        let library = InMemoryLibrary(count: 1000)
        let albums = try await library.albums()
        #expect(albums.filter { $0.kind == .user }.map(\.title) == ["Garden", "Holidays"])
        #expect(try await library.fetch(AssetQuery(album: "user:Garden")).count == 100)
        let videos = try await library.fetch(AssetQuery(album: .smart(.videos)))
        #expect(try await videos.assets(in: 0..<videos.count).allSatisfy { $0.kind == .video } && videos.count > 50)
        #expect(!albums.map(\.id).contains(.smart(.photoStream)))
    }
}
