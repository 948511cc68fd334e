import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripFormats

struct ExifWriterTests {
    private let fields = ExifFields(
        make: "Maker", model: "Kamera №1", lensModel: "50 mm", description: "A day", comment: "写真",
        orientation: .right,
        date: MediaDate(instant: Date(timeIntervalSince1970: 1_719_828_030.25), offsetFromUTC: -9000, source: .exif),
        place: Place(latitude: -23.5505, longitude: -46.633309, altitude: -3.5),
        size: PixelSize(width: 400, height: 200), contentIdentifier: "11111111-1111-4111-8111-111111111111")

    private func check(_ found: MediaHeader, turned: Bool = true) throws {
        #expect(found.make == "Maker" && found.model == "Kamera №1")
        #expect(found.orientation == (turned ? .right : .up))
        #expect(found.date == fields.date)
        #expect(found.contentIdentifier == fields.contentIdentifier)
        let place = try #require(found.place)
        #expect(abs(place.latitude + 23.5505) < 1e-7 && abs(place.longitude + 46.633309) < 1e-7)
        #expect(place.altitude == -3.5)
        #expect(found.problems.isEmpty)
    }

    @Test func `All fields come back from a JPEG, whose other bytes are untouched`() throws {
        var builder = JPEGBuilder()
        builder.add(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        builder.add(0xFE, Array("a comment".utf8))
        let plain = builder.bytes
        let written = try ExifWriter.inserting(fields, into: plain, .jpeg)
        try check(header(written))
        // The block stands behind the JFIF header; without it the old bytes are left.
        #expect(written[..<20] == plain[..<20])
        let length = written.count - plain.count
        #expect(Array(written[..<20] + written[(20 + length)...]) == plain)
        #expect(try ExifWriter.inserting(fields, into: written, .jpeg) == written)
    }

    @Test func `How a picture was exposed comes back`() throws {
        var fields = ExifFields()
        fields.exposure = ExifFields.Exposure(fraction: 640, aperture: 1.73, sensitivity: 64, focalLength: 4.38)
        let bytes = try ExifWriter.inserting(fields, into: JPEGBuilder().bytes, .jpeg)
        let all = try MetadataReader.read(MemoryByteSource(bytes), name: "file")
        let found = Dictionary(all.map { ("\($0.group).\($0.name)", $0.human) }) { $1 }
        #expect(found["EXIF.ExposureTime"] == "1/640 s", "\(found)")
        #expect(found["EXIF.FNumber"]?.hasPrefix("f/1.7") == true, "\(found)")
        #expect(
            found["EXIF.ISOSpeedRatings"] == "ISO 64" || found["EXIF.PhotographicSensitivity"] == "ISO 64", "\(found)")
        #expect(
            found["EXIF.FocalLength"]?.hasPrefix("4.4") == true || found["EXIF.FocalLength"]?.hasPrefix("4.38") == true)
    }

    // EXIF 2.32: the second directory holds a JPEG without application segments and comments.
    @Test(arguments: [true, false]) func `A thumbnail comes back bare, and nothing else moves`(hasPlace: Bool) throws {
        var small = JPEGBuilder(width: 160, height: 80)
        let bare = small.bytes
        small.add(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        small.add(0xFE, Array("a comment".utf8))
        small.addXMP("<x/>")
        var fields = fields
        if !hasPlace { fields.place = nil }
        fields.thumbnail = small.bytes
        let written = try ExifWriter.inserting(fields, into: JPEGBuilder().bytes, .jpeg)
        let found = try header(written)
        let range = try #require(found.previewRange)
        #expect(Array(written[Int(range.lowerBound)..<Int(range.upperBound)]) == bare)
        if hasPlace { try check(found) }
        fields.thumbnail = nil
        let plain = try ExifWriter.inserting(fields, into: JPEGBuilder().bytes, .jpeg)
        #expect(try header(plain).previewRange == nil)
        #expect(try header(plain).date == found.date && plain.count < written.count - bare.count)
    }

    @Test func `A thumbnail that is none is written as it is, and one that no segment holds is refused`() throws {
        var fields = fields
        for junk in [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF]] as [[UInt8]] {
            fields.thumbnail = junk
            let written = try ExifWriter.inserting(fields, into: JPEGBuilder().bytes, .jpeg)
            try check(header(written))
            #expect(try header(written).previewRange?.count ?? junk.count == junk.count)
        }
        fields.thumbnail = [0xFF, 0xD8] + [UInt8](repeating: 1, count: 65_000)
        #expect(throws: LibraryError.tooLarge(path: "picture")) {
            try ExifWriter.inserting(fields, into: JPEGBuilder().bytes, .jpeg)
        }
    }

    @Test func `An old block is replaced`() throws {
        let old = JPEGBuilder.withExif([.text(0x010F, "Old maker of cameras\0")], exif: [.text(0xA434, "Old lens\0")])
        let written = try ExifWriter.inserting(fields, into: old, .jpeg)
        try check(header(written))
        #expect(Data(written).range(of: Data("Old maker".utf8)) == nil)
        #expect(written.suffix(35) == old.suffix(35))
    }

    @Test func `All fields come back from a PNG, and writing again changes nothing`() throws {
        let written = try ExifWriter.inserting(fields, into: PNGBuilder().bytes, .png)
        try check(header(written))
        #expect(try ExifWriter.inserting(fields, into: written, .png) == written)
    }

    @Test(arguments: ["quad.webp", "lossless.webp", "anim.webp"])
    func `All fields come back from WebP of each kind`(name: String) throws {
        guard Fixtures.has(name) else { return }
        let written = try ExifWriter.inserting(fields, into: Fixtures.bytes(name), .webP)
        try check(header(written))
        #expect(try header(written).storedSize == Fixtures.header(name).storedSize)
        #expect(try ExifWriter.inserting(fields, into: written, .webP) == written)
    }

    @Test func `HEIF takes the block as an item`() throws {
        var builder = HEIFBuilder()
        builder.exif = Array(fields.heifItem.dropFirst(4))
        try check(header(builder.bytes), turned: false)
    }

    @Test func `Other bytes than those of the format are refused`() {
        for type in [ContentType.jpeg, .png, .webP, .gif, .mp4] {
            #expect(throws: LibraryError.unsupportedFormat(path: "picture")) {
                try ExifWriter.inserting(fields, into: Array("no picture".utf8), type)
            }
        }
    }

    @Test func `More than a segment holds is refused, and what just fits is not`() throws {
        let plain = JPEGBuilder().bytes
        let room = 65_533 - 6 - ExifFields(description: "").tiffBlock.count
        // Values begin at even places: this text and its NUL take exactly the room.
        let full = String(repeating: "x", count: room / 2 * 2 - 1)
        let written = try ExifWriter.inserting(ExifFields(make: nil, description: full), into: plain, .jpeg)
        #expect(try header(written).problems.isEmpty && header(written).storedSize.width == 400)
        #expect(throws: LibraryError.tooLarge(path: "picture")) {
            try ExifWriter.inserting(ExifFields(description: full + "xxxx"), into: plain, .jpeg)
        }
    }

    @Test func `Little is written when little is known`() throws {
        let written = try ExifWriter.inserting(ExifFields(), into: JPEGBuilder().bytes, .jpeg)
        let found = try header(written)
        #expect(found.date == nil && found.place == nil && found.make == nil && found.orientation == .up)
    }

    @Test func `A date without a zone is written without one`() throws {
        let date = MediaDate(instant: Date(timeIntervalSince1970: 1_719_828_030), offsetFromUTC: nil, source: .exif)
        let written = try ExifWriter.inserting(ExifFields(date: date), into: JPEGBuilder().bytes, .jpeg)
        #expect(try header(written).date == date)
    }

    @Test func `Places come back to the millimetre, all over the earth`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let place = try #require(
                Place(
                    latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
            )
            let region = ByteReader(MemoryByteSource(ExifFields(place: place).tiffBlock)).region
            let found = try #require(ExifReader.read(region)?.place)
            #expect(abs(found.latitude - place.latitude) < 2e-8 && abs(found.longitude - place.longitude) < 2e-8)
        }
    }

    @Test(.enabled(if: Fixtures.has("quad.jpg") && Tool.exists("exiftool"), "needs exiftool"))
    func `exiftool reads what we write, and finds no fault`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("formats-\(UUID().uuidString).jpg")
        try Data(ExifWriter.inserting(fields, into: Fixtures.bytes("quad.jpg"), .jpeg)).write(to: file)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        struct Told: Decodable {
            var Make, Model, LensModel, ImageDescription, UserComment, DateTimeOriginal, OffsetTimeOriginal: String?
            var SubSecTimeOriginal, Orientation, ExifImageWidth: Int?
            var GPSLatitude, GPSAltitude: Double?
            var MediaGroupUUID, ContentIdentifier, Warning, Software: String?
        }
        let output = try Tool.run("exiftool", ["-j", "-n", "-validate", "-warning", "-all", file.path])
        let told = try #require(try JSONDecoder().decode([Told].self, from: output).first)
        #expect(told.Make == "Maker" && told.Model == "Kamera №1" && told.LensModel == "50 mm")
        #expect(told.ImageDescription == "A day" && told.UserComment == "写真" && told.Software == "Filmstrip")
        #expect(told.DateTimeOriginal == "2024:07:01 07:30:30" && told.OffsetTimeOriginal == "-02:30")
        #expect(told.SubSecTimeOriginal == 250 && told.Orientation == 6 && told.ExifImageWidth == 400)
        #expect(abs((told.GPSLatitude ?? 0) + 23.5505) < 1e-7 && told.GPSAltitude == -3.5)
        #expect((told.MediaGroupUUID ?? told.ContentIdentifier) == fields.contentIdentifier)
        #expect(told.Warning == nil)
    }
}
