import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `camera`: the camera screen over the simulated camera.
@MainActor struct CameraProbe {
    private var request = CaptureRequest()
    private var configuration = GTKPresenter.Configuration(texts: .english)
    private var devices = SimulatedScene.devices
    private var fault: CameraError?
    private var happening: String?
    private var settings: URL?
    private var mirrors = false
    private var canPause = true
    /// Whether it tells where the picture was touched.
    private var tellsTouches = false
    /// Whether the camera refuses its first change.
    private var isStubborn = false
    private var isFine = false
    private var access = PermissionStatus.authorized
    /// How many assets the library has that the screen leads to; nil for no way there.
    private var assets: Int?

    init(_ words: [String]) throws {
        var words = ProbeWords(words)
        request.recording.wantsSound = false
        // The simulated camera knows no JPEG with a strip that survives everything; PNG does.
        configuration.photo = PhotoSettings(format: .png)
        while let option = words.next() {
            switch option {
            case "--front": request.position = .front
            case "--only":
                let id = try words.value()
                devices = devices.filter { $0.device.id.rawValue == id }
            case "--kinds":
                request.allowedKinds = Set(
                    try words.value().split(separator: ",").compactMap { MediaKind(rawValue: "\($0)") })
                if !request.allowedKinds.contains(.photo) { request.kind = request.allowedKinds.first ?? .photo }
            case "--max": request.maximumCount = Int(try words.value()) ?? 1
            case "--limit": request.recording.maximumDuration = Double(try words.value())
            case "--busy": fault = .cameraInUse("simulated-rear")
            case "--later": happening = try words.value()
            case "--embedded": request.placement = .embedded
            case "--mirror": mirrors = true
            case "--steady": canPause = false
            case "--touches": tellsTouches = true
            case "--stubborn": isStubborn = true
            case "--fine":
                isFine = true
                // Live photos are JPEG or HEIC.
                configuration.photo = PhotoSettings()
            case "--denied": access = .denied
            case "--library": assets = Int(try words.value()) ?? 1
            case "--code":
                devices.insert(SimulatedCode.device(), at: 0)
                configuration.codeReader = ZBarCodeReader()
                configuration.openLink = { WindowProbe.say("opens \($0)") }
            case "--says": configuration.codeReader = Saying(text: try words.value())
            case "--settings": settings = URL(fileURLWithPath: try words.value())
            case "--lang":
                guard let texts = Texts(languageTag: try words.value()) else { throw ProbeError("no such language") }
                configuration.texts = texts
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }

    func run() async throws {
        let camera = SimulatedCamera(devices: devices, pace: .clock(ContinuousClock()), canPause: canPause)
        if let fault { for _ in 0..<7 { camera.fail(.start, with: fault) } }
        if isStubborn { camera.fail(.apply, with: .configurationFailed("it is stubborn")) }
        let permissions = ScriptedPermissions([.camera: access])
        let host = request.placement == .embedded ? Self.host() : nil
        let library = InMemoryLibrary(count: max(1, assets ?? 1))
        let (devices, isFine) = (devices, isFine)
        let cameras: GTKPresenter.Cameras = {
            guard isFine else { return camera }
            return Self.fine(devices)
        }
        let presenter = GTKPresenter(
            on: host.map { UnsafeMutableRawPointer($0) }, library: library, permissions: permissions,
            cameras: cameras, configuration: prepared)
        let cues = Cue.act.stream()
        let later = Task { try await happen(to: camera, permissions, presenter, cues) }
        defer { later.cancel() }
        let seen = Seen()
        let watching = Task {
            while seen.screen == nil {
                seen.screen = presenter.camera
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        defer { watching.cancel() }
        if assets != nil {
            let picker = MediaPicker(
                presenter: presenter, permissions: permissions, library: library,
                cameras: { () async throws(CameraError) in try await camera.devices() })
            WindowProbe.say(await picked(by: picker))
        } else {
            WindowProbe.say(await result(of: presenter, seen))
        }
        let starts = camera.calls.compactMap { call -> String? in
            if case .start(let wanted) = call { wanted.camera.rawValue } else { nil }
        }
        WindowProbe.say("opened \(starts.joined(separator: " "))")
        if tellsTouches { tellTouches(of: camera) }
        if let host, let content = gtk_window_get_child(host) {
            WindowProbe.say("content \(String(cString: fs_type_name(content)))")
        }
        WindowProbe.say("open \(camera.openCamera?.rawValue ?? "none")")
    }

    private func tellTouches(of camera: SimulatedCamera) {
        for call in camera.calls {
            guard case .apply(let change) = call, let point = change.exposurePoint else { continue }
            if let focus = change.focusPoint, focus != point { WindowProbe.say("focused elsewhere") }
            WindowProbe.say("touched \(Int((point.x * 100).rounded())) \(Int((point.y * 100).rounded()))")
        }
    }

    private var prepared: GTKPresenter.Configuration {
        var configuration = configuration
        if let settings { configuration.cameraSettings = .file(settings) }
        if mirrors {
            configuration.cameraSettings = CameraSettingsStore {
                CameraSettings(mirrorsFrontCamera: true)
            } save: { _ in
            }
        }
        return configuration
    }

    /// The back end of real cameras over the same scenes: larger pictures, for those who look at them.
    private nonisolated static func fine(_ devices: [SimulatedDevice]) -> any CameraBackend {
        GStreamerCamera(GStreamerCamera.Configuration(simulated: devices, microphone: .simulated))
    }

    private func happen(
        to camera: SimulatedCamera, _ permissions: ScriptedPermissions, _ presenter: GTKPresenter,
        _ cues: AsyncStream<Void>
    ) async throws {
        guard let happening else { return }
        while presenter.camera?.isLive != true { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(300))
        switch happening {
        case "unplug": camera.disconnect("simulated-rear")
        case "replug":
            camera.disconnect("simulated-rear")
            await cues.next()
            camera.connect(SimulatedScene().device)
        case "revoke": permissions.set(.camera, to: .denied)
        case "interrupt": camera.interrupt()
        case "dismiss": presenter.dismiss()
        default: throw ProbeError("what is to happen?")
        }
    }

    /// What the one call gives: shots as photos and videos, and the names of assets, in order.
    private func picked(by picker: MediaPicker) async -> String {
        var pick = PickRequest(source: .camera, capture: request, editing: .none, texts: configuration.texts)
        pick.capture.offersLibrary = true
        pick.choice.rules.maximum = request.maximumCount
        do throws(PickError) {
            let outcome = try await picker.pick(pick)
            guard case .picked(let items) = outcome else { return "cancelled" }
            return items.map { item in
                switch item.result {
                case .success(let media): item.asset.map { "asset:\($0)" } ?? "shot:\(media.kind.rawValue)"
                case .failure(let error): "failed:\(error.code.rawValue)"
                }
            }.joined(separator: " ")
        } catch {
            return "failed \(error.code.rawValue)"
        }
    }

    /// One visit with a photo, kept and looked at, for those who count what is left.
    static func visit(_ watch: (AnyObject?) -> Void, _ count: () -> Void) async throws {
        let camera = SimulatedCamera(pace: .clock(ContinuousClock()))
        var configuration = GTKPresenter.Configuration(texts: .english)
        configuration.photo = PhotoSettings(format: .png)
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: 1), permissions: ScriptedPermissions(), cameras: { camera },
            configuration: configuration)
        let capturing = Task { try await presenter.capture(CaptureRequest(maximumCount: 3)) }
        while presenter.camera?.isLive != true { try await Task.sleep(for: .milliseconds(2)) }
        await presenter.camera?.takeAndKeep()
        watch(presenter.camera)
        watch(presenter.camera?.probed)
        count()
        presenter.dismiss()
        _ = try await capturing.value
        guard camera.openCamera == nil else { throw ProbeError("the camera is still open") }
    }

    /// A window of an app, with something in it.
    private static func host() -> UnsafeMutablePointer<GtkWindow> {
        let window = UnsafeMutablePointer<GtkWindow>(OpaquePointer(gtk_window_new()!))
        gtk_window_set_default_size(window, 900, 640)
        gtk_window_set_child(window, gtk_label_new("The app"))
        gtk_window_present(window)
        // The user may close it before it is asked what it has.
        g_object_ref(window)
        return window
    }

    @MainActor private final class Seen { var screen: CameraScreen? }

    /// Sees the same code in each picture.
    private struct Saying: CodeReader {
        var text: String
        func codes(in frame: PixelFrame) -> [SeenCode] { [SeenCode(text: text)] }
    }

    private func result(of presenter: GTKPresenter, _ seen: Seen) async -> String {
        do throws(CameraError) {
            guard let taken = try await presenter.capture(request) else { return "cancelled" }
            let shots = seen.screen?.keptShots ?? []
            return taken.map { Self.tell($0, shots) }.joined(separator: " ")
        } catch {
            return "failed \(error.code.rawValue)"
        }
    }

    /// Kind and camera; of a photo also which way up its pixels are, and how many frames it is from what the viewfinder showed when
    /// it froze.
    private static func tell(_ media: CapturedMedia, _ shots: [(media: CapturedMedia, shown: PixelFrame?)]) -> String {
        let photo: CapturedPhoto
        switch media {
        case .photo(let taken): photo = taken
        case .livePhoto: return "live"
        case .video(let video): return "video:\(video.camera):\(Int(video.duration * 1000))"
        }
        let told = "photo:\(photo.camera):\(photo.size.width)x\(photo.size.height)"
        guard let shot = shots.first(where: { $0.media.file.path == photo.file.path }), let frame = shot.shown,
            let shown = SceneStrip.read(frame), let picture = PixelFrame(reading: photo.file.path),
            let strip = SceneStrip.read(picture)
        else { return told }
        return "\(told):\(strip.orientation):\(strip.frameNumber - shown.frameNumber)"
    }
}

extension PixelFrame {
    /// Reads a picture file of the simulated camera with GTK's own reader; nil when it cannot.
    fileprivate init?(reading path: MediaPath) {
        guard let texture = path.withCString({ gdk_texture_new_from_filename($0, nil) }) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        let size = PixelSize(width: Int(gdk_texture_get_width(texture)), height: Int(gdk_texture_get_height(texture)))
        var bytes = Data(count: size.pixelCount * 4)
        bytes.withUnsafeMutableBytes { room in
            gdk_texture_download(texture, room.bindMemory(to: UInt8.self).baseAddress, gsize(size.width * 4))
        }
        self.init(size: size, bytesPerRow: size.width * 4, bytes: bytes)
    }
}
