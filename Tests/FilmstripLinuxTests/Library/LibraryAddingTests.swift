import Filmstrip
import FilmstripFormats
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct LibraryAddingTests {
    private func source(_ test: TestLibrary, _ bytes: [UInt8], _ name: String = "source") throws -> MediaFile {
        MediaFile(path: try test.folder.write(bytes, to: name), contentType: .jpeg, isTemporary: false)
    }

    @Test func `C52 ten captures in one second are ten files, and none is overwritten`() async throws {
        // tamarin #2; cosmic-ext-camera PR 441; auto-mobile #5415; dandelion #262
        let test = try TestLibrary { $0.clock = { Date(timeIntervalSince1970: 1_714_979_228) } }
        let contents = (0..<10).map { Sample.jpeg(comment: "\($0)") }
        let files = try contents.enumerated().map { try source(test, $0.element, "s\($0.offset)") }
        let assets = try await withThrowingTaskGroup(of: (Int, Asset).self) { group in
            for (number, file) in files.enumerated() {
                group.addTask { (number, try await test.library.add(NewMedia(file: file))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(Set(assets.values.map(\.id)).count == 10)
        for (number, asset) in assets {
            let path = try #require(asset.path)
            #expect(path.parent == test.pictures.appending("Camera"))
            #expect(FileManager.default.contents(atPath: path.string) == Data(contents[number]))
        }
        let last = try await test.library.add(NewMedia(file: files[0]))
        #expect(last.fileName.hasSuffix("_11.jpg"))
        #expect(try await test.assets().count == 11)
        let names = try FileManager.default.contentsOfDirectory(atPath: test.pictures.appending("Camera").string)
        #expect(names.count == 11)
    }

    @Test func `C52 a name that is taken by a stranger is left alone`() async throws {
        let test = try TestLibrary()
        let taken = try test.write(Array("precious".utf8), "Camera/mine.jpg")
        let asset = try await test.library.add(NewMedia(file: source(test, Sample.jpeg()), name: "mine"))
        #expect(asset.fileName == "mine_2.jpg")
        #expect(FileManager.default.contents(atPath: taken.string) == Data("precious".utf8))
    }

    @Test func `C53 a folder that cannot be written is named, and the capture is not lost`() async throws {
        // kcam #11; camera-effects PR 3; cosmic-epoch #1925
        let folder = try TestFolder()
        let test = try TestLibrary(in: folder) { $0.prepareThread = becomeNobody }
        let file = try source(test, Sample.jpeg())
        if geteuid() == 0 { folder.giveAway(to: nobody) }
        let camera = try test.folder.makeFolder("Pictures/Camera")
        chmod(camera.string, 0o555)
        await #expect(throws: LibraryError.readOnly(folder: camera.string)) {
            try await test.library.add(NewMedia(file: file))
        }
        #expect(access(file.path.string, R_OK) == 0)
        let other = try await test.library.add(NewMedia(file: file), toAlbumTitled: "Elsewhere")
        #expect(other.path?.parent == test.pictures.appending("Elsewhere"))
    }

    @Test func `C53 a missing Pictures folder is an empty library, and is made by adding`() async throws {
        let folder = try TestFolder()
        let test = try TestLibrary(in: folder)
        rmdir(test.pictures.string)
        #expect(try await test.assets().isEmpty)
        #expect(try await test.library.problems().isEmpty)
        let asset = try await test.library.add(NewMedia(file: source(test, Sample.jpeg())))
        #expect(try await test.assets() == [asset])
    }

    @Test func `What was added is in the index at once, and the next look finds it unchanged`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "old"), "old.jpg")
        try await test.library.index()
        test.opened.withLock { $0 = [] }
        let date = "2024:05:06 07:08:09"
        let asset = try await test.library.add(
            NewMedia(file: source(test, Sample.jpeg(date: date)), name: "a/b"), toAlbumTitled: "Trip")
        #expect(asset.path == test.pictures.appending("Trip/a-b.jpg"))
        #expect(test.opened.withLock { $0 } == [])
        #expect(try await test.library.asset(asset.id) == asset)
        let album = try #require(try await test.library.albums().first { $0.title == "Trip" })
        #expect(try await test.assets(AssetQuery(album: album.id)) == [asset])
        #expect(try await test.library.index().counts == [0, 0, 0, 2])
        let second = try await test.library.add(
            NewMedia(file: source(test, Sample.jpeg(comment: "2"))), toAlbumTitled: "Trip")
        #expect(second.path?.parent == asset.path?.parent)
        try test.checkCounts()
    }

    @Test func `5.7 an album is found by the title under which it is shown, and by its name only where one has it`()
        async throws
    {
        let test = try TestLibrary()
        for name in ["2023/Trip/1.jpg", "2024/Trip/2.jpg", "a/2025/Hike/3.jpg", "b/2025/Hike/4.jpg", "2024/Home/5.jpg"]
        {
            try test.write(Sample.jpeg(comment: name), name)
        }
        try await test.library.index()
        let titles = try await test.library.albums().filter { $0.kind == .user }.map(\.title)
        #expect(titles == ["2023/Trip", "2024/Trip", "a/2025/Hike", "b/2025/Hike", "Home"])
        for (album, folder) in [
            ("2024/Trip", "2024/Trip"), ("2023/Trip", "2023/Trip"), ("b/2025/Hike", "b/2025/Hike"),
            ("Home", "2024/Home"),
            // Neither of both is meant: a new one, which the next photo finds.
            ("Trip", "Trip"), ("Trip", "Trip"), ("2022/Trip", "2022-Trip"),
        ] {
            let asset = try await test.library.add(
                NewMedia(file: source(test, Sample.jpeg(comment: "new"))), toAlbumTitled: album)
            #expect(asset.path?.parent == test.pictures.appending(MediaPath(folder)), "\(album)")
        }
    }

    @Test func `A live photo is added as two files of one name, and stays one`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.movie(), "Camera/pair.mov")
        let movie = MediaFile(
            path: try test.folder.write(Sample.movie(), to: "m.mov"), contentType: .quickTime, isTemporary: false)
        let asset = try await test.library.add(
            NewMedia(file: source(test, Sample.jpeg()), movie: movie, name: "pair"))
        #expect(asset.kind == .livePhoto)
        #expect(asset.fileName == "pair_2.jpg")
        let camera = test.pictures.appending("Camera").string
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: camera)) == [
                "pair.mov", "pair_2.jpg", "pair_2.mov",
            ])
        try await test.library.index()
        #expect(try await test.library.asset(asset.id)?.kind == .livePhoto)
        #expect(try await test.assets(AssetQuery(kinds: [.livePhoto])).map(\.id) == [asset.id])
        for try await step in test.library.original(asset.id) {
            guard case .original(let file, let movie) = step else { continue }
            #expect(file.path == asset.path)
            #expect(movie?.path.name.string == "pair_2.mov")
        }
        try test.checkCounts()
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"))
    func `5.7 saving onto a full disk is noSpace, leaves nothing half-written, and keeps the item`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "old"), "old.jpg")
        try await test.library.index()
        let camera = try test.folder.makeFolder("Pictures/Camera")
        let disk = try SmallDisk(over: camera, size: "64k")
        defer { withExtendedLifetime(disk) {} }
        let still = try source(test, Sample.jpeg(comment: "small"), "still")
        let bytes = Sample.jpeg() + [UInt8](repeating: 7, count: 200_000)
        let file = try source(test, bytes, "large")
        let movie = MediaFile(path: file.path, contentType: .quickTime, isTemporary: false)
        await #expect(throws: LibraryError.noSpace(folder: camera.string)) {
            try await test.library.add(NewMedia(file: file))
        }
        // The still of a live photo fits, and its movie does not: neither is there.
        await #expect(throws: LibraryError.noSpace(folder: camera.string)) {
            try await test.library.add(NewMedia(file: still, movie: movie))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: camera.string).isEmpty)
        #expect(FileManager.default.contents(atPath: file.path.string) == Data(bytes))
        #expect(try await test.names() == ["old.jpg"])
        let small = try await test.library.add(NewMedia(file: still))
        #expect(small.path?.parent == camera)
        #expect(try await test.assets().count == 2)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"), arguments: [nil, "Trip"])
    func `5.7 an index whose disk is full does not keep a capture from being saved`(_ album: String?) async throws {
        let test = try TestLibrary()
        let cache = try test.folder.makeFolder("cache")
        var disk: SmallDisk? = try SmallDisk(over: cache, size: "16k")
        let asset = try await test.library.add(NewMedia(file: source(test, Sample.jpeg())), toAlbumTitled: album)
        #expect(access(try #require(asset.path).string, R_OK) == 0)
        #expect(asset.path?.parent.name.string == album ?? "Camera")
        await #expect(throws: LibraryError.self) { try await test.library.index() }
        withExtendedLifetime(disk) {}
        disk = nil
        try await test.library.index()
        #expect(try await test.assets() == [asset])
    }

    @Test func `Pictures and videos are named by kind and moment, and have the modes of any new file`() async throws {
        let test = try TestLibrary { $0.clock = { Date(timeIntervalSince1970: 1_714_979_228) } }
        let photo = MediaFile(
            path: try test.folder.write(Sample.jpeg(), to: "p"), contentType: .jpeg, isTemporary: true)
        let movie = MediaFile(
            path: try test.folder.write(Sample.movie(), to: "m"), contentType: .quickTime, isTemporary: false)
        chmod(photo.path.string, 0o600)
        let names = [
            try await test.library.add(NewMedia(file: photo)), try await test.library.add(NewMedia(file: movie)),
            try await test.library.add(NewMedia(file: photo, movie: movie)),
        ]
        #expect(names[0].fileName.wholeMatch(of: #/IMG_\d{8}_\d{6}\.jpg/#) != nil)
        #expect(names[1].fileName == "VID" + names[0].fileName.dropFirst(3).dropLast(3) + "mov")
        #expect(names[2].fileName == String(names[0].fileName.dropLast(4)) + "_2.jpg")
        let mask = umask(0)
        umask(mask)
        for asset in names {
            var status = stat()
            #expect(stat(try #require(asset.path).string, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o644 & ~mask)
        }
    }

    @Test(arguments: [0o600, 0o640, 0o444, 0o777] as [mode_t])
    func `A copy keeps out whom the user's file keeps out, and lets nobody else in`(mode: mode_t) async throws {
        let test = try TestLibrary()
        let file = try source(test, Sample.jpeg())
        chmod(file.path.string, mode)
        let asset = try await test.library.add(NewMedia(file: file))
        let mask = umask(0)
        umask(mask)
        var status = stat()
        #expect(stat(try #require(asset.path).string, &status) == 0)
        #expect(status.st_mode & 0o777 == mode & 0o644 & ~mask)
        #expect(stat(file.path.string, &status) == 0 && status.st_mode & 0o777 == mode)
    }

    // aves #756; memories #539
    @Test func `C17 what is added without a date of its own keeps that of its file`() async throws {
        let test = try TestLibrary()
        let time = Date(timeIntervalSince1970: 1_614_834_367)
        let path = try test.folder.write(Sample.jpeg(), to: "source", modified: time)
        let asset = try await test.library.add(
            NewMedia(file: MediaFile(path: path, contentType: .jpeg, isTemporary: false), name: "old"))
        let date = MediaDate(instant: time, offsetFromUTC: 0, source: .fileTime)
        #expect(asset.date == date)
        try await test.library.index()
        #expect(try await test.assets().map(\.date) == [date])
    }

    @Test(arguments: [false, true], [nil, "11111111-1111-4111-8111-111111111111"])
    func `5.5 halves of a live photo that are added one after the other are one, in either order`(
        movieFirst: Bool, identifier: String?
    ) async throws {
        let test = try TestLibrary()
        let still = try source(
            test, Sample.jpeg(date: "2024:05:06 07:08:09", offset: "+00:00", identifier: identifier), "IMG_1.JPG")
        let created = Date(timeIntervalSince1970: 1_714_979_289)
        let bytes = Sample.movie(created: created, identifier: identifier)
        let movie = MediaFile(
            path: try test.folder.write(bytes, to: "IMG_1.MOV"), contentType: .quickTime, isTemporary: false)
        try test.write(Sample.jpeg(comment: "other"), "Camera/other.jpg")
        try await test.library.index()
        var last: Asset?
        for file in movieFirst ? [movie, still] : [still, movie] {
            last = try await test.library.add(NewMedia(file: file, name: "IMG_1"))
        }
        #expect(last?.kind == .livePhoto && last?.fileName == "IMG_1.jpg")
        let live = try await test.assets(AssetQuery(kinds: [.livePhoto]))
        #expect(live.map(\.id) == [last?.id])
        #expect(try await test.assets().count == 2)
        try test.checkCounts()
        #expect(try await test.library.index().counts == [0, 0, 0, 2])
    }

    @Test func `A capture is named by its own moment, a video by its beginning, however late it is added`() async throws
    {
        let test = try TestLibrary { $0.clock = { Date(timeIntervalSince1970: 1_714_979_228) } }
        let photo = try source(test, Sample.jpeg(date: "2024:05:06 07:08:09", offset: "+02:00"))
        let bytes = try ISOBoxEditor.applying(
            MovieChanges(
                date: MediaDate(
                    instant: Date(timeIntervalSince1970: 1_714_972_089.9), offsetFromUTC: 7200, source: .container)),
            to: Sample.movie())
        let movie = MediaFile(path: try test.folder.write(bytes, to: "m"), contentType: .quickTime, isTemporary: false)
        let first = try await test.library.add(NewMedia(file: photo))
        let second = try await test.library.add(NewMedia(file: movie))
        #expect(first.fileName == "IMG_20240506_070809.jpg")
        #expect(second.fileName == "VID_20240506_070809.mov")
        // Begun in the second of the photo, and after it.
        #expect(try await test.assets().map(\.id) == [second.id, first.id])
    }

    @Test func `What is no picture is refused, and leaves nothing behind`() async throws {
        let test = try TestLibrary()
        let file = try source(test, Array("text".utf8))
        await #expect(throws: LibraryError.self) { try await test.library.add(NewMedia(file: file)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.pictures.string).isEmpty)
    }

    @Test func `A busy index does not keep a capture from being saved`() async throws {
        let test = try TestLibrary(busyTimeout: 0.3)
        try await test.library.index()
        let other = try Database(test.indexPath, writable: true, busyTimeout: 0)
        try other.execute("BEGIN IMMEDIATE")
        let asset = try await test.library.add(NewMedia(file: source(test, Sample.jpeg())))
        try other.execute("ROLLBACK")
        #expect(access(try #require(asset.path).string, R_OK) == 0)
        try await test.library.index()
        #expect(try await test.assets().map(\.id) == [asset.id])
    }

    @Test func `What was added is told as added, though the index cannot be written`() async throws {
        let folder = try TestFolder()
        try folder.write([], to: "blocked")
        let test = try TestLibrary(in: folder) { $0.cacheFolder = folder.path("blocked/cache") }
        let asset = try await test.library.add(NewMedia(file: source(test, Sample.jpeg()), name: "one"))
        let path = test.pictures.appending("Camera/one.jpg")
        #expect(asset.path == path)
        #expect(asset.size == PixelSize(width: 32, height: 16))
        guard case .addedWithTrouble(path, _)? = test.library.core.notices.takeUnheard().last else {
            Issue.record("nobody was told")
            return
        }
    }

    @Test func `File names are made of any text`() {
        #expect(LibraryAdding.name("a/b") == "a-b")
        #expect(LibraryAdding.name("..hidden") == "hidden")
        #expect(LibraryAdding.name("...") == nil)
        #expect(LibraryAdding.name(String(repeating: "é", count: 300))?.utf8.count == 200)
    }
}
