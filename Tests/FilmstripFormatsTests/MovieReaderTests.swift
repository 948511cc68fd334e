import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// A movie's header without samples.
struct MovieBuilder {
    var brand = "isom"
    var created = 0
    var matrix = [0x10000, 0, 0, 0x10000]
    var movieMatrix = [0x10000, 0, 0, 0x10000]
    var duration = 2000
    var frames = 60
    var handler = "vide"
    var extra: [UInt8] = []
    var long = false
    var data = [UInt8](repeating: 1, count: 20)
    var movieFirst = true
    /// Between header and data.
    var filler: [UInt8] = []

    private func matrix(_ values: [Int]) -> [UInt8] {
        [values[0], values[1], 0, values[2], values[3], 0, 0, 0, 0x4000_0000].flatMap { big($0, 4) }
    }

    var header: [UInt8] {
        let width = long ? 8 : 4
        let full = [long ? 1 : 0, 0, 0, 0] as [UInt8]
        let times = big(created, width) + big(created, width)
        let mvhd = box(
            "mvhd", full, times, big(1000, 4), big(duration, width), big(0x10000, 4), big(0, 12), matrix(movieMatrix),
            big(0, 28))
        let tkhd = box(
            "tkhd", full, times, big(1, 4), big(0, 4), big(duration, width), big(0, 16), matrix(matrix),
            big(320 << 16, 4), big(240 << 16, 4))
        let mdhd = box("mdhd", full, times, big(1000, 4), big(duration, width), big(0, 4))
        let hdlr = box("hdlr", big(0, 8), Array(handler.utf8), big(0, 13))
        let entry = box("avc1", big(0, 24), big(320, 2), big(240, 2), big(0, 50))
        let table = box(
            "stbl", box("stsd", big(0, 4), big(1, 4), entry), box("stsz", big(0, 4), big(0, 4), big(frames, 4)),
            box("stco", big(0, 4), big(1, 4), big(1234, 4)))
        return box("moov", mvhd, box("trak", tkhd, box("mdia", mdhd, hdlr, box("minf", table))), extra)
    }

    var bytes: [UInt8] {
        let type = brand.isEmpty ? [] : box("ftyp", Array(brand.utf8), big(512, 4), Array("isomavc1".utf8))
        return type + (movieFirst ? header + filler + box("mdat", data) : box("mdat", data) + header)
    }
}

struct MovieReaderTests {
    private let epoch = 2_082_844_800

    @Test(.enabled(if: Fixtures.has("vR90.mp4", "vR180.mp4", "vR270.mp4"), "needs ffmpeg"))
    func `C34 portrait movies have the size as shown`() throws {
        // linuxmint/nemo #2978. ffmpeg 5's rotate=270 means 90° clockwise.
        let portrait = PixelSize(width: 240, height: 320)
        let expected = [
            ("vR90.mp4", Orientation.left, portrait), ("vR270.mp4", .right, portrait),
            ("vR180.mp4", .down, PixelSize(width: 320, height: 240)),
        ]
        for (name, orientation, size) in expected {
            let found = try Fixtures.header(name)
            #expect(found.orientation == orientation && found.size == size, "\(name)")
            #expect(found.storedSize == PixelSize(width: 320, height: 240))
            #expect(found.duration == 2 && found.frameCount == nil)
        }
    }

    @Test func `C34 a mirrored matrix is not turned by 180°`() throws {
        // ZhiQiu-Kinsey/AppleLivePhotoConvert PR 10
        let one = 0x10000
        let cases: [([Int], Orientation)] = [
            ([-one, 0, 0, one], .upMirrored), ([one, 0, 0, -one], .downMirrored), ([-one, 0, 0, -one], .down),
            ([0, one, one, 0], .leftMirrored), ([0, -one, -one, 0], .rightMirrored), ([0, one, -one, 0], .right),
            ([0, -one, one, 0], .left), ([0, 0, 0, 0], .up),
        ]
        for (matrix, expected) in cases {
            var builder = MovieBuilder()
            builder.matrix = matrix
            #expect(try header(builder.bytes).orientation == expected, "\(matrix)")
        }
    }

    @Test func `The movie's matrix is applied after the track's`() throws {
        var builder = MovieBuilder()
        builder.matrix = [0, 0x10000, -0x10000, 0]
        builder.movieMatrix = [0, 0x10000, -0x10000, 0]
        #expect(try header(builder.bytes).orientation == .down)
    }

    @Test func `C19 times are in UTC since 1904, in both widths`() throws {
        // photoprism/photoprism #4046, #1388
        for long in [false, true] {
            var builder = MovieBuilder()
            builder.long = long
            builder.created = 1_719_828_030 + epoch
            let found = try header(builder.bytes)
            #expect(found.date?.instant.timeIntervalSince1970 == 1_719_828_030)
            #expect(found.date?.offsetFromUTC == 0 && found.date?.source == .container)
            #expect(found.duration == 2 && found.contentType == .mp4)
        }
    }

    @Test func `C19 a movie between two photos sorts between them`() throws {
        var movie = MovieBuilder()
        movie.created = 1_719_828_030 + epoch
        func photo(_ time: String) throws -> Date? {
            try header(JPEGBuilder.withExif(exif: [.text(0x9003, time), .text(0x9011, "+02:00\0")])).date?.instant
        }
        let (before, between) = (try photo("2024:07:01 12:00:00\0"), try header(movie.bytes).date?.instant)
        let after = try photo("2024:07:01 12:01:00\0")
        let order = [before, between, after].compactMap { $0 }
        #expect(order.count == 3 && order == order.sorted())
    }

    @Test func `C17 zero times are no date, and those counted from 1970 are mended`() throws {
        var builder = MovieBuilder()
        #expect(try header(builder.bytes).date == nil)
        builder.created = epoch
        #expect(try header(builder.bytes).date == nil)
        builder.created = 1_719_828_030
        #expect(try header(builder.bytes).date?.instant.timeIntervalSince1970 == 1_719_828_030)
    }

    @Test(.enabled(if: Fixtures.has("v.mp4", "keys.mov", "xyz.mp4", "frag.mp4"), "needs ffmpeg"))
    func `C19 what ffmpeg writes is read`() throws {
        let dated = try Fixtures.header("v.mp4")
        #expect(dated.date == WrittenDate("2024-07-01T10:00:30Z".utf8)?.date(.container))
        let keys = try Fixtures.header("keys.mov")
        #expect(keys.contentType == .quickTime)
        #expect(keys.contentIdentifier == "11111111-1111-4111-8111-111111111111")
        #expect(keys.date == WrittenDate("2024-07-01T12:00:30+0200".utf8)?.date(.container))
        #expect(keys.place == Place(latitude: 35.6895, longitude: 139.6917, altitude: 12))
        // In MP4 ffmpeg writes 3GPP's box, with sixteen bits behind the point.
        let place = try #require(try Fixtures.header("xyz.mp4").place)
        #expect(abs(place.latitude - 35.6895) < 1e-4 && abs(place.longitude - 139.6917) < 1e-4)
        #expect(try Fixtures.header("vq.mp4").date == nil)
        let fragments = try Fixtures.header("frag.mp4")
        #expect(abs((fragments.duration ?? 0) - 2) < 0.11 && fragments.problems.isEmpty)
    }

    @Test func `A file without a brand is QuickTime when it has a movie`() throws {
        var builder = MovieBuilder()
        builder.brand = ""
        #expect(try header(builder.bytes).contentType == .quickTime)
        builder.movieFirst = false
        #expect(try header(box("wide") + builder.bytes).contentType == .quickTime)
        #expect(throws: LibraryError.unsupportedFormat(path: "file")) {
            try header(box("wide") + box("mdat", [1, 2, 3, 4]))
        }
    }

    @Test func `Sound alone is no movie, and no header is truncated`() throws {
        var builder = MovieBuilder()
        builder.handler = "soun"
        #expect(throws: LibraryError.unsupportedFormat(path: "file")) { try header(builder.bytes) }
        builder.handler = "vide"
        builder.movieFirst = false
        let bytes = builder.bytes
        #expect(throws: LibraryError.truncated(path: "file")) { try header(Array(bytes[..<50])) }
        builder.movieFirst = true
        #expect(try header(Array(builder.bytes.dropLast(5))).problems.map(\.code) == [.truncated])
    }

    @Test func `Slow motion and time lapse are told by the speed of capture`() throws {
        func keys(_ name: String, _ value: Float) -> [UInt8] {
            let data = box("data", big(23, 4), big(0, 4), big(Int(value.bitPattern), 4))
            return box(
                "meta", box("hdlr", big(0, 8), Array("mdta".utf8), big(0, 13)),
                box("keys", big(0, 4), big(1, 4), box("mdta", Array(name.utf8))),
                box("ilst", big(16 + 8 + 4 + 4, 4), big(1, 4), data))
        }
        var builder = MovieBuilder()
        #expect(try header(builder.bytes).subtypes.isEmpty)
        builder.extra = keys("com.android.capture.fps", 240)
        #expect(try header(builder.bytes).subtypes == .slowMotion)
        builder.extra = keys("com.android.capture.fps", 1)
        #expect(try header(builder.bytes).subtypes == .timeLapse)
        builder.extra = []
        builder.frames = 480
        #expect(try header(builder.bytes).subtypes == .slowMotion)
        if Fixtures.has("fast120.mp4") { #expect(try Fixtures.header("fast120.mp4").subtypes == .slowMotion) }
    }

    @Test(arguments: [
        ("+35.6895+139.6917+012.000/", 35.6895, 139.6917), ("-2333.000-04638.0000/", -23.55, -46.633333),
        ("+404244-0740022/", 40.712222, -74.006111), ("+05.5-000.25/", 5.5, -0.25),
    ])
    func `Places of ISO 6709 are read in all three forms`(text: String, latitude: Double, longitude: Double) throws {
        let place = try #require(ISO6709.place(text))
        #expect(abs(place.latitude - latitude) < 1e-5 && abs(place.longitude - longitude) < 1e-5)
        #expect(ISO6709.place(ISO6709.text(place)).map { abs($0.latitude - latitude) < 1e-4 } == true)
    }

    @Test(arguments: ["", "+", "/", "nowhere", "+12", "+nan+inf", "+95+200/"])
    func `Broken places are none`(text: String) {
        #expect(ISO6709.place(text) == nil)
    }
}

struct MatroskaReaderTests {
    @Test(.enabled(if: Fixtures.has("vq.webm", "vq.mkv", "dated.mkv"), "needs ffmpeg"))
    func `What ffmpeg writes is read`() throws {
        let size = PixelSize(width: 320, height: 240)
        let web = try Fixtures.header("vq.webm")
        #expect(web.contentType == .webM && web.size == size && web.duration == 2 && web.date == nil)
        let plain = try Fixtures.header("vq.mkv")
        #expect(plain.contentType == .matroska && plain.size == size && plain.duration == 2)
        let dated = try Fixtures.header("dated.mkv")
        if let date = dated.date { #expect(date == WrittenDate("2024-07-01T10:00:30Z".utf8)?.date(.container)) }
    }

    private func element(_ id: [UInt8], _ payload: [UInt8]...) -> [UInt8] {
        let body = payload.flatMap { $0 }
        return id + [0x08] + big(body.count, 4) + body
    }

    private func file(_ type: String, info: [UInt8], unbounded: Bool = false) -> [UInt8] {
        let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array(type.utf8)))
        let video = element([0xE0], element([0xB0], big(640, 2)), element([0xBA], big(480, 2)))
        let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], element([0x83], [1]), video))
        let body = element([0x15, 0x49, 0xA9, 0x66], info) + tracks
        return head
            + (unbounded
                ? [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + body
                : element([0x18, 0x53, 0x80, 0x67], body))
    }

    @Test func `Scale, duration and date are read, in live files too`() throws {
        let date = element([0x44, 0x61], big(741_000_000 * 1_000_000_000, 8))
        let info =
            element([0x2A, 0xD7, 0xB1], big(500_000, 4)) + element([0x44, 0x89], big(Int(Double(3000).bitPattern), 8))
            + date
        for unbounded in [false, true] {
            let found = try header(file("webm", info: info, unbounded: unbounded))
            #expect(
                found.contentType == .webM && found.duration == 1.5 && found.size == PixelSize(width: 640, height: 480))
            #expect(found.date?.instant.timeIntervalSince1970 == 978_307_200.0 + 741_000_000)
        }
        #expect(try header(file("matroska", info: [])).duration == nil)
        #expect(throws: LibraryError.unsupportedFormat(path: "file")) { try header(file("other", info: [])) }
    }
}
