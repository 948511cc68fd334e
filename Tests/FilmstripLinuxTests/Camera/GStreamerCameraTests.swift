import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)), .serialized)
struct GStreamerCameraTests {
    private static let front: CameraDevice.ID = "simulated-front"

    private func both(_ drawn: @escaping @Sendable (SimulatedFrame) -> Void = { _ in }) -> [SimulatedDevice] {
        [BarDevice.make(draws: drawn), BarDevice.make(Self.front, position: .front, flash: nil, draws: drawn)]
    }

    private func picture(_ file: MediaFile) throws -> PixelFrame {
        try #require(try Decoding.frames(file.path).first)
    }

    // MARK: Devices

    @Test func `2.1 simulated cameras are offered, as such, where there is no other`() async throws {
        let bench = CaptureBench(both())
        #expect(try await bench.camera.devices().map(\.kind) == [.simulated, .simulated])
        let proud = CaptureBench(both()) { $0.offersSimulatedWhenAlone = false }
        await #expect(throws: CameraError.noCamera) { try await proud.camera.devices() }
        try await proud.start()
        await proud.camera.stop()
    }

    @Test func `2.1 no camera, and a camera that is not there, are errors by name`() async {
        let bench = CaptureBench([])
        await #expect(throws: CameraError.noCamera) { try await bench.camera.devices() }
        await #expect(throws: CameraError.noCamera) { try await bench.start() }
        await #expect(throws: CameraError.notReady) { try await bench.camera.capturePhoto(PhotoSettings()) }
        await #expect(throws: CameraError.notReady) { try await bench.camera.startRecording(RecordingSettings()) }
        await #expect(throws: CameraError.notReady) { try await bench.camera.apply(DeviceAdjustment(zoom: 2)) }
    }

    @Test func `Previews show the camera, scaled to fit, with rising times`() async throws {
        let bench = CaptureBench()
        let previews = bench.camera.previews()
        try await bench.camera.start(
            CameraConfiguration(camera: "simulated-rear", previewSize: PixelSize(width: 320, height: 320)))
        var times: [Double] = []
        var numbers: [Int?] = []
        for await frame in previews.prefix(5) {
            #expect(frame.size == PixelSize(width: 320, height: 180))
            times.append(frame.time)
            numbers.append(BarDevice.number(in: frame))
        }
        await bench.camera.stop()
        #expect(times == times.sorted() && Set(times).count == 5)
        #expect(!numbers.contains(nil))
    }

    // MARK: Photos

    @Test func `2.6 a photo shows the moment of the call, as a file of its own`() async throws {
        let drawn = Locked(0)
        let bench = CaptureBench([BarDevice.make { frame in drawn.withLock { $0 = frame.number } }])
        try await bench.start()
        for _ in 0..<5 {
            let before = drawn.withLock { $0 }
            let photo = try await bench.camera.capturePhoto(PhotoSettings())
            let number = try #require(BarDevice.number(in: try picture(photo.file)))
            // The frame that was in hand, or the next one.
            #expect((before - 1...before + 2).contains(number))
            #expect(photo.size == PixelSize(width: 640, height: 360))
            #expect(photo.shutterLatency >= 0)
            try await Task.sleep(for: .milliseconds(37))
        }
        await bench.camera.stop()
    }

    @Test(arguments: [ContentType.jpeg, .png, .webP, .heic])
    func `2.6 a photo comes in each format of a still`(_ format: ContentType) async throws {
        let bench = CaptureBench()
        try await bench.start()
        let photo = try await bench.camera.capturePhoto(PhotoSettings(format: format))
        await bench.camera.stop()
        #expect(photo.file.contentType == format)
        let bytes = try Data(contentsOf: photo.file.url)
        let marks: [ContentType: (at: Int, text: [UInt8])] = [
            .jpeg: (0, [0xFF, 0xD8, 0xFF]), .png: (1, Array("PNG".utf8)), .webP: (8, Array("WEBP".utf8)),
            .heic: (4, Array("ftypheic".utf8)),
        ]
        let mark = try #require(marks[format])
        #expect(Array(bytes[mark.at..<mark.at + mark.text.count]) == mark.text)
    }

    @Test func `A format that is no still is refused by name, and the camera goes on`() async throws {
        let bench = CaptureBench()
        try await bench.start()
        let error = await #expect(throws: CameraError.self) {
            try await bench.camera.capturePhoto(PhotoSettings(format: .mp4))
        }
        #expect(error?.code == .unsupportedFormat)
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        await bench.camera.stop()
    }

    // fujii-kenichi/tamarin 2, kaeawc/auto-mobile 5415.
    @Test func `C52 ten photos at once, on a clock that stands, are ten files with their own bytes`() async throws {
        let bench = CaptureBench { $0.now = { Date(timeIntervalSince1970: 1_700_000_000) } }
        try await bench.start()
        let camera = bench.camera
        let photos = try await withThrowingTaskGroup(of: CapturedPhoto.self) { group in
            for _ in 0..<10 { group.addTask { try await camera.capturePhoto(PhotoSettings()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await bench.camera.stop()
        #expect(Set(photos.map(\.file.path)).count == 10)
        for photo in photos { #expect(BarDevice.number(in: try picture(photo.file)) != nil) }
    }

    @Test func `2.3 the flash lights the shot and nothing else, and a camera without it goes without`() async throws {
        let bench = CaptureBench(both())
        try await bench.start()
        let lit = try await bench.camera.capturePhoto(PhotoSettings(flash: .on))
        #expect(BarDevice.brightness(in: try picture(lit.file)) > 180)
        try await Task.sleep(for: .milliseconds(100))
        let plain = try await bench.camera.capturePhoto(PhotoSettings(flash: .off))
        #expect(BarDevice.brightness(in: try picture(plain.file)) < 130)
        // The scene is bright enough.
        let automatic = try await bench.camera.capturePhoto(PhotoSettings(flash: .auto))
        #expect(BarDevice.brightness(in: try picture(automatic.file)) < 130)
        try await bench.start(Self.front)
        let without = try await bench.camera.capturePhoto(PhotoSettings(flash: .on))
        #expect(BarDevice.brightness(in: try picture(without.file)) < 130)
        await bench.camera.stop()
    }

    // MARK: Changes

    @Test func `2.4 focus, exposure and zoom reach the device, and the next photo shows them`() async throws {
        let seen = Locked<DeviceAdjustment?>(nil)
        let bench = CaptureBench([BarDevice.make { frame in seen.withLock { $0 = frame.adjustment } }])
        try await bench.start()
        let point = PicturePoint(x: 0.25, y: 0.75)
        try await bench.camera.apply(DeviceAdjustment(focusMode: .auto, focusPoint: point))
        try await bench.camera.apply(DeviceAdjustment(exposureBias: 1, zoom: 2))
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        #expect(
            seen.withLock { $0 }
                == DeviceAdjustment(focusMode: .auto, focusPoint: point, exposureBias: 1, zoom: 2))
        await bench.camera.stop()
    }

    @Test func `2.9 a change of which one part is impossible is refused as a whole`() async throws {
        let seen = Locked<DeviceAdjustment?>(nil)
        let bench = CaptureBench([BarDevice.make { frame in seen.withLock { $0 = frame.adjustment } }])
        try await bench.start()
        let error = await #expect(throws: CameraError.self) {
            try await bench.camera.apply(DeviceAdjustment(exposureBias: 2, zoom: 40))
        }
        #expect(error?.code == .configurationFailed)
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        #expect(seen.withLock { $0 } == DeviceAdjustment())
        await bench.camera.stop()
    }

    @Test func `2.5 a flip is one change, and one that fails keeps the camera that worked`() async throws {
        let bench = CaptureBench(both())
        try await bench.start()
        try await bench.start(Self.front)
        #expect(try await bench.camera.capturePhoto(PhotoSettings()).camera == Self.front)
        await #expect(throws: CameraError.noCamera) { try await bench.start("gone") }
        #expect(try await bench.camera.capturePhoto(PhotoSettings()).camera == Self.front)
        await bench.camera.stop()
    }

    // signalapp/Signal-Android 10698, cosmic-utils/cosmic-ext-camera 366.
    @Test(arguments: [ContentType.jpeg, .png])
    func `C70 2.6 a front camera's files are mirrored when asked for, a rear one's never`(
        _ format: ContentType
    ) async throws {
        let bench = CaptureBench([
            SideDevice.make("simulated-rear", .rear), SideDevice.make(Self.front, .front),
        ])
        for (id, mirrored, left) in [
            ("simulated-rear", true, true), (Self.front, false, true), (Self.front, true, false),
        ] as [(CameraDevice.ID, Bool, Bool)] {
            try await bench.start(id, mirrored: mirrored)
            let photo = try await bench.camera.capturePhoto(PhotoSettings(format: format))
            #expect(SideDevice.isBrightLeft(try picture(photo.file)) == left)
            let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
            try await Task.sleep(for: .milliseconds(400))
            recording.stop()
            let video = try await recording.result()
            #expect(SideDevice.isBrightLeft(try picture(video.file)) == left)
        }
        await bench.camera.stop()
    }

    @Test func `2.8 another scene that stays is told`() async throws {
        let isDark = Locked(false)
        let scene = BarDevice.make()
        let bench = CaptureBench([
            SimulatedDevice(device: scene.device) { frame, pixels, bytesPerRow in
                scene.draw(frame, pixels, bytesPerRow)
                if isDark.withLock({ $0 }) { memset(pixels.baseAddress!, 10, pixels.count) }
            }
        ])
        let log = EventLog(bench.camera.events())
        try await bench.start()
        try await Task.sleep(for: .milliseconds(300))
        try await bench.camera.apply(DeviceAdjustment(torch: true))
        try await Task.sleep(for: .milliseconds(900))
        // The device's own change is none of the scene's.
        #expect(!log.all.contains(.subjectAreaChanged))
        isDark.withLock { $0 = true }
        #expect(try await log.wait(3) { $0 == .subjectAreaChanged })
        await bench.camera.stop()
    }

    // MARK: Silence and the end

    @Test func `C74 2.8 a camera that gives no frames is told, opened anew, and resumes`() async throws {
        let isStuck = Locked(false)
        let bench = CaptureBench([
            BarDevice.make { _ in while isStuck.withLock({ $0 }) { usleep(10_000) } }
        ])
        let log = EventLog(bench.camera.events())
        try await bench.start()
        isStuck.withLock { $0 = true }
        #expect(try await log.wait(3) { $0 == .interrupted(.noFrames) })
        isStuck.withLock { $0 = false }
        #expect(try await log.wait(3) { $0 == .resumed })
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        #expect(log.all == [.interrupted(.noFrames), .resumed])
        await bench.camera.stop()
    }

    @Test func `C74 no frame for five seconds is a lost camera, told once, and the movie so far is whole`() async throws
    {
        let isStuck = Locked(false)
        let bench = CaptureBench([
            BarDevice.make { _ in while isStuck.withLock({ $0 }) { usleep(10_000) } }
        ])
        let log = EventLog(bench.camera.events())
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        try await Task.sleep(for: .seconds(1))
        isStuck.withLock { $0 = true }
        defer { isStuck.withLock { $0 = false } }
        let video = try await recording.result()
        #expect(video.interruption == .noFrames)
        #expect(abs(video.duration - 1) < 0.5)
        #expect(try await log.wait(8) { $0 == .failed(.cameraLost("simulated-rear")) })
        await #expect(throws: CameraError.notReady) { try await bench.camera.capturePhoto(PhotoSettings()) }
        let start = ContinuousClock.now
        await bench.camera.stop()
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(log.all.count { if case .failed = $0 { true } else { false } } == 1)
    }

    @Test func `C74 a recording that begins while the camera is to be opened anew ends, and nobody waits for it`()
        async throws
    {
        let isStuck = Locked(false)
        let isTold = DispatchSemaphore(value: 0)
        let device = BarDevice.make { _ in while isStuck.withLock({ $0 }) { usleep(10_000) } }
        let bench = CaptureBench([device]) {
            $0.encoders = VideoEncoderChoice(
                installed: {
                    // The camera stands still while the encoder is chosen.
                    isStuck.withLock { $0 = true }
                    _ = isTold.wait(timeout: .now() + 10)
                    isStuck.withLock { $0 = false }
                    return VideoEncoder.known.filter(\.isInstalled)
                }, speed: { _, _ in .infinity })
        }
        let log = EventLog(bench.camera.events())
        let events = bench.camera.events()
        let telling = Task { for await event in events where event == .interrupted(.noFrames) { isTold.signal() } }
        defer { telling.cancel() }
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        // The last frames of the old camera may still have come.
        do {
            #expect(try await recording.result().interruption == .noFrames)
        } catch {
            #expect(error == .recordingFailed("the camera gave no picture"))
        }
        #expect(try await log.wait(5) { $0 == .resumed })
        await bench.camera.stop()
    }

    @Test func `A withdrawn permission ends the use with one event, and the movie says why`() async throws {
        let permissions = SetPermissions()
        let bench = CaptureBench(permissions: permissions)
        let log = EventLog(bench.camera.events())
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        try await Task.sleep(for: .milliseconds(500))
        permissions.set(.microphone, .denied)
        permissions.set(.camera, .denied)
        #expect(try await recording.result().interruption == .permissionLost)
        #expect(try await log.wait(2) { $0 == .failed(.permissionLost) })
        await #expect(throws: CameraError.notReady) { try await bench.camera.capturePhoto(PhotoSettings()) }
        #expect(log.all.count == 1)
    }
}

/// A device whose left half is bright.
enum SideDevice {
    static func make(_ id: CameraDevice.ID, _ position: CameraDevice.Position) -> SimulatedDevice {
        let device = CameraDevice(
            id: id, name: "Sides", position: position, kind: .simulated,
            formats: [CameraFormat(size: PixelSize(width: 320, height: 240), framesPerSecond: 30, media: "raw")])
        return SimulatedDevice(device: device) { frame, pixels, bytesPerRow in
            for row in 0..<frame.size.height {
                let start = pixels.baseAddress! + row * bytesPerRow
                memset(start, 230, frame.size.width * 2)
                memset(start + frame.size.width * 2, 20, frame.size.width * 2)
            }
        }
    }

    static func isBrightLeft(_ frame: PixelFrame) -> Bool {
        let row = frame.bytes.startIndex + frame.size.height / 2 * frame.bytesPerRow
        return frame.bytes[row + frame.size.width] > frame.bytes[row + frame.size.width * 3]
    }
}
