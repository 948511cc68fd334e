import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.serialized, .timeLimit(.minutes(1)))
struct RecordingPauseTests {
    /// Seconds of sound in a movie.
    private func soundLength(of movie: MediaPath) throws -> Double {
        let pipeline = try GStreamerPipeline(
            """
            filesrc name=file ! decodebin ! audioconvert ! audioresample ! \
            audio/x-raw,format=S16LE,rate=48000,channels=1 ! appsink name=out sync=false
            """)
        pipeline["file"].set("location", text: movie.string)
        let sink = GStreamerAppSink(pipeline["out"])
        try pipeline.play()
        defer { pipeline.shutDownNow() }
        var count = 0
        while let buffer = sink.pull(timeout: 2) { count += buffer.byteCount }
        return Double(count) / 96_000
    }

    @Test func `0.8 a movie that was paused has neither a gap nor what came meanwhile, and its sound is in step`()
        async throws
    {
        let bench = CaptureBench(microphone: .simulated)
        try await bench.start()
        let clock = ContinuousClock()
        let recording = try await bench.camera.startRecording(RecordingSettings())
        #expect(recording.canPause)
        #expect(await recording.began())
        let start = clock.now
        try await Task.sleep(for: .milliseconds(800))
        recording.pause()
        let paused = clock.now
        try await Task.sleep(for: .milliseconds(1500))
        recording.resume()
        let left = clock.now - paused
        try await Task.sleep(for: .milliseconds(800))
        recording.stop()
        let all = clock.now - start
        let video = try await recording.result()
        await bench.camera.stop()
        // One movie, and the sound that goes with it. A frame may be seen for as long as two.
        let kept = (all - left) / .seconds(1)
        #expect(video.duration < kept + 0.2 && video.duration > 0.5, "\(video.duration) of \(kept) s")
        #expect(video.sound == .recorded)
        let sound = try soundLength(of: video.file.path)
        #expect(abs(sound - video.duration) < 0.3, "\(sound) s of sound for \(video.duration) s")
        let frames = try Decoding.frames(video.file.path)
        let numbers = try frames.map { try #require(BarDevice.number(in: $0)) }
        let jumps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
        let cut = try #require(jumps.indices.max { jumps[$0] < jumps[$1] })
        let (gap, length) = (frames[cut + 1].time - frames[cut].time, left / .seconds(1))
        #expect(gap < length / 2)
        #expect(jumps.allSatisfy { $0 > 0 })
    }

    @Test
    func `a movie that is stopped while it is paused ends as any other, and one that never went on has no picture`()
        async throws
    {
        let bench = CaptureBench()
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        #expect(await recording.began())
        recording.pause()
        recording.pause()
        try await Task.sleep(for: .milliseconds(300))
        recording.stop()
        let video = try await recording.result()
        #expect(video.duration < 0.25 && video.interruption == nil)
        let unseen = try bench.recording()
        unseen.pause()
        unseen.stop()
        await #expect(throws: CameraError.cancelled) { try await unseen.result() }
        await bench.camera.stop()
    }
}
