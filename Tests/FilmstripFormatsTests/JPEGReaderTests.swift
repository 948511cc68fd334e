import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct JPEGReaderTests {
    @Test func `A whole file has no problems, one without its end has one`() throws {
        var builder = JPEGBuilder()
        #expect(try header(builder.bytes).problems.isEmpty)
        builder.hasEnd = false
        let found = try header(builder.bytes)
        #expect(found.problems.map(\.code) == [.truncated])
        #expect(found.storedSize == PixelSize(width: 400, height: 200))
    }

    @Test func `The end is found far before the end of the file, too`() throws {
        #expect(try header(JPEGBuilder().bytes + [UInt8](repeating: 0, count: 300_000)).problems.isEmpty)
        var cut = JPEGBuilder()
        cut.hasEnd = false
        #expect(try header(cut.bytes + [UInt8](repeating: 0, count: 300_000)).problems.map(\.code) == [.truncated])
    }

    @Test func `Every shortening of a file is truncated, or read`() throws {
        let whole = JPEGBuilder.withExif(
            [.text(0x010F, "Maker of cameras\0")], exif: [.text(0x9003, "2020:01:02 03:04:05\0")])
        for count in 0..<whole.count {
            do {
                let found = try header(Array(whole[..<count]))
                #expect(!found.problems.isEmpty, "\(count)")
            } catch LibraryError.truncated {
            } catch LibraryError.unsupportedFormat {
                #expect(count < 4)
            }
        }
    }

    @Test func `A file with a start and an end and nothing between is unreadable`() {
        #expect(throws: LibraryError.unreadable(path: "x", reason: "it has no picture in it")) {
            try header([0xFF, 0xD8, 0xFF, 0xD9], name: "x")
        }
        #expect(throws: LibraryError.truncated(path: "x")) { try header([], name: "x") }
    }

    @Test(.enabled(if: Fixtures.has("cmyk.jpg"), "needs ImageMagick"))
    func `C22 a CMYK file has four components`() throws {
        // cubicdaiya/ngx_small_light PR 21
        let region = ByteReader(MemoryByteSource(try Fixtures.bytes("cmyk.jpg"))).region
        #expect(try JPEGReader.read(region).componentCount == 4)
    }

    @Test(.enabled(if: Fixtures.has("o8.jpg"), "needs ImageMagick and exiftool"))
    func `Each orientation that exiftool writes is read`() throws {
        for value in 1...8 {
            let found = try Fixtures.header("o\(value).jpg")
            #expect(found.orientation.rawValue == value)
            #expect(found.size == PixelSize(width: value < 5 ? 400 : 200, height: value < 5 ? 200 : 400))
            #expect(found.problems.isEmpty)
        }
    }

    @Test func `Wide pictures are panoramas, long screenshots are not`() throws {
        var builder = JPEGBuilder()
        builder.width = 6000
        builder.height = 2000
        #expect(try header(builder.bytes).subtypes == .panorama)
        #expect(try header(builder.bytes, name: "Screenshot_1.jpg").subtypes == .screenshot)
        builder.width = 1080
        builder.height = 9000
        #expect(try header(builder.bytes).subtypes.isEmpty)
        builder.width = 800
        builder.height = 200
        #expect(try header(builder.bytes).subtypes.isEmpty)
    }

    @Test func `An ordinary photo costs two reads`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        var builder = JPEGBuilder()
        builder.hasEnd = false
        let file = folder.appendingPathComponent("photo.jpg")
        try Data(builder.bytes + [UInt8](repeating: 7, count: 3_000_000) + [0xFF, 0xD9]).write(to: file)
        let source = try FileByteSource(path: MediaPath(file))
        #expect(try MediaHeaderReader.read(source, name: "photo.jpg").problems.isEmpty)
        #expect(source.readCount == 2)
    }
}

struct FileByteSourceTests {
    @Test func `A missing file, a folder and a pipe are named errors`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let missing = MediaPath(folder).appending("none")
        #expect(throws: LibraryError.notFound(path: missing.string)) { try FileByteSource(path: missing) }
        #expect(throws: LibraryError.unreadable(path: folder.path, reason: "not a regular file")) {
            try FileByteSource(path: MediaPath(folder))
        }
        let pipe = MediaPath(folder).appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(throws: LibraryError.unreadable(path: pipe.string, reason: "not a regular file")) {
            try FileByteSource(path: pipe)
        }
    }

    @Test func `Reads outside give fewer bytes`() throws {
        let source = MemoryByteSource([1, 2, 3, 4])
        #expect(try source.read(at: 2, count: 10) == [3, 4])
        #expect(try source.read(at: 4, count: 1) == [])
        #expect(try source.read(at: .max, count: .max) == [])
        #expect(try source.read(at: 0, count: -1) == [])
    }
}
