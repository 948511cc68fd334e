import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct IndexFetchTests {
    /// A library of rows without files.
    private func synthetic(_ count: Int) async throws -> TestLibrary {
        let test = try TestLibrary()
        try await test.library.fillSynthetic(count: count, folders: 20, years: 3)
        return test
    }

    @Test(arguments: [
        AssetQuery(), AssetQuery(oldestFirst: true), AssetQuery(kinds: [.video, .livePhoto]),
        AssetQuery(kinds: [.photo], oldestFirst: true), AssetQuery(album: .smart(.panoramas)),
        AssetQuery(subtypes: [.panorama], oldestFirst: true),
        AssetQuery(
            since: Date(timeIntervalSince1970: 1_710_000_123), until: Date(timeIntervalSince1970: 1_730_000_456)),
        AssetQuery(kinds: [.video], until: Date(timeIntervalSince1970: 1_730_000_456), oldestFirst: true),
        AssetQuery(nameContains: "img_17"), AssetQuery(kinds: []),
    ])
    func `5.4 C80 every page of every question is the same slice of one order`(_ query: AssetQuery) async throws {
        // Signal-iOS #4236; flutter_wechat_assets_picker #610; photoprism-mobile #107
        let test = try await synthetic(3000)
        let everything = try await test.assets()
        #expect(everything.count == 3000)
        let since = query.since ?? .distantPast
        let until = query.until ?? .distantFuture
        var expected = everything.filter { asset in
            query.kinds.contains(asset.kind) && since <= asset.date.instant && asset.date.instant < until
                && asset.subtypes.isSuperset(of: query.subtypes)
                && (query.album != .smart(.panoramas) || asset.subtypes.contains(.panorama))
                && (query.nameContains.map { asset.fileName.lowercased().contains($0) } ?? true)
        }
        if query.oldestFirst { expected.reverse() }
        let fetch = try await test.library.fetch(query)
        #expect(fetch.count == expected.count)
        #expect(fetch.countByKind.values.reduce(0, +) == expected.count)
        for (kind, count) in fetch.countByKind { #expect(count == expected.count { $0.kind == kind }) }
        #expect(try await fetch.assets(in: 0..<fetch.count).map(\.id) == expected.map(\.id))
        for start in stride(from: 0, to: expected.count, by: max(1, expected.count / 17)) {
            let range = start..<min(start + 23, expected.count)
            #expect(try await fetch.assets(in: range).map(\.id) == expected[range].map(\.id))
            #expect(try await fetch.index(of: expected[start].id) == start)
            let date = expected[start].date.instant
            let first = expected.firstIndex { query.oldestFirst ? $0.date.instant >= date : $0.date.instant <= date }
            #expect(try await fetch.index(at: date) == first)
        }
        let days = Dictionary(grouping: expected) { asset in
            Int(
                ((asset.date.instant.timeIntervalSince1970 + Double(asset.date.offsetFromUTC ?? 0)) / 86_400).rounded(
                    .down))
        }
        #expect(Dictionary(uniqueKeysWithValues: fetch.days.map { ($0.day, $0.count) }) == days.mapValues(\.count))
        #expect(fetch.days.map(\.day) == fetch.days.map(\.day).sorted { query.oldestFirst ? $0 < $1 : $0 > $1 })
        #expect(try await fetch.assets(in: -5..<0).isEmpty)
        #expect(try await fetch.assets(in: fetch.count..<fetch.count + 9).isEmpty)
        #expect(try await fetch.index(of: "0123456789abcdef") == nil)
    }

    @Test func `5.4 C80 no question of the library scans a table or sorts`() async throws {
        let test = try await synthetic(200)
        let database = try test.library.core.readers().take()
        func plan(_ sql: String) throws -> [String] {
            var steps: [String] = []
            try database.forEach("EXPLAIN QUERY PLAN " + sql) { steps.append($0.text(3)) }
            return steps
        }
        for kinds: [Int64] in [[0], [0, 1], [0, 1, 2]] {
            for ascending in [true, false] {
                for step in try plan(IndexPositions.pageSQL(kinds: kinds, ascending: ascending)) {
                    #expect(!step.hasPrefix("SCAN"), "\(step)")
                    #expect(!step.contains("TEMP B-TREE"), "\(step)")
                }
            }
        }
        for sql in [
            "SELECT block, kind, n FROM blocks WHERE scope = ? ORDER BY block",
            "SELECT day, kind, n FROM days WHERE scope = ? AND day >= ? AND day < ? ORDER BY day",
            "SELECT count(*) FROM entries WHERE scope = ? AND kind = ? AND instant >= ? AND (instant, item) < (?, ?)",
            "SELECT n FROM totals WHERE scope = ? AND kind = ?",
            "SELECT \(IndexItem.columns) FROM items WHERE uid = ? AND role = 0",
        ] {
            let steps = try plan(sql)
            #expect(steps.allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
        }
    }

    // Signal-iOS #4236; flutter_wechat_assets_picker #610; photoprism-mobile #107. Counted in steps of SQLite's machine.
    @Test func `5.4 C80 two hundred thousand assets open, page and jump for the steps of twenty thousand`() async throws
    {
        var costs: [[Int]] = []
        for count in [20_000, 200_000] {
            let test = try TestLibrary()
            try await test.library.fillSynthetic(count: count)
            let snapshot = try IndexSnapshot(test.library.core.readers())
            func cost(_ body: () async throws -> Void) async throws -> Int {
                let before = try snapshot.read { $0.steps }
                try await body()
                return try snapshot.read { $0.steps } - before
            }
            var measured: [Int] = []
            for query in [AssetQuery(), AssetQuery(kinds: [.video, .livePhoto], oldestFirst: true)] {
                var fetch: IndexFetch!
                measured.append(
                    try await cost { fetch = try IndexQuery(query: query, snapshot: snapshot, now: Date()).open() })
                let part = fetch.count / 100
                for place in [0, fetch.count / 2, fetch.count - 100] {
                    measured.append(try await cost { _ = try await fetch.assets(in: place..<place + 100) })
                }
                let date = Date(timeIntervalSince1970: 1_217_548_800)
                measured.append(try await cost { _ = try await fetch.index(at: date) })
                let id = try await fetch.assets(in: part..<part + 1)[0].id
                #expect(try await fetch.index(of: id) == part)
                measured.append(try await cost { _ = try await fetch.index(of: id) })
            }
            costs.append(measured)
        }
        for (small, large) in zip(costs[0], costs[1]) {
            #expect(large <= small * 2 + 500, "\(costs)")
        }
        #expect(costs[1].allSatisfy { $0 < 20_000 }, "\(costs)")
    }

    @Test func `A fetch keeps its moment while the library changes`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "1"), "1.jpg")
        try test.write(Sample.jpeg(comment: "2"), "2.jpg")
        let old = try await test.library.fetch(AssetQuery())
        try test.write(Sample.jpeg(comment: "3"), "3.jpg")
        try FileManager.default.removeItem(atPath: test.pictures.appending("1.jpg").string)
        try await test.library.index()
        #expect(Set(try await old.assets(in: 0..<9).map(\.fileName)) == ["1.jpg", "2.jpg"])
        let new = try await test.library.fetch(AssetQuery())
        #expect(Set(try await new.assets(in: 0..<9).map(\.fileName)) == ["2.jpg", "3.jpg"])
    }

    @Test func `A snapshot that let go of its moment is the same while nothing is written, and newer after that`()
        async throws
    {
        let test = try await synthetic(50)
        let snapshot = try IndexSnapshot(test.library.core.readers())
        let fetch = try IndexQuery(query: AssetQuery(), snapshot: snapshot, now: Date()).open()
        let before = try await fetch.assets(in: 10..<20).map(\.id)
        snapshot.expire()
        #expect(try await fetch.assets(in: 10..<20).map(\.id) == before)
        try await test.library.setFavorite(true, for: before[0])
        #expect(try await fetch.assets(in: 10..<20).first?.isFavorite == false)
        snapshot.expire()
        #expect(try await fetch.assets(in: 10..<20).first?.isFavorite == true)
    }

    @Test func `A day as full as a library is paged through without starting over`() async throws {
        let test = try TestLibrary()
        for number in 0..<60 {
            try test.write(Sample.jpeg(date: "2024:01:01 12:00:00", comment: "\(number)"), "\(number).jpg")
        }
        let fetch = try await test.library.fetch(AssetQuery())
        let all = try await fetch.assets(in: 0..<60).map(\.id)
        #expect(Set(all).count == 60)
        var paged: [AssetID] = []
        for start in stride(from: 0, to: 60, by: 7) { paged += try await fetch.assets(in: start..<start + 7).map(\.id) }
        #expect(paged == all)
        #expect(try await fetch.assets(in: 31..<35).map(\.id) == Array(all[31..<35]))
    }

    @Test func `An album that does not exist is not found`() async throws {
        let test = try await synthetic(5)
        await #expect(throws: LibraryError.notFound(path: "folder:0000000000000000")) {
            _ = try await test.library.fetch(AssetQuery(album: "folder:0000000000000000"))
        }
    }
}

@Suite struct NameFilterTests {
    @Test func `Names are compared without case and Unicode form`() {
        let filter = NameFilter("\u{C9}t\u{E9}")
        #expect(filter?.matches(Array("mon e\u{301}te\u{301}.jpg".utf8)) == true)
        #expect(filter?.matches(Array("winter.jpg".utf8)) == false)
        #expect(NameFilter("IMG")?.matches(Array("my_img_1.jpg".utf8)) == true)
        #expect(NameFilter("longer than the name")?.matches(Array("a.jpg".utf8)) == false)
        #expect(NameFilter("") == nil)
    }
}
