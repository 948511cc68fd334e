import Foundation
import Observation
import Testing

@testable import Filmstrip
@testable import FilmstripTesting

@Suite(.timeLimit(.minutes(1))) @MainActor struct AssetPagesTests {
    private func pages(_ library: some PhotoLibrary, length: Int = 10, kept: Int = 24) async throws -> AssetPages {
        let pages = AssetPages(pageLength: length, keptPages: kept)
        try await pages.replace(with: library.fetch(AssetQuery()), showing: 0..<0)
        return pages
    }

    @Test func `the first page is there when the fetch is`() async throws {
        let pages = try await pages(ShelfLibrary(count: 25))
        #expect(pages.count == 25)
        #expect(pages.asset(at: 3)?.id == "3")
        #expect(pages.asset(at: 25) == nil)
        #expect(pages.asset(at: -1) == nil)
    }

    @Test func `C58 a list is read anew: what is gone is left out, and what is other is other`() async throws {
        let library = InMemoryLibrary(count: 5)
        let fetch = try await library.fetch(AssetQuery())
        let pages = AssetPages(try await fetch.assets(in: 0..<3))
        let before = pages.revision
        await pages.reread(from: library)
        #expect(pages.revision == before && pages.count == 3, "nothing has changed")
        library.remove(["memory-1"])
        await pages.reread(from: library)
        #expect(pages.known(in: 0..<pages.count)?.map(\.id) == ["memory-0", "memory-2"])
        library.remove(["memory-0", "memory-2"])
        await pages.reread(from: library)
        #expect(pages.count == 0 && pages.asset(at: 0) == nil)
    }

    @Test func `what is seen is loaded, and asking alone loads nothing`() async throws {
        let library = ShelfLibrary(count: 95)
        let pages = try await pages(library)
        await settle()
        let before = library.loads.count
        #expect(pages.asset(at: 55) == nil)
        await settle()
        #expect(library.loads.count == before)
        pages.show(52..<58)
        await pages.settled(at: 55)
        #expect(pages.asset(at: 55)?.id == "55")
        pages.show(90..<200)
        await pages.settled(at: 94)
        #expect(pages.asset(at: 94)?.id == "94")
    }

    @Test func `5.4 with a million assets only what is seen is looked at`() async throws {
        let library = InMemoryLibrary(count: 1_000_000)
        let pages = AssetPages()
        let before = library.looks.withLock { $0 }
        try await pages.replace(with: library.fetch(AssetQuery()), showing: 0..<0)
        pages.show(700_000..<700_040)
        await pages.settled(at: 700_020)
        #expect(pages.asset(at: 700_020)?.id == "memory-700020")
        await settle()
        #expect(library.looks.withLock { $0 } - before < 1000)
    }

    @Test func `C77 scrolling through lets go of what is far away, and shows the right assets in the end`() async throws
    {
        // Piwigo/Piwigo-Mobile #597
        let library = ShelfLibrary(count: 5000)
        let pages = try await pages(library, length: 20, kept: 6)
        for start in stride(from: 0, through: 4960, by: 40) {
            pages.show(start..<start + 40)
            await Task.yield()
        }
        for start in stride(from: 4960, through: 0, by: -40) { pages.show(start..<start + 40) }
        await pages.settled(at: 0)
        await pages.settled(at: 39)
        await settle()
        for index in 0..<40 { #expect(pages.asset(at: index)?.id == AssetID("\(index)")) }
        #expect((0..<5000).count { pages.asset(at: $0) != nil } <= 6 * 20)
        // Nobody waits for all 250 pages in both directions.
        #expect(library.loads.count < 400)
    }

    @Test func `a page that arrives wakes only those who look at it`() async throws {
        let library = ShelfLibrary(count: 200)
        let pages = try await pages(library)
        let woken = Locked<[Int]>([])
        for index in [5, 105, 155] {
            withObservationTracking {
                _ = pages.asset(at: index)
            } onChange: {
                woken.withLock { $0.append(index) }
            }
        }
        pages.show(100..<110)
        await pages.settled(at: 105)
        #expect(woken.withLock { $0 } == [105])
    }

    @Test func `a new fetch takes the place of the old as a whole`() async throws {
        let library = ShelfLibrary(count: 50)
        let pages = try await pages(library)
        pages.show(20..<30)
        await pages.settled(at: 25)
        let before = pages.revision
        library.remove("0", "21")
        try await pages.replace(with: library.fetch(AssetQuery()), showing: 20..<30)
        #expect(pages.revision == before + 1)
        #expect(pages.count == 48)
        #expect(pages.asset(at: 20)?.id == "22")
        #expect(pages.asset(at: 29)?.id == "31")
    }

    @Test func `a page of an older fetch that comes late is not shown`() async throws {
        let library = ShelfLibrary(count: 50)
        let pages = try await pages(library)
        library.holdPages(true)
        pages.show(40..<45)
        await until { library.loads.contains(40..<50) }
        library.holdPages(false)
        library.remove("40")
        try await pages.replace(with: library.fetch(AssetQuery()), showing: 0..<5)
        await settle()
        #expect(pages.asset(at: 40) == nil)
        pages.show(40..<45)
        await pages.settled(at: 40)
        #expect(pages.asset(at: 40)?.id == "41")
    }

    @Test func `a page that cannot be read is a problem, and is tried again when one comes back`() async throws {
        let library = ShelfLibrary(count: 100)
        let pages = try await pages(library)
        await settle()
        library.failPages(.indexBusy(path: "/x"))
        pages.show(50..<55)
        await pages.settled(at: 52)
        #expect(pages.problem == .indexBusy(path: "/x"))
        library.failPages(nil)
        pages.show(0..<5)
        pages.show(50..<55)
        await pages.settled(at: 52)
        #expect(pages.asset(at: 52)?.id == "52")
    }

    @Test func `who waits for a page that is scrolled out of sight before it was loaded waits no longer`() async throws
    {
        let library = ShelfLibrary(count: 300)
        let pages = try await pages(library)
        await settle()
        library.holdPages(true)
        pages.show(100..<160)
        async let waits: Void = pages.settled(at: 150)
        await settle()
        pages.show(0..<5)
        await waits
        #expect(pages.asset(at: 150) == nil)
        library.holdPages(false)
    }

    @Test func `a fetch that lost assets is too old`() async throws {
        struct Shrunk: AssetFetch {
            var count: Int { 30 }
            var countByKind: [MediaKind: Int] { [:] }
            var days: [DayCount] { [] }
            func assets(in range: Range<Int>) async throws(LibraryError) -> [Asset] {
                range.lowerBound >= 10 ? [] : range.map { Asset.sample(AssetID("\($0)")) }
            }
            func index(of id: AssetID) async throws(LibraryError) -> Int? { nil }
            func index(at date: Date) async throws(LibraryError) -> Int { 0 }
        }
        let pages = AssetPages(pageLength: 10)
        try await pages.replace(with: Shrunk(), showing: 0..<0)
        await until { pages.problem != nil }
        #expect(pages.problem == .itemGone(""))
        await #expect(throws: LibraryError.itemGone("")) { try await pages.replace(with: Shrunk(), showing: 12..<14) }
        #expect(pages.asset(at: 0)?.id == "0")
    }

    @Test func `a range is answered from memory where it can be`() async throws {
        let library = ShelfLibrary(count: 40)
        let pages = try await pages(library)
        await settle()
        let before = library.loads.count
        #expect(try await pages.assets(in: 2..<7).map(\.id) == ["2", "3", "4", "5", "6"])
        #expect(library.loads.count == before)
        #expect(try await pages.assets(in: 28..<33).map(\.id) == ["28", "29", "30", "31", "32"])
        #expect(library.loads.count == before + 1)
        #expect(pages.known(in: 28..<33) == nil)
        #expect(try await pages.index(of: "5") == 5)
        #expect(try await pages.index(of: "39") == 39)
        #expect(try await pages.index(of: "nobody") == nil)
    }

    @Test func `a list that is there already needs no loading`() async throws {
        let pages = AssetPages((0..<130).map { .sample(AssetID("\($0)")) })
        #expect(pages.count == 130)
        #expect(pages.asset(at: 129)?.id == "129")
        #expect(try await pages.index(of: "77") == 77)
        await pages.settled(at: 12)
        #expect(AssetPages([]).count == 0)
    }

    @Test func `loads end with their pages`() async throws {
        let library = ShelfLibrary(count: 100)
        weak var gone: AssetPages?
        do {
            let pages = try await pages(library)
            library.holdPages(true)
            pages.show(60..<70)
            await until { library.loads.contains(60..<70) }
            gone = pages
        }
        while gone != nil, !Task.isCancelled { await Task.yield() }
        #expect(gone == nil)
        library.holdPages(false)
    }
}
