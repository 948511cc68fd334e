import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

/// What files say about themselves, as the library lists it.
@Suite(.timeLimit(.minutes(5))) struct IndexedFactsTests {
    private func listed(_ test: TestLibrary) async throws -> [String: Asset] {
        let report = try await test.library.index()
        #expect(report.problems == 0)
        return Dictionary(uniqueKeysWithValues: try await test.assets().map { ($0.fileName, $0) })
    }

    private func place(
        _ latitude: [(Int, Int)], _ south: String, _ longitude: [(Int, Int)], _ east: String
    ) -> [Sample.Tag] {
        func degrees(_ number: Int, _ parts: [(Int, Int)]) -> Sample.Tag {
            .rational(number, parts[0], parts[1], parts[2])
        }
        return [.text(1, south), degrees(2, latitude), .text(3, east), degrees(4, longitude)]
    }

    @Test func `C13 places that are no numbers, or nothing but zeros, are no places`() async throws {
        // exif-py #192; mapillary_issues #2369; ente PR 11589; nextcloud-metadata #117
        let test = try TestLibrary()
        let none = [(0, 0), (0, 0), (0, 0)]
        let zero = [(0, 1), (0, 1), (0, 1)]
        try test.write(
            Sample.jpeg(place: place(none, "N", none, "E") + [.rational(6, (0, 0))]), "none.jpg")
        try test.write(
            Sample.jpeg(place: place([(23, 1), (33, 1), (0, 0)], "S", [(46, 1), (38, 1), (0, 0)], "W")), "seconds.jpg")
        try test.write(Sample.jpeg(place: place(zero, "N", zero, "E")), "zero.jpg")
        try test.write(Sample.jpeg(place: place(zero, "N", [(10, 1), (0, 1), (0, 1)], "E")), "equator.jpg")
        let assets = try await listed(test)
        #expect(assets.count == 4)
        #expect(try #require(assets["none.jpg"]).place == nil)
        #expect(try #require(assets["zero.jpg"]).place == nil)
        if let place = try #require(assets["seconds.jpg"]).place {
            #expect(abs(place.latitude + 23.55) < 0.001 && abs(place.longitude + 46.6333) < 0.001)
        }
        let equator = try #require(assets["equator.jpg"]?.place)
        #expect(equator.latitude == 0 && equator.longitude == 10 && equator.altitude == nil)
    }

    @Test func `C14 text that is not UTF-8 and dates with too many NULs are listed like any other`() async throws {
        // metadata-extractor-dotnet #173; elixir-image PR 181; exif-js PR 245
        let test = try TestLibrary()
        let first: [Sample.Tag] = [
            .text(0x010E, [0x63, 0x61, 0x66, 0xE9, 0x20, 0xFF, 0xFE, 0]), .text(0x013B, "Ann\0Bob"),
            .text(0x010F, [0xFF, 0xFE, 0]), .text(0x0110, [0xE9]),
        ]
        let comment = Array("UNICODE\0".utf8) + [0x51, 0x99, 0x77, 0x1F, 0, 0x20, 0, 0x30, 0, 0x31]
        let exif: [Sample.Tag] = [
            .text(0x9003, "2024:05:06 07:08:09\0"),
            Sample.Tag(number: 0x9286, type: 7, count: comment.count, value: comment),
        ]
        try test.write(Sample.jpeg(first: first, exif: exif), "latin.jpg")
        let asset = try #require(try await listed(test)["latin.jpg"])
        #expect(
            asset.date
                == MediaDate(instant: Date(timeIntervalSince1970: 1_714_979_289), offsetFromUTC: nil, source: .exif))
    }

    // The same through the command, on machines of other zones, is in LibraryCommandTests.
    @Test func `C16 the zone of the shot counts, and not that of the edit`() async throws {
        // immich #15639, #20839, #28742; exiftool-vendored.js #220
        let noon = "2024:07:01 12:00:00"
        let test = try TestLibrary()
        try test.write(Sample.jpeg(date: noon, offset: "+02:00", exif: [.text(0x9010, "+01:00")]), "both.jpg")
        try test.write(Sample.jpeg(date: noon, exif: [.text(0x9010, "+02:00")]), "edit.jpg")
        try test.write(Sample.jpeg(date: noon), "floating.jpg")
        let assets = try await listed(test)
        for name in ["both.jpg", "edit.jpg"] {
            let date = try #require(assets[name]).date
            #expect(date.instant == Date(timeIntervalSince1970: 1_719_828_000) && date.offsetFromUTC == 7200)
        }
        let floating = try #require(assets["floating.jpg"]).date
        #expect(floating.offsetFromUTC == nil && floating.instant == Date(timeIntervalSince1970: 1_719_835_200))
        #expect(try await test.names().first == "floating.jpg")
    }

    @Test func `C34 a turned video is listed as it is shown, and a mirrored one is not turned over`() async throws {
        // nemo #2978; mpv-gallery-view #23; mutschler/mt #9
        let test = try TestLibrary()
        try test.write(Sample.movie(turn: [0, 1, -1, 0]), "90.mp4")
        try test.write(Sample.movie(turn: [-1, 0, 0, -1]), "180.mp4")
        try test.write(Sample.movie(turn: [0, -1, 1, 0]), "270.mp4")
        try test.write(Sample.movie(turn: [-1, 0, 0, 1]), "mirrored.mp4")
        let sizes = try await listed(test).mapValues(\.size)
        let (wide, high) = (PixelSize(width: 320, height: 240), PixelSize(width: 240, height: 320))
        #expect(sizes == ["90.mp4": high, "180.mp4": wide, "270.mp4": high, "mirrored.mp4": wide])
        #expect(try await test.assets().allSatisfy { $0.kind == .video && $0.duration == 2 })
    }
}
