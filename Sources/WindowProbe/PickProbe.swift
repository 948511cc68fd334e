import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `pick`: the one call over real files, with windows for all but the camera, whose capture is a file that is named.
@MainActor final class PickProbe: MediaPickerDelegate {
    private var request = PickRequest(source: .library, editing: .none, texts: .english)
    private var roots: [MediaPath] = []
    private var cache: MediaPath?
    private var capture: MediaPath?
    private var surprise: Surprise?
    private var events: [PickEvent] = []

    /// What happens to the window below, a second after the call.
    private enum Surprise: String { case shows, goes }

    init(_ words: [String]) throws {
        var words = ProbeWords(words)
        while let option = words.next() {
            switch option {
            case "--library": roots.append(MediaPath(try words.value()))
            case "--cache": cache = MediaPath(try words.value())
            case "--source": request.source = PickRequest.Source(rawValue: try words.value()) ?? .ask
            case "--capture": capture = MediaPath(try words.value())
            case "--edit":
                let styles: [String: EditPolicy] = [
                    "square": .square, "free": EditPolicy(pictures: .free),
                    "trim": EditPolicy(videos: .trim(maximumDuration: nil)),
                ]
                request.editing = styles[try words.value()] ?? .none
            case "--album": request.saving = .album(try words.value())
            case "--max": request.choice.rules.maximum = Int(try words.value())
            case "--below": surprise = Surprise(rawValue: try words.value())
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }

    func run() async throws {
        let library = FolderLibrary(
            FolderLibrary.Configuration(
                roots: roots, cacheFolder: cache, dataFolder: cache?.appending("data")))
        let permissions = ScriptedPermissions()
        let window = surprise.map { _ in gtk_window_new()! }
        let screens = GTKPresenter(
            on: window.map { UnsafeMutableRawPointer($0) }, library: library, permissions: permissions,
            configuration: .probed(editor: FileEditor()))
        let presenter = CapturingPresenter(screens, capture: capture)
        let picker = MediaPicker(
            presenter: presenter, permissions: permissions, library: library,
            cameras: { () throws(CameraError) in SimulatedScene.devices.map(\.device) })
        let pick = picker.start(request, delegate: self)
        if let surprise, let window {
            try await Task.sleep(for: .seconds(1))
            WindowProbe.say("windows: \(Self.mappedCount)")
            let below = UnsafeMutablePointer<GtkWindow>(OpaquePointer(window))
            surprise == .shows ? gtk_window_present(below) : gtk_window_destroy(below)
        }
        await pick.value
        while screens.isSaying { try await Task.sleep(for: .milliseconds(20)) }
        // A second answer would come now.
        try await Task.sleep(for: .milliseconds(200))
        WindowProbe.say(String(decoding: try JSONSerialization.data(withJSONObject: report()), as: UTF8.self))
    }

    func mediaPicker(_ picker: MediaPicker, did event: PickEvent) { events.append(event) }

    /// How many windows can be seen.
    private static var mappedCount: Int {
        let list = gtk_window_list_toplevels()
        defer { g_list_free(list) }
        return sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }.count { node in
            guard let data = node?.pointee.data else { return false }
            return gtk_widget_get_mapped(UnsafeMutablePointer(OpaquePointer(data))) != 0
        }
    }

    private func report() -> [String: Any] {
        var report: [String: Any] = ["told": events.count, "isMainThread": Thread.isMainThread]
        switch events.first {
        case .picked(let items):
            report["items"] = items.map { item -> [String: Any] in
                guard let media = item.media else { return ["error": "\(item.result)"] }
                var facts: [String: Any] = ["original": media.original.keep().string, "kind": media.kind.rawValue]
                facts["edited"] = media.edited?.keep().string
                if case .saved(let id) = media.saving { facts["saved"] = id.rawValue }
                return facts
            }
        case .cancelled: report["cancelled"] = true
        case .failed(let error): report["error"] = error.code.rawValue
        case nil: break
        }
        return report
    }
}

/// The windows of GTK, and a camera that has just taken a file.
@MainActor private final class CapturingPresenter: Presenter {
    private let screens: GTKPresenter
    private let taken: MediaPath?

    init(_ screens: GTKPresenter, capture: MediaPath?) {
        self.screens = screens
        taken = capture
    }

    func capture(_ request: CaptureRequest) async throws(CameraError) -> [CapturedMedia]? {
        guard let taken else { return nil }
        let file = MediaFile(path: taken, contentType: .jpeg, isTemporary: false)
        return [
            .photo(
                CapturedPhoto(
                    file: file, size: PixelSize(width: 1, height: 1),
                    date: MediaDate(instant: Date(), offsetFromUTC: nil, source: .exif),
                    camera: "probe", shutterLatency: 0))
        ]
    }

    func waitUntilVisible() async -> PresentationPlace? { await screens.waitUntilVisible() }
    func show(_ prompt: Prompt) async -> Prompt.Action.ID? { await screens.show(prompt) }
    func notify(_ toast: Prompt.Toast) { screens.notify(toast) }
    func choose(_ request: ChoiceRequest) async throws(LibraryError) -> [ChosenItem]? {
        try await screens.choose(request)
    }
    func edit(_ file: MediaFile, as style: EditStyle) async -> MediaFile? { await screens.edit(file, as: style) }
    func openSettings(for permission: Permission) async -> Bool { await screens.openSettings(for: permission) }
    func dismiss() { screens.dismiss() }
}

/// `plus`: an attachments grid that holds one picture, and its + tile.
@MainActor enum PlusProbe {
    static func run() async throws {
        let library = InMemoryLibrary(count: 12)
        let permissions = ScriptedPermissions()
        let picker = MediaPicker(
            on: nil, library: library, permissions: permissions,
            configuration: GTKPresenter.Configuration(texts: .english))
        var request = PickRequest.attachments(max: 6)
        request.texts = .english
        let attachments = Attachments(picker: picker, request: request)
        let file = MediaFile(path: MediaPath("/there"), contentType: .jpeg, isTemporary: false)
        let photo = CapturedPhoto(
            file: file, size: PixelSize(width: 1, height: 1),
            date: MediaDate(instant: Date(), offsetFromUTC: nil, source: .exif),
            camera: "probe", shutterLatency: 0)
        try attachments.append(PickedMedia(.photo(photo)))
        let before = attachments.items.map(\.id)
        let added = try await attachments.add(from: .library)
        WindowProbe.say(
            "added \(added), the same \(attachments.items.map(\.id) == before), \(attachments.remaining ?? 0) left")
    }
}

/// `settings`: makes sure of a permission that was refused.
@MainActor enum SettingsProbe {
    static func run() async throws {
        let settings = SystemSettings()
        let picker = MediaPicker(
            on: nil, library: InMemoryLibrary(count: 1),
            permissions: ScriptedPermissions([.camera: .denied]),
            configuration: GTKPresenter.Configuration(texts: .english, openSettings: { settings.open(for: $0) }))
        WindowProbe.say("\(try await picker.ensureAllowed(.camera, texts: .english))")
    }
}
