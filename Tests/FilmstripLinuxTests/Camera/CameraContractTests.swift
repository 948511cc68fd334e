import Filmstrip
import FilmstripFormats
import FilmstripTesting
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// The contract of cameras, kept by simulated devices through the real encoders.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct SimulatedCameraContractTests {
    @Test(arguments: CameraContract.laws)
    func `2.1 2.4 2.5 2.6 2.9 simulated devices keep the law of cameras`(
        _ law: ContractLaw<CameraContract.Subject>
    ) async throws {
        let bench = CaptureBench(SimulatedScene.devices)
        try await law.check(.of(bench, front: "simulated-front"))
    }
}

/// The contract of cameras, kept by cameras of PipeWire.
@Suite(
    .serialized, .timeLimit(.minutes(4)),
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct PipeWireCameraContractTests {
    @Test(arguments: CameraContract.laws)
    func `2.1 2.4 2.5 2.6 2.9 cameras of PipeWire keep the law of cameras`(
        _ law: ContractLaw<CameraContract.Subject>
    ) async throws {
        let size = PixelSize(width: 320, height: 240)
        let desktop = try await PrivateDesktop.start(
            .init(cameras: [
                VirtualCamera(name: "rear", position: .rear, size: size),
                VirtualCamera(name: "front", position: .front, size: size, format: .mjpeg),
            ]))
        defer { desktop.end() }
        let bench = CaptureBench([]) { $0.access = DirectCameraAccess(socketPath: desktop.pipeWireSocketPath) }
        var subject = CameraContract.Subject.of(bench, front: "front")
        // Whether frames are lost on a real camera's way is a question of the machine's load, and the benchmarks'.
        subject.decodeMovie = nil
        try await law.check(subject)
    }

    @Test func `2.6 a movie of a PipeWire camera shows frame after frame, and the photo beside it one of them`()
        async throws
    {
        let desktop = try await PrivateDesktop.start(.init())
        defer { desktop.end() }
        let bench = CaptureBench([]) { $0.access = DirectCameraAccess(socketPath: desktop.pipeWireSocketPath) }
        let subject = CameraContract.Subject.of(bench, front: "none")
        try await bench.camera.start(CameraConfiguration(camera: try await bench.camera.devices()[0].id))
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        try await Task.sleep(for: .milliseconds(700))
        let photo = try await bench.camera.capturePhoto(PhotoSettings())
        try await Task.sleep(for: .milliseconds(700))
        recording.stop()
        let movie = try await recording.result().file
        await bench.camera.stop()
        let numbers = try #require(await subject.decodeMovie?(movie)).compactMap { SceneStrip.read($0)?.frameNumber }
        #expect(numbers.count > 5)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
        let shot = try #require(SceneStrip.read(try await subject.decodeStill(photo.file))).frameNumber
        #expect((numbers[0]...numbers[numbers.count - 1]).contains(shot), "\(shot) in \(numbers)")
    }
}

extension CameraContract.Subject {
    fileprivate static func of(_ bench: CaptureBench, front: CameraDevice.ID) -> CameraContract.Subject {
        CameraContract.Subject(
            camera: bench.camera, frontDevice: front, size: PixelSize(width: 320, height: 240),
            decodeStill: { file in
                let header = try MediaHeaderReader.read(FileByteSource(path: file.path), name: file.path.name.string)
                return try #require(try frames(file.path, header.orientation).first)
            },
            decodeMovie: { try frames($0.path) },
            areBound: { still, movie in
                let identifiers = try [still, movie].map {
                    try MediaHeaderReader.read(FileByteSource(path: $0.path), name: $0.path.name.string)
                        .contentIdentifier
                }
                return identifiers[0] != nil && identifiers[0] == identifiers[1]
            },
            advance: {
                // Real time passes for a real camera. Cancelled, it is short.
                _ = try? await Task.sleep(for: .milliseconds(200))
            })
    }

    private static func frames(_ path: MediaPath, _ orientation: Orientation = .up) throws -> [PixelFrame] {
        var frames: [PixelFrame] = []
        try FrameReader.read(path, orientation: orientation) { frame in
            frames.append(frame)
            return true
        }
        return frames
    }
}
