import Filmstrip
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// What a real PipeWire sees of our use of the microphone.
@Suite(
    .timeLimit(.minutes(2)), .serialized,
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct MicrophoneUseTests {
    @Test
    func `0.8 the microphone is open while something is recorded and while live mode is on, and at no other time`()
        async throws
    {
        let desktop = try await PrivateDesktop.start(.init(hasMicrophone: true))
        defer { desktop.end() }
        let bench = CaptureBench([], microphone: .pipeWire(socketPath: desktop.pipeWireSocketPath)) {
            $0.access = DirectCameraAccess(socketPath: desktop.pipeWireSocketPath)
            $0.encoders = .always(VideoEncoder.known.first { $0.isInstalled } ?? VideoEncoder.known[0])
        }
        /// How many programs listen; what is given back needs a moment until it has gone.
        func listeners(atMost limit: Int = 0) async throws -> Int {
            var count = 0
            for _ in 0..<100 {
                count =
                    try await desktop.run(path: "/usr/bin/env", ["pw-cli", "ls", "Node"])
                    .split(separator: "\n").count { $0.contains("\"Stream/Input/Audio\"") }
                if count <= limit { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            return count
        }
        let camera = bench.camera
        try await camera.start(CameraConfiguration(camera: try await camera.devices()[0].id))
        _ = try await camera.capturePhoto(PhotoSettings())
        #expect(try await listeners() == 0)
        let recording = try await camera.startRecording(RecordingSettings())
        #expect(await recording.began())
        #expect(try await listeners(atMost: 1) == 1)
        try await Task.sleep(for: .milliseconds(300))
        recording.stop()
        #expect(try await recording.result().sound == .recorded)
        #expect(try await listeners() == 0)
        let silent = try await camera.startRecording(RecordingSettings(wantsSound: false))
        #expect(await silent.began())
        #expect(try await listeners() == 0)
        silent.stop()
        _ = try await silent.result()
        #expect(try await camera.setLiveMode(LiveSettings())?.usesMicrophone == true)
        #expect(try await listeners(atMost: 1) == 1)
        _ = try await camera.setLiveMode(nil)
        #expect(try await listeners() == 0)
        _ = try await camera.setLiveMode(LiveSettings())
        await camera.stop()
        #expect(try await listeners() == 0)
    }
}
