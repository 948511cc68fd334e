import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

/// What files of the camera say about themselves, read back as an index does.
@Suite(.timeLimit(.minutes(1)))
struct CapturedTagsTests {
    private static let moment = Date(timeIntervalSince1970: 1_769_862_150)
    private static let zone = TimeZone(secondsFromGMT: -3 * 3600 - 1800)!
    private static let place = Place(latitude: -43.5, longitude: 172.25)

    private func bench(_ device: SimulatedDevice = BarDevice.make()) -> CaptureBench {
        CaptureBench([device]) {
            $0.now = { Self.moment }
            $0.timeZone = { Self.zone }
        }
    }

    private func header(_ file: MediaFile) throws -> MediaHeader {
        try MediaHeaderReader.read(FileByteSource(path: file.path), name: file.path.name.string)
    }

    @Test(arguments: [ContentType.jpeg, .png, .webP, .heic])
    func `2.6 a photo says when with its zone, where, how it stands and which camera`(_ format: ContentType)
        async throws
    {
        let bench = bench()
        try await bench.start()
        let photo = try await bench.camera.capturePhoto(PhotoSettings(format: format, place: Self.place))
        await bench.camera.stop()
        let header = try header(photo.file)
        #expect(header.contentType == format)
        #expect(header.size == PixelSize(width: 640, height: 360))
        #expect(header.orientation == .up)
        #expect(header.model == "Bars rear")
        let date = try #require(header.date)
        #expect(date.source == .exif)
        #expect(date.offsetFromUTC == -3 * 3600 - 1800)
        #expect(photo.date.offsetFromUTC == -3 * 3600 - 1800)
        // The frame may be a moment old.
        #expect(abs(date.instant.timeIntervalSince(Self.moment)) < 2)
        #expect(abs(date.instant.timeIntervalSince(photo.date.instant)) < 1)
        let place = try #require(header.place)
        #expect(abs(place.latitude + 43.5) < 1e-4 && abs(place.longitude - 172.25) < 1e-4)
        #expect(header.problems.isEmpty)
    }

    @Test func `A movie says when with its zone, where, how it stands and which camera`() async throws {
        let bench = bench()
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false, place: Self.place))
        try await Task.sleep(for: .milliseconds(500))
        recording.stop()
        let video = try await recording.result()
        await bench.camera.stop()
        let header = try header(video.file)
        #expect(header.contentType == .mp4)
        #expect(header.size == PixelSize(width: 640, height: 360))
        #expect(header.orientation == .up)
        #expect(header.model == "Bars rear")
        let date = try #require(header.date)
        #expect(date.source == .container)
        #expect(date.offsetFromUTC == -3 * 3600 - 1800)
        #expect(date.instant == Self.moment)
        let place = try #require(header.place)
        #expect(abs(place.latitude + 43.5) < 1e-3 && abs(place.longitude - 172.25) < 1e-3)
        #expect(abs(try #require(header.duration) - video.duration) < 0.1)
        #expect(header.problems.isEmpty)
    }
}
