import Filmstrip
import Testing

@Suite @MainActor struct TileFactoriesTests {
    private typealias Factories = ImagePicker.TileFactories<MediaKind, String>

    @Test func `3.13 tiles of the app's own stand where they were wanted, and ours elsewhere`() throws {
        var tiles = Factories()
        #expect(!tiles.has(.video))
        #expect(tiles.tile(for: .video) == nil)
        try tiles.use(for: [.video, .livePhoto], of: "assets", { "film" })
        #expect(tiles.has(.video) && tiles.has(.livePhoto) && !tiles.has(.photo))
        #expect(tiles.tile(for: .video) == "film")
        #expect(tiles.tile(for: .photo) == nil)
        // The last word on a place counts.
        try tiles.use(for: [.video], of: "assets", { "cinema" })
        #expect(tiles.tile(for: .video) == "cinema")
        #expect(tiles.tile(for: .livePhoto) == "film")
    }

    @Test func `3.13 the tile that was made to be looked at is used first, and others are made as needed`() throws {
        var count = 0
        var tiles = Factories()
        try tiles.use(
            for: [.photo], of: "assets",
            {
                count += 1
                return "tile \(count)"
            })
        #expect(count == 1)
        #expect((0..<3).map { _ in tiles.tile(for: .photo) } == ["tile 1", "tile 2", "tile 3"])
    }

    @Test func `3.13 a wrong tile is a typed error, and changes nothing`() throws {
        var tiles = Factories()
        try tiles.use(for: [.photo], of: "assets", { "right" })
        #expect(throws: ImagePickerError.wrongTile("assets")) {
            try tiles.use(for: MediaKind.allCases, of: "assets", { "wrong" }) { $0 != "wrong" }
        }
        #expect(tiles.tile(for: .photo) == "right")
        #expect(!tiles.has(.video))
        let error = ImagePickerError.wrongTile("assets")
        #expect(error.code == .usage)
        #expect(error.subject == "assets")
        #expect(error.message.contains("assets"))
    }

    @Test func `3.13 once the picker shows, other tiles are a typed error`() throws {
        var tiles = Factories()
        tiles.fix()
        #expect(tiles.isFixed)
        #expect(throws: ImagePickerError.alreadyShown) { try tiles.use(for: [.photo], of: "assets", { "late" }) }
        #expect(!tiles.has(.photo))
    }

    @Test func `no place is no tile`() throws {
        var tiles = Factories()
        try tiles.use(for: [], of: "assets", { "nowhere" })
        #expect(MediaKind.allCases.allSatisfy { !tiles.has($0) })
    }
}
