import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct MetadataReaderTests {
    private func details(_ bytes: [UInt8]) throws -> [String: MetadataEntry] {
        let all = try MetadataReader.read(MemoryByteSource(bytes), name: "file")
        return Dictionary(all.map { ("\($0.group).\($0.name)", $0) }) { first, _ in first }
    }

    @Test func `C13 an unknown aperture has no line, and nothing is NaN`() throws {
        // ente/ente PR 11589
        let bytes = JPEGBuilder.withExif(exif: [
            .rationals(0x829D, [(0, 0)]), .rationals(0x829A, [(0, 0)]), .short(0x8827, 200),
        ])
        let found = try details(bytes)
        #expect(found["EXIF.FNumber"] == nil && found["EXIF.ExposureTime"] == nil)
        #expect(found["EXIF.PhotographicSensitivity"]?.human == "ISO 200")
        let tiny = try details(
            JPEGBuilder.withExif(exif: [.rationals(0x829A, [(1, 0)]), .rationals(0x920A, [(0, 0)])]))
        #expect(tiny["EXIF.ExposureTime"] == nil && tiny["EXIF.FocalLength"] == nil)
    }

    @Test func `C13 a place without seconds has its lines, as it is a place`() throws {
        // ianare/exif-py #192
        let bytes = JPEGBuilder.withExif(gps: [
            .text(1, "S\0"), .rationals(2, [(23, 1), (33, 1), (0, 0)]), .text(3, "W\0"),
            .rationals(4, [(46, 1), (0, 0), (0, 0)]), .rationals(0x14, [(7, 1), (30, 1)]),
        ])
        let found = try details(bytes)
        #expect(found["GPS.GPSLatitude"]?.human == "23° 33′" && found["GPS.GPSLatitude"]?.raw == "23 33")
        #expect(found["GPS.GPSLongitude"] == nil)
        #expect(found["GPS.GPSDestLatitude"]?.human == "7° 30′")
    }

    @Test func `Numbers at the end of what numbers can tell are never half a text`() throws {
        func double(_ tag: UInt16, _ value: Double) -> RawTag {
            RawTag(tag: tag, type: 12, count: 1, value: big(Int(value.bitPattern), 8))
        }
        let bytes = JPEGBuilder.withExif(exif: [double(0x829A, .leastNonzeroMagnitude), double(0x829D, 1e308)])
        let found = try details(bytes)
        #expect(found["EXIF.ExposureTime"]?.human == "5e-324 s" && found["EXIF.FNumber"]?.human == "f/1e+308")
        let short = try details(JPEGBuilder.withExif(exif: [double(0x829A, 1e-9)]))
        #expect(short["EXIF.ExposureTime"]?.human == "1/1000000000 s")
    }

    @Test func `Values are told for people and for programs`() throws {
        let bytes = JPEGBuilder.withExif(
            [.text(0x010F, "Maker\0"), .short(0x0112, 6), .text(0xC4A6, "x\0")],
            exif: [
                .rationals(0x829A, [(1, 125)]), .rationals(0x829D, [(28, 10)]), .rationals(0x920A, [(35, 1)]),
                .short(0x9209, 0x10), .bytes(0x9000, type: 7, Array("0232".utf8)),
            ],
            gps: [.text(1, "N\0"), .rationals(2, [(35, 1), (30, 1), (0, 1)]), .rationals(6, [(12, 1)])])
        let found = try details(bytes)
        #expect(found["Image.Make"]?.human == "Maker")
        #expect(found["Image.Orientation"]?.human == "turned by 90°" && found["Image.Orientation"]?.raw == "6")
        #expect(found["Image.0xc4a6"]?.raw == "x")
        #expect(found["EXIF.ExposureTime"]?.human == "1/125 s" && found["EXIF.ExposureTime"]?.raw == "0.008")
        #expect(found["EXIF.FNumber"]?.human == "f/2.8" && found["EXIF.FocalLength"]?.human == "35 mm")
        #expect(found["EXIF.Flash"]?.human == "did not fire, off" && found["EXIF.ExifVersion"]?.raw == "0232")
        #expect(found["GPS.GPSLatitude"]?.human == "35° 30′ 0″" && found["GPS.GPSAltitude"]?.human == "12 m")
        #expect(found["File.Size"]?.raw == "200x400" && found["File.StoredSize"]?.raw == "400x200")
        #expect(found["File.Components"]?.raw == "3")
    }

    @Test func `C14 texts of all kinds come out as text`() throws {
        let comment = Array("UNICODE\0".utf8) + "写真 01".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let bytes = JPEGBuilder.withExif(
            [.bytes(0x010E, type: 2, [0x63, 0x61, 0x66, 0xE9, 0x20, 0xFF, 0xFE, 0]), .text(0x013B, "Ann\0Bob\0")],
            exif: [.bytes(0x9286, type: 7, comment)])
        let found = try details(bytes)
        #expect(found["Image.ImageDescription"]?.human == "café ÿþ" && found["Image.Artist"]?.human == "Ann")
        #expect(found["EXIF.UserComment"]?.human == "写真 01")
    }

    @Test func `XMP, texts of a PNG and keys of a movie are listed`() throws {
        var jpeg = JPEGBuilder()
        jpeg.addXMP(xmp("xmp:CreatorTool='Darkroom' xmp:Rating='5'"))
        #expect(try details(jpeg.bytes)["XMP.xmp:CreatorTool"]?.human == "Darkroom")
        var png = PNGBuilder()
        png.chunks = [("tEXt", Array("Comment\0hello".utf8))]
        #expect(try details(png.bytes)["Container.Comment"]?.human == "hello")
        let movie = try ISOBoxEditor.applying(MovieChanges(model: "Kamera"), to: MovieBuilder().bytes)
        let found = try details(movie)
        #expect(found["Container.com.apple.quicktime.model"]?.human == "Kamera")
        #expect(found["File.Duration"]?.human == "2 s" && found["File.Type"]?.raw == "video/mp4")
    }

    @Test func `What we write ourselves is listed with the name of the pair`() throws {
        let fields = ExifFields(make: "Apple", contentIdentifier: "ABC")
        let found = try details(ExifWriter.inserting(fields, into: JPEGBuilder().bytes, .jpeg))
        #expect(found["Apple.ContentIdentifier"]?.raw == "ABC" && found["File.ContentIdentifier"]?.raw == "ABC")
    }

    @Test(.enabled(if: SharedPhotos.folder != nil, "needs shared photos"))
    func `C13 every real file's details are strict JSON`() throws {
        let folder = try #require(SharedPhotos.folder)
        for path in SharedPhotos.files {
            let source = try FileByteSource(path: MediaPath(folder.appendingPathComponent(path)))
            let found = try MetadataReader.read(source, name: path)
            #expect(found.count >= 3, "\(path)")
            let bad = found.filter {
                $0.raw.contains("nan") && $0.raw.count < 5 || $0.raw.contains("inf") && $0.raw.count < 5
            }
            #expect(bad.isEmpty, "\(path)")
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: JSONEncoder().encode(found)) }
        }
    }

    @Test func `0.11 comments, IPTC's texts and the name of the colours are told`() throws {
        func dataset(_ number: UInt8, _ text: [UInt8]) -> [UInt8] { [0x1C, 2, number] + big(text.count, 2) + text }
        let record = dataset(90, Array("Tōkyō".utf8)) + dataset(120, [0x63, 0x61, 0x66, 0xE9])
        let resources =
            Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + big(0x0404, 2) + [0, 0] + big(record.count, 4)
        let description = Array("desc".utf8) + big(0, 4) + big(10, 4) + Array("Display P3".utf8) + [0]
        let profile =
            big(0, 36) + Array("acsp".utf8) + big(0, 88) + big(1, 4) + Array("desc".utf8) + big(144, 4)
            + big(description.count, 4) + description
        var builder = JPEGBuilder()
        builder.add(0xED, resources + record)
        builder.add(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
        builder.add(0xFE, Array("A comment".utf8))
        let entries = try MetadataReader.read(MemoryByteSource(builder.bytes), name: "x")
        func value(_ name: String) -> String? { entries.first { $0.name == name }?.human }
        #expect(value("City") == "Tōkyō" && value("Caption-Abstract") == "café")
        #expect(value("ProfileDescription") == "Display P3" && value("Comment") == "A comment")
    }

    @Test func `0.11 a movie's tracks are told`() throws {
        let entries = try MetadataReader.read(MemoryByteSource(MovieBuilder().bytes), name: "x")
        let track = try #require(entries.first { $0.group == "Tracks" })
        #expect(track.name == "Video" && track.human == "H.264, 320 × 240, 30 frames a second" && track.raw == "avc1")
    }
}
