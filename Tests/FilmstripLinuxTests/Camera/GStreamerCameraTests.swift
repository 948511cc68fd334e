import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)), .serialized)
struct GStreamerCameraTests {
    @Test func `2.6 a photo shows a frame taken after the call, as the file's own bytes`() async throws {
        let bench = CaptureBench()
        try await bench.start()
        let photo = try await bench.camera.capturePhoto(PhotoSettings())
        await bench.camera.stop()
        #expect(photo.size == PixelSize(width: 640, height: 360))
        let frame = try #require(try Decoding.frames(photo.file.path).first)
        #expect(BarDevice.number(in: frame) != nil)
        #expect(photo.shutterLatency < 0.1)
    }

    @Test func `A movie holds each frame once, with sound`() async throws {
        let bench = CaptureBench(microphone: .simulated)
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings())
        try await Task.sleep(for: .seconds(2))
        recording.stop()
        let video = try await recording.result()
        await bench.camera.stop()
        #expect(video.sound == .recorded)
        #expect(video.framesDropped == 0)
        let numbers = try Decoding.frames(video.file.path).compactMap(BarDevice.number)
        #expect(numbers.count >= 50)
        #expect(numbers == Array(numbers[0]..<numbers[0] + numbers.count))
        #expect(abs(video.duration - 2) < 0.3)
    }
}
