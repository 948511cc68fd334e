import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.serialized, .timeLimit(.minutes(1)))
struct CameraPreviewTests {
    @Test func `Previews take another size while a recording goes on, which loses nothing, and the camera stays open`()
        async throws
    {
        let bench = CaptureBench()
        var previews = bench.camera.previews().makeAsyncIterator()
        await bench.camera.setPreviewRoom(PixelSize(width: 200, height: 10))
        try await bench.start()
        #expect(await previews.next()?.size == PixelSize(width: 200, height: 113))
        let pipeline = await bench.camera.camera?.pipeline
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        #expect(await recording.began())
        for width in [320, 100, 640] {
            await bench.camera.setPreviewRoom(PixelSize(width: width, height: 10))
            while let frame = await previews.next(), frame.size.width != width {}
        }
        // Larger than the camera's own frames none is ever made.
        await bench.camera.setPreviewRoom(PixelSize(width: 5000, height: 5000))
        #expect(await previews.next()?.size == PixelSize(width: 640, height: 360))
        recording.stop()
        let video = try await recording.result()
        let numbers = try Decoding.frames(video.file.path).compactMap(BarDevice.number)
        let missing = zip(numbers, numbers.dropFirst()).reduce(0) { $0 + $1.1 - $1.0 - 1 }
        #expect(missing == video.framesDropped, "\(numbers)")
        #expect(await bench.camera.camera?.pipeline === pipeline)
        await bench.camera.stop()
    }

    @Test func `A window that is resized while frames are on their way never stops the camera`() async throws {
        let bench = CaptureBench()
        var previews = bench.camera.previews().makeAsyncIterator()
        try await bench.start()
        let pipeline = await bench.camera.camera?.pipeline
        let resizing = Task { [camera = bench.camera] in
            var width = 100
            while !Task.isCancelled {
                await camera.setPreviewRoom(PixelSize(width: width, height: 10))
                width = width % 600 + 50
            }
        }
        for _ in 0..<20 { _ = await previews.next() }
        resizing.cancel()
        await resizing.value
        await bench.camera.setPreviewRoom(PixelSize(width: 5000, height: 5000))
        while let frame = await previews.next(), frame.size.width != 640 {}
        #expect(await bench.camera.camera?.pipeline === pipeline)
        await bench.camera.stop()
    }

    @Test func `2.6 a photo is the frame that the user saw, however long ago, but none from before a change or a shot`()
        async throws
    {
        let bench = CaptureBench()
        var previews = bench.camera.previews().makeAsyncIterator()
        try await bench.start()
        func number(_ settings: PhotoSettings) async throws -> Int {
            let photo = try await bench.camera.capturePhoto(settings)
            return try #require(try Decoding.frames(photo.file.path).first.flatMap(BarDevice.number))
        }
        let seen = try #require(await previews.next())
        // A busy machine comes to the press late.
        try await Task.sleep(for: .milliseconds(700))
        var settings = PhotoSettings()
        settings.shown = seen.time
        let wanted = try #require(BarDevice.number(in: seen))
        #expect(try await number(settings) == wanted)
        // The same once more is another picture, and so is one that the light was changed for.
        #expect(try await number(settings) > wanted)
        let dark = try #require(await previews.next())
        settings.shown = dark.time
        try await bench.camera.apply(DeviceAdjustment(torch: true))
        #expect(try await number(settings) > #require(BarDevice.number(in: dark)))
        let unlit = try #require(await previews.next())
        (settings.shown, settings.flash) = (unlit.time, .on)
        #expect(try await number(settings) > #require(BarDevice.number(in: unlit)))
        for time in [Double.nan, -1, 1e300] {
            settings.shown = time
            _ = try await number(settings)
        }
        await bench.camera.stop()
        withExtendedLifetime((seen, dark, unlit)) {}
    }
}
