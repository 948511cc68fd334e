import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// `attach`: the attachments grid in a window of its own, over a library in memory and a camera that takes its picture at once. Prints
/// what is attached when the window is closed.
@MainActor struct AttachProbe {
    private var count = 12
    private var request = PickRequest.attachments(max: 6)
    private var allowsRepeats = true
    private var statuses: [Permission: PermissionStatus] = [:]
    private var answers: [Permission: PermissionStatus] = [:]
    private var deliveries: [AssetID: InMemoryLibrary.Delivery] = [:]
    /// How many pictures the camera takes in one visit; 0 when the user closes it. Nil for no camera.
    private var shots: Int?
    private var isUnplugged = false
    /// Whether the camera screen opens, over the simulated camera, instead of a camera that takes its pictures by itself.
    private var opensScreen = false
    /// What fails once.
    private var healing: AssetID?

    init(_ words: [String]) throws {
        request.texts = .english
        var words = ProbeWords(words)
        func status() throws -> PermissionStatus {
            guard let status = PermissionStatus(rawValue: try words.value()) else { throw ProbeError("no such status") }
            return status
        }
        while let option = words.next() {
            switch option {
            case "--count": count = Int(try words.value()) ?? count
            case "--max": request.choice.rules.maximum = Int(try words.value())
            case "--once": allowsRepeats = false
            case "--veto":
                let id = AssetID(try words.value())
                request.choice.rules.veto = { asset, _ in asset.id == id ? "Not this one" : nil }
            case "--slow": deliveries[AssetID(try words.value())] = .slow
            case "--stalls": deliveries[AssetID(try words.value())] = .stalls
            case "--fails": deliveries[AssetID(try words.value())] = .fails
            case "--heals":
                healing = AssetID(try words.value())
                deliveries[healing!] = .fails
            case "--shots":
                shots = Int(try words.value())
                request.capture.maximumCount = shots ?? 1
            case "--unplugged": isUnplugged = true
            case "--screen": opensScreen = true
            case "--camera": statuses[.camera] = try status()
            case "--adding": statuses[.photoLibraryAdding] = try status()
            case "--answer":
                let answer = try status()
                for permission in Permission.allCases { answers[permission] = answer }
            case "--lang":
                guard let texts = Texts(languageTag: try words.value()) else { throw ProbeError("no such language") }
                request.texts = texts
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }

    func run() async throws {
        let library = InMemoryLibrary(count: count)
        // Others are all there at once, whatever their numbers say.
        for number in 0..<count { library.setDelivery(.local, of: AssetID("memory-\(number)")) }
        for (id, delivery) in deliveries { library.setDelivery(delivery, of: id) }
        let permissions = ScriptedPermissions(statuses)
        for (permission, status) in answers { permissions.answer(permission, with: status) }
        let window = ProbeWindow()
        let camera = SimulatedCamera(pace: .clock(ContinuousClock()))
        let windows = GTKPresenter(
            on: window.pointer, library: library, permissions: permissions, cameras: { camera },
            configuration: .probed(request.texts, openSettings: { _ in false }))
        let plug = CameraPlug(isThere: shots != nil, goesAfterOneLook: isUnplugged)
        let picker = MediaPicker(
            presenter: opensScreen ? windows : ShootingPresenter(windows, shots: shots ?? 0), permissions: permissions,
            library: library,
            cameras: { () async throws(CameraError) in try await plug.devices() })
        let attachments = Attachments(picker: picker, request: request, allowsRepeats: allowsRepeats)
        let view = AttachmentsView(attachments, connections: .init(thumbnails: ThumbnailLoader(library)))
        window.show(view.widget)
        let healing = healing.map { id in
            observe {
                if attachments.items.contains(where: { $0.error != nil }) { library.setDelivery(.local, of: id) }
            }
        }
        let entering = Task {
            var way: String?
            while !Task.isCancelled {
                // A movement has more than one frame on the slowest machine.
                if let entrance = windows.camera?.entrance, entrance.frames > 2 { way = entrance.way.rawValue }
                do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
            }
            return way
        }
        await window.closed()
        entering.cancel()
        healing?.end()
        WindowProbe.say((["attached"] + attachments.items.map(Self.text)).joined(separator: " "))
        if let way = await entering.value { WindowProbe.say("the camera came by \(way)") }
        let saved = try await library.fetch(AssetQuery()).count - count
        WindowProbe.say("saved \(saved), asked \(permissions.asked.map(\.rawValue).joined(separator: " "))")
    }

    private static func text(_ item: Attachments.Item) -> String {
        let state =
            switch item.state {
            case .loading: "loading"
            case .ready: "ready"
            case .failed(let error): "failed(\(error.code.rawValue))"
            }
        return "\(item.asset?.rawValue ?? "photo"):\(state)"
    }
}

/// The cameras of the probe.
private actor CameraPlug {
    private let isThere: Bool
    private let goesAfterOneLook: Bool
    private var looks = 0

    init(isThere: Bool, goesAfterOneLook: Bool) {
        self.isThere = isThere
        self.goesAfterOneLook = goesAfterOneLook
    }

    func devices() throws(CameraError) -> [CameraDevice] {
        looks += 1
        guard isThere, looks == 1 || !goesAfterOneLook else { throw .noCamera }
        return SimulatedScene.devices.map(\.device)
    }
}

/// Windows of GTK, and a camera whose user takes so many photos and accepts them.
@MainActor private final class ShootingPresenter: Presenter {
    private let windows: GTKPresenter
    private let shots: Int

    init(_ windows: GTKPresenter, shots: Int) {
        self.windows = windows
        self.shots = shots
    }

    func waitUntilVisible() async -> PresentationPlace? { await windows.waitUntilVisible() }
    func show(_ prompt: Prompt) async -> Prompt.Action.ID? { await windows.show(prompt) }
    func notify(_ toast: Prompt.Toast) { windows.notify(toast) }
    func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
        guard shots > 0 else { return nil }
        let camera = SimulatedCamera()
        try await camera.start(CameraConfiguration(camera: SimulatedScene.devices[0].device.id))
        var taken: [CapturedMedia] = []
        for _ in 0..<shots { taken.append(.photo(try await camera.capturePhoto(PhotoSettings()))) }
        await camera.stop()
        return taken
    }
    func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]? {
        try await windows.choose(request)
    }
    func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile? { await windows.edit(file, as: style) }
    func openSettings(for permission: Permission) async -> Bool { await windows.openSettings(for: permission) }
    func dismiss() { windows.dismiss() }
}

/// An app's own window, of a binding that is not ours.
@MainActor final class ProbeWindow {
    let pointer: UnsafeMutableRawPointer
    private let closing = Closing()
    private final class Closing {
        var continuation: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    init(width: Int = 420, height: Int = 420) {
        pointer = UnsafeMutableRawPointer(gtk_window_new()!)
        gtk_window_set_title(window, "Attachments")
        gtk_window_set_default_size(window, gint(width), gint(height))
        let call: @convention(c) (gpointer, gpointer?) -> Void = { _, data in
            nonisolated(unsafe) let data = data  // Windows go on the main thread.
            MainActor.assumeIsolated {
                let closing = Unmanaged<Closing>.fromOpaque(data!).takeRetainedValue()
                closing.isOver = true
                closing.continuation?.resume()
            }
        }
        // GLib keeps every callback as one type, and calls it as its signal says.
        g_signal_connect_data(
            pointer, "destroy", unsafeBitCast(call, to: GCallback.self), Unmanaged.passRetained(closing).toOpaque(),
            nil,
            GConnectFlags(rawValue: 0))
    }

    private var window: UnsafeMutablePointer<GtkWindow> { pointer.assumingMemoryBound(to: GtkWindow.self) }

    /// Shows it with that widget in it.
    func show(_ child: UnsafeMutableRawPointer) {
        let widget = child.assumingMemoryBound(to: GtkWidget.self)
        gtk_widget_set_margin_top(widget, 16)
        gtk_widget_set_margin_bottom(widget, 16)
        gtk_widget_set_margin_start(widget, 16)
        gtk_widget_set_margin_end(widget, 16)
        gtk_widget_set_valign(widget, GTK_ALIGN_START)
        gtk_window_set_child(window, widget)
        gtk_window_present(window)
    }

    /// Waits until somebody has closed it.
    func closed() async {
        guard !closing.isOver else { return }
        await withCheckedContinuation { closing.continuation = $0 }
    }

    func close() { if !closing.isOver { gtk_window_destroy(window) } }
}
