import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `shooting`: the camera screen over the pipelines and encoders of real cameras, driven from inside. Prints one line of JSON.
///
///     shooting proof [KINDS]    what the files show, held against what was seen when they were taken
///     shooting visits COUNT     leaves the screen in each of its states, or the one that is named, and counts what is left
///     shooting pace COUNT       how long people wait
///     shooting watch SECONDS    processor time and frames of a preview; with --record FILE, of a recording beside it
///
/// --machine takes the cameras of the desktop in place of simulated ones; --width is the window's.
@MainActor struct ShootingProbe {
    private(set) var words: [String] = []
    private var isMachine = false
    /// Where a recording goes that is made while the preview is watched; nil for none.
    private(set) var movie: String?
    private(set) var width = 960
    let folder = MediaPath(FileManager.default.temporaryDirectory.path).appending(
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
        let presenter: GTKPresenter
        let screen: CameraScreen
        let camera: any CameraBackend
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
            // A machine that is too busy for the first picture gets another chance, as by the button of the page.
            try await wait("picture or page") { screen.drawnFrame != nil || model.camera.page?.isFinal == true }
            if screen.drawnFrame == nil { await model.camera.appear() }
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

    /// What a visit finds.
    struct Place {
        /// Another camera than the probe's own.
        var camera: (any CameraBackend)?
        /// Whether it may be used, where that is not the machine's to say.
        var access = PermissionStatus.authorized
        var mirrors = false
    }

    /// Opens the screen, and leaves it in whatever state `body` left it.
    func visit<Answer>(
        _ request: CaptureRequest, at place: Place = Place(), _ body: (Visit) async throws -> Answer
    ) async throws -> Answer {
        let camera = place.camera ?? makeCamera()
        var configuration = GTKPresenter.Configuration(texts: .english)
        configuration.photo = PhotoSettings(quality: 95)
        configuration.cameraSettings = CameraSettingsStore {
            CameraSettings(mirrorsFrontCamera: place.mirrors)
        } save: { _ in
        }
        let library = InMemoryLibrary(count: 1)
        let presenter = GTKPresenter(
            on: nil, library: library,
            permissions: isMachine ? LinuxPermissions() : ScriptedPermissions([.camera: place.access]),
            cameras: { camera },
            configuration: configuration)
        let door = Self.door(of: presenter, to: library)
        let capturing = Task.immediate { try await presenter.capture(request, beside: door) }
        while presenter.camera == nil { try await Task.sleep(for: .milliseconds(1)) }
        guard let screen = presenter.camera else { throw ProbeError("no screen") }
        defer { presenter.dismiss() }
        let answer: Answer
        do { answer = try await body(Visit(presenter: presenter, screen: screen, camera: camera)) } catch {
            // Why it closed says more than that it did.
            if case .closed = screen.shooting.camera.phase { _ = try await capturing.value }
            throw error
        }
        presenter.dismiss()
        _ = try await capturing.value
        return answer
    }

    /// The way to the library; nothing is chosen when that goes with the screen.
    private static func door(of presenter: GTKPresenter, to library: InMemoryLibrary) -> LibraryDoor {
        LibraryDoor(rules: SelectionRules(maximum: nil), store: library) { [weak presenter] rules, chosen in
            do { return try await presenter?.choose(ChoiceRequest(rules: rules, preselected: chosen)) } catch {
                return nil
            }
        }
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
                try await visit(Self.request(kind), at: Place(mirrors: mirrors)) { visit in
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

    static func json(_ fields: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys), as: UTF8.self)
    }
}

extension CameraPage {
    /// Whether nothing will change by itself.
    fileprivate var isFinal: Bool { if case .unavailable = self { true } else { false } }
}
