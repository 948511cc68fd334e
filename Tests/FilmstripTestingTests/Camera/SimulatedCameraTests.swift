import Filmstrip
import Foundation
import Testing

@testable import FilmstripTesting

@Suite(.timeLimit(.minutes(1))) struct SimulatedCameraTests {
    private func open(_ id: CameraDevice.ID = "simulated-rear", pace: SimulatedCamera.Pace = .byHand) async throws
        -> SimulatedCamera
    {
        let camera = SimulatedCamera(pace: pace)
        try await camera.start(
            CameraConfiguration(camera: id, preferredSize: PixelSize(width: 160, height: 120), framesPerSecond: 25))
        return camera
    }

    @Test func `Frames come when they are made, with numbers and times in order`() async throws {
        let camera = try await open()
        var previews = camera.previews().makeAsyncIterator()
        for number in 1...3 {
            camera.tick()
            let frame = try #require(await previews.next())
            let reading = try #require(SceneStrip.read(frame))
            #expect(reading.frameNumber == number && abs(frame.time - Double(number) / 25) < 0.001)
        }
        #expect(camera.frameNumber == 3)
    }

    @Test func `A slow reader of previews gets the newest`() async throws {
        let camera = try await open()
        let previews = camera.previews()
        camera.tick(5)
        let frame = try #require(await previews.first { _ in true })
        #expect(SceneStrip.read(frame)?.frameNumber == 5)
    }

    @Test func `With a clock a frame comes at each beat, and none after the stop`() async throws {
        let clock = ManualClock()
        let camera = try await open(pace: .clock(clock))
        for _ in 0..<3 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(40))
        }
        await clock.waitForSleepers()
        #expect(camera.frameNumber == 3)
        await camera.stop()
        while clock.sleeperCount > 0 { await Task.yield() }
        #expect(camera.frameNumber == 3)
    }

    @Test(arguments: [0, -.infinity, .infinity, .nan, -30] as [Double])
    func `A rate that no frame can come at is made one that it can`(rate: Double) async throws {
        let camera = SimulatedCamera(pace: .clock(ManualClock()))
        try await camera.start(
            CameraConfiguration(
                camera: "simulated-rear", preferredSize: PixelSize(width: 160, height: 120), framesPerSecond: rate))
        let recording = try await camera.startRecording(RecordingSettings(wantsSound: false))
        camera.tick(2)
        recording.stop()
        let video = try await recording.result()
        #expect(video.duration > 0 && video.duration.isFinite && (0.1...1000).contains(video.framesPerSecond))
        await camera.stop()
    }

    @Test func `2.3 the flash of a photo is seen in its pixels, and not in the previews`() async throws {
        let camera = try await open()
        let plain = try StoredPNG.frame(of: await camera.capturePhoto(PhotoSettings(format: .png)).file)
        let lit = try StoredPNG.frame(of: await camera.capturePhoto(PhotoSettings(flash: .on, format: .png)).file)
        #expect(lit.mean() > plain.mean() + 20)
    }

    @Test func `2.6 a photo is the frame that was seen, once, and never lit by a flash`() async throws {
        let camera = try await open()
        camera.tick(3)
        var settings = PhotoSettings(format: .png)
        settings.shown = 2 / 25
        func number() async throws -> Int? {
            SceneStrip.read(try StoredPNG.frame(of: await camera.capturePhoto(settings).file))?.frameNumber
        }
        #expect(try await number() == 2)
        #expect(try await number() == 4)
        settings.shown = 3 / 25
        #expect(try await number() == 5)
        // No frame was made at that time.
        settings.shown = 5.5 / 25
        #expect(try await number() == 6)
        camera.tick()
        settings.shown = 7 / 25
        settings.flash = .on
        #expect(try await number() == 8)
        settings.flash = .off
        try await camera.start(
            CameraConfiguration(
                camera: "simulated-front", preferredSize: PixelSize(width: 160, height: 120), framesPerSecond: 25))
        settings.shown = 8 / 25
        #expect(try await number() == 9)
    }

    @Test func `2.4 what is applied is seen in the next frame`() async throws {
        let camera = try await open()
        let plain = try StoredPNG.frame(of: await camera.capturePhoto(PhotoSettings(format: .png)).file)
        try await camera.apply(DeviceAdjustment(exposureBias: 1.5))
        let bright = try StoredPNG.frame(of: await camera.capturePhoto(PhotoSettings(format: .png)).file)
        #expect(bright.mean() > plain.mean() * 1.2)
        try await camera.apply(DeviceAdjustment(zoom: 2))
        #expect(camera.adjustment == DeviceAdjustment(exposureBias: 1.5, zoom: 2))
    }

    @Test func `C70 a mirrored front camera's movie is mirrored like its photo`() async throws {
        // Signal-iOS #5955.
        let camera = SimulatedCamera()
        try await camera.start(
            CameraConfiguration(
                camera: "simulated-front", preferredSize: PixelSize(width: 160, height: 120), mirrorsFrontCamera: true))
        let recording = try await camera.startRecording(RecordingSettings(wantsSound: false))
        camera.tick(2)
        recording.stop()
        let frames = try StoredPNG.frames(of: await recording.result().file)
        #expect(frames.map { SceneStrip.read($0)?.orientation } == [.upMirrored, .upMirrored])
    }

    @Test func `A JPEG has the right size and marker segments`() async throws {
        let camera = try await open()
        let photo = try await camera.capturePhoto(PhotoSettings())
        let bytes = [UInt8](try Data(contentsOf: photo.file.url))
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) && bytes.suffix(2) == [0xFF, 0xD9])
        let frame = try #require(Data(bytes).range(of: Data([0xFF, 0xC0])))
        #expect(Array(bytes[frame.upperBound + 3..<frame.upperBound + 7]) == [0, 120, 0, 160])
    }

    @Test func `A better quality makes a larger JPEG`() throws {
        let frame = SimulatedScene().frame(
            SimulatedFrame(number: 1, milliseconds: 1, size: PixelSize(width: 80, height: 61)))
        let sizes = try [20, 60, 95].map { try StillEncoder.encode(frame, as: .jpeg, quality: $0).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
        #expect(throws: CameraError.self) { try StillEncoder.encode(frame, as: .heic, quality: 50) }
    }

    @Test func `A PNG is read back as it was`() throws {
        let frame = SimulatedScene().frame(
            SimulatedFrame(number: 1, milliseconds: 1, size: PixelSize(width: 301, height: 97)))
        #expect(try StoredPNG.frame(PNGEncoder.encode(frame)).bytes == frame.bytes)
    }

    @Test func `A movie counts its frames in the file`() async throws {
        let camera = try await open()
        let recording = try await camera.startRecording(RecordingSettings())
        camera.tick(5)
        recording.stop()
        let video = try await recording.result()
        #expect(video.duration == 0.2 && video.framesPerSecond == 25 && video.sound == .missing(.noMicrophone))
        let bytes = try Data(contentsOf: video.file.url)
        let table = try #require(bytes.range(of: Data("stsz".utf8)))
        #expect(Array(bytes[table.upperBound + 8..<table.upperBound + 12]) == [0, 0, 0, 5])
        #expect(bytes.count > 5 * 160 * 120 * 3)
    }

    @Test func `A recording ends at its largest size`() async throws {
        let camera = try await open()
        let recording = try await camera.startRecording(RecordingSettings(maximumByteCount: 150_000))
        camera.tick(20)
        #expect(try await recording.result().duration == 0.12)
    }

    @Test func `A recording that is stopped before its first frame is cancelled`() async throws {
        let camera = try await open()
        let recording = try await camera.startRecording(RecordingSettings())
        recording.stop()
        await #expect(throws: CameraError.cancelled) { try await recording.result() }
    }

    @Test func `Files vanish with their owner, and cannot be made in a folder that is not there`() async throws {
        let camera = try await open()
        var photo: CapturedPhoto? = try await camera.capturePhoto(PhotoSettings(format: .png))
        let path = try #require(photo?.file.path.string)
        #expect(FileManager.default.fileExists(atPath: path))
        photo = nil
        #expect(!FileManager.default.fileExists(atPath: path))
        let homeless = SimulatedCamera(folder: MediaPath("/nowhere/at/all"))
        try await homeless.start(CameraConfiguration(camera: "simulated-rear"))
        await #expect(throws: CameraError.readOnly(folder: "/nowhere/at/all")) {
            try await homeless.capturePhoto(PhotoSettings())
        }
    }

    @Test func `Errors come in the order in which they were asked for, and then it works`() async throws {
        let camera = SimulatedCamera()
        camera.fail(.devices, with: .pipeWireMissing, .sessionManagerMissing)
        await #expect(throws: CameraError.pipeWireMissing) { try await camera.devices() }
        await #expect(throws: CameraError.sessionManagerMissing) { try await camera.devices() }
        #expect(try await camera.devices().count == 2)
    }

    @Test func `While frames stay out there is no photo`() async throws {
        let camera = try await open()
        camera.interrupt()
        await #expect(throws: CameraError.notReady) { try await camera.capturePhoto(PhotoSettings()) }
        camera.tick(3)
        #expect(camera.frameNumber == 0)
        camera.resume()
        camera.tick()
        #expect(camera.frameNumber == 1)
    }
}
