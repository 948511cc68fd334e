import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

/// Folders and files that change their names while they are looked through.
@Suite(.timeLimit(.minutes(5))) struct FolderChurnTests {
    /// A library that does something once, just before the first file is read.
    private func library(in folder: TestFolder, _ body: @escaping @Sendable () -> Void) throws -> TestLibrary {
        let isDone = Locked(false)
        return try TestLibrary(in: folder) { configuration in
            configuration.didOpen = { _ in
                let mayGo = isDone.withLock { done in
                    defer { done = true }
                    return !done
                }
                if mayGo { body() }
            }
        }
    }

    private static func move(_ old: MediaPath, _ new: MediaPath) {
        #expect(rename(old.string, new.string) == 0)
    }

    // A folder's name says nothing of its files' times: they come back with the stamps that they had.
    @Test func `Photos whose folder is away while they are read are found when it is back`() async throws {
        let folder = try TestFolder()
        let (trip, away) = (folder.path("Pictures/Trip"), folder.path("away"))
        let test = try library(in: folder) { Self.move(trip, away) }
        for number in 1...3 { try test.write(Sample.jpeg(comment: "\(number)"), "Trip/\(number).jpg") }
        #expect(try await test.library.index().counts == [0, 0, 0, 0])
        #expect(try await test.library.problems().isEmpty)
        Self.move(away, trip)
        #expect(try await test.library.index().counts == [3, 0, 0, 0])
        #expect(try await test.library.index().counts == [0, 0, 0, 3])
    }

    @Test func `Two folders that swap their names while they are read do not swap what is known of their photos`()
        async throws
    {
        let folder = try TestFolder()
        let (a, b, c) = (folder.path("Pictures/a"), folder.path("Pictures/b"), folder.path("c"))
        let swap: @Sendable () -> Void = {
            Self.move(a, c)
            Self.move(b, a)
            Self.move(c, b)
        }
        let test = try library(in: folder, swap)
        try test.write(Sample.jpeg(width: 32), "a/1.jpg")
        try test.write(Sample.jpeg(width: 64), "b/1.jpg")
        try await test.library.index()
        swap()
        try await test.library.index()
        let widths = try await test.assets().map { [$0.path?.parent.name.string ?? "", "\($0.size.width)"] }
        #expect(Set(widths) == [["a", "32"], ["b", "64"]])
        #expect(try await test.library.index().counts == [0, 0, 0, 2])
    }

    @Test func `A name that is met twice in one look is one photo`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(width: 32), "a/1.jpg")
        let (a, gone) = (test.pictures.appending("a"), test.folder.path("gone"))
        let other = try test.folder.makeFolder("other")
        try test.folder.write(Sample.jpeg(width: 64), to: "other/1.jpg")
        let visits = Locked(0)
        let core = test.library.core
        for _ in 0..<2 {
            try core.withWriter { writer throws(DatabaseError) in
                let pool = HeaderPool()
                defer { pool.finish() }
                let context = FolderScanner.Context(
                    roots: [test.pictures, a], ownFolders: [], favorites: core.favorites, lateMarks: core.lateMarks,
                    pool: pool,
                    willEnter: { path in
                        guard path == a else { return }
                        let visit = visits.withLock { count in
                            count += 1
                            return count
                        }
                        guard visit == 2 else { return }
                        Self.move(a, gone)
                        Self.move(other, a)
                    }, now: Date())
                _ = try FolderScanner(writer, context).look(at: nil)
            }
            #expect(try await test.assets().count == 1)
        }
        #expect(visits.withLock { $0 } > 2)
        #expect(try await test.assets().map(\.size.width) == [64])
    }

    @Test func `Files that are read again and are as they were are counted as unchanged`() async throws {
        let test = try TestLibrary()
        for number in 1...3 { try test.write(Sample.jpeg(comment: "\(number)"), "\(number).jpg") }
        try await test.library.index()
        for number in 1...3 { chmod(test.pictures.appending("\(number).jpg").string, 0o600) }
        let report = try await test.library.index()
        #expect(report.counts == [0, 0, 0, 3])
        #expect(report.filesRead == 3)
    }

    @Test func `A disk that is too full for the memory of the index's log is a full disk`() {
        #expect(DatabaseError(4874, nil) == .noSpace)
        #expect(DatabaseError(10, nil) != .noSpace)
    }
}
