import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct FolderScannerTests {
    @Test func `A first look adds everything, and a second finds it unchanged without opening a file`() async throws {
        let test = try TestLibrary()
        for number in 1...20 { try test.write(Sample.jpeg(comment: "\(number)"), "Trip \(number % 3)/\(number).jpg") }
        try test.write(Array("no picture".utf8), "notes")
        let first = try await test.library.index()
        #expect(first.added == 20)
        #expect(first.filesRead == 21)
        #expect(first.problems == 0)
        let ids = try await test.assets().map(\.id)
        test.opened.withLock { $0 = [] }
        let second = try await test.library.index()
        #expect(second.unchanged == 20)
        #expect(second.counts == [0, 0, 0, 20])
        #expect(second.filesRead == 0)
        #expect(test.opened.withLock { $0 } == [])
        #expect(try await test.assets().map(\.id) == ids)
    }

    @Test func `New, changed and removed files are told apart`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(Sample.red), "a.jpg")
        try test.write(Sample.jpeg(Sample.red), "b.jpg")
        try await test.library.index()
        let before = try #require(try await test.library.asset(at: test.pictures.appending("a.jpg")))
        try test.write(Sample.jpeg(Sample.blue, width: 64), "a.jpg")
        try test.write(Sample.jpeg(), "c.jpg")
        unlink(test.pictures.appending("b.jpg").string)
        let report = try await test.library.index()
        #expect(report.counts == [1, 1, 1, 0])
        let after = try #require(try await test.library.asset(at: test.pictures.appending("a.jpg")))
        #expect(after.id == before.id)
        #expect(after.size.width == 64)
    }

    @Test func `C40 an unreadable folder or file is one problem, and the rest is found`() async throws {
        // immich #13253, #15515, #16644; jellyfin #2402, #4882
        let folder = try TestFolder()
        let test = try TestLibrary(in: folder) { $0.prepareThread = becomeNobody }
        for number in 0..<10 { try test.write(Sample.jpeg(comment: "\(number)"), "f\(number)/p.jpg") }
        try test.write(Sample.jpeg(), ".aaa/hidden.jpg")
        try test.write(Sample.jpeg(), "mmm/shut.jpg")
        let shut = try test.write(Sample.jpeg(), "f3/shut.jpg")
        let modes = [".aaa", "mmm"].map { test.pictures.appending($0) } + [shut]
        try folder.makeFolder("cache")
        if geteuid() == 0 { folder.giveAway(to: nobody) }
        for path in modes { chmod(path.string, 0) }
        defer { for path in modes { chmod(path.string, 0o755) } }
        let report = try await test.library.index()
        #expect(report.added == 10)
        let problems = try await test.library.problems()
        #expect(Set(problems.map(\.path)) == Set(modes))
        #expect(problems.allSatisfy { $0.code == .unreadable })
        for path in modes { chmod(path.string, 0o755) }
        let healed = try await test.library.index()
        #expect(healed.added == 2)
        #expect(healed.problems == 0)
    }

    @Test func `C40 dangling links and links in a circle are problems, and links elsewhere are followed`() async throws
    {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(), "real/a.jpg")
        try test.folder.write(Sample.jpeg(), to: "elsewhere.jpg")
        try test.folder.makeFolder("outside")
        try test.folder.write(Sample.jpeg(), to: "outside/o.jpg")
        func link(_ target: String, _ name: String) { symlink(target, test.pictures.appending(name).string) }
        link("nowhere.jpg", "dangling.jpg")
        link("..", "real/up")
        link("self.jpg", "self.jpg")
        link("../elsewhere.jpg", "link.jpg")
        link("../outside", "linked")
        link("../outside", "linked again")
        let report = try await test.library.index()
        #expect(try await Set(test.names()) == ["a.jpg", "link.jpg", "o.jpg"])
        #expect(report.added == 3)
        let problems = try await test.library.problems()
        let codes = Dictionary(uniqueKeysWithValues: problems.map { ($0.path.name.string, $0.code) })
        let expected: [String: ErrorCode] = ["dangling.jpg": .notFound, "up": .unreadable, "self.jpg": .unreadable]
        #expect(codes == expected)
    }

    @Test func `C41 names that differ in Unicode form are two assets with lasting identities`() async throws {
        // nextcloud/server #29603; owncloud/core #23209; stash PR 7072
        let test = try TestLibrary()
        let composed = "caf\u{E9}.jpg"
        let decomposed = "cafe\u{301}.jpg"
        let folder = "Pictures/e\u{301}t\u{E9}"
        try test.folder.makeFolder(folder)
        for name in [composed, decomposed] {
            try test.folder.write(Sample.jpeg(), to: MediaPath(folder).appending(MediaPath(bytes: Array(name.utf8))))
        }
        var seen: Set<Set<AssetID>> = []
        for _ in 0..<3 {
            try await test.library.index()
            let assets = try await test.assets()
            #expect(Set(assets.compactMap { $0.path?.name.bytes }) == [Array(composed.utf8), Array(decomposed.utf8)])
            seen.insert(Set(assets.map(\.id)))
        }
        #expect(seen.count == 1)
        #expect(seen.first?.count == 2)
        for text in ["caf\u{E9}", "CAFE\u{301}"] {
            #expect(try await test.assets(AssetQuery(nameContains: text)).count == 2)
        }
        for asset in try await test.assets() {
            var thumbnails = 0
            for try await _ in test.library.thumbnail(asset.id, fitting: PixelSize(width: 8, height: 8)) {
                thumbnails += 1
            }
            #expect(thumbnails == 1)
        }
    }

    @Test func `C43 names that other tools take for options, patterns or addresses are only names`() async throws {
        // libvips #342, #395; video-embed-thumbnail-generator #409; tagspaces #2447; pigallery2 #457
        let test = try TestLibrary()
        let names =
            [
                "a[page=2].jpg", "img[1].jpg", "b.jpg[Q=10]", "per%03d.jpg", "x:y.jpg", "-dash.jpg", "new\nline.jpg",
                "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}.jpg", "two  spaces .jpg", "quote'\".jpg",
            ].map { MediaPath($0) } + [MediaPath(bytes: Array("bad".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8))]
        for name in names { try test.folder.write(Sample.jpeg(), to: MediaPath("Pictures").appending(name)) }
        let report = try await test.library.index()
        #expect(report.added == names.count)
        #expect(report.problems == 0)
        let assets = try await test.assets()
        #expect(Set(assets.compactMap { $0.path?.name }) == Set(names))
        for asset in assets {
            for try await thumbnail in test.library.thumbnail(asset.id, fitting: PixelSize(width: 8, height: 8)) {
                #expect(thumbnail.frame.size == PixelSize(width: 8, height: 4))
            }
        }
    }

    @Test func `C44 companions, sidecars, hidden files and our own cache are no photos`() async throws {
        // ProjectKestrel PR 58; photoprism #985; giant #380
        let folder = try TestFolder()
        try folder.makeFolder("Pictures/.nothing")
        try folder.makeFolder("Pictures/cache")
        let test = try TestLibrary(in: folder) { $0.cacheFolder = folder.path("Pictures/cache") }
        try test.write(Sample.jpeg(), "IMG_1.JPG")
        try test.write([0, 5, 0x16, 7] + [UInt8](repeating: 0, count: 4092), "._IMG_1.JPG")
        try test.write(Array("<plist/>".utf8), "IMG_1.AAE")
        try test.write(Sample.jpeg(), "IMG_1.THM")
        try test.write([0xD0, 0xCF], "Thumbs.db")
        try test.write(Sample.jpeg(), ".hidden.jpg")
        try test.write(Sample.jpeg(), "cache/thumbnail.jpg")
        try test.write(Sample.jpeg(), "private/secret.jpg")
        try test.write([], "private/.nomedia")
        for _ in 0..<2 {
            let report = try await test.library.index()
            #expect(report.problems == 0)
            #expect(try await test.names() == ["IMG_1.JPG"])
        }
    }

    @Test func `C17 a file without a date has the file's time, and says so`() async throws {
        // aves #756; memories #539, #1144; photoprism #3431
        let test = try TestLibrary()
        let time = Date(timeIntervalSince1970: 1_614_834_367)
        try test.write(Sample.jpeg(), "none.jpg", modified: time)
        try test.write(Sample.jpeg(date: "0000:00:00 00:00:00"), "zero.jpg", modified: time)
        try test.write(Sample.jpeg(date: "    :  :     :  :  "), "blank.jpg", modified: time)
        try test.write(Sample.movie(), "movie.mp4", modified: time)
        try test.write(Sample.jpeg(date: "2050:12:31 23:59:59"), "late.jpg", modified: time)
        try await test.library.index()
        let assets = try await test.assets()
        #expect(assets.first?.fileName == "late.jpg")
        #expect(assets.first?.date.source == .exif)
        #expect(assets.count == 5)
        for asset in assets.dropFirst() {
            #expect(asset.date == MediaDate(instant: time, offsetFromUTC: 0, source: .fileTime))
        }
    }

    @Test func `C19 a video stands between the photos it was taken between`() async throws {
        // photoprism #4046, #1388; ente #12109
        let test = try TestLibrary()
        try test.write(Sample.jpeg(date: "2024:07:01 12:00:00", offset: "+02:00"), "a.jpg")
        try test.write(Sample.movie(created: Date(timeIntervalSince1970: 1_719_828_030)), "v.mp4")
        try test.write(Sample.jpeg(date: "2024:07:01 12:01:00", offset: "+02:00"), "b.jpg")
        try await test.library.index()
        #expect(try await test.names(AssetQuery(oldestFirst: true)) == ["a.jpg", "v.mp4", "b.jpg"])
    }

    @Test func `C20 a file is what its bytes say, whatever its name says`() async throws {
        // seafile-iOS #358; TLPhotoPicker #274; react-native-image-picker #2009
        let test = try TestLibrary()
        try test.write(Sample.jpeg(), "fake.heic")
        try test.write(Sample.jpeg(), "noext")
        try test.write(Sample.jpeg(), "UP.JPG")
        try test.write(Sample.movie(), "movie.jpg")
        try await test.library.index()
        let types = Dictionary(uniqueKeysWithValues: try await test.assets().map { ($0.fileName, $0.contentType) })
        let expected: [String: ContentType] = [
            "fake.heic": .jpeg, "noext": .jpeg, "UP.JPG": .jpeg, "movie.jpg": .quickTime,
        ]
        #expect(types == expected)
    }

    @Test func `A broken picture is one problem, and becomes an asset when it is whole`() async throws {
        let test = try TestLibrary()
        try test.write([0xFF, 0xD8, 0xFF, 0xE1], "cut.jpg")
        try test.write([], "empty.png")
        try test.write(Array("text".utf8), "lie.jpg")
        let report = try await test.library.index()
        #expect(report.added == 0)
        #expect(try await test.library.problems().map(\.path.name.string) == ["cut.jpg", "empty.png", "lie.jpg"])
        try test.write(Sample.jpeg(), "cut.jpg")
        unlink(test.pictures.appending("empty.png").string)
        let next = try await test.library.index()
        #expect(next.added == 1)
        #expect(try await test.library.problems().map(\.path.name.string) == ["lie.jpg"])
    }

    @Test func `C44 only names of pictures make a problem of an empty file`() async throws {
        let test = try TestLibrary()
        for name in ["empty", "y.conf", "a.b"] { try test.write([], name) }
        try test.write([], "empty.jpg")
        try test.write([0xFF, 0xD8, 0xFF, 0xE1], "cut")
        try await test.library.index()
        #expect(try await test.library.problems().map(\.path.name.string) == ["cut", "empty.jpg"])
    }

    @Test func `A look that is cancelled keeps what it has read, and the next one goes on from there`() async throws {
        let running = Locked<Task<IndexReport, any Error>?>(nil)
        let begun = DispatchSemaphore(value: 0)
        let count = Locked(0)
        let test = try TestLibrary {
            $0.didOpen = { _ in
                // Nobody opens a file before the task can be cancelled.
                begun.wait()
                begun.signal()
                let opened = count.withLock { count in
                    count += 1
                    return count
                }
                if opened == 200 { running.withLock { $0?.cancel() } }
            }
        }
        let identifier = "11111111-1111-4111-8111-111111111111"
        for number in 0..<300 { try test.write(Sample.jpeg(comment: "\(number)"), "f\(number % 5)/\(number).jpg") }
        for folder in 0..<5 {
            try test.write(Sample.jpeg(identifier: identifier), "f\(folder)/live.jpg")
            try test.write(Sample.movie(identifier: identifier), "f\(folder)/live.mov")
        }
        let library = test.library
        let task = Task { try await library.index() }
        running.withLock { $0 = task }
        begun.signal()
        await #expect(throws: LibraryError.cancelled) { try await task.value }
        let first = count.withLock { $0 }
        #expect(first >= 200 && first < 310)
        let stored = try test.library.core.readNow { database throws(DatabaseError) in
            try database.integer("SELECT count(*) FROM items")
        }
        #expect(stored ?? 0 > 0 && stored ?? 0 <= Int64(first))
        let report = try await library.index()
        #expect(report.filesRead == 310 - Int(stored ?? 0))
        #expect(try await test.assets().count == 305)
        #expect(try await test.assets(AssetQuery(kinds: [.livePhoto])).count == 5)
        try test.checkCounts()
    }

    @Test func `Who cancels does not wait for the look of somebody else`() async throws {
        let (begun, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let test = try TestLibrary {
            $0.didOpen = { _ in
                begun.continuation.yield()
                end.wait()
            }
        }
        try test.write(Sample.jpeg(), "a.jpg")
        let library = test.library
        let first = Task { try await library.index() }
        for await _ in begun.stream { break }
        let second = Task { try await library.index() }
        second.cancel()
        await #expect(throws: LibraryError.cancelled) { try await second.value }
        end.signal()
        #expect(try await first.value.added == 1)
    }

    @Test func `Renamed and moved files and folders keep their identity, and are not read again`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "1"), "a/1.jpg")
        try test.write(Sample.jpeg(comment: "2"), "a/2.jpg")
        try test.write(Sample.jpeg(comment: "3"), "a/deep/3.jpg")
        try test.folder.makeFolder("Pictures/b")
        try await test.library.index()
        let ids = Dictionary(uniqueKeysWithValues: try await test.assets().map { ($0.fileName, $0.id) })
        let albums = try await test.library.albums().filter { $0.kind == .user }.map(\.id)
        func move(_ old: String, _ new: String) {
            rename(test.pictures.appending(old).string, test.pictures.appending(new).string)
        }
        move("a/1.jpg", "a/one.jpg")
        move("a/2.jpg", "b/2.jpg")
        move("a", "z")
        test.opened.withLock { $0 = [] }
        let report = try await test.library.index()
        #expect(test.opened.withLock { $0 } == [])
        #expect(report.counts == [0, 3, 0, 0])
        let now = Dictionary(uniqueKeysWithValues: try await test.assets().map { ($0.path!.string, $0.id) })
        let root = test.pictures.string
        #expect(now.count == 3)
        #expect(now[root + "/z/one.jpg"] == ids["1.jpg"])
        #expect(now[root + "/b/2.jpg"] == ids["2.jpg"])
        #expect(now[root + "/z/deep/3.jpg"] == ids["3.jpg"])
        #expect(Set(albums).isSubset(of: try await test.library.albums().map(\.id)))
    }

    @Test func `A file that replaces another by renaming takes over its identity`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "old"), "a.jpg")
        try test.write(Sample.jpeg(comment: "new"), "b.jpg")
        try await test.library.index()
        let id = try #require(try await test.library.asset(at: test.pictures.appending("a.jpg"))).id
        rename(test.pictures.appending("b.jpg").string, test.pictures.appending("a.jpg").string)
        try await test.library.index()
        #expect(try await test.assets().map(\.id) == [id])
    }

    @Test func `A folder that takes the name of one that is gone shows its own files`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "1"), "a/1.jpg")
        try test.write(Sample.jpeg(comment: "2"), "b/2.jpg")
        try await test.library.index()
        let id = try #require(try await test.library.asset(at: test.pictures.appending("b/2.jpg"))).id
        try FileManager.default.removeItem(atPath: test.pictures.appending("a").string)
        rename(test.pictures.appending("b").string, test.pictures.appending("a").string)
        let report = try await test.library.index()
        #expect(report.removed == 1)
        let left = try await test.assets()
        #expect(left.map(\.path) == [test.pictures.appending("a/2.jpg")])
        #expect(left.map(\.id) == [id])
    }

    @Test func `What a killed adding left behind is removed, and what is being added is not`() async throws {
        let test = try TestLibrary()
        let dead = try test.write([1], ".filmstrip-999999999-x.part")
        let live = try AtomicFile(in: test.pictures)
        let stranger = try test.write([1], ".filmstrip-notes.txt")
        try await test.library.index()
        #expect(access(dead.string, F_OK) != 0)
        #expect(access(live.path.string, F_OK) == 0)
        #expect(access(stranger.string, F_OK) == 0)
    }

    @Test func `C80 the counts stay right through every kind of change`() async throws {
        // Signal-iOS #4236; photoview #760
        let test = try TestLibrary()
        for number in 0..<30 {
            let day = number % 28 + 1
            let date = "2024:0\(number % 9 + 1):\(day < 10 ? "0" : "")\(day) 23:30:00"
            try test.write(
                Sample.jpeg(date: date, offset: "-05:00", comment: "\(number)"), "f\(number % 4)/\(number).jpg")
        }
        try await test.library.index()
        try test.checkCounts()
        for number in 0..<10 { unlink(test.pictures.appending("f\(number % 4)/\(number).jpg").string) }
        for number in 10..<15 {
            try test.write(Sample.jpeg(date: "2020:01:01 00:00:00"), "f\(number % 4)/\(number).jpg")
        }
        rename(test.pictures.appending("f2").string, test.pictures.appending("g").string)
        try await test.library.index()
        try test.checkCounts()
        try await test.library.setFavorite(true, for: try #require(try await test.assets().first).id)
        try test.checkCounts()
    }
}

extension TestLibrary {
    /// Counts everything by walking, and compares.
    func checkCounts(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let database = try library.core.readers().take()
        func rows(_ sql: String) throws -> [[Int64]] {
            var rows: [[Int64]] = []
            try database.forEach(sql) { row throws(DatabaseError) in
                rows.append((0..<4).map { row.integer($0) })
            }
            return rows.sorted { $0.lexicographicallyPrecedes($1) }
        }
        let walked = try rows("SELECT scope, kind, count(*), 0 FROM entries WHERE scope <> 2 GROUP BY scope, kind")
        #expect(try rows("SELECT scope, kind, n, 0 FROM totals") == walked, sourceLocation: sourceLocation)
        let days = "CAST(floor(instant / 86400000.0) AS INTEGER)"
        #expect(
            try rows("SELECT scope, day, kind, sum(n) FROM days GROUP BY scope, day, kind")
                == rows("SELECT scope, \(days) d, kind, count(*) FROM entries WHERE scope <> 2 GROUP BY scope, d, kind"),
            sourceLocation: sourceLocation)
        #expect(
            try rows("SELECT scope, block, kind, n FROM blocks")
                == rows(
                    "SELECT scope, \(days) >> 5 d, kind, count(*) FROM entries WHERE scope <> 2 GROUP BY scope, d, kind"
                ),
            sourceLocation: sourceLocation)
        let shown = try database.integer("SELECT count(*) FROM items WHERE role = 0")
        #expect(
            try database.integer("SELECT sum(n) FROM totals WHERE scope = 0") == shown, sourceLocation: sourceLocation)
    }
}
