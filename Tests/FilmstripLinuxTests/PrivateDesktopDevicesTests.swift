import Filmstrip
import FilmstripTesting
import Foundation
import PrivateDesktop
import Testing

private let launcher = "/usr/bin/gst-launch-1.0"

/// Cameras and microphone of a private desktop, seen through somebody else's eyes: GStreamer's own source.
@Suite(
    .serialized, .timeLimit(.minutes(3)),
    .enabled(
        if: missingProgram() == nil && FileManager.default.isExecutableFile(atPath: launcher),
        "a program of the private desktop, or gst-launch-1.0, is missing"))
struct PrivateDesktopDevicesTests {
    private static let size = PixelSize(width: 320, height: 240)

    /// Runs a source of PipeWire into a file and returns the bytes.
    private func record(
        _ desktop: PrivateDesktop, _ name: String, buffers: Int, _ caps: String, rest: String = "", file: String = "out"
    ) async throws -> Data {
        let path = desktop.folder.appending(path: file)
        let pipeline =
            "-q pipewiresrc target-object=\(name) num-buffers=\(buffers) always-copy=true ! \(caps) \(rest) ! filesink location="
        let words = pipeline.split(separator: " ").map(String.init).dropLast()
        try await desktop.run(path: launcher, words + ["location=\(path.path)"])
        return try Data(contentsOf: path)
    }

    private func readings(_ bytes: Data) -> [SceneStrip.Reading] {
        let frame = Self.size.pixelCount * 4
        return (0..<bytes.count / frame).compactMap { number in
            let pixels = Data(bytes[number * frame..<(number + 1) * frame])
            return SceneStrip.read(PixelFrame(size: Self.size, bytesPerRow: Self.size.width * 4, bytes: pixels))
        }
    }

    @Test(arguments: VirtualCamera.Format.allCases)
    func `every frame of a camera carries its number and its time`(_ format: VirtualCamera.Format) async throws {
        let desktop = try await PrivateDesktop.start(.init(cameras: [VirtualCamera(size: Self.size, format: format)]))
        defer { desktop.end() }
        let caps =
            switch format {
            case .bgrx: "video/x-raw,format=BGRx"
            case .yuy2: "video/x-raw,format=YUY2 ! videoconvert ! video/x-raw,format=BGRx"
            case .mjpeg: "image/jpeg ! jpegdec ! videoconvert ! video/x-raw,format=BGRx"
            }
        let read = readings(try await record(desktop, "virtual-camera-0", buffers: 45, caps))
        #expect(read.count == 45)
        #expect(read.allSatisfy { $0.orientation == .up })
        // A loaded machine may lose a frame, but the numbers tell; it may take one late, but never early.
        let (first, last) = try #require(read.first.flatMap { first in read.last.map { (first, $0) } })
        #expect(zip(read, read.dropFirst()).allSatisfy { $0.frameNumber < $1.frameNumber })
        let expected = Double(last.frameNumber - first.frameNumber) * 1000 / 30
        #expect(Double(last.milliseconds - first.milliseconds) - expected > -100)
    }

    @Test func `a camera can be opened again and again, and by two at once`() async throws {
        let desktop = try await PrivateDesktop.start(.init(cameras: [VirtualCamera(size: Self.size, format: .bgrx)]))
        defer { desktop.end() }
        for _ in 0..<6 {
            let read = readings(try await record(desktop, "virtual-camera-0", buffers: 2, "video/x-raw,format=BGRx"))
            #expect(read.count == 2)
        }
        let one = "\(launcher) -q pipewiresrc target-object=virtual-camera-0 num-buffers=20 always-copy=true"
        try await desktop.run(
            path: "/bin/sh",
            [
                "-c",
                "cd \(desktop.folder.path); for n in 1 2; do \(one) ! video/x-raw,format=BGRx ! filesink location=$n & done; wait",
            ])
        for name in ["1", "2"] {
            #expect(readings(try Data(contentsOf: desktop.folder.appending(path: name))).count == 20)
        }
    }

    @Test func `the microphone hums 440 hertz, on a clock of its own`() async throws {
        let desktop = try await PrivateDesktop.start(
            .init(cameras: [VirtualCamera(size: Self.size)], hasMicrophone: true))
        defer { desktop.end() }
        let bytes = try await record(
            desktop, "virtual-microphone", buffers: 40, "audio/x-raw,format=F32LE,channels=1,rate=48000")
        // PipeWire starts with silence.
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self).drop { $0 == 0 }) }
        #expect(samples.count >= 38 * 1024)
        // Each three neighbours of a pure tone obey this, so a lost sample breaks it.
        let factor = Float(2 * cos(2 * Double.pi * 440 / 48_000))
        let jumps = samples.indices.dropFirst().dropLast().count {
            abs(samples[$0 + 1] + samples[$0 - 1] - factor * samples[$0]) > 1e-3
        }
        // One gap, as a busy machine may make, breaks it twice; a clock that is not its own, at each buffer.
        #expect(jumps <= 4)
        #expect(samples.contains { $0 > 0.49 })
    }

    @Test func `a frozen camera is still listed`() async throws {
        let desktop = try await PrivateDesktop.start(.init(cameras: [VirtualCamera(size: Self.size)]))
        defer { desktop.end() }
        await desktop.freeze(desktop.cameras[0], true)
        #expect(try desktop.isListed(desktop.cameras[0]))
        await desktop.freeze(desktop.cameras[0], false)
    }
}

/// The command line of the parts.
@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct DesktopPartsTests {
    private func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
        let ended = try RunningProgram.run(
            [try DesktopProgram.parts.locate(in: ProcessInfo.processInfo.environment)] + arguments)
        return (ended.status, ended.output, ended.errors)
    }

    @Test func `a session runs a command in a desktop of its own and ends as the command did`() throws {
        let ended = try run([
            "session", "--cameras", "2", "--", "sh", "-c", "pw-cli ls Node | grep -c virtual-camera; exit 7",
        ])
        #expect(ended.code == 7)
        #expect(ended.output == "2\n")
        #expect(try run(["session", "--cameras", "0", "--", "sh", "-c", "kill -9 $$"]).code == 128 + 9)
    }

    @Test(arguments: [
        ([], "unknown part"), (["dance"], "unknown part: dance"), (["camera", "--size", "3"], "--size is two even"),
        (["camera", "--size", "321x240"], "--size is two even"),
        (["camera", "--fps", "0"], "--fps is a number from 1"),
        (["camera", "--format", "gif"], "bgrx, yuy2, mjpeg"), (["camera", "--name"], "--name needs a value"),
        (["session"], "a command"), (["session", "--portal", "gtk", "--", "true"], "--display"),
        (["portal-backend", "maybe"], "grant, deny, silence"),
    ])
    func `a wrong command line is said to be so`(_ arguments: [String], _ text: String) throws {
        let ended = try run(arguments)
        #expect(ended.code == 2)
        #expect(ended.errors.hasPrefix("DesktopParts: "))
        #expect(ended.errors.contains(text))
    }
}
