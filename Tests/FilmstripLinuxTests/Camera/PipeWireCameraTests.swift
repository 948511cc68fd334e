import Filmstrip
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

@Suite(
    .timeLimit(.minutes(2)), .serialized,
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct PipeWireCameraTests {
    /// A desktop, and the cameras that it shows.
    private struct Bench {
        let desktop: PrivateDesktop
        let bench: CaptureBench
        var camera: GStreamerCamera { bench.camera }
        var events: AsyncStream<CameraEvent>

        init(_ configuration: PrivateDesktop.Configuration = .init()) async throws {
            let desktop = try await PrivateDesktop.start(configuration)
            self.desktop = desktop
            bench = CaptureBench([], microphone: .pipeWire(socketPath: desktop.pipeWireSocketPath)) {
                $0.access = DirectCameraAccess(socketPath: desktop.pipeWireSocketPath)
            }
            events = bench.camera.events()
        }

        func start(_ id: CameraDevice.ID? = nil) async throws {
            let devices = try await camera.devices()
            try await camera.start(CameraConfiguration(camera: id ?? devices[0].id))
        }
    }

    @Test func `2.1 cameras are listed rear first, with what they offer`() async throws {
        let bench = try await Bench(
            .init(cameras: [
                VirtualCamera(name: "cam-desk", description: "Desk"),
                VirtualCamera(name: "cam-front", description: "Front", position: .front, format: .mjpeg),
                VirtualCamera(name: "cam-rear", description: "Rear", position: .rear),
            ]))
        defer { bench.desktop.end() }
        let devices = try await bench.camera.devices()
        #expect(devices.map(\.id) == ["cam-rear", "cam-front", "cam-desk"])
        #expect(devices.map(\.position) == [.rear, .front, .external])
        #expect(devices[1].formats.map(\.media) == ["image/jpeg"])
        #expect(devices.allSatisfy { $0.flash == nil && $0.focus == nil && $0.zoom == nil })
    }

    @Test func `2.6 a camera of PipeWire gives photos and movies with sound`() async throws {
        let bench = try await Bench(.init(hasMicrophone: true))
        defer { bench.desktop.end() }
        try await bench.start()
        let photo = try await bench.camera.capturePhoto(PhotoSettings())
        #expect(photo.size == PixelSize(width: 1280, height: 720))
        #expect(try Decoding.frames(photo.file.path).count == 1)
        let recording = try await bench.camera.startRecording(RecordingSettings())
        try await Task.sleep(for: .seconds(2))
        recording.stop()
        let video = try await recording.result()
        #expect(video.sound == .recorded)
        #expect(try Decoding.frames(video.file.path).count >= 50)
        await bench.camera.stop()
    }
}
