import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct ThumbnailMakerTests {
    private let bench: DecodingBench
    private let maker: ThumbnailMaker
    private let store: ThumbnailStore
    private let size = PixelSize(width: 100, height: 100)

    init() throws {
        bench = try DecodingBench()
        store = ThumbnailStore(folder: bench.folder.path("cache"))
        maker = ThumbnailMaker(decoder: bench.decoder, store: store)
    }

    private func make(
        _ path: MediaPath, _ maker: ThumbnailMaker? = nil, _ size: PixelSize? = nil
    ) async throws -> [Thumbnail] {
        let made = Locked<[Thumbnail]>([])
        try await (maker ?? self.maker).make(path, fitting: size ?? self.size) { thumbnail in
            made.withLock { $0.append(thumbnail) }
        }
        return made.withLock { $0 }
    }

    /// A maker of the same store that can decode nothing.
    private var blind: ThumbnailMaker {
        var configuration = PictureDecoder.Configuration()
        configuration.helperFolder = MediaPath("/nowhere")
        configuration.withoutHelper = .refuse
        return ThumbnailMaker(decoder: PictureDecoder(configuration), store: store)
    }

    @Test func `a thumbnail is made once, and is found after that`() async throws {
        let path = try bench.quad("a.png")
        let first = try await make(path)
        #expect(first.map(\.isDegraded) == [false])
        #expect(first[0].frame.size == PixelSize(width: 100, height: 50))
        let second = try await make(path, blind)
        #expect(second.map(\.isDegraded) == [false])
        #expect(second[0].frame.size == PixelSize(width: 100, height: 50))
        #expect(second[0].frame.corners == "RGBW")
        #expect(second[0].frame.difference(from: first[0].frame) < 6)
        // A smaller one is made of the same; a larger one is not there.
        #expect(try await make(path, blind, PixelSize(width: 40, height: 40))[0].frame.size.width == 40)
        await #expect(throws: LibraryError.self) { try await make(path, blind, PixelSize(width: 200, height: 200)) }
    }

    @Test func `a changed file has no old thumbnail, even with its old date put back`() async throws {
        let path = try bench.folder.write(Sample.jpeg(Sample.red), to: "a.jpg")
        var before = stat()
        #expect(stat(path.string, &before) == 0)
        #expect(try await make(path).last?.frame.corners == "RRRR")
        // Same size, same inode, same date: only the node's own moment tells.
        let other = Sample.jpeg(Sample.blue)
        try #require(other.count == Int(before.st_size))
        try bench.folder.write(other, to: "a.jpg")
        #expect(utimensat(AT_FDCWD, path.string, [before.st_atim, before.st_mtim], 0) == 0)
        #expect(try await make(path).last?.frame.corners == "BBBB")
    }

    @Test func `another file of the same name has its own thumbnail`() async throws {
        let path = try bench.folder.write(Sample.jpeg(Sample.red), to: "a.jpg")
        #expect(try await make(path).last?.frame.corners == "RRRR")
        try bench.folder.write(Sample.jpeg(Sample.green), to: "b.jpg")
        #expect(rename(bench.folder.path("b.jpg").string, path.string) == 0)
        #expect(try await make(path).last?.frame.corners == "GGGG")
    }

    @Test func `C11 a kept thumbnail says nothing about its picture`() async throws {
        // OwnPay #231; photoview #663
        let bytes = Sample.jpeg(
            date: "2024:05:06 07:08:09",
            place: [.rational(2, (23, 1), (33, 1), (0, 1)), .rational(4, (46, 1), (38, 1), (0, 1))])
        let path = try bench.folder.write(bytes, to: "a.jpg")
        _ = try await make(path, nil, PixelSize(width: 512, height: 512))
        let kept = store.path(try FileStatus.of(path), 512)
        let content = try [UInt8](Data(contentsOf: kept.url))
        #expect(content != bytes)
        #expect(content.starts(with: [0xFF, 0xD8]))
        let text = String(decoding: content, as: UTF8.self)
        for word in ["Exif", "http://ns.adobe.com", "Photoshop", "2024"] { #expect(!text.contains(word)) }
        #expect(try FileManager.default.attributesOfItem(atPath: kept.string)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `the embedded preview comes first, degraded, and the sharp picture after it`() async throws {
        try bench.drawing("small.ppm", PixelSize(width: 80, height: 40)) { _, _ in (0, 0, 255) }
        try bench.run("vips", "copy", "small.ppm", "preview.jpg")
        let path = try bench.quad("a.jpg")
        try bench.run(
            "exiftool", "-q", "-overwrite_original", "-ThumbnailImage<=preview.jpg", "-Make=Filmstrip", "a.jpg")
        let made = try await make(path)
        #expect(made.map(\.isDegraded) == [true, false])
        #expect(made.first?.frame.corners == "BBBB")
        #expect(made.last?.frame.corners == "RGBW")
        // The preview is old: it is never what is kept.
        #expect(try await make(path, blind).map(\.frame.corners) == ["RGBW"])
        #expect(try await bench.decoder.preview(path, fitting: size)?.frame.corners == "BBBB")
    }

    @Test func `a preview of another shape is none`() async throws {
        try bench.drawing("square.ppm", PixelSize(width: 80, height: 80)) { _, _ in (0, 0, 255) }
        try bench.run("vips", "copy", "square.ppm", "preview.jpg")
        let path = try bench.quad("a.jpg")
        try bench.run(
            "exiftool", "-q", "-overwrite_original", "-ThumbnailImage<=preview.jpg", "-Make=Filmstrip", "a.jpg")
        #expect(try await make(path).map(\.isDegraded) == [false])
        #expect(try await bench.decoder.preview(path, fitting: size) == nil)
    }

    @Test func `C46 names with one stem have each their own thumbnail`() async throws {
        // simple-photo-gallery #126
        let colors: [(String, Sample.Color, String)] = [
            ("a.1.jpg", Sample.red, "R"), ("a.2.jpg", Sample.green, "G"), ("a.jpg", Sample.blue, "B"),
            ("A.JPG", Sample.white, "W"),
        ]
        for folder in ["", "other/"] {
            if !folder.isEmpty { try bench.folder.makeFolder("other") }
            for (name, color, letter) in folder.isEmpty ? colors : colors.reversed() {
                let path = try bench.folder.write(Sample.jpeg(color), to: folder + name)
                _ = try await make(path)
                #expect(try await make(path, blind).last?.frame.corners == String(repeating: letter, count: 4))
            }
        }
    }

    @Test func `what failed once fails at once, until it changes`() async throws {
        let path = try bench.quad("a.webp")
        let helpers = try bench.folder.makeFolder("helpers")
        var configuration = PictureDecoder.Configuration()
        configuration.helperFolder = helpers
        configuration.withoutHelper = .refuse
        let maker = ThumbnailMaker(decoder: PictureDecoder(configuration))
        await #expect(throws: LibraryError.self) { try await make(path, maker) }
        // From now on it could be decoded, but it is known to fail.
        let helper = try #require(bench.decoder.configuration.locate(.pictures))
        #expect(symlink(helper.string, helpers.appending("filmstrip-decoder").string) == 0)
        await #expect(throws: LibraryError.self) { try await make(path, maker) }
        try bench.run("cp", "a.webp", "again.webp")
        #expect(try await make(bench.folder.path("again.webp"), maker).last?.frame.corners == "RGBW")
        #expect(utimensat(AT_FDCWD, path.string, nil, 0) == 0)
        #expect(try await make(path, maker).last?.frame.corners == "RGBW")
        await #expect(throws: LibraryError.notFound(path: bench.folder.path("gone").string)) {
            try await make(bench.folder.path("gone"))
        }
    }

    @Test func `half a picture is shown, and not kept`() async throws {
        let whole = try bench.quad("a.jpg")
        let bytes = try [UInt8](Data(contentsOf: whole.url))
        let path = try bench.folder.write(Array(bytes[..<(bytes.count * 3 / 4)]), to: "half.jpg")
        #expect(try await make(path).last?.frame.size == PixelSize(width: 100, height: 50))
        await #expect(throws: LibraryError.self) { try await make(path, blind) }
    }

    @Test func `a damaged thumbnail in the store is made again`() async throws {
        let path = try bench.quad("a.png")
        _ = try await make(path)
        let kept = store.path(try FileStatus.of(path), 128)
        for content in [[], [0xFF], [UInt8](repeating: 7, count: 5000)] as [[UInt8]] {
            try Data(content).write(to: kept.url)
            #expect(store.find(try FileStatus.of(path), side: 128) == nil)
            #expect(try await make(path).last?.frame.corners == "RGBW")
        }
        #expect(store.find(try FileStatus.of(path), side: 128) != nil)
    }

    @Test func `a store that is too large loses what was made longest ago`() async throws {
        let small = ThumbnailStore(folder: bench.folder.path("small"), limit: 6000)
        let pixels = Data((0..<(64 * 64 * 4)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        let frame = PixelFrame(size: PixelSize(width: 64, height: 64), bytesPerRow: 256, bytes: pixels)
        var all: [FileStatus] = []
        for number in 0..<4 {
            let path = try bench.folder.write([UInt8(number)], to: "file-\(number)")
            let status = try FileStatus.of(path)
            small.keep(frame, hasAlpha: false, status, side: 128)
            let kept = small.path(status, 128)
            let old = timespec(tv_sec: 1_000_000 + number, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, kept.string, [old, old], 0) == 0)
            all.append(status)
        }
        small.sweep()
        #expect(small.find(all[0], side: 128) == nil)
        #expect(small.find(all[3], side: 128) != nil)
    }
}
