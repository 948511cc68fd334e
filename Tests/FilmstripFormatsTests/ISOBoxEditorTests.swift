import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct ISOBoxEditorTests {
    private let date = MediaDate(
        instant: Date(timeIntervalSince1970: 1_719_828_030), offsetFromUTC: 7200, source: .container)
    private var changes: MovieChanges {
        MovieChanges(
            date: date, place: Place(latitude: 35.6895, longitude: -139.6917, altitude: 12), make: "Maker",
            model: "Kamera", contentIdentifier: "11111111-1111-4111-8111-111111111111")
    }

    private func check(_ bytes: [UInt8]) throws {
        let found = try header(bytes)
        #expect(found.date == date && found.place == changes.place)
        #expect(found.make == "Maker" && found.model == "Kamera")
        #expect(found.contentIdentifier == changes.contentIdentifier && found.problems.isEmpty)
        #expect(found.size == PixelSize(width: 320, height: 240) && found.duration == 2)
    }

    @Test(arguments: ["isom", "qt  "], [true, false])
    func `All is said wherever the header was, and the table of places follows`(brand: String, movieFirst: Bool) throws
    {
        for long in [false, true] {
            var builder = MovieBuilder()
            builder.brand = brand
            builder.movieFirst = movieFirst
            builder.long = long
            let old = builder.bytes
            let new = try ISOBoxEditor.applying(changes, to: old)
            try check(new)
            let table = try #require(Data(new).range(of: Data("stco".utf8)))
            let place = new[(table.upperBound + 8)..<(table.upperBound + 12)].reduce(0) { $0 << 8 | Int($1) }
            // The builder's table names one sample at 1234, behind everything.
            #expect(place == 1234 + new.count - old.count)
            #expect(Data(new).range(of: Data("free".utf8)) == nil)
        }
    }

    @Test func `The header has the second in which a movie began, and the key its milliseconds`() throws {
        let instant = Date(timeIntervalSince1970: 1_719_828_030.705)
        let date = MediaDate(instant: instant, offsetFromUTC: 7200, source: .container)
        let new = try ISOBoxEditor.applying(MovieChanges(date: date), to: MovieBuilder().bytes)
        let found = try #require(try header(new).date)
        #expect(abs(found.instant.timeIntervalSince(instant)) < 0.000_5 && found.offsetFromUTC == 7200)
        let box = try #require(Data(new).range(of: Data("mvhd".utf8)))
        let field = new[(box.upperBound + 4)..<(box.upperBound + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(field == 1_719_828_030 + MovieTime.epoch)
    }

    @Test func `Times alone change in place`() throws {
        let old = MovieBuilder().bytes
        let new = try ISOBoxEditor.applying(MovieChanges(date: date), to: ISOBoxEditor.applying(changes, to: old))
        try check(new)
        let patches = try ISOBoxEditor.Layout(MemoryByteSource(new), "x").patches(MovieChanges(date: date), "x")
        #expect(patches.count == 1 && patches[0].bytes.count < 1200)
    }

    @Test func `Free room behind the header is used`() throws {
        var builder = MovieBuilder()
        builder.filler = box("free", [UInt8](repeating: 0, count: 2000))
        let old = builder.bytes
        let new = try ISOBoxEditor.applying(changes, to: old)
        #expect(new.count == old.count)
        try check(new)
    }

    @Test func `What was said before stays, and is replaced where it is said anew`() throws {
        let first = try ISOBoxEditor.applying(changes, to: MovieBuilder().bytes)
        let second = try ISOBoxEditor.applying(MovieChanges(model: "Other"), to: first)
        let found = try header(second)
        #expect(found.model == "Other" && found.make == "Maker" && found.place == changes.place)
        #expect(found.contentIdentifier == changes.contentIdentifier)
    }

    @Test func `Metadata of another kind stay, and ours stand beside them`() throws {
        let handler = box("hdlr", big(0, 8), Array("mdir".utf8), big(0, 13))
        let title = box("ilst", box("©nam", box("data", big(1, 4), big(0, 4), Array("Holidays".utf8))))
        var builder = MovieBuilder()
        builder.extra = box("meta", big(0, 4), handler, title)
        let written = try ISOBoxEditor.applying(changes, to: builder.bytes)
        try check(written)
        #expect(Data(written).range(of: Data(builder.extra)) != nil)
        // What is said again changes our box, and adds no third.
        let again = try ISOBoxEditor.applying(MovieChanges(model: "Other"), to: written)
        #expect(try header(again).model == "Other" && header(again).make == "Maker")
        #expect(Data(again).count - Data(written).count == -1)
    }

    @Test func `Room for a disk behind the header is not filled in memory`() throws {
        // Two thousand million bytes of free room, of which the first are there.
        struct Sparse: ByteSource {
            let head: [UInt8]
            let byteCount: UInt64 = 2_000_000_000
            func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
                guard offset < byteCount else { return [] }
                let end = offset + min(UInt64(count), byteCount - offset)
                return (offset..<end).map { $0 < UInt64(head.count) ? head[Int($0)] : 0 }
            }
        }
        var builder = MovieBuilder()
        builder.data = []
        let movie = Array(builder.bytes.dropLast(8))
        let source = Sparse(head: movie + big(2_000_000_000 - movie.count, 4) + Array("free".utf8))
        let patches = try ISOBoxEditor.Layout(source, "x").patches(changes, "x")
        #expect(patches.count == 1 && patches[0].bytes.count < 3000)
    }

    @Test func `Data without a stated end get one before anything is put behind them`() throws {
        var builder = MovieBuilder()
        builder.data = []
        let old = Array(builder.bytes.dropLast(8)) + big(0, 4) + Array("mdat".utf8) + [1, 2, 3]
        try check(ISOBoxEditor.applying(changes, to: old))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("formats-\(UUID().uuidString).mp4")
        try Data(old).write(to: file)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        try ISOBoxEditor.apply(changes, to: MediaPath(file))
        try check([UInt8](Data(contentsOf: file)))
    }

    @Test func `After each step of the writing the file is a movie`() throws {
        let old = MovieBuilder().bytes
        var bytes = old
        for patch in try ISOBoxEditor.Layout(MemoryByteSource(old), "x").patches(changes, "x") {
            #expect(try header(bytes).duration == 2)
            let start = Int(patch.offset)
            bytes.replaceSubrange(start..<min(start + patch.bytes.count, bytes.count), with: patch.bytes)
        }
        try check(bytes)
    }

    @Test func `Pictures, torn movies and fragments are refused`() {
        #expect(throws: LibraryError.unsupportedFormat(path: "movie")) {
            try ISOBoxEditor.applying(changes, to: JPEGBuilder().bytes)
        }
        var builder = MovieBuilder()
        builder.data = []
        let bytes = builder.bytes
        #expect(throws: LibraryError.truncated(path: "movie")) {
            try ISOBoxEditor.applying(changes, to: Array(bytes.dropLast(20)))
        }
        #expect(throws: LibraryError.self) { try ISOBoxEditor.applying(changes, to: bytes + box("moof", [0])) }
    }

    @Test(.enabled(if: Fixtures.has("fast.mp4", "vq.mp4") && Tool.exists("exiftool"), "needs ffmpeg and exiftool"))
    func `Files are changed on disk, play on, and say it to exiftool`() throws {
        struct Told: Decodable {
            var CreateDate, TrackCreateDate, MediaCreateDate, CreationDate, ContentIdentifier, GPSCoordinates: String?
        }
        for name in ["fast.mp4", "vq.mp4"] {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("formats-\(UUID().uuidString).mp4")
            try Data(Fixtures.bytes(name)).write(to: file)
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
            try ISOBoxEditor.apply(changes, to: MediaPath(file))
            try check([UInt8](Data(contentsOf: file)))
            let output = try Tool.run("exiftool", ["-j", file.path])
            let told = try #require(try JSONDecoder().decode([Told].self, from: output).first)
            let times = [told.CreateDate, told.TrackCreateDate, told.MediaCreateDate]
            #expect(times == [String?](repeating: "2024:07:01 10:00:30", count: 3))
            #expect(told.CreationDate == "2024:07:01 12:00:30+02:00")
            #expect(told.ContentIdentifier == changes.contentIdentifier)
            func frames(_ url: URL) throws -> Data {
                try Tool.run("ffmpeg", ["-v", "error", "-i", url.path, "-f", "framemd5", "-"])
            }
            let (changed, original) = (try frames(file), try frames(Fixtures.url(name)))
            #expect(changed == original && !changed.isEmpty)
            try Data(ISOBoxEditor.applying(changes, to: Fixtures.bytes(name))).write(to: file)
            #expect(try frames(file) == original)
        }
        let missing = MediaPath("/nowhere/file.mp4")
        #expect(throws: LibraryError.notFound(path: missing.string)) { try ISOBoxEditor.apply(changes, to: missing) }
    }
}
