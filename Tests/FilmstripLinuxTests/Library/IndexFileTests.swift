import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct IndexFileTests {
    enum Damage: String, CaseIterable, Sendable { case head, middle, putBack, half, empty, strangeLog }

    private func damage(_ index: MediaPath, _ damage: Damage, _ folder: TestFolder) throws {
        let handle = try FileHandle(forUpdating: index.url)
        defer { handle.closeFile() }
        let size = handle.seekToEndOfFile()
        let noise = Data((0..<100).map { _ in UInt8.random(in: 0...255) })
        switch damage {
        case .head:
            handle.seek(toFileOffset: 0)
            handle.write(noise)
        case .middle:
            handle.seek(toFileOffset: size / 2)
            handle.write(noise)
        case .putBack:
            let before: FileStatus = try FileStatus.of(index)
            // Until the kernel's next tick, which is the least that anybody needs to read a time and put it back.
            try folder.waitForTick(after: before)
            handle.seek(toFileOffset: size / 2)
            handle.write(noise)
            try folder.putBack(before, index)
        case .half: handle.truncateFile(atOffset: size / 2)
        case .empty: handle.truncateFile(atOffset: 0)
        case .strangeLog:
            let stranger = try Database(folder.path("stranger.db"), writable: true, busyTimeout: 1)
            try stranger.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(x); INSERT INTO t VALUES(zeroblob(9000))")
            let log = FileManager.default.contents(atPath: folder.path("stranger.db-wal").string)
            try #require(FileManager.default.createFile(atPath: index.string + "-wal", contents: log))
        }
    }

    @Test(arguments: Damage.allCases)
    func `C49 a damaged index is kept aside and made anew, and nothing else is touched`(_ kind: Damage) async throws {
        // osxphotos #1333, #1805
        let folder = try TestFolder()
        var ids: Set<AssetID> = []
        var index = MediaPath("")
        do {
            let test = try TestLibrary(in: folder)
            for number in 0..<50 { try test.write(Sample.jpeg(comment: "\(number)"), "f\(number % 5)/\(number).jpg") }
            try await test.library.index()
            let assets = try await test.assets()
            ids = Set(assets.map(\.id))
            try await test.library.setFavorite(true, for: assets[7].id)
            index = test.indexPath
        }
        let photo = folder.path("Pictures/f0/5.jpg").string
        let original = FileManager.default.contents(atPath: photo)
        try damage(index, kind, folder)
        do {
            let test = try TestLibrary(in: folder)
            let again = try await test.assets()
            #expect(Set(again.map(\.id)) == ids)
            #expect(again.count { $0.isFavorite } == 1)
            var notices = test.library.notices().makeAsyncIterator()
            #expect(await notices.next() == .indexRebuilt(keptAt: index.parent.appending("index.damaged.db")))
            #expect(access(index.parent.appending("index.damaged.db").string, F_OK) == 0)
        }
        #expect(FileManager.default.contents(atPath: photo) == original)
        let next = try TestLibrary(in: folder)
        #expect(try await next.library.index().counts == [0, 0, 0, 50])
        #expect(next.library.core.notices.takeUnheard().isEmpty)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"))
    func `C50 a note that does not fit onto the disk leaves nothing`() throws {
        let folder = try TestFolder()
        let place = try folder.makeFolder("disk")
        let disk = try SmallDisk(over: place, size: "8k")
        defer { withExtendedLifetime(disk) {} }
        FileOperations.overwrite(place.appending("note"), with: "one\n")
        // What is left is filled.
        let large = place.appending("large").withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
        let bytes = [UInt8](repeating: 1, count: 65536)
        #expect(write(large, bytes, bytes.count) < bytes.count)
        close(large)
        FileOperations.overwrite(place.appending("note"), with: "two\n")
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: place.string)) == ["note", "large"])
        #expect(FileOperations.contents(of: place.appending("note"), atMost: 9) == Array("one\n".utf8))
    }

    @Test func `C50 notes that killed processes left are removed at the next opening`() async throws {
        let folder = try TestFolder()
        var index = MediaPath("")
        do {
            let test = try TestLibrary(in: folder)
            try await test.library.index()
            index = test.library.core.indexFolder
        }
        for name in ["index.seal.4242", "index.seal.txt"] {
            #expect(FileManager.default.createFile(atPath: index.appending(name).string, contents: Data([1])))
        }
        let test = try TestLibrary(in: folder)
        #expect(try await test.assets().isEmpty)
        #expect(access(index.appending("index.seal.4242").string, F_OK) != 0)
        #expect(access(index.appending("index.seal.txt").string, F_OK) == 0)
    }

    /// Writes photos a second apart.
    private func writePhotos(_ count: Int, _ test: TestLibrary) throws {
        for number in 0..<count {
            let date = Date(timeIntervalSince1970: 1_700_000_000 - Double(number))
            try test.write(Sample.jpeg(comment: "\(number)"), "\(number).jpg", modified: date)
        }
    }

    /// Breaks the counts of an index that is open, in a way that no check of its pages finds.
    private func breakCounts(_ index: MediaPath) throws {
        let other = try Database(index, writable: true, busyTimeout: 1)
        try other.execute("PRAGMA ignore_check_constraints = 1; UPDATE blocks SET kind = 7")
    }

    @Test func `C49 an index that was given up is made anew by the next look`() async throws {
        let test = try TestLibrary()
        for number in 0..<20 { try test.write(Sample.jpeg(comment: "\(number)"), "\(number).jpg") }
        try await test.library.index()
        let damaged = try test.library.core.readers()
        test.library.core.giveUp(damaged)
        #expect(try await test.assets().count == 20)
        #expect(test.library.core.notices.takeUnheard().count == 1)
        // Somebody else who had met the same damage leaves the new one alone.
        test.library.core.giveUp(damaged)
        #expect(try await test.library.index().counts == [0, 0, 0, 20])
        #expect(test.library.core.notices.takeUnheard().isEmpty)
    }

    @Test func `C49 an index that breaks while somebody else has it open is made anew for both`() async throws {
        let folder = try TestFolder()
        let first = try TestLibrary(in: folder)
        try writePhotos(50, first)
        try await first.library.index()
        let ids = try await first.assets().map(\.id)
        try damage(first.indexPath, .middle, folder)
        let second = try TestLibrary(in: folder)
        #expect(try await second.assets().map(\.id) == ids)
        #expect(second.library.core.notices.takeUnheard().count == 1)
        #expect(try await first.assets().map(\.id) == ids)
        #expect(first.library.core.notices.takeUnheard().isEmpty)
    }

    @Test func `C49 a read that meets a damaged index is answered from a new one, and an open fetch goes on in it`()
        async throws
    {
        let test = try TestLibrary { $0.indexesOnDemand = false }
        try writePhotos(20, test)
        try await test.library.index()
        let fetch = try #require(try await test.library.fetch(AssetQuery()) as? LastingFetch)
        let before = try await fetch.assets(in: 0..<20)
        fetch.expire()
        try breakCounts(test.indexPath)
        #expect(try await fetch.assets(in: 10..<15) == Array(before[10..<15]))
        #expect(try await fetch.index(of: before[7].id) == 7)
        #expect(try await test.assets() == before)
        #expect(fetch.days.map(\.count).reduce(0, +) == 20)
        #expect(test.library.core.notices.takeUnheard().count == 1)
        // A look does not go on in an index that somebody else has changed.
        try breakCounts(test.indexPath)
        #expect(try await test.library.index().counts == [20, 0, 0, 0])
        #expect(try await test.library.index().counts == [0, 0, 0, 20])
    }

    @Test func `C49 a damaged index is busy for as long as somebody else writes it`() async throws {
        let test = try TestLibrary(busyTimeout: 0.3)
        for number in 0..<3 { try test.write(Sample.jpeg(comment: "\(number)"), "\(number).jpg") }
        try await test.library.index()
        let other = try IndexFile(folder: test.indexPath.parent, busyTimeout: 1)
        try await withHeldTurn(of: other) { () async throws in
            try breakCounts(test.indexPath)
            await #expect(throws: LibraryError.indexBusy(path: test.indexPath.string)) {
                _ = try await test.library.fetch(AssetQuery()).assets(in: 1..<3)
            }
        }
        #expect(try await test.assets().count == 3)
    }

    @Test func `A library that is dropped after its last call is closed`() async throws {
        let folder = try TestFolder()
        for round in 0..<50 {
            let lock: MediaPath
            do {
                let test = try TestLibrary(in: folder)
                if round == 0 { try test.write(Sample.jpeg(), "a.jpg") }
                let asset = try #require(try await test.assets().first)
                try await test.library.setFavorite(round.isMultiple(of: 2), for: asset.id)
                lock = test.indexPath.parent.appending("index.lock")
            }
            let descriptor = OwnedDescriptor(taking: lock.withCString { open($0, O_RDWR | O_CLOEXEC) })
            try #require(flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0, "round \(round)")
        }
    }

    @Test func `A seal notices a write within the same tick of the clock`() throws {
        let folder = try TestFolder()
        let database = try folder.write([0, 0, 0], to: "index.db")
        let seal = IndexSeal(folder.root)
        for round in 0..<200 {
            seal.close(database)
            try #require(seal.state(of: database) == .closed)
            let handle = try FileHandle(forUpdating: database.url)
            handle.write(Data([UInt8(round)]))
            handle.closeFile()
            try #require(seal.state(of: database) == .broken, "round \(round)")
        }
    }

    @Test(arguments: ["plain", "100%41 ?mode=ro&#x"])
    func `A look that finds nothing new reads a sealed index as it lies, without a log`(name: String) async throws {
        let folder = try TestFolder()
        func look() async throws -> (report: IndexReport, index: MediaPath) {
            let test = try TestLibrary(in: folder) { $0.cacheFolder = folder.path(name) }
            return (try await test.library.index(), test.indexPath)
        }
        try TestLibrary(in: folder).write(Sample.jpeg(comment: "a"), "a.jpg")
        let index = try await look().index
        let before: FileStatus = try FileStatus.of(index)
        let companions = ["-wal", "-shm"].map { index.string + $0 }
        for file in companions where access(file, F_OK) == 0 { try FileManager.default.removeItem(atPath: file) }
        #expect(try await look().report.unchanged == 1)
        let after = try FileStatus.of(index)
        #expect(after.isSameFile(as: before) && after.modified == before.modified)
        for file in companions { #expect(access(file, F_OK) != 0) }
        // What comes is written as ever.
        try TestLibrary(in: folder).write(Sample.jpeg(comment: "b"), "b.jpg")
        let next = try await look().report
        #expect(next.counts == [1, 0, 0, 1])
        #expect(try await look().report.unchanged == 2)
    }

    @Test func `What was read in one index is never written into another that was put in its place`() async throws {
        let test = try TestLibrary()
        try await test.library.index()
        let index = test.indexPath
        let hand = try IndexHand(index, IndexSeal(index.parent), busyTimeout: 1, isSealed: true)
        try FileManager.default.removeItem(atPath: index.string)
        #expect(throws: DatabaseError.damaged) { try hand.willWrite() }
        #expect(access(index.string, F_OK) != 0)
    }

    @Test func `An index whose log somebody reads is left unsealed by the last one out, and nothing in it is lost`()
        async throws
    {
        let folder = try TestFolder()
        let index: MediaPath
        do {
            let test = try TestLibrary(in: folder)
            index = test.indexPath
            try test.write(Sample.jpeg(comment: "a"), "a.jpg")
            try await test.library.index()
        }
        let reader = try Database(index, writable: false, busyTimeout: 0)
        try reader.execute("BEGIN; SELECT count(*) FROM items")
        do {
            let test = try TestLibrary(in: folder)
            try test.write(Sample.jpeg(comment: "b"), "b.jpg")
            #expect(try await test.library.index().added == 1)
        }
        guard case .open = IndexSeal(index.parent).state(of: index) else {
            Issue.record("sealed over a log that is not empty")
            return
        }
        let next = try TestLibrary(in: folder)
        #expect(try await next.library.index().counts == [0, 0, 0, 2])
        #expect(next.library.core.notices.takeUnheard().isEmpty)
        try reader.execute("ROLLBACK")
    }

    @Test func `An index whose folder was deleted seals none that was made in its place`() throws {
        let test = try TestFolder()
        let folder = test.path("index")
        var old: IndexFile? = try IndexFile(folder: folder, busyTimeout: 1)
        #expect(old?.path == folder.appending("index.db"))
        try FileManager.default.removeItem(atPath: folder.string)
        let new = try IndexFile(folder: folder, busyTimeout: 1)
        let seal = IndexSeal(folder)
        seal.open()
        old = nil
        guard case .open = seal.state(of: new.path) else {
            Issue.record("sealed by one who has no part in it")
            return
        }
    }

    @Test func `An index that is left open by a killed process is used again`() async throws {
        let folder = try TestFolder()
        do {
            let test = try TestLibrary(in: folder)
            try test.write(Sample.jpeg(), "a.jpg")
            try await test.library.index()
            IndexSeal(test.indexPath.parent).open()
        }
        FileOperations.overwrite(try TestLibrary(in: folder).indexPath.parent.appending("index.seal"), with: "open\n")
        let test = try TestLibrary(in: folder)
        #expect(try await test.library.index().counts == [0, 0, 0, 1])
        #expect(test.library.core.notices.takeUnheard().isEmpty)
    }

    @Test func `A deleted cache costs time and no identity`() async throws {
        let test = try TestLibrary()
        for name in ["a.jpg", "b/c.jpg"] { try test.write(Sample.jpeg(comment: name), name) }
        try await test.library.index()
        let before = try await test.assets().map(\.id)
        try FileManager.default.removeItem(atPath: test.folder.path("cache").string)
        #expect(try await Set(test.assets().map(\.id)) == Set(before))
        #expect(test.library.core.notices.takeUnheard().isEmpty)
    }

    @Test func `While somebody else writes, a look waits and is then told that the index is busy`() async throws {
        let test = try TestLibrary(busyTimeout: 0.3)
        try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        let other = try IndexFile(folder: test.indexPath.parent, busyTimeout: 1)
        try await withHeldTurn(of: other) { () async throws in
            await #expect(throws: LibraryError.indexBusy(path: test.indexPath.string)) {
                try await test.library.index()
            }
            #expect(try await test.assets().count == 1)
        }
        #expect(try await test.library.index().unchanged == 1)
    }

    /// Does something while another one writes.
    private func withHeldTurn(of other: IndexFile, _ body: () async throws -> Void) async throws {
        let (held, hold, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread {
            do throws(LibraryError) {
                try other.withWriting { _ throws(LibraryError) in
                    held.signal()
                    hold.wait()
                }
            } catch {
                Issue.record(error)
                held.signal()
            }
            done.signal()
        }.start()
        await Task.detached { held.wait() }.value
        defer { hold.signal() }
        try await body()
        hold.signal()
        await Task.detached { done.wait() }.value
    }

    @Test func `A database locked by another program is busy, not damaged`() async throws {
        let test = try TestLibrary(busyTimeout: 0.3)
        try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        let other = try Database(test.indexPath, writable: true, busyTimeout: 0)
        try other.execute("BEGIN IMMEDIATE")
        try test.write(Sample.jpeg(comment: "b"), "b.jpg")
        await #expect(throws: LibraryError.indexBusy(path: test.indexPath.string)) { try await test.library.index() }
        try other.execute("ROLLBACK")
        #expect(try await test.library.index().added == 1)
    }

    @Test func `Two libraries with other roots have indexes of their own`() async throws {
        let folder = try TestFolder()
        let one = try TestLibrary(in: folder)
        try one.write(Sample.jpeg(), "a.jpg")
        let two = try TestLibrary(in: folder) { $0.roots = [folder.path("Other")] }
        #expect(try await one.assets().count == 1)
        #expect(try await two.assets().isEmpty)
        #expect(try await one.library.index().unchanged == 1)
    }
}
