import Filmstrip
import FilmstripFormats
import FilmstripTesting
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// A device that is held so.
private struct Held: OrientationProvider {
    let orientation: DeviceOrientation

    func orientations() -> AsyncStream<DeviceOrientation> {
        AsyncStream { $0.yield(orientation) }
    }
}

/// Photos, live photos and movies of a device that is turned, proven by the strip that the simulated camera draws.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct CameraOrientationTests {
    private static let size = PixelSize(width: 640, height: 480)

    private func open(
        _ held: DeviceOrientation, _ camera: CameraDevice.ID, mirrored: Bool = false, isFixed: Bool = false
    ) async throws -> CaptureBench {
        let bench = CaptureBench(SimulatedScene.devices) {
            $0.orientation = Held(orientation: held)
            $0.isScreenFixed = { isFixed }
            $0.encoders = .always(VideoEncoder.known.first { $0.isInstalled } ?? VideoEncoder.known[0])
        }
        var previews = bench.camera.previews().makeAsyncIterator()
        try await bench.camera.start(
            CameraConfiguration(camera: camera, preferredSize: Self.size, mirrorsFrontCamera: mirrored))
        // Told by now, for the stream had it before the first frame.
        while await bench.camera.held != held { _ = await previews.next() }
        return bench
    }

    /// How the pixels of a file were turned and mirrored by us, and what its header leaves to be done.
    private func turns(_ file: MediaFile) throws -> (pixels: Orientation, header: Orientation) {
        let frame = try #require(try Decoding.frames(file.path).last)
        let header = try MediaHeaderReader.read(FileByteSource(path: file.path), name: file.path.name.string)
        return (try #require(SceneStrip.read(frame)).orientation.inverse, header.orientation)
    }

    /// What somebody sees who obeys the header.
    private func seen(_ file: MediaFile) throws -> Orientation {
        let (pixels, header) = try turns(file)
        return pixels.then(header)
    }

    @Test(arguments: DeviceOrientation.allCases)
    func `a photo is upright in real pixels however the device is held, that of the front camera too`(
        _ held: DeviceOrientation
    ) async throws {
        for (camera, position) in [("simulated-rear", .rear), ("simulated-front", .front)]
            as [(CameraDevice.ID, CameraDevice.Position)]
        {
            let turn = held.turn(for: position)
            let bench = try await open(held, camera)
            for format in [ContentType.jpeg, .png] {
                let photo = try await bench.camera.capturePhoto(PhotoSettings(format: format))
                let (pixels, header) = try turns(photo.file)
                #expect(pixels == turn, "\(camera) \(format)")
                #expect(header == .up, "\(camera) \(format)")
                #expect(photo.size == turn.applied(to: Self.size))
            }
            await bench.camera.stop()
        }
    }

    @Test func `the preview turns with the screen, unless the user holds that fast`() async throws {
        for isFixed in [false, true] {
            let bench = try await open(.leftUp, "simulated-rear", isFixed: isFixed)
            let wanted = isFixed ? Orientation.up : .right
            for await frame in bench.camera.previews() where SceneStrip.read(frame)?.orientation.inverse == wanted {
                #expect(frame.size == wanted.applied(to: Self.size))
                break
            }
            await bench.camera.stop()
        }
    }

    @Test func `a movie of a turned device is upright, and mirrored where that is wished`() async throws {
        for (held, camera, mirrored) in [
            (.leftUp, "simulated-rear", false), (.rightUp, "simulated-front", false),
            (.leftUp, "simulated-front", true), (.upsideDown, "simulated-rear", true),
        ] as [(DeviceOrientation, CameraDevice.ID, Bool)] {
            let bench = try await open(held, camera, mirrored: mirrored)
            let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
            #expect(await recording.began())
            try await Task.sleep(for: .milliseconds(400))
            recording.stop()
            let video = try await recording.result()
            await bench.camera.stop()
            let isFront = camera == "simulated-front"
            let turn = held.turn(for: isFront ? .front : .rear)
            #expect(try seen(video.file) == turn.mirrored(mirrored && isFront), "\(held) \(camera)")
            #expect(video.size == turn.applied(to: Self.size))
        }
    }

    @Test func `both parts of a live photo are upright and mirrored alike`() async throws {
        let bench = try await open(.leftUp, "simulated-front", mirrored: true)
        _ = try await bench.camera.setLiveMode(LiveSettings(wantsSound: false))
        let taken = try await bench.camera.captureLivePhoto(PhotoSettings()).result()
        await bench.camera.stop()
        let wanted = DeviceOrientation.leftUp.turn(for: .front).mirrored
        #expect(try seen(taken.photo.file) == wanted)
        let movie = try taken.movie.get()
        #expect(try seen(movie.file) == wanted)
        #expect(movie.size == PixelSize(width: 480, height: 640) && taken.photo.size == movie.size)
    }
}

private enum SensorDesktop {
    static let configuration = PrivateDesktop.Configuration(cameras: [], hasPipeWire: false)

    static var missing: String? {
        if let program = missingProgram(for: configuration) { return program }
        let tools = ["/usr/bin/python3", "/usr/lib/python3/dist-packages/gi"]
        return tools.first { !FileManager.default.fileExists(atPath: $0) }
    }
}

/// The service that tells how a device is held, on a bus of its own.
@Suite(
    .serialized, .timeLimit(.minutes(1)),
    .enabled(if: SensorDesktop.missing == nil, "a program for a motion sensor is missing"))
struct SensorProxyTests {
    @Test func `the sensor is used while somebody listens, and each turn is told`() async throws {
        let desktop = try await PrivateDesktop.start(SensorDesktop.configuration)
        defer { desktop.end() }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "sensor-proxy.py").path
        let sensor = Process()
        sensor.executableURL = URL(filePath: "/usr/bin/python3")
        sensor.arguments = [script, desktop.busAddress, "right-up"]
        let output = Pipe()
        sensor.standardOutput = output
        try sensor.run()
        // It has our threads' signal mask, and may be deaf to others.
        defer { kill(sensor.processIdentifier, SIGKILL) }
        // The end of the line may come by itself.
        #expect(output.fileHandleForReading.availableData.starts(with: "ready".utf8))
        let bus = try await DBusConnection.open(address: desktop.busAddress)
        func turn(_ word: String) async throws -> UInt32? {
            let method = DBusMethod(
                "net.hadess.SensorProxy", "/net/hadess/SensorProxy", "org.filmstrip.Hand", "Turn")
            return try await bus.call(method, [.string(word)], timeout: .seconds(5)).values.first?.uint32
        }
        #expect(try await turn("") == 0)
        let proxy = SensorProxy(busAddress: desktop.busAddress)
        let listening = Task {
            var heard: [DeviceOrientation] = []
            for await held in proxy.orientations() {
                heard.append(held)
                switch held {
                case .rightUp: #expect(try await turn("bottom-up") == 1)
                // Flat on the table, what held before holds on.
                case .upsideDown:
                    _ = try await turn("undefined")
                    _ = try await turn("left-up")
                default: return heard
                }
            }
            return heard
        }
        #expect(try await listening.value == [.rightUp, .upsideDown, .leftUp])
        while try await turn("") != 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func `without the service or a bus nothing is told`() async throws {
        let desktop = try await PrivateDesktop.start(SensorDesktop.configuration)
        defer { desktop.end() }
        for address in [desktop.busAddress, "unix:path=/nowhere/bus"] {
            for await held in SensorProxy(busAddress: address).orientations() { Issue.record("\(held)") }
        }
    }
}
