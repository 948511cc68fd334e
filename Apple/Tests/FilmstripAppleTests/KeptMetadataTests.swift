import DoublesControl
import Filmstrip
import FilmstripFormats
import Foundation
import Testing
import UIKit

@testable import FilmstripApple

/// What a picture says about itself is kept on its way: date, maker and place.
@Suite(.phone) struct KeptMetadataTests {
    /// As the system's camera tells it, by ImageIO's keys.
    private let told = ImageFile.Metadata([
        "Orientation": 6, "PixelWidth": 4032, "PixelHeight": 3024,
        "{TIFF}": ["Make": "Apple", "Model": "iPhone 15", "Orientation": 6, "Software": "17.0"],
        "{Exif}": [
            "DateTimeOriginal": "2024:02:29 12:34:56", "OffsetTimeOriginal": "+02:00", "PixelXDimension": 4032,
            "PixelYDimension": 3024,
        ],
        "{GPS}": ["Latitude": 48.5, "LatitudeRef": "N", "Longitude": 11.25, "LongitudeRef": "W"],
    ])

    private func header(_ file: MediaFile) throws -> MediaHeader {
        try MediaHeaderReader.read(FileByteSource(path: file.path), name: "")
    }

    /// Date, maker, model and place are those that were told.
    private func expectKept(_ file: MediaFile, _ location: SourceLocation = #_sourceLocation) throws {
        let header = try header(file)
        let moment = try #require(
            ISO8601DateFormatter().date(from: "2024-02-29T12:34:56+02:00"), sourceLocation: location)
        #expect(header.date?.instant == moment, sourceLocation: location)
        #expect(header.date?.offsetFromUTC == 7200 && header.date?.source == .exif, sourceLocation: location)
        #expect(header.make == "Apple" && header.model == "iPhone 15", sourceLocation: location)
        let place = try #require(header.place, sourceLocation: location)
        #expect(abs(place.latitude - 48.5) < 1e-6 && abs(place.longitude + 11.25) < 1e-6, sourceLocation: location)
    }

    private func taken() async throws -> CapturedMedia {
        let photo = TakenMedia.photo(
            Picture.image(width: 4032, height: 3024, orientation: .right),
            edited: Picture.image(width: 1000, height: 1000), metadata: told)
        return try await photo.captured(by: "system-rear", editingWasOffered: true)
    }

    @Test func `0.10 a photo of the system's camera keeps them, and so does what the user cropped`() async throws {
        let media = try await taken()
        try expectKept(media.file)
        let edited = try #require(media.editing.edited)
        try expectKept(edited)
        #expect(try header(edited).orientation == .up)
        // What was true of the original's size is not said of the crop.
        for file in [media.file, edited] {
            #expect(Picture.facts(of: try Data(contentsOf: file.url))?.writtenWidth == nil)
        }
        guard case .photo(let photo) = media else {
            Issue.record("it is no photo")
            return
        }
        #expect(photo.date.source == .exif && photo.date.offsetFromUTC == 7200)
    }

    @Test func `0.10 a photo of the library that is cropped keeps them, and its orientation`() async throws {
        let media = try await taken()
        let cropped = try await ImageFile.crop(
            media.file, to: Crop(x: 100, y: 100, width: 500, height: 500, shape: .square), into: Inbox())
        try expectKept(cropped)
        #expect(try header(cropped).orientation == .right)
        #expect(try header(cropped).size == PixelSize(width: 500, height: 500))
    }

    @Test func `0.10 saving changes no byte`() async throws {
        let media = try await taken()
        let asset = try await PhotoKitStore().add(NewMedia(media), toAlbumTitled: nil)
        #expect(Library.items.first?.files.first?.bytes == (try Data(contentsOf: media.file.url)))
        #expect(asset.date.source == .exif && asset.place != nil)
    }
}
