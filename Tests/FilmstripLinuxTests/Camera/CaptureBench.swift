import Filmstrip
import Foundation

@testable import FilmstripLinux

/// A simulated device whose frames cost nothing: grey, with its number as bars of black and white along the top.
enum BarDevice {
    static let bits = 16

    static func make(
        _ id: CameraDevice.ID = "simulated-rear", position: CameraDevice.Position = .rear,
        size: PixelSize = PixelSize(width: 640, height: 360), flash: Set<FlashMode>? = [.off, .on, .auto],
        draws: @escaping @Sendable (SimulatedFrame) -> Void = { _ in }
    ) -> SimulatedDevice {
        SimulatedDevice(
            device: CameraDevice(
                id: id, name: "Bars \(position.rawValue)", position: position, kind: .simulated,
                formats: [CameraFormat(size: size, framesPerSecond: 30, media: "raw")], flash: flash,
                focus: .init(modes: [.auto, .continuous, .locked], takesPoint: true),
                exposure: .init(modes: [.auto, .continuous], takesPoint: true), zoom: 1...4)
        ) { frame, pixels, bytesPerRow in
            draws(frame)
            memset(pixels.baseAddress!, frame.isLit ? 220 : 96, pixels.count)
            let width = frame.size.width / bits
            for bit in 0..<bits {
                let value: Int32 = frame.number >> (bits - 1 - bit) & 1 == 1 ? 255 : 0
                for row in 0..<32 {
                    memset(pixels.baseAddress! + row * bytesPerRow + bit * width * 4, value, width * 4)
                }
            }
        }
    }

    /// The number in a picture's bars; nil where they are not clear.
    static func number(in frame: PixelFrame) -> Int? {
        var number = 0
        for bit in 0..<bits {
            let x = (2 * bit + 1) * frame.size.width / (2 * bits)
            let value = frame.bytes[
                frame.bytes.startIndex + 12 * frame.size.height / 360 * frame.bytesPerRow + x * 4 + 1]
            guard value > 170 || value < 85 else { return nil }
            number = number << 1 | (value > 127 ? 1 : 0)
        }
        return number
    }

    /// The brightness below the bars.
    static func brightness(in frame: PixelFrame) -> Int {
        Int(
            frame.bytes[
                frame.bytes.startIndex + frame.size.height / 2 * frame.bytesPerRow + frame.size.width / 2 * 4 + 1])
    }
}

/// Pictures and movies as frames.
enum Decoding {
    /// All frames of a file.
    static func frames(_ path: MediaPath) throws -> [PixelFrame] {
        let pipeline = try GStreamerPipeline(
            """
            filesrc name=file ! decodebin ! videoconvert ! video/x-raw,format=BGRx ! appsink name=out sync=false
            """)
        pipeline["file"].set("location", text: path.string)
        let sink = GStreamerAppSink(pipeline["out"])
        try pipeline.play()
        defer { pipeline.shutDownNow() }
        var frames: [PixelFrame] = []
        while let buffer = sink.pull(timeout: 5) {
            guard let caps = sink.caps, let info = RawFrame.info(of: caps), let raw = RawFrame(buffer, info),
                let bytes = buffer.withBytes({ Data($0) })
            else { continue }
            frames.append(
                PixelFrame(
                    size: raw.size, bytesPerRow: Int(raw.stride(0)), bytes: bytes, time: Double(buffer.time ?? 0) / 1e9)
            )
        }
        return frames
    }
}

/// A camera of simulated devices, with a folder of its own that goes with it.
final class CaptureBench: Sendable {
    let folder: MediaPath
    let camera: GStreamerCamera

    init(
        _ devices: [SimulatedDevice] = [BarDevice.make()], microphone: MicrophoneSource = .none,
        permissions: (any PermissionProvider)? = nil, adjust: (inout GStreamerCamera.Configuration) -> Void = { _ in }
    ) {
        folder = MediaPath(FileManager.default.temporaryDirectory.path).appending("filmstrip-test-\(UUID().uuidString)")
        var configuration = GStreamerCamera.Configuration(
            permissions: permissions, simulated: devices, microphone: microphone, folder: folder)
        adjust(&configuration)
        camera = GStreamerCamera(configuration)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder.string)
    }

    func start(_ id: CameraDevice.ID = "simulated-rear", mirrored: Bool = false) async throws {
        try await camera.start(CameraConfiguration(camera: id, mirrorsFrontCamera: mirrored))
    }

    func names() -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted() }
}

extension CaptureBench {
    private static let size = PixelSize(width: 320, height: 240)
    private static var caps: GStreamerCaps {
        GStreamerCaps("video/x-raw,format=I420,width=320,height=240,framerate=30/1")!
    }

    /// A movie that is given no frame yet, without a camera.
    func recording(
        sound: SoundSource? = nil, soundEncoder: String? = nil, silence: CapturedVideo.Sound? = nil,
        encoder: VideoEncoder = VideoEncoder.known[0], limit: Int64? = nil
    ) throws -> GStreamerRecording {
        try GStreamerRecording(
            RecordingPlan(
                camera: BarDevice.make().device, settings: RecordingSettings(maximumByteCount: limit),
                encoder: encoder, soundEncoder: soundEncoder, frameCaps: Self.caps, size: Self.size, rate: 30,
                bitRate: VideoEncoder.bitRate(.high, size: Self.size, rate: 30), mirrored: false,
                folder: CaptureFolder(path: folder), zone: .current, now: { Date() }, silence: silence),
            sound: sound)
    }

    /// A movie of grey pictures, a second of them at once, without a camera.
    /// - Parameter stops: whether it is asked to end; else it ends by itself.
    func make(
        sound: SoundSource?, soundEncoder: String?, silence: CapturedVideo.Sound? = nil,
        encoder: VideoEncoder = VideoEncoder.known[0], limit: Int64? = nil, stops: Bool = true
    ) async throws -> CapturedVideo {
        let recording = try recording(
            sound: sound, soundEncoder: soundEncoder, silence: silence, encoder: encoder, limit: limit)
        let pool = try GStreamerBufferPool(caps: Self.caps, byteCount: Self.size.pixelCount * 3 / 2)
        let start = GStreamer.now
        for index in 0..<25 {
            guard let buffer = pool.fill(at: 0, { memset($0.baseAddress!, 128, $0.count) }) else { break }
            recording.take(TappedBuffer(buffer: buffer, time: start + UInt64(index) * 33_333_333, index: index))
        }
        if stops { recording.stop() }
        return try await recording.result()
    }
}

/// What a camera tells, kept until it is asked for.
final class EventLog: Sendable {
    private let events = Locked<[CameraEvent]>([])
    private let listening: Task<Void, Never>

    init(_ stream: AsyncStream<CameraEvent>) {
        let events = events
        listening = Task { for await event in stream { events.withLock { $0.append(event) } } }
    }

    deinit { listening.cancel() }

    var all: [CameraEvent] { events.withLock { $0 } }

    /// Waits until an event passes; false when none does in time.
    func wait(_ seconds: Double, for passes: (CameraEvent) -> Bool) async throws -> Bool {
        for _ in 0..<Int(seconds * 50) {
            if all.contains(where: passes) { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}

/// Permissions that a test sets.
final class SetPermissions: PermissionProvider {
    private let statuses = Locked<[Permission: PermissionStatus]>([:])
    private let hub = StreamHub<Permission>(.unbounded)
    private let asked = Locked<[Permission]>([])

    init(_ statuses: [Permission: PermissionStatus] = [:]) {
        self.statuses.withLock { $0 = statuses }
    }

    /// The permissions that somebody asked the user for.
    var requests: [Permission] { asked.withLock { $0 } }

    /// How many listen to changes.
    var listenerCount: Int { hub.listenerCount }

    func set(_ permission: Permission, _ status: PermissionStatus) {
        statuses.withLock { $0[permission] = status }
        hub.send(permission)
    }

    func status(of permission: Permission) async -> PermissionStatus {
        statuses.withLock { $0[permission] ?? .authorized }
    }

    func request(_ permission: Permission) async -> PermissionStatus {
        asked.withLock { $0.append(permission) }
        return await status(of: permission)
    }

    func changes() -> AsyncStream<Permission> { hub.stream() }
}
