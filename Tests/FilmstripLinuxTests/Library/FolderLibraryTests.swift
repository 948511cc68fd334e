import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct FolderLibraryTests {
    @Test func `Albums are those that have something, folders by name, and of one name told apart`()
        async throws
    {
        let test = try TestLibrary()
        #expect(try await test.library.albums().map(\.id) == [.smart(.recents)])
        try test.write(Sample.jpeg(), "top.jpg")
        try test.write(Sample.movie(), "b/v.mov")
        try test.write(Sample.jpeg(comment: "a"), "a/Trip/1.jpg")
        try test.write(Sample.jpeg(comment: "b"), "b/Trip/2.jpg")
        try await test.library.index()
        let albums = try await test.library.albums()
        #expect(
            albums.filter { $0.kind != .user }.map(\.id) == [.smart(.recents), .smart(.videos), .smart(.recentlyAdded)])
        let own = albums.filter { $0.kind == .user }
        #expect(own.map(\.title) == ["a/Trip", "b", "b/Trip"])
        #expect(Set(own.map(\.id)).count == 3)
        var inTrips: Set<String> = []
        let trips = own.filter { $0.title.hasSuffix("/Trip") }
        for album in trips { inTrips.formUnion(try await test.names(AssetQuery(album: album.id))) }
        #expect(inTrips == ["1.jpg", "2.jpg"])
        #expect(try await test.assets(AssetQuery(album: .smart(.recentlyAdded))).count == 4)
    }

    @Test func `Favourites are an album, survive renaming and a deleted cache, and can be taken back`() async throws {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(comment: "1"), "1.jpg")
        try test.write(Sample.jpeg(comment: "2"), "2.jpg")
        try await test.library.index()
        let asset = try #require(try await test.library.asset(at: test.pictures.appending("1.jpg")))
        try await test.library.setFavorite(true, for: asset.id)
        #expect(try await test.names(AssetQuery(favoritesOnly: true)) == ["1.jpg"])
        #expect(try await test.library.albums().map(\.id).contains(.smart(.favorites)))
        rename(test.pictures.appending("1.jpg").string, test.pictures.appending("one.jpg").string)
        try await test.library.index()
        #expect(try await test.library.asset(asset.id)?.isFavorite == true)
        try FileManager.default.removeItem(atPath: test.folder.path("cache").string)
        let again = try await test.assets(AssetQuery(album: .smart(.favorites)))
        #expect(again.map(\.fileName) == ["one.jpg"])
        try await test.library.setFavorite(false, for: try #require(again.first).id)
        #expect(try await test.assets(AssetQuery(favoritesOnly: true)).isEmpty)
        await #expect(throws: LibraryError.itemGone("x")) { try await test.library.setFavorite(true, for: "x") }
    }

    @Test func `Roots inside of others and repetitions are looked through once`() {
        let roots = ["/a/b", "/a", "/a", "/ab", "/c/"].map { MediaPath($0) }
        #expect(LibraryCore.outermost(roots) == [MediaPath("/a"), MediaPath("/ab"), MediaPath("/c/")])
        #expect(LibraryCore.outermost([MediaPath("/"), MediaPath("/a")]) == [MediaPath("/")])
    }
}

@Suite(.timeLimit(.minutes(5))) struct LibraryRootTests {
    @Test func `One folder is one library, however its name is written`() throws {
        let folder = try TestFolder()
        try folder.makeFolder("Pictures/Trip")
        #expect(symlink("Pictures", folder.path("Link").string) == 0)
        let index = try TestLibrary(in: folder).library.core.indexFolder
        for written in ["Pictures/", "Pictures//", "./Pictures", "Pictures/.", "Pictures/Trip/..", "Link", "Link/"] {
            let test = try TestLibrary(in: folder) { $0.roots = [folder.path(written)] }
            #expect(test.library.core.indexFolder == index, "\(written)")
            #expect(test.library.configuration.roots == [folder.path("Pictures")])
        }
    }

    @Test func `Names are relative to a folder, and dots lead where the system goes`() throws {
        let folder = try TestFolder()
        try folder.makeFolder("a/b")
        try folder.makeFolder("c")
        #expect(symlink("a/b", folder.path("link").string) == 0)
        let root = folder.root
        #expect(MediaPath(".").absolute(in: root) == root)
        #expect(MediaPath("..").absolute(in: root.appending("a")) == root)
        #expect(MediaPath("x/./y//").absolute(in: root) == root.appending("x/y"))
        #expect(MediaPath("link").absolute(in: root) == root.appending("link"))
        #expect(MediaPath("link/..").absolute(in: root) == root.appending("a"))
        #expect(MediaPath("link/new/x").resolved(in: root) == root.appending("a/b/new/x"))
        #expect(MediaPath("/../..").absolute(in: root) == MediaPath("/"))
        #expect(MediaPath(bytes: [0xFF, 0x2F]).absolute(in: root) == root.appending(MediaPath(bytes: [0xFF])))
    }

    @Test func `C53 a home that is named for pictures is saved into, and not looked through`() throws {
        // camera-effects PR 3; appinventor-sources #2140
        let folder = try TestFolder()
        let folders = UserFolders(environment: ["HOME": folder.root.string, "XDG_PICTURES_DIR": "$HOME/"])
        #expect(folders.pictures == folder.root)
        #expect(folders.toLookThrough == [folder.path("Pictures"), folder.path("Videos")])
        let configuration = FolderLibrary.Configuration(userFolders: folders)
        #expect(configuration.captureFolder == folder.path("Camera"))
        let core = LibraryCore(configuration)
        #expect(core.roots == ["Pictures", "Videos", "Camera"].map { folder.path($0) })
    }

    @Test func `A listener that comes while the last one goes is not left without a watch`() async throws {
        let test = try TestLibrary { $0.makeWatchSource = { nil } }
        for _ in 0..<100 {
            let first = Task { for await _ in test.library.changes() {} }
            try await eventually { test.library.core.watch != nil }
            async let end: Void = first.cancel()
            let second = test.library.changes()
            await end
            await first.value
            #expect(test.library.core.watch != nil)
            withExtendedLifetime(second) {}
        }
    }
}

@Suite struct UserFoldersTests {
    @Test func `C53 the user's folders are those of user-dirs.dirs, the home itself included`() throws {
        // camera-effects PR 3; appinventor-sources #2140
        let folder = try TestFolder()
        let home = folder.root.string
        #expect(UserFolders(environment: ["HOME": home]).pictures == folder.path("Pictures"))
        try folder.makeFolder(".config")
        let text =
            "# comment\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\nXDG_VIDEOS_DIR=\"$HOME\"\nXDG_MUSIC_DIR=\"relative\"\n"
        try folder.write(Array(text.utf8), to: ".config/user-dirs.dirs")
        let folders = UserFolders(environment: ["HOME": home])
        #expect(folders.pictures == folder.path("Bilder"))
        #expect(folders.videos == folder.root)
        #expect(folders.cache == folder.path(".cache"))
        let set = UserFolders(environment: ["HOME": home, "XDG_CACHE_HOME": "/c/", "XDG_DATA_HOME": "relative"])
        #expect(set.cache == MediaPath("/c"))
        #expect(set.data == folder.path(".local/share"))
    }
}
