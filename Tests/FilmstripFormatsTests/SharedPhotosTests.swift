import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

@Suite(.timeLimit(.minutes(2)))
struct SharedPhotosTests {
    private struct Told: Decodable {
        var SourceFile: String
        var ImageWidth: Int
        var ImageHeight: Int
        var Orientation: Int?
        /// Of a container: quarter turns against the clock, in degrees.
        var Rotation: Int?
        var DateTimeOriginal: String?
        var OffsetTimeOriginal: String?
        var GPSLatitude: Double?
        var GPSLongitude: Double?
    }

    /// Where exiftool has a date and we have none, on purpose: it comes from makers' own blocks (CIFF, Olympus' text
    /// segment, Reconyx' note), not from EXIF or XMP.
    private static let makersDates: Set = [
        "jpg/exif-org/olympus-d320l.jpg", "jpg/exif-org/sony-powershota5.jpg", "jpg/Reconyx_HC500_Hyperfire.jpg",
    ]

    @Test(.enabled(if: SharedPhotos.folder != nil && Tool.exists("exiftool"), "needs shared photos and exiftool"))
    func `Size, turning, date and place of real camera files are those that exiftool reads`() throws {
        let folder = try #require(SharedPhotos.folder)
        let tags = [
            "ImageWidth", "ImageHeight", "IFD0:Orientation", "Rotation", "DateTimeOriginal", "OffsetTimeOriginal",
            "Composite:GPSLatitude", "Composite:GPSLongitude",
        ]
        let output = try Tool.run("exiftool", ["-j", "-n", "-r"] + tags.map { "-" + $0 } + ["."], in: folder)
        let told = try JSONDecoder().decode([Told].self, from: output)
        #expect(told.count == SharedPhotos.files.count)
        for one in told {
            let path = String(one.SourceFile.dropFirst(2))
            let source = try FileByteSource(path: MediaPath(folder.appendingPathComponent(path)))
            let header = try MediaHeaderReader.read(source, name: path)
            #expect(header.storedSize == PixelSize(width: one.ImageWidth, height: one.ImageHeight), "\(path)")
            // In HEIF the container's turning counts, and EXIF's, which says the same or nothing, does not.
            let isHEIF = [.heic, .heif].contains(header.contentType)
            let turn = isHEIF ? [90: 8, 180: 3, 270: 6][one.Rotation ?? 0] ?? 1 : one.Orientation ?? 1
            #expect(header.orientation.rawValue == turn, "\(path)")
            #expect(header.size == header.orientation.applied(to: header.storedSize), "\(path)")
            compareDate(header, one, path)
            if let latitude = one.GPSLatitude, let longitude = one.GPSLongitude {
                let place = try #require(header.place, "\(path)")
                #expect(abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9, "\(path)")
            } else {
                #expect(header.place == nil, "\(path)")
            }
            #expect(source.readCount <= 3, "\(path)")
        }
    }

    private func compareDate(_ header: MediaHeader, _ told: Told, _ path: String) {
        guard let text = told.DateTimeOriginal else { return }
        if Self.makersDates.contains(path) {
            #expect(header.date == nil, "\(path)")
            return
        }
        let expected = WrittenDate((text + (told.OffsetTimeOriginal ?? "")).utf8)?.date(.exif)
        #expect(header.date?.offsetFromUTC == expected?.offsetFromUTC, "\(path)")
        // Fractions of a second are a tag of their own.
        let difference = header.date.flatMap { date in expected.map { date.instant.timeIntervalSince($0.instant) } }
        #expect(difference.map { (0..<1).contains($0) } == true, "\(path)")
    }

    @Test(.enabled(if: SharedPhotos.folder != nil, "needs shared photos"))
    func `C05 a phone's HEIC is turned by its container alone`() throws {
        // darktable-org/darktable #13306: EXIF says 6 as well, and the picture was turned twice.
        let folder = try #require(SharedPhotos.folder)
        let path = MediaPath(folder.appendingPathComponent("heic/mobile/iphone_13_pro_max.HEIC"))
        let header = try MediaHeaderReader.read(FileByteSource(path: path), name: "x")
        #expect(header.storedSize == PixelSize(width: 4032, height: 3024))
        #expect(header.size == PixelSize(width: 3024, height: 4032))
        #expect(header.orientation == .right)
    }
}
