import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)))
struct GStreamerRecordingTests {
    /// Records that long, and ends by asking.
    private func record(
        _ bench: CaptureBench, _ seconds: Double, _ settings: RecordingSettings = RecordingSettings()
    ) async throws -> CapturedVideo {
        try await bench.start()
        let recording = try await bench.camera.startRecording(settings)
        try await Task.sleep(for: .seconds(seconds))
        recording.stop()
        recording.stop()
        let video = try await recording.result()
        #expect(try await recording.result().file === video.file)
        await bench.camera.stop()
        return video
    }

    @Test func `A movie holds a frame once and in order, from the moment of the return, with sound`() async throws {
        let drawn = Locked(0)
        let bench = CaptureBench(
            [BarDevice.make { frame in drawn.withLock { $0 = frame.number } }], microphone: .simulated)
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings())
        let first = drawn.withLock { $0 }
        try await Task.sleep(for: .seconds(2))
        recording.stop()
        let video = try await recording.result()
        await bench.camera.stop()
        #expect(video.sound == .recorded)
        #expect(video.framesDropped == 0)
        #expect(video.interruption == nil)
        #expect(video.file.contentType == .mp4)
        let numbers = try Decoding.frames(video.file.path).compactMap(BarDevice.number)
        #expect(numbers.count >= 50)
        let start = try #require(numbers.first)
        // None twice, none out of order. A busy machine may skip some before they reach the camera's tap; benchmarks count those.
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
        #expect(start <= first + 1)
        #expect(abs(video.duration - 2) < 0.3)
        #expect(try Tracks(video.file.path).kinds == ["soun", "vide"])
        #expect(bench.names() == [video.file.path.name.string])
    }

    // piemonte/PBJVision 98, nkmrh/FilterCam 13.
    @Test func `C38 without a microphone the movie is silent and says why, within five seconds`() async throws {
        let clock = ContinuousClock.now
        let bench = CaptureBench(microphone: .none)
        let video = try await record(bench, 0.6)
        #expect(video.sound == .missing(.noMicrophone))
        #expect(try Tracks(video.file.path).kinds == ["vide"])
        #expect(ContinuousClock.now - clock < .seconds(5))
    }

    @Test(arguments: [
        (PermissionStatus.denied, ErrorCode.permissionDenied), (.restricted, .permissionRestricted),
    ])
    func `C38 a refused microphone makes a silent movie, and stills never ask for it`(
        _ status: PermissionStatus, _ reason: ErrorCode
    ) async throws {
        let permissions = SetPermissions([.microphone: status])
        let bench = CaptureBench(microphone: .simulated, permissions: permissions)
        let video = try await record(bench, 0.6)
        #expect(video.sound == .missing(reason))
        #expect(try Tracks(video.file.path).kinds == ["vide"])
        try await bench.start()
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        await bench.camera.stop()
        #expect(permissions.requests.isEmpty)
    }

    @Test func `A movie that is stopped before its first frame is cancelled, and leaves nothing`() async throws {
        let bench = CaptureBench()
        let recording = try bench.recording()
        async let began = recording.began()
        recording.stop()
        await #expect(throws: CameraError.cancelled) { try await recording.result() }
        #expect(await began == false)
        #expect(bench.names().isEmpty)
    }

    @Test func `A movie tells when its first frame is in it, and keeps the millisecond of its beginning`() async throws
    {
        let bench = CaptureBench()
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        #expect(await recording.began())
        #expect(await recording.began())
        recording.stop()
        let video = try await recording.result()
        await bench.camera.stop()
        let header = try MediaHeaderReader.read(FileByteSource(path: video.file.path), name: "a.mp4")
        let date = try #require(header.date)
        #expect(abs(date.instant.timeIntervalSince(video.date.instant)) < 0.001)
        #expect(date.offsetFromUTC == video.date.offsetFromUTC)
    }

    @Test func `Sound that nobody wanted is no fault`() async throws {
        let video = try await record(CaptureBench(microphone: .simulated), 0.5, RecordingSettings(wantsSound: false))
        #expect(video.sound == .notWanted)
    }

    @Test func `A limit of time ends a movie by itself, at that time`() async throws {
        let bench = CaptureBench(microphone: .simulated)
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(maximumDuration: 1))
        let video = try await recording.result()
        await bench.camera.stop()
        #expect(video.interruption == nil)
        #expect(abs(video.duration - 1) < 0.1)
    }

    @Test func `A limit of bytes ends a movie by itself, and is kept`() async throws {
        let bench = CaptureBench([NoiseDevice.make()])
        try await bench.start()
        let limit: Int64 = 900_000
        let recording = try await bench.camera.startRecording(
            RecordingSettings(wantsSound: false, maximumByteCount: limit))
        let video = try await recording.result()
        await bench.camera.stop()
        let count = try Data(contentsOf: video.file.url).count
        #expect(count <= limit)
        #expect(count > limit / 4)
    }

    @Test func `Only one movie at a time, the camera stays while it runs, and photos are taken beside it`() async throws
    {
        let bench = CaptureBench()
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings())
        await #expect(throws: CameraError.recordingInProgress) {
            try await bench.camera.startRecording(RecordingSettings())
        }
        await #expect(throws: CameraError.recordingInProgress) { try await bench.start() }
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        try await Task.sleep(for: .milliseconds(300))
        // Closing finishes the movie.
        await bench.camera.stop()
        #expect(try await recording.result().duration > 0.2)
    }

    @Test func `A second movie follows the first`() async throws {
        let bench = CaptureBench()
        for _ in 0..<2 {
            try await bench.start()
            for _ in 0..<2 {
                let recording = try await bench.camera.startRecording(RecordingSettings())
                try await Task.sleep(for: .milliseconds(300))
                recording.stop()
                #expect(try await recording.result().duration > 0.1)
            }
            await bench.camera.stop()
        }
    }

    @Test func `C38 where nothing makes AAC the movie is silent and says why`() async throws {
        let bench = CaptureBench(microphone: .simulated) {
            $0.encoders.has = { !["avenc_aac", "fdkaacenc", "voaacenc"].contains($0) && GStreamer.has($0) }
        }
        let video = try await record(bench, 0.5)
        #expect(video.sound == .missing(.unsupportedFormat))
        #expect(try Tracks(video.file.path).kinds == ["vide"])
        #expect(try Decoding.frames(video.file.path).count > 5)
    }

    @Test func `C38 a microphone without an encoder beside it makes no sound, and no crash`() async throws {
        let bench = CaptureBench()
        let source = try SoundSource("audiotestsrc name=source is-live=true")
        let video = try await bench.make(sound: source, soundEncoder: nil, silence: .missing(.unsupportedFormat))
        #expect(video.sound == .missing(.unsupportedFormat))
        #expect(try Tracks(video.file.path).kinds == ["vide"])
    }

    @Test func `C38 a microphone that says nothing has recorded nothing`() async throws {
        let bench = CaptureBench()
        // It opens with one piece of sound, and falls silent before the first picture.
        let source = try SoundSource("audiotestsrc name=source is-live=true num-buffers=1")
        #expect(await source.start(timeout: 5))
        let silent = try await bench.make(sound: source, soundEncoder: VideoEncoder.known[0].sound())
        #expect(silent.sound == .missing(.noMicrophone))
    }

    @Test func `Where no encoder keeps the pace the movie is smaller and says so, and photos are whole`() async throws {
        let size = PixelSize(width: 960, height: 720)
        let bench = CaptureBench([BarDevice.make(size: size)]) {
            $0.encoders.speed = { _, size in size.height > 540 ? 25 : 100 }
        }
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings(wantsSound: false))
        let photo = try await bench.camera.capturePhoto(PhotoSettings())
        try await Task.sleep(for: .milliseconds(500))
        recording.stop()
        let video = try await recording.result()
        await bench.camera.stop()
        #expect(video.size == PixelSize(width: 720, height: 540))
        let frames = try Decoding.frames(video.file.path)
        #expect(frames.first?.size == video.size)
        #expect(photo.size == size)
        #expect(try Decoding.frames(photo.file.path).first?.size == size)
    }

    @Test func `More quality at a size that a busy machine keeps is more bytes than less at the whole size`()
        async throws
    {
        // Squares that change in each frame: what they cost is what one spends.
        let squares = SimulatedDevice(device: BarDevice.make(size: PixelSize(width: 960, height: 720)).device) {
            frame, pixels, bytesPerRow in
            var state = UInt64(frame.number + 1) &* 0x9E37_79B9_7F4A_7C15
            for place in 0..<32 * 24 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let corner = place / 32 * 30 * bytesPerRow + place % 32 * 30 * 4
                for row in 0..<30 {
                    memset(pixels.baseAddress! + corner + row * bytesPerRow, Int32(state & 0xFF), 30 * 4)
                }
            }
        }
        var bits: [Double] = []
        for (quality, isBusy) in [(RecordingSettings.Quality.low, false), (.high, true)] {
            let bench = CaptureBench([squares]) {
                $0.encoders.speed = { _, size in isBusy && size.height > 360 ? 25 : 100 }
            }
            let video = try await record(bench, 1, RecordingSettings(quality: quality, wantsSound: false))
            #expect(video.size.height == (isBusy ? 360 : 720))
            let frames = max(1, try Decoding.frames(video.file.path).count)
            bits.append(Double(try Data(contentsOf: video.file.url).count) / Double(frames))
        }
        #expect(bits[1] > bits[0], "\(bits)")
    }

    @Test(arguments: [Int64(1), 0, -1, 12_001, 20_000], [true, false])
    func `A limit of bytes that is too small makes one picture or an error, and no rate that is none`(
        _ limit: Int64, _ hasSound: Bool
    ) async throws {
        let bench = CaptureBench([NoiseDevice.make()], microphone: .simulated)
        try await bench.start()
        let recording = try await bench.camera.startRecording(
            RecordingSettings(wantsSound: hasSound, maximumByteCount: limit))
        do {
            let video = try await recording.result()
            #expect(video.framesPerSecond.isFinite && video.duration.isFinite)
            #expect(video.duration > 0)
            #expect(try Tracks(video.file.path).kinds.contains("vide"))
        } catch let error as CameraError {
            #expect(error.code == .recordingFailed)
            #expect(bench.names().isEmpty)
        }
        await bench.camera.stop()
    }

    @Test(.enabled(if: VideoEncoder.known[2].isInstalled, "the encoder of WebM is missing"))
    func `A limit of bytes that sound alone reaches is an error, and no movie`() async throws {
        let bench = CaptureBench()
        let source = try SoundSource("audiotestsrc name=source is-live=true wave=white-noise")
        #expect(await source.start(timeout: 5))
        // No picture comes through.
        let encoder = VideoEncoder(factory: "valve drop=true ! vp8enc", contentType: .webM)
        let error = await #expect(throws: CameraError.self) {
            try await bench.make(
                sound: source, soundEncoder: encoder.sound(), encoder: encoder, limit: 20_000, stops: false)
        }
        #expect(error?.code == .recordingFailed)
        #expect(bench.names().isEmpty)
    }

    @Test(.enabled(if: VideoEncoder.known[2].isInstalled, "the encoder of WebM is missing"))
    func `WebM is made where nothing makes H264`() async throws {
        let bench = CaptureBench { $0.encoders = .always(VideoEncoder.known[2]) }
        let video = try await record(bench, 0.8)
        #expect(video.file.contentType == .webM)
        #expect(try Decoding.frames(video.file.path).count > 10)
    }

    @Test func `Without any encoder it is an error by name, and no file is left`() async throws {
        let bench = CaptureBench { $0.encoders = VideoEncoderChoice(installed: { [] }, speed: { _, _ in 0 }) }
        try await bench.start()
        let error = await #expect(throws: CameraError.self) {
            try await bench.camera.startRecording(RecordingSettings())
        }
        #expect(error?.code == .recordingFailed)
        #expect(bench.names().isEmpty)
        await bench.camera.stop()
    }

    // divinevideo/divine-mobile 9262, ponchio/untrunc 294.
    @Test func `5.7 C37 what a killed program leaves behind plays, and gets a name at the next start`() async throws {
        let bench = CaptureBench(microphone: .simulated)
        try await bench.start()
        let recording = try await bench.camera.startRecording(RecordingSettings())
        try await Task.sleep(for: .seconds(3))
        // What is in the file at this moment is what a kill leaves.
        let left = MediaPath(bench.folder.string + "-left")
        try FileManager.default.copyItem(atPath: bench.folder.string, toPath: left.string)
        defer { try? FileManager.default.removeItem(atPath: left.string) }
        // Nobody takes a movie away that is being written.
        #expect(RecordingRecovery(folder: bench.folder).recover().isEmpty)
        recording.stop()
        _ = try await recording.result()
        await bench.camera.stop()
        // A killed program had no picture yet, or was just making its movie shorter.
        try Data().write(to: left.appending(".VID_20260101_000000000.mp4.part").url)
        try Data(count: 5000).write(to: left.appending(".VID_20260101_000000000.mp4.small.part").url)

        let saved = RecordingRecovery(folder: left).recover()
        #expect(saved.count == 1)
        let path = try #require(saved.first)
        #expect(try Decoding.frames(path).count >= 60)
        #expect(try FileManager.default.contentsOfDirectory(atPath: left.string) == [path.name.string])
        #expect(RecordingRecovery(folder: left).recover().isEmpty)
    }

    @Test func `C37 a camera saves what a killed program left in its folder when it starts first`() async throws {
        let bench = CaptureBench()
        try FileManager.default.createDirectory(atPath: bench.folder.string, withIntermediateDirectories: true)
        try Data().write(to: bench.folder.appending(".VID_20260101_000000000.mp4.part").url)
        try await bench.start()
        #expect(bench.names().isEmpty)
        await bench.camera.stop()
    }

    @Test func `C37 a folder that is not there has nothing to recover`() {
        #expect(RecordingRecovery(folder: MediaPath("/nowhere/at/all")).recover().isEmpty)
    }
}

/// A device that no encoder can make small.
enum NoiseDevice {
    static func make() -> SimulatedDevice {
        let device = CameraDevice(
            id: "simulated-rear", name: "Noise", position: .rear, kind: .simulated,
            formats: [CameraFormat(size: PixelSize(width: 640, height: 360), framesPerSecond: 30, media: "raw")])
        return SimulatedDevice(device: device) { frame, pixels, _ in
            var seed = UInt64(frame.number) &* 0x9E37_79B9_7F4A_7C15 | 1
            pixels.withMemoryRebound(to: UInt64.self) { words in
                for index in words.indices {
                    seed ^= seed << 13
                    seed ^= seed >> 7
                    seed ^= seed << 17
                    words[index] = seed
                }
            }
        }
    }
}

/// The tracks of a movie in MP4.
struct Tracks {
    /// Their handlers, sorted.
    let kinds: [String]
    /// The number of the first frame that needs no other, from 1; nil where all are such.
    let firstKey: Int?

    init(_ path: MediaPath) throws {
        let bytes = try Data(contentsOf: path.url)
        var kinds: [String] = []
        var at = bytes.startIndex
        while let found = bytes[at...].firstRange(of: Data("hdlr".utf8)) {
            kinds.append(String(decoding: bytes[found.lowerBound + 12..<found.lowerBound + 16], as: UTF8.self))
            at = found.upperBound
        }
        self.kinds = kinds.filter { ["meta", "soun", "vide"].contains($0) }.sorted()
        // Behind version, flags and count stands the number of the first frame that needs no other.
        firstKey = bytes.firstRange(of: Data("stss".utf8)).map { Int(bytes[$0.upperBound + 11]) }
    }
}
