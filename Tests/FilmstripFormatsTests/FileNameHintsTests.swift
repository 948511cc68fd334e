import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct FileNameHintsTests {
    @Test(arguments: [
        "IMG_20240506_070809.jpg", "PXL_20240506_070809.jpg", "VID_20240506_070809.mp4", "20240506_070809.jpg",
        "Screenshot from 2024-05-06 07-08-09.png", "2024-05-06 07.08.09.jpg", "Screenshot_2024-05-06-07-08-09-77.png",
        "signal-2024-05-06-070809.jpg", "photo_2024-05-06_07-08-09.jpg", "Screen Shot 2024-05-06 at 07.08.09.png",
        "20240506T070809.heic", "/a/1999/IMG_20240506_070809(1).jpg", "IMG_20240506_070809_BURST001_COVER.jpg",
    ])
    func `Names of many cameras tell the time, without a zone`(name: String) throws {
        let date = try #require(FileNameHints.date(name))
        #expect(date.source == .fileName)
        #expect(date.offsetFromUTC == nil)
        #expect(date.instant == WrittenDate("2024:05:06 07:08:09".utf8)?.date(.fileName).instant)
    }

    @Test func `Milliseconds of a Pixel's name count`() throws {
        let date = try #require(FileNameHints.date("PXL_20240506_070809123.jpg"))
        #expect(abs(date.instant.timeIntervalSince1970.truncatingRemainder(dividingBy: 60) - 9.123) < 0.001)
    }

    @Test(arguments: ["IMG-20240506-WA0001.jpg", "WhatsApp Image 2024-05-06.jpeg", "2024_05_06.png", "20240506.jpg"])
    func `A name with a day alone means its midnight`(name: String) {
        #expect(FileNameHints.date(name)?.instant == WrittenDate("2024:05:06".utf8)?.date(.fileName).instant)
    }

    @Test(arguments: [
        "IMG_0001.jpg", "DSC01234.jpg", "1714979289123.jpg", "99999999.jpg", "20241306_000000.jpg", "photo.jpg", "",
        "12345678901234567890.jpg",
    ])
    func `Serial numbers are no dates`(name: String) {
        #expect(FileNameHints.date(name) == nil)
    }

    @Test(arguments: [
        ("Screenshot_1.png", ContentType.png, AssetSubtypes.screenshot), ("Bildschirmfoto 3.png", .png, .screenshot),
        ("截屏1.png", .png, .screenshot), ("00001IMG_00001_BURST20240506.jpg", .jpeg, .burst),
        ("my-selfie.jpg", .jpeg, .selfie), ("PANO_20240506.jpg", .jpeg, .panorama),
        ("sea timelapse.mp4", .mp4, .timeLapse), ("SlowMo_1.mp4", .mp4, .slowMotion),
        ("screenshot.mp4", .mp4, AssetSubtypes()), ("IMG_1.jpg", .jpeg, AssetSubtypes()),
    ])
    func `Names tell kinds`(name: String, type: ContentType, expected: AssetSubtypes) {
        #expect(FileNameHints.subtypes(name, type) == expected)
    }

    @Test func `A date in the file wins over one in its name`() throws {
        let exif = JPEGBuilder.withExif(exif: [.text(0x9003, "2020:01:02 03:04:05\0")])
        #expect(try header(exif, name: "IMG_20240506_070809.jpg").date?.source == .exif)
        #expect(try header(JPEGBuilder().bytes, name: "IMG_20240506_070809.jpg").date?.source == .fileName)
        #expect(try header(JPEGBuilder().bytes, name: "x.jpg").date == nil)
    }
}
