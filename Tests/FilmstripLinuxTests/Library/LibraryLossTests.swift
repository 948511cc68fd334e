import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

/// What is lost while the library is in use.
@Suite(.timeLimit(.minutes(5))) struct LibraryLossTests {
    private func original(_ test: TestLibrary, _ id: AssetID) async throws -> MediaPath? {
        var path: MediaPath?
        for try await step in test.library.original(id) {
            if case .original(let file, _) = step { path = file.path }
        }
        return path
    }

    // YPImagePicker #432; BSImagePicker #72; MediaPicker-iOS #225
    @Test func `5.12 C58 a photo that is deleted while it is chosen is one typed error, and the others come`()
        async throws
    {
        let test = try TestLibrary()
        for name in ["1.jpg", "2.jpg", "3.jpg"] { try test.write(Sample.jpeg(comment: name), name) }
        let chosen = try await test.assets(AssetQuery(oldestFirst: true))
        let gone = try #require(chosen.first { $0.fileName == "2.jpg" })
        unlink(test.pictures.appending("2.jpg").string)
        for asset in chosen where asset.id != gone.id {
            #expect(try await original(test, asset.id) == asset.path)
        }
        await #expect(throws: LibraryError.itemGone(gone.id)) { _ = try await original(test, gone.id) }
        await #expect(throws: LibraryError.itemGone(gone.id)) {
            for try await _ in test.library.thumbnail(gone.id, fitting: PixelSize(width: 8, height: 8)) {}
        }
        try await test.library.index()
        #expect(try await test.library.asset(gone.id) == nil)
        await #expect(throws: LibraryError.itemGone(gone.id)) { _ = try await original(test, gone.id) }
        #expect(try await test.assets().count == 2)
    }

    // photoprism #1895: the good still was lost with its movie.
    @Test func `5.12 a live photo whose movie is deleted names the movie, and is a photo after the next look`()
        async throws
    {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(identifier: "11111111-1111-4111-8111-111111111111"), "pair.jpg")
        let movie = try test.write(Sample.movie(identifier: "11111111-1111-4111-8111-111111111111"), "pair.mov")
        let asset = try #require(try await test.assets().first)
        #expect(asset.kind == .livePhoto)
        unlink(movie.string)
        await #expect(throws: LibraryError.notFound(path: movie.string)) { _ = try await original(test, asset.id) }
        try await test.library.index()
        #expect(try await test.library.asset(asset.id)?.kind == .photo)
        #expect(try await original(test, asset.id) == asset.path)
    }

    @Test func `5.12 a library that is closed while in use says so, and is whole again when it is opened`() async throws
    {
        let folder = try TestFolder()
        let test = try TestLibrary(in: folder) { $0.prepareThread = becomeNobody }
        for name in ["1.jpg", "2.jpg"] { try test.write(Sample.jpeg(comment: name), name) }
        try folder.makeFolder("cache")
        if geteuid() == 0 { folder.giveAway(to: nobody) }
        try await test.library.index()
        let before = try await test.assets()
        chmod(test.pictures.string, 0)
        defer { chmod(test.pictures.string, 0o755) }
        await #expect {
            _ = try await original(test, before[0].id)
        } throws: {
            if case .unreadable? = $0 as? LibraryError { true } else { false }
        }
        let report = try await test.library.index()
        #expect(report.removed == 0 && report.problems == 1)
        #expect(try await test.assets().map(\.id) == before.map(\.id))
        #expect(try await test.library.problems().map(\.path) == [test.pictures])
        let pictures = test.pictures
        #expect(asNobody(owning: folder) { LibraryPermissions.libraryStatus(roots: [pictures]) } == .denied)
        chmod(test.pictures.string, 0o755)
        #expect(try await test.library.index().problems == 0)
        #expect(try await test.assets().map(\.id) == before.map(\.id))
    }

    /// A library of `top.jpg` and `Trip/Day/1.jpg` whose threads have no rights, looked through once.
    private func guarded() async throws -> TestLibrary {
        let folder = try TestFolder()
        let test = try TestLibrary(in: folder) { $0.prepareThread = becomeNobody }
        try test.write(Sample.jpeg(comment: "top"), "top.jpg")
        try test.write(Sample.jpeg(comment: "1"), "Trip/Day/1.jpg")
        try folder.makeFolder("cache")
        if geteuid() == 0 { folder.giveAway(to: nobody) }
        try await test.library.index()
        return test
    }

    @Test(arguments: [0o000, 0o444, 0o111] as [mode_t])
    func `A folder that cannot be looked into keeps its pictures, and those of the folders below it`(mode: mode_t)
        async throws
    {
        let test = try await guarded()
        let before = try await test.assets().map(\.id)
        let trip = test.pictures.appending("Trip")
        chmod(trip.string, mode)
        defer { chmod(trip.string, 0o755) }
        let report = try await test.library.index()
        #expect(report.removed == 0 && report.problems == 1)
        #expect(try await test.assets().map(\.id) == before)
        chmod(trip.string, 0o755)
        #expect(try await test.library.index().counts == [0, 0, 0, 2])
        #expect(try await test.library.problems().isEmpty)
    }

    @Test func `A file that cannot be read for once keeps its place, and is read when it can be`() async throws {
        let test = try await guarded()
        let before = try await test.assets()
        let path = test.pictures.appending("top.jpg")
        chmod(path.string, 0)
        #expect(try await test.library.index().removed == 0)
        #expect(try await test.library.problems().map(\.path) == [path])
        #expect(try await test.assets() == before)
        chmod(path.string, 0o644)
        try await test.library.index()
        #expect(try await test.library.problems().isEmpty)
        #expect(try await test.assets().map(\.id) == before.map(\.id))
    }

    @Test func `An index of senseless numbers is damaged, made anew, and no reason to end`() async throws {
        for change in [
            "UPDATE blocks SET kind = 7", "UPDATE blocks SET kind = -1", "UPDATE blocks SET n = -5",
            "UPDATE blocks SET block = 1 << 57; UPDATE days SET day = 1 << 62",
        ] {
            let test = try TestLibrary()
            for number in 0..<3 { try test.write(Sample.jpeg(comment: "\(number)"), "\(number).jpg") }
            try await test.library.index()
            let other = try Database(test.indexPath, writable: true, busyTimeout: 1)
            try other.execute("PRAGMA ignore_check_constraints = 1; " + change)
            let fetch = try await test.library.fetch(AssetQuery())
            #expect(try await fetch.assets(in: 2..<3).count == 1, "\(change)")
            #expect(test.library.core.notices.takeUnheard().count == 1, "\(change)")
        }
        let test = try TestLibrary()
        try test.write(Sample.jpeg(), "a.jpg")
        try await test.library.index()
        let other = try Database(test.indexPath, writable: true, busyTimeout: 1)
        try other.execute("UPDATE items SET zone = 1 << 62")
        _ = try await test.library.fetch(AssetQuery()).days
    }
}
