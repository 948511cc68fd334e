import Filmstrip
import FilmstripFormats
import FilmstripTesting
import Foundation
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// Live photos of simulated devices, through the real encoders.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct GStreamerCameraLiveTests {
    private func header(_ file: MediaFile) throws -> MediaHeader {
        try MediaHeaderReader.read(FileByteSource(path: file.path), name: file.path.name.string)
    }

    /// A camera that has run for so long in live mode.
    private func running(
        _ bench: CaptureBench, _ seconds: Double, _ settings: LiveSettings = LiveSettings()
    ) async throws -> LiveMode? {
        try await bench.start()
        let mode = try await bench.camera.setLiveMode(settings)
        try await Task.sleep(for: .seconds(seconds))
        return mode
    }

    private func shoot(_ bench: CaptureBench, _ settings: PhotoSettings = PhotoSettings()) async throws
        -> CapturedLivePhoto
    {
        try await bench.camera.captureLivePhoto(settings).result()
    }

    /// The numbers that a movie's frames show, and which one it shows at a time.
    private func numbers(_ movie: MediaFile, at seconds: Double) throws -> (all: [Int], shown: Int) {
        let frames = try Decoding.frames(movie.path)
        let numbers = try frames.map { try #require(BarDevice.number(in: $0)) }
        let place = try #require(frames.lastIndex { $0.time <= seconds })
        return (numbers, numbers[place])
    }

    private func number(_ photo: CapturedPhoto) throws -> Int {
        try #require(try Decoding.frames(photo.file.path).first.flatMap(BarDevice.number))
    }

    @Test func `5.5 a live photo is three seconds of movie, which marks the very frame of its still`() async throws {
        let bench = CaptureBench(microphone: .simulated)
        #expect(try await running(bench, 2.4) == LiveMode(sound: .recorded))
        let taken = try await shoot(bench)
        await bench.camera.stop()
        let movie = try taken.movie.get()
        let facts = try header(movie.file)
        let marked = try #require(facts.stillTime)
        #expect(abs(marked - taken.stillTime) < 0.01)
        let (all, shown) = try numbers(movie.file, at: marked)
        let still = try number(taken.photo)
        #expect(shown == still, "\(shown) for \(still)")
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(all)")
        // It begins where frames can begin: up to half a second early. A busy machine's frames come when they come.
        #expect((2.7...3.9).contains(movie.duration), "\(movie.duration) s")
        #expect((1.4...2.2).contains(taken.stillTime), "\(taken.stillTime) s")
        #expect(abs((facts.duration ?? 0) - movie.duration) < 0.1)
        #expect(movie.sound == .recorded && movie.interruption == nil)
        #expect(try Tracks(movie.file.path).kinds == ["meta", "soun", "vide"])
        #expect(try Tracks(movie.file.path).firstKey == 1)
    }

    @Test func `5.5 still and movie carry one identifier, one moment and one name, and other programs read them`()
        async throws
    {
        let bench = CaptureBench()
        _ = try await running(bench, 0.5)
        let place = Place(latitude: 12.5, longitude: -7.25)
        let taken = try await shoot(bench, PhotoSettings(place: place))
        await bench.camera.stop()
        let movie = try taken.movie.get()
        let (still, moving) = (try header(taken.photo.file), try header(movie.file))
        let identifier = try #require(still.contentIdentifier)
        #expect(UUID(uuidString: identifier) != nil && moving.contentIdentifier == identifier)
        #expect(moving.contentType == .quickTime && movie.file.contentType == .quickTime)
        #expect(taken.photo.file.path.stem == movie.file.path.stem)
        #expect(still.place?.latitude == 12.5 && moving.place?.longitude == -7.25)
        let (first, second) = (try #require(still.date), try #require(moving.date))
        #expect(abs(first.instant.timeIntervalSince(second.instant)) < 1)
        #expect(first.offsetFromUTC == second.offsetFromUTC)
        #expect(bench.names().count == 2 && taken.media.kind == .livePhoto)
        guard let told = Self.exiftool(taken.photo.file.path, movie.file.path) else { return }
        #expect(told == [identifier, identifier], "\(told)")
    }

    /// The identifiers that exiftool finds; nil where there is no exiftool.
    private static func exiftool(_ still: MediaPath, _ movie: MediaPath) -> [String]? {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/exiftool")
        process.arguments = ["-s3", "-MediaGroupUUID", "-ContentIdentifier", "-q", still.string, movie.string]
        process.standardOutput = pipe
        do { try process.run() } catch { return nil }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map { String($0) }
    }

    @Test func `5.5 the library shows the two files as one live photo`() async throws {
        let bench = CaptureBench()
        _ = try await running(bench, 0.6)
        let taken = try await shoot(bench)
        await bench.camera.stop()
        let test = try TestLibrary()
        let added = try await test.library.add(NewMedia(taken.media))
        #expect(added.kind == .livePhoto && added.subtypes.contains(.live))
        // By the files alone, too.
        try test.write([UInt8](Data(contentsOf: taken.photo.file.url)), "a.jpg")
        try test.write([UInt8](Data(contentsOf: taken.movie.get().file.url)), "a.mov")
        try await test.library.index()
        #expect(try await test.assets().map(\.kind) == [.livePhoto, .livePhoto])
    }

    @Test func `5.5 what was captured becomes one motion photo, is split and joined, and shows the same`() async throws
    {
        let bench = CaptureBench()
        _ = try await running(bench, 1)
        let taken = try await shoot(bench)
        await bench.camera.stop()
        let folder = try TestFolder()
        let live = try #require(try LivePhotoFiles(taken.photo.file.path))
        #expect(live.form == .apple && abs((live.stillTime ?? 0) - taken.stillTime) < 0.01)
        let single = try await live.convert(to: .motionPhoto, in: folder.path("one"))
        #expect(single.movie == nil)
        let parts = try await #require(try LivePhotoFiles(single.still)).split(to: folder.path("two"))
        let movie = MediaFile(path: try #require(parts.movie), contentType: .quickTime, isTemporary: false)
        let before = try numbers(taken.movie.get().file, at: taken.stillTime + 0.001)
        let after = try numbers(movie, at: taken.stillTime + 0.001)
        #expect(after.all == before.all && after.shown == before.shown)
        try await LivePhotoFiles.join(still: parts.still, movie: movie.path, to: folder.path("joined.jpg"))
        let pair = try await #require(try LivePhotoFiles(folder.path("joined.jpg"))).convert(
            to: .apple, in: folder.path("three"))
        #expect(try LivePhotoFiles(pair.still)?.movie == pair.movie)
    }

    @Test func `5.5 a shot at once has fewer moments before it`() async throws {
        let bench = CaptureBench()
        _ = try await running(bench, 0)
        let taken = try await shoot(bench)
        await bench.camera.stop()
        let movie = try taken.movie.get()
        #expect(taken.stillTime < 1.2 && movie.duration < 3)
        #expect(try numbers(movie.file, at: taken.stillTime + 0.001).shown == number(taken.photo))
    }

    @Test func `5.5 live mode keeps a few seconds and bytes, and gives all back when it is off`() async throws {
        let bench = CaptureBench([NoiseDevice.make()], microphone: .simulated)
        _ = try await running(bench, 0)
        let reel = try #require(await bench.camera.live)
        var (longest, largest) = (0.0, 0)
        for _ in 0..<60 {
            try await Task.sleep(for: .milliseconds(100))
            let footprint = reel.footprint
            (longest, largest) = (max(longest, footprint.seconds), max(largest, footprint.byteCount))
        }
        #expect((LivePlan.span...2 * LivePlan.span).contains(longest), "\(longest) s")
        #expect(largest > 100_000 && largest <= LivePlan.frameLimit + LivePlan.soundLimit, "\(largest) bytes")
        #expect(try await bench.camera.setLiveMode(nil) == nil)
        #expect(reel.footprint == (0, 0))
        await #expect(throws: CameraError.notReady) { try await bench.camera.captureLivePhoto(PhotoSettings()) }
        weak let gone = reel
        _ = consume reel
        for _ in 0..<100 where gone != nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(gone == nil)
        await bench.camera.stop()
    }

    @Test func `5.5 the microphone is open in live mode alone, which says so, and is closed when it is withdrawn`()
        async throws
    {
        let permissions = SetPermissions([.microphone: .authorized])
        let bench = CaptureBench(microphone: .simulated, permissions: permissions)
        #expect(try await running(bench, 0.3)?.usesMicrophone == true)
        let reel = try #require(await bench.camera.live)
        permissions.set(.microphone, .denied)
        for _ in 0..<100 where reel.mode.usesMicrophone { try await Task.sleep(for: .milliseconds(20)) }
        #expect(reel.mode == LiveMode(sound: .missing(.permissionDenied)))
        let taken = try await shoot(bench)
        #expect(try taken.movie.get().sound == .missing(.permissionDenied))
        #expect(try Tracks(taken.movie.get().file.path).kinds == ["meta", "vide"])
        await bench.camera.stop()
        #expect(permissions.requests.isEmpty)
    }

    @Test(arguments: [
        (MicrophoneSource.none, PermissionStatus.authorized, ErrorCode.noMicrophone),
        (.simulated, .denied, .permissionDenied), (.simulated, .restricted, .permissionRestricted),
    ])
    func `5.5 C38 without a microphone live photos are silent, and say why`(
        _ microphone: MicrophoneSource, _ status: PermissionStatus, _ reason: ErrorCode
    ) async throws {
        let bench = CaptureBench(microphone: microphone, permissions: SetPermissions([.microphone: status]))
        #expect(try await running(bench, 0.2) == LiveMode(sound: .missing(reason)))
        let movie = try await shoot(bench).movie.get()
        await bench.camera.stop()
        #expect(movie.sound == .missing(reason))
        #expect(try Tracks(movie.file.path).kinds == ["meta", "vide"])
    }

    @Test func `5.5 live photos that overlap are whole, each around its own still, and previews go on`() async throws {
        let bench = CaptureBench(microphone: .simulated)
        let previews = Locked(0)
        let stream = bench.camera.previews()
        let watching = Task { for await _ in stream { previews.withLock { $0 += 1 } } }
        defer { watching.cancel() }
        _ = try await running(bench, 1.6)
        let before = previews.withLock { $0 }
        var captures: [LiveCapture] = []
        for _ in 0..<4 {
            captures.append(try await bench.camera.captureLivePhoto(PhotoSettings()))
            try await Task.sleep(for: .milliseconds(300))
        }
        var stills: [Int] = []
        for capture in captures {
            let taken = try await capture.result()
            let still = try number(taken.photo)
            #expect(try numbers(taken.movie.get().file, at: taken.stillTime + 0.001).shown == still)
            #expect(try taken.movie.get().duration > 2.4)
            stills.append(still)
        }
        await bench.camera.stop()
        #expect(zip(stills, stills.dropFirst()).allSatisfy { $0 < $1 }, "\(stills)")
        #expect(previews.withLock { $0 } - before > 30)
        #expect(bench.names().count == 8)
    }

    @Test func `5.5 more live photos at once than the camera holds are refused, and those under way are kept`()
        async throws
    {
        let bench = CaptureBench()
        _ = try await running(bench, 0.2)
        var captures: [LiveCapture] = []
        for _ in 0..<GStreamerCamera.mostLivePhotos {
            captures.append(try await bench.camera.captureLivePhoto(PhotoSettings()))
        }
        await #expect(throws: CameraError.busy) { try await bench.camera.captureLivePhoto(PhotoSettings()) }
        for capture in captures { _ = try await capture.result().movie.get() }
        _ = try await shoot(bench)
        await bench.camera.stop()
    }

    @Test func `5.5 a session that ends in the moments after keeps the still and what there is`() async throws {
        let bench = CaptureBench(microphone: .simulated)
        _ = try await running(bench, 1)
        let capture = try await bench.camera.captureLivePhoto(PhotoSettings())
        let clock = ContinuousClock.now
        await bench.camera.stop()
        // It does not wait for moments that cannot come.
        #expect(ContinuousClock.now - clock < .seconds(5))
        let taken = try await capture.result()
        let movie = try taken.movie.get()
        #expect(movie.interruption == nil && movie.duration < 2.5)
        #expect(try numbers(movie.file, at: taken.stillTime + 0.001).shown == number(taken.photo))
        #expect(bench.names().count == 2)
    }

    @Test func `5.5 a camera whose frames stay out in the moments after leaves the still, and a movie that says why`()
        async throws
    {
        let stops = Locked(false)
        let bench = CaptureBench([
            BarDevice.make { _ in while stops.withLock({ $0 }) { usleep(10_000) } }
        ])
        _ = try await running(bench, 0.8)
        let capture = try await bench.camera.captureLivePhoto(PhotoSettings())
        stops.withLock { $0 = true }
        let taken = try await capture.result()
        stops.withLock { $0 = false }
        await bench.camera.stop()
        let movie = try taken.movie.get()
        #expect(movie.interruption == .noFrames)
        #expect(try numbers(movie.file, at: taken.stillTime + 0.001).all.count > 5)
        #expect(try Decoding.frames(taken.photo.file.path).count == 1)
    }

    @Test(arguments: [false, true]) func `5.5 both parts are mirrored, or neither`(_ mirrored: Bool) async throws {
        let bench = CaptureBench(SimulatedScene.devices)
        try await bench.camera.start(
            CameraConfiguration(
                camera: "simulated-front", preferredSize: PixelSize(width: 320, height: 240),
                mirrorsFrontCamera: mirrored))
        _ = try await bench.camera.setLiveMode(LiveSettings(wantsSound: false))
        let taken = try await shoot(bench)
        await bench.camera.stop()
        let orientation = mirrored ? Orientation.upMirrored : .up
        for file in [taken.photo.file, try taken.movie.get().file] {
            let readings = try Decoding.frames(file.path).compactMap(SceneStrip.read)
            #expect(!readings.isEmpty && readings.allSatisfy { $0.orientation == orientation })
            #expect(try header(file).orientation == .up)
        }
    }

    @Test(arguments: [ContentType.png, .webP, .gif]) func `5.5 a still that cannot carry an identifier is refused`(
        _ format: ContentType
    ) async throws {
        let bench = CaptureBench()
        _ = try await running(bench, 0)
        await #expect(throws: CameraError.self) {
            try await bench.camera.captureLivePhoto(PhotoSettings(format: format))
        }
        #expect(bench.names().isEmpty)
        await bench.camera.stop()
    }

    @Test func `5.5 without an encoder for H.264 there is no live mode, and the camera goes on`() async throws {
        let bench = CaptureBench {
            $0.encoders = .always(VideoEncoder(factory: "vp8enc", contentType: .webM))
        }
        try await bench.start()
        await #expect(throws: CameraError.unsupportedFormat("live photos need an encoder for H.264")) {
            try await bench.camera.setLiveMode(LiveSettings())
        }
        _ = try await bench.camera.capturePhoto(PhotoSettings())
        await bench.camera.stop()
    }

    // donkeyteethUX/kcam 11: the folder cannot be written, and the photo is gone without a word.
    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"))
    func `5.5 C53 on a full disk the still is kept where it fits, and nothing is left half-written`() async throws {
        let folder = try TestFolder()
        let path = try folder.makeFolder("disk")
        let disk = try SmallDisk(over: path, size: "256k")
        defer { withExtendedLifetime(disk) {} }
        let bench = CaptureBench([NoiseDevice.make()]) { $0.folder = path }
        _ = try await running(bench, 1.2)
        let taken = try await shoot(bench, PhotoSettings(quality: 20))
        #expect(throws: CameraError.noSpace(folder: path.string)) { try taken.movie.get() }
        let names = [taken.photo.file.path.name.string]
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.string) == names)
        #expect(try taken.media.kind == .photo && header(taken.photo.file).contentIdentifier == nil)
        await #expect(throws: CameraError.noSpace(folder: path.string)) {
            try await shoot(bench, PhotoSettings(quality: 100))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.string) == names)
        await bench.camera.stop()
    }
}

/// Live photos of cameras of PipeWire.
@Suite(
    .serialized, .timeLimit(.minutes(2)),
    .enabled(if: missingProgram() == nil, "a program of the private desktop is missing"))
struct PipeWireLiveTests {
    @Test(arguments: [VirtualCamera.Format.yuy2, .mjpeg])
    func `5.5 a camera of PipeWire takes live photos with sound, around the frame that was shown`(
        _ format: VirtualCamera.Format
    ) async throws {
        let desktop = try await PrivateDesktop.start(
            .init(cameras: [VirtualCamera(name: "rear", position: .rear, format: format)], hasMicrophone: true))
        defer { desktop.end() }
        let socket = desktop.pipeWireSocketPath
        let bench = CaptureBench([], microphone: .pipeWire(socketPath: socket)) {
            $0.access = DirectCameraAccess(socketPath: socket)
        }
        try await bench.camera.start(CameraConfiguration(camera: try await bench.camera.devices()[0].id))
        #expect(try await bench.camera.setLiveMode(LiveSettings())?.usesMicrophone == true)
        try await Task.sleep(for: .seconds(2.2))
        let taken = try await bench.camera.captureLivePhoto(PhotoSettings()).result()
        await bench.camera.stop()
        let movie = try taken.movie.get()
        #expect(movie.sound == .recorded && movie.interruption == nil)
        #expect((2.5...4).contains(movie.duration), "\(movie.duration) s")
        let frames = try Decoding.frames(movie.file.path)
        let still = try #require(try Decoding.frames(taken.photo.file.path).first.flatMap(SceneStrip.read))
        let shown = try #require(frames.last { $0.time <= taken.stillTime + 0.001 }.flatMap(SceneStrip.read))
        #expect(abs(shown.frameNumber - still.frameNumber) <= 1, "\(shown.frameNumber) for \(still.frameNumber)")
        #expect(try Tracks(movie.file.path).kinds == ["meta", "soun", "vide"])
    }

    @Test func `5.5 a camera that is unplugged in the moments after leaves the still, and a movie that says why`()
        async throws
    {
        let desktop = try await PrivateDesktop.start(.init(cameras: [VirtualCamera(name: "rear", position: .rear)]))
        defer { desktop.end() }
        let bench = CaptureBench([]) { $0.access = DirectCameraAccess(socketPath: desktop.pipeWireSocketPath) }
        try await bench.camera.start(CameraConfiguration(camera: try await bench.camera.devices()[0].id))
        _ = try await bench.camera.setLiveMode(LiveSettings(wantsSound: false))
        try await Task.sleep(for: .seconds(1))
        let capture = try await bench.camera.captureLivePhoto(PhotoSettings())
        try await desktop.unplug(desktop.cameras[0])
        let taken = try await capture.result()
        #expect(try taken.movie.get().interruption == .cameraLost)
        #expect(try Decoding.frames(taken.photo.file.path).count == 1)
        await #expect(throws: CameraError.notReady) { try await bench.camera.captureLivePhoto(PhotoSettings()) }
        await bench.camera.stop()
    }
}
