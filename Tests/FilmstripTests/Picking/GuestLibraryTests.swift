import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct GuestLibraryTests {
    /// A folder that goes with the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "guests-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit {
            // A folder that stays behind in the temporary folder harms nobody.
            do { try FileManager.default.removeItem(at: url) } catch {}
        }

        func file(_ name: String, _ bytes: [UInt8]) throws -> MediaPath {
            let place = url.appending(path: name)
            try Data(bytes).write(to: place)
            return MediaPath(place)
        }
    }

    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    private let movie: [UInt8] = [0, 0, 0, 20] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array("isom".utf8)

    @Test func `A file from elsewhere is an asset beside those of the library, and is handed over as a file`()
        async throws
    {
        let folder = try Folder()
        let library = GuestLibrary(InMemoryLibrary(count: 3))
        let path = try folder.file("cat.png", png)
        let guest = try await library.admit(path)
        #expect(guest.kind == .photo && guest.contentType == .png && guest.fileName == "cat.png")
        #expect(guest.byteCount == Int64(png.count))
        #expect(try await library.asset(guest.id) == guest)
        // Coming twice makes one of it.
        #expect(try await library.admit(path).id == guest.id)
        guard case .handedOver(let item) = library.item(guest.id) else {
            Issue.record("it is not handed over")
            return
        }
        let media = try await item.load { _ in }
        #expect(media.original.path == path && media.kind == .photo)
        var originals: [MediaPath] = []
        for try await case .original(let file, _) in library.original(guest.id) { originals.append(file.path) }
        #expect(originals == [path])
        // The library's own are as they were.
        guard case .asset("memory-1") = library.item("memory-1") else {
            Issue.record("an asset of the library is no guest")
            return
        }
        #expect(try await library.fetch(AssetQuery()).count == 3)
    }

    @Test @MainActor func `Of many files no more are read than can be chosen, and each that is none is named`()
        async throws
    {
        let folder = try Folder()
        let library = GuestLibrary(InMemoryLibrary(count: 3))
        let choice = ChoiceModel(
            ChoiceRequest(rules: SelectionRules(maximum: 2)), texts: .english, clock: ManualClock())
        var paths = [try folder.file("letter.png", [1, 2, 3])]
        await library.choose(paths, in: choice)
        #expect(choice.notice?.toast.text == "letter.png cannot be used")
        for number in 1...5 { paths.append(try folder.file("\(number).png", png)) }
        paths.append(try folder.file("last.png", [1, 2, 3]))
        await library.choose(paths, in: choice)
        #expect(choice.selection.assets.map(\.fileName) == ["1.png", "2.png"])
        #expect(choice.notice?.toast.text == "At most 2")
        #expect(try await library.asset(GuestLibrary.id(of: paths[4])) == nil)
    }

    @Test func `Files whose names are the same as text only are guests of their own`() {
        let paths = [MediaPath(bytes: [0x2F, 0xFE]), MediaPath(bytes: [0x2F, 0xFF]), MediaPath("/\u{FFFD}")]
        #expect(Set(paths.map(\.string)).count == 1)
        #expect(Set(paths.map { GuestLibrary.id(of: $0) }).count == 3)
    }

    @Test func `An asset that is called as a file by accident is not taken for it`() async throws {
        let folder = try Folder()
        let path = try folder.file("cat.png", png)
        var held = Asset.sample(AssetID(path.string))
        held.path = MediaPath("/elsewhere/cat.png")
        let library = GuestLibrary(StubLibrary([held]))
        let guest = try await library.admit(path)
        #expect(guest.id == GuestLibrary.id(of: path) && guest.path == path)
    }

    @Test func `A file whose name is no text is taken in, with its size`() async throws {
        let folder = try Folder()
        let place = MediaPath(folder.url).appending(MediaPath(bytes: [0x63, 0xFF, 0x2E, 0x70, 0x6E, 0x67]))
        let file = place.withCString { fopen($0, "w") }
        try #require(file != nil)
        fwrite(png, 1, png.count, file!)
        fclose(file!)
        let guest = try await GuestLibrary(InMemoryLibrary(count: 0)).admit(place)
        #expect(guest.path == place && guest.byteCount == Int64(png.count))
    }

    @Test func `A video is known by its bytes, and what is no picture is refused by name`() async throws {
        let folder = try Folder()
        let library = GuestLibrary(InMemoryLibrary(count: 0))
        #expect(try await library.admit(folder.file("clip.jpg", movie)).kind == .video)
        await #expect(throws: LibraryError.unsupportedFormat(path: folder.url.path + "/letter.png")) {
            try await library.admit(folder.file("letter.png", Array("Dear all".utf8)))
        }
        await #expect(throws: LibraryError.notFound(path: "/nowhere/at.png")) {
            try await library.admit(MediaPath("/nowhere/at.png"))
        }
    }

    @Test func `A guest that is gone when it is loaded is a typed error`() async throws {
        let folder = try Folder()
        let library = GuestLibrary(InMemoryLibrary(count: 0))
        let path = try folder.file("cat.png", png)
        let guest = try await library.admit(path)
        try FileManager.default.removeItem(at: path.url)
        guard case .handedOver(let item) = library.item(guest.id) else {
            Issue.record("it is not handed over")
            return
        }
        await #expect(throws: LibraryError.notFound(path: path.string)) { try await item.load { _ in } }
        await #expect(throws: LibraryError.self) {
            for try await _ in library.thumbnail(guest.id, fitting: PixelSize(width: 9, height: 9)) {}
        }
    }

    @Test @MainActor func `A coarse change of the library leaves guests chosen`() async throws {
        let folder = try Folder()
        let library = GuestLibrary(InMemoryLibrary(count: 3))
        let guest = try await library.admit(folder.file("cat.png", png))
        let choice = ChoiceModel(
            ChoiceRequest(rules: SelectionRules(maximum: 4)), texts: .english, clock: ManualClock())
        await choice.choose(guest)
        await choice.apply(LibraryChange(isCoarse: true), from: library)
        #expect(choice.selection.ids == [guest.id])
    }

    @Test func `A live photo that was taken is a guest with its movie, and an edited one is a photo`() async throws {
        let folder = try Folder()
        let library = GuestLibrary(InMemoryLibrary(count: 1))
        let still = MediaFile(path: try folder.file("a.png", png), contentType: .png, isTemporary: false)
        let film = MediaFile(path: try folder.file("a.mp4", movie), contentType: .mp4, isTemporary: false)
        let asset = Asset(
            id: "a", kind: .livePhoto, size: PixelSize(width: 1, height: 1),
            date: MediaDate(instant: Date(timeIntervalSince1970: 0), offsetFromUTC: 0, source: .fileTime),
            fileName: "a.png", contentType: .png, byteCount: 1)
        let alive = try await library.admit(PickedMedia(origin: .library(asset), original: still, movie: film))
        #expect(alive.kind == .livePhoto)
        #expect(try await library.asset(alive.id) == alive)
        var movies: [MediaPath?] = []
        for try await case .original(_, let movie) in library.original(alive.id) { movies.append(movie?.path) }
        #expect(movies == [film.path])
        let edited = MediaFile(path: try folder.file("b.png", png), contentType: .png, isTemporary: false)
        let plain = try await library.admit(
            PickedMedia(origin: .library(asset), original: still, movie: film, edited: edited))
        #expect(plain.kind == .photo)
    }
}
