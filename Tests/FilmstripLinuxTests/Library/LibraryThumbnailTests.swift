import Filmstrip
import Foundation
import Glibc
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct LibraryThumbnailTests {
    private func thumbnail(_ test: TestLibrary, _ id: AssetID, _ side: Int) async throws -> PixelFrame {
        var frames: [PixelFrame] = []
        for try await one in test.library.thumbnail(id, fitting: PixelSize(width: side, height: side)) {
            frames.append(one.frame)
        }
        return try #require(frames.last)
    }

    /// R, G, B or W for the corners: top left, top right, bottom left, bottom right.
    private func corners(_ frame: PixelFrame) -> String {
        let (right, bottom) = (frame.size.width - 2, frame.size.height - 2)
        return [(1, 1), (right, 1), (1, bottom), (right, bottom)].map { x, y in
            let at = y * frame.bytesPerRow + x * 4
            let parts = (frame.bytes[at] > 127, frame.bytes[at + 1] > 127, frame.bytes[at + 2] > 127)
            return parts == (true, true, true) ? "W" : parts.2 ? "R" : parts.1 ? "G" : "B"
        }.joined()
    }

    @Test func `C02 thumbnails of all eight orientations are upright, and turned once`() async throws {
        // filament-curator #123; android-crop #46
        let test = try TestLibrary()
        for orientation in 1...8 {
            try test.write(
                Sample.jpeg(
                    Sample.red, Sample.green, Sample.blue, Sample.white, width: 80, height: 40, orientation: orientation
                ),
                "\(orientation).jpg")
        }
        try await test.library.index()
        let expected = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"]
        for asset in try await test.assets() {
            let number = try #require(Int(asset.fileName.prefix(1)))
            let frame = try await thumbnail(test, asset.id, 20)
            #expect(frame.size == (number < 5 ? PixelSize(width: 20, height: 10) : PixelSize(width: 10, height: 20)))
            #expect(corners(frame) == expected[number - 1], "orientation \(number)")
            let large = try await thumbnail(test, asset.id, 1000)
            #expect(large.size == asset.size)
        }
    }

    @Test func `C46 files of one stem have each their own thumbnail`() async throws {
        // simple-photo-gallery #126
        let test = try TestLibrary()
        let colors: [(String, Sample.Color)] = [
            ("a.1.jpg", Sample.red), ("a.2.jpg", Sample.green), ("a.jpg", Sample.blue), ("A.JPG", Sample.white),
            ("b/a.1.jpg", Sample.white), ("b/a.2.jpg", Sample.blue), ("b/a.jpg", Sample.green), ("b/A.JPG", Sample.red),
        ]
        for (name, color) in colors { try test.write(Sample.jpeg(color), name) }
        try await test.library.index()
        let letters = ["R", "G", "B", "W", "W", "B", "G", "R"]
        for ((name, _), letter) in zip(colors, letters) {
            let asset = try #require(try await test.library.asset(at: test.pictures.appending(name)))
            #expect(corners(try await thumbnail(test, asset.id, 8)) == String(repeating: letter, count: 4), "\(name)")
        }
    }

    @Test func `C28 a picture that claims too many pixels is refused by its header`() async throws {
        // libvips #646; sxiv #325; thumbor #604
        let test = try TestLibrary()
        var bytes = Sample.jpeg(width: 32, height: 16)
        let frame = try #require((0..<bytes.count - 9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xC3, 0x50, 0xC3, 0x50])
        try test.write(bytes, "bomb.jpg")
        try await test.library.index()
        let asset = try #require(try await test.assets().first)
        #expect(asset.size == PixelSize(width: 50_000, height: 50_000))
        #expect(try await test.library.problems().map(\.code) == [.tooLarge])
        await #expect(throws: LibraryError.tooLarge(path: asset.path?.string ?? "")) {
            try await thumbnail(test, asset.id, 8)
        }
    }

    @Test func `A thumbnail of what cannot be shown ends with an error that says so`() async throws {
        let test = try TestLibrary()
        let path = try test.write(Sample.movie(), "v.mov")
        try await test.library.index()
        let asset = try #require(try await test.assets().first)
        await #expect { try await thumbnail(test, asset.id, 8) } throws: { error in
            let error = error as? LibraryError
            return error?.subject == path.string && error?.code == .decoderFailed || error?.code == .truncated
        }
        await #expect(throws: LibraryError.itemGone("0000000000000000")) {
            try await thumbnail(test, "0000000000000000", 8)
        }
    }

    @Test func `What breaks its decoder becomes a problem of the library`() async throws {
        let test = try TestLibrary()
        var bytes = Sample.jpeg(width: 64, height: 64)
        // The length of the first table of codes makes no sense any more.
        let table = try #require((0..<bytes.count - 4).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
        bytes[table + 5] = 0xFF
        try test.write(bytes, "broken.jpg")
        try await test.library.index()
        let asset = try #require(try await test.assets().first)
        await #expect { try await thumbnail(test, asset.id, 8) } throws: {
            ($0 as? LibraryError)?.code == .decoderFailed
        }
        #expect(try await test.library.problems().map(\.code) == [.decoderFailed])
        // Known is known: the index is not written once more.
        func written() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: test.indexPath.string)[.modificationDate] as? Date
        }
        let before = try written()
        await #expect(throws: LibraryError.self) { try await thumbnail(test, asset.id, 8) }
        #expect(try written() == before)
        try await test.library.index()
        #expect(try await test.library.problems().map(\.code) == [.decoderFailed])
    }
}

@Suite(.timeLimit(.minutes(1))) struct FileInspectorTests {
    @Test func `A file of the library is its own asset, and one from elsewhere is what its header tells`() async throws
    {
        let test = try TestLibrary()
        try test.write(Sample.jpeg(Sample.red, width: 80, height: 40), "in.jpg")
        try await test.library.index()
        let own = try #require(try await test.assets().first)
        #expect(try await test.library.asset(ofFile: test.pictures.appending("in.jpg")) == own)
        let folder = try TestFolder()
        let path = try folder.write(Sample.jpeg(Sample.blue, width: 60, height: 30), to: MediaPath("out.jpg"))
        let other = try await test.library.asset(ofFile: path)
        #expect(other.size == PixelSize(width: 60, height: 30) && other.kind == .photo && other.path == path)
        #expect(try await test.library.asset(other.id) == nil)
        var last: Thumbnail?
        for try await one in test.library.thumbnail(ofFile: path, fitting: PixelSize(width: 30, height: 30)) {
            last = one
        }
        let frame = try #require(last?.frame)
        #expect(frame.size == PixelSize(width: 30, height: 15))
        #expect(frame.bytes[0] > 127 && frame.bytes[2] < 127, "it is blue")
    }

    @Test func `A letter in the clothes of a picture is refused by name`() async throws {
        let test = try TestLibrary()
        try test.write(Array("Dear all, this is no picture.".utf8), "letter.jpg")
        let path = test.pictures.appending("letter.jpg")
        await #expect(throws: LibraryError.unsupportedFormat(path: path.string)) {
            try await test.library.asset(ofFile: path)
        }
    }
}
