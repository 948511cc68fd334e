import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `shooting`: the camera screen over the pipelines and encoders of real cameras, driven from inside. Prints one line of JSON.
///
///     shooting proof [KINDS]    what the files show, held against what was seen when they were taken
///     shooting visits COUNT     leaves the screen in each of its states, again and again, and counts what is left
///     shooting pace COUNT       how long people wait
///     shooting watch SECONDS    processor time and frames of a preview; with --record FILE, of a recording beside it
///
/// --machine takes the cameras of the desktop in place of simulated ones; --width is the window's.
@MainActor struct ShootingProbe {
    private var words: [String] = []
    private var isMachine = false
    /// Where a recording goes that is made while the preview is watched; nil for none.
    private(set) var movie: String?
    private(set) var width = 960
    private let folder = MediaPath(FileManager.default.temporaryDirectory.path).appending(
        "filmstrip-shooting-\(UUID().uuidString)")

    init(_ given: [String]) throws {
        var given = ProbeWords(given)
        while let option = given.next() {
            switch option {
            case "--machine": isMachine = true
            case "--record": movie = try given.value()
            case "--width": width = try given.number()
            default: words.append(option)
            }
        }
    }

    func run() async throws {
        let number = words.dropFirst().first.flatMap { Int($0) } ?? 1
        switch words.first {
        case "proof": try await prove(words.dropFirst().first)
        case "visits": try await visit(times: number)
        case "pace": try await pace(times: number)
        case "watch": try await watch(seconds: number)
        default: throw ProbeError("what is to be shot?")
        }
        if FileManager.default.fileExists(atPath: folder.string) {
            try FileManager.default.removeItem(atPath: folder.string)
        }
    }

    // MARK: A visit

    /// A camera screen, from its opening to the moment when its camera is closed.
    @MainActor struct Visit {
        let screen: CameraScreen
        let camera: GStreamerCamera
        var model: CameraScreenModel { screen.shooting }

        func wait(_ what: String, until isSo: () -> Bool) async throws {
            let limit = ContinuousClock.now + .seconds(30)
            while !isSo() {
                guard .now < limit else { throw ProbeError("it takes too long: \(what), \(told)") }
                try await Task.sleep(for: .milliseconds(2))
            }
        }

        private var told: String {
            "\(model.camera.phase), \(model.kind), shutter \(model.controls.shutter), page \(model.camera.page.map { "\($0)" } ?? "none"), "
                + "live \(model.camera.live != nil), drawn \(screen.drawnFrame?.time ?? -1), "
                + "newest \(model.camera.preview?.time ?? -1)"
        }

        /// Waits for frames on which all that was set at the opening can be seen, and until the shutter is ready.
        func waitUntilReady() async throws {
            for _ in 0..<5 {
                let before = screen.drawnFrame?.time
                try await wait("frame") { screen.drawnFrame != nil && screen.drawnFrame?.time != before }
            }
            // Live mode begins a little later than the picture.
            try await wait("shutter") {
                model.controls.shutter == .enabled && (model.kind != .livePhoto || model.camera.live != nil)
            }
        }

        /// Takes what the screen takes, and keeps it; with it, the frame on which the viewfinder stood still.
        func shoot() async throws -> (media: CapturedMedia, frozen: PixelFrame?) {
            await model.press()
            try await wait("review") { if case .review = model.camera.phase { true } else { false } }
            guard case .review(let media) = model.camera.phase else { throw ProbeError("nothing was taken") }
            let frozen = model.camera.preview
            await model.use()
            return (media, frozen)
        }
    }

    private func makeCamera() -> GStreamerCamera {
        let permissions = isMachine ? LinuxPermissions() : nil
        var configuration = GStreamerCamera.Configuration(
            access: permissions, permissions: permissions, simulated: isMachine ? [] : SimulatedScene.devices,
            microphone: isMachine ? .pipeWire() : .simulated, folder: folder)
        configuration.offersSimulatedWhenAlone = !isMachine
        return GStreamerCamera(configuration)
    }

    /// Opens the screen, and leaves it in whatever state `body` left it. Answers with what is left in the folder.
    func visit<Answer>(
        _ request: CaptureRequest, mirrors: Bool = false, _ body: (Visit) async throws -> Answer
    ) async throws -> Answer {
        let camera = makeCamera()
        var configuration = GTKPresenter.Configuration(texts: .english)
        configuration.photo = PhotoSettings(quality: 95)
        configuration.cameraSettings = CameraSettingsStore {
            CameraSettings(mirrorsFrontCamera: mirrors)
        } save: { _ in
        }
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: 1),
            permissions: isMachine ? LinuxPermissions() : ScriptedPermissions(), cameras: { camera },
            configuration: configuration)
        let capturing = Task.immediate { try await presenter.capture(request) }
        while presenter.camera == nil { try await Task.sleep(for: .milliseconds(1)) }
        guard let screen = presenter.camera else { throw ProbeError("no screen") }
        defer { presenter.dismiss() }
        let answer: Answer
        do { answer = try await body(Visit(screen: screen, camera: camera)) } catch {
            // Why it closed says more than that it did.
            if case .closed = screen.shooting.camera.phase { _ = try await capturing.value }
            throw error
        }
        presenter.dismiss()
        _ = try await capturing.value
        return answer
    }

    static func request(_ kind: MediaKind, maximum: Int = 100) -> CaptureRequest {
        var request = CaptureRequest(kind: kind, allowedKinds: [.photo, .livePhoto, .video], maximumCount: maximum)
        request.recording.wantsSound = false
        return request
    }

    // MARK: Proof

    /// Each line: kind, camera, mirrored or not by setting, how the file's pixels were turned, and for stills how many frames the
    /// file is from the frame on which the viewfinder froze.
    /// - Parameter kinds: the only ones that are proven; nil for all.
    private func prove(_ kinds: String?) async throws {
        let kinds = kinds?.split(separator: ",").compactMap { MediaKind(rawValue: String($0)) }
        var lines: [String] = []
        for mirrors in [false, true] {
            for kind in kinds ?? [.photo, .livePhoto, .video] {
                try await visit(Self.request(kind), mirrors: mirrors) { visit in
                    for position in [CameraDevice.Position.rear, .front] {
                        if position == .front {
                            try await visit.wait("flip") { visit.model.controls.flip == .enabled }
                            await visit.model.flip()
                        }
                        try await visit.waitUntilReady()
                        lines.append(try await proof(visit, kind, mirrors))
                    }
                }
            }
        }
        WindowProbe.say(try Self.json(["shots": lines]))
    }

    private func proof(_ visit: Visit, _ kind: MediaKind, _ mirrors: Bool) async throws -> String {
        if kind == .video {
            await visit.model.press()
            try await visit.wait("recording") { (visit.model.camera.recordingSeconds ?? -1) >= 0 }
            try await Task.sleep(for: .milliseconds(700))
        }
        let (media, frozen) = try await visit.shoot()
        let setting = mirrors ? "mirror" : "plain"
        func told(_ kind: String, _ camera: CameraDevice.ID, _ file: MediaFile) throws -> (String, Int) {
            let strip = try Self.strips(of: file)
            guard let first = strip.first else { throw ProbeError("no strip in the \(kind)") }
            return ("\(kind) \(camera) \(setting) \(first.orientation)", first.frameNumber)
        }
        switch media {
        case .video(let video):
            let missing = SceneStrip.framesMissing(in: try Self.strips(of: video.file))
            return "\(try told("video", video.camera, video.file).0) \(missing - video.framesDropped)"
        case .photo(let photo): return try still("photo", photo, told, frozen)
        case .livePhoto(let photo, let movie):
            let turned = try Self.strips(of: movie.file).first?.orientation
            return "\(try still("live", photo, told, frozen)) \(turned.map { "\($0)" } ?? "?")"
        }
    }

    private func still(
        _ kind: String, _ photo: CapturedPhoto,
        _ told: (String, CameraDevice.ID, MediaFile) throws -> (String, Int), _ frozen: PixelFrame?
    ) throws -> String {
        let (text, number) = try told(kind, photo.camera, photo.file)
        let shown = frozen.flatMap { SceneStrip.read($0) }
        return "\(text) \(shown.map { "\(number - $0.frameNumber)" } ?? "?")"
    }

    static func strips(of file: MediaFile) throws -> [SceneStrip.Reading] {
        var strips: [SceneStrip.Reading] = []
        try FrameReader.read(file.path) { frame in
            if let strip = SceneStrip.read(frame) { strips.append(strip) }
            return true
        }
        return strips
    }

    // MARK: Visits

    /// Where a visit is left.
    private enum Leaving: CaseIterable { case opening, live, countdown, capturing, reviewing, recording, looking }

    private func visit(times: Int) async throws {
        // What is made once stays.
        for leaving in Leaving.allCases { _ = try await leave(at: leaving) }
        let before = try Self.belongings()
        var slowest = Duration.zero
        for _ in 0..<max(1, times / Leaving.allCases.count) {
            for leaving in Leaving.allCases { slowest = max(slowest, try await leave(at: leaving)) }
        }
        var after = try Self.belongings()
        for _ in 0..<100 where after.descriptors > before.descriptors || after.threads > before.threads {
            try await Task.sleep(for: .milliseconds(50))
            after = try Self.belongings()
        }
        let left = FileManager.default.subpaths(atPath: folder.string) ?? []
        WindowProbe.say(
            try Self.json([
                "slowest": slowest / .milliseconds(1), "descriptors": after.descriptors - before.descriptors,
                "threads": after.threads - before.threads, "files": left,
            ]))
    }

    /// Leaves a screen in that state. Answers how long it took until the device was closed.
    private func leave(at leaving: Leaving) async throws -> Duration {
        weak var camera: GStreamerCamera?
        weak var model: CameraScreenModel?
        let clock = ContinuousClock()
        var left = clock.now
        _ = try await visit(Self.request(leaving == .recording ? .video : .photo)) { visit in
            (camera, model) = (visit.camera, visit.model)
            if leaving != .opening { try await visit.waitUntilReady() }
            switch leaving {
            case .opening, .live: break
            case .countdown:
                visit.model.nextTimer()
                await visit.model.press()
            case .capturing: Task { [model = visit.model] in await model.press() }
            case .reviewing: await visit.model.press()
            case .recording:
                await visit.model.press()
                try await visit.wait("recording") { visit.model.camera.recordingSeconds != nil }
            case .looking:
                _ = try await visit.shoot()
                visit.model.look(at: visit.model.shots[0].id)
            }
            left = clock.now
        }
        let taken = clock.now - left
        for _ in 0..<200 where camera != nil || model != nil { try await Task.sleep(for: .milliseconds(10)) }
        guard camera == nil, model == nil else { throw ProbeError("\(leaving) leaves something alive") }
        return taken
    }

    private static func belongings() throws -> (descriptors: Int, threads: Int) {
        func count(_ folder: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        return (try count("/proc/self/fd"), try count("/proc/self/task"))
    }

    static func json(_ fields: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self)
    }
}
