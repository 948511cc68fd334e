import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1))) struct IndexFileTests {
    enum Damage: String, CaseIterable, Sendable { case head, middle, half, empty, strangeLog }

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

    @Test func `C49 an index whose pages break while it is open is made anew by the next look`() async throws {
        let test = try TestLibrary()
        for number in 0..<20 { try test.write(Sample.jpeg(comment: "\(number)"), "\(number).jpg") }
        try await test.library.index()
        test.library.core.giveUpDamagedIndex()
        #expect(try await test.assets().count == 20)
        #expect(test.library.core.notices.takeUnheard().count == 1)
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
        let test = try TestLibrary()
        try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        let other = try IndexFile(folder: test.indexPath.parent, busyTimeout: 1)
        let (held, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread {
            do throws(LibraryError) {
                try other.withWriting { _ throws(LibraryError) in
                    held.signal()
                    hold.wait()
                }
            } catch {
                Issue.record(error)
            }
        }.start()
        await Task.detached { held.wait() }.value
        await #expect(throws: LibraryError.indexBusy(path: test.indexPath.string)) { try await test.library.index() }
        #expect(try await test.assets().count == 1)
        hold.signal()
        try await eventually { do { return try await test.library.index().unchanged == 1 } catch { return false } }
    }

    @Test func `A database locked by another program is busy, not damaged`() async throws {
        let test = try TestLibrary()
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
