import CGTK
import Filmstrip
import FilmstripGTK
import FilmstripTesting
import Foundation

/// `keyboard`: the image picker over a library in memory: under a text entry, embedded, or in a window of its own. Tells each event in a line.
@MainActor final class KeyboardProbe {
    private var place = "chat"
    private var count = 60
    private var maximum: Int?
    private var configuration = ImagePicker.Configuration()
    private var texts = Texts.english
    private var statuses: [Permission: PermissionStatus] = [:]
    private var answers: [Permission: PermissionStatus] = [:]
    private var hasCamera = true
    private var height: Double?
    private var own: Set<String> = []
    private var steps: [String] = []
    private var removed: [AssetID] = []
    private var takesActions = false
    private var closesEarly = false
    private var size = (width: 720, height: 760)
    private var picker: ImagePickerWidget?
    private var keyboard: ImagePickerKeyboard?

    init(_ words: [String]) throws {
        var words = ProbeWords(words)
        func permission() throws -> (Permission, PermissionStatus) {
            let parts = try words.value().split(separator: "=").map(String.init)
            guard parts.count == 2, let permission = Permission(rawValue: parts[0]),
                let status = PermissionStatus(rawValue: parts[1])
            else { throw ProbeError("no such permission") }
            return (permission, status)
        }
        while let option = words.next() {
            switch option {
            case "--place": place = try words.value()
            case "--count": count = try words.number()
            case "--max": maximum = try words.number()
            case "--mode": configuration.mode = ImagePicker.Mode(rawValue: try words.value()) ?? .photo
            case "--vertical": configuration.layout.scrollDirection = .vertical
            case "--columns": configuration.layout.columns = try words.number()
            case "--spacing": configuration.layout.spacing = Double(try words.number())
            case "--gaps":
                configuration.layout.spacingAfterActions = Double(try words.number())
                configuration.layout.spacingAfterCamera = Double(try words.number())
            case "--hide":
                switch try words.value() {
                case "camera-action": configuration.layout.showsCameraAction = false
                case "photos-action": configuration.layout.showsPhotosAction = false
                case "camera": configuration.layout.showsCamera = false
                default: throw ProbeError("hide what?")
                }
            case "--no-camera": hasCamera = false
            case "--right-to-left": gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            case "--height": height = Double(try words.number())
            case "--size": size = (try words.number(), try words.number())
            case "--limit": configuration.limit = try words.number()
            case "--query":
                let kind = MediaKind(rawValue: try words.value())
                configuration.query = { kind.map { AssetQuery(kinds: [$0]) } }
            case "--save": configuration.saving = .recents
            case "--status":
                let (permission, status) = try permission()
                statuses[permission] = status
            case "--answer":
                let (permission, status) = try permission()
                answers[permission] = status
            case "--own": own.insert(try words.value())
            case "--look": look(try words.value())
            case "--do": steps = try words.value().split(separator: ",").map(String.init)
            case "--remove": removed.append(AssetID(try words.value()))
            case "--take-actions": takesActions = true
            case "--close-early": closesEarly = true
            case "--lang":
                guard let texts = Texts(languageTag: try words.value()) else { throw ProbeError("no such language") }
                self.texts = texts
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }

    private func look(_ name: String) {
        let (red, dark) = (
            ImagePicker.Color(red: 0.8, green: 0, blue: 0.2), ImagePicker.Color(red: 0, green: 0, blue: 0)
        )
        switch name {
        case "general": ImagePicker.defaultAppearance = .init(background: red, cornerRadius: 12)
        default:
            configuration.appearance = .init(
                background: dark, tint: red, tileBackground: red, selected: .init(red: 0, green: 1, blue: 0),
                badge: dark, badgeBackground: red, label: red, labelFont: .init(size: 17, isBold: true))
        }
    }

    /// What the camera was said to be.
    @MainActor private final class Heard { var isOpen = false }

    func run() async throws {
        let library = InMemoryLibrary(count: count)
        let scripted = ScriptedPermissions(statuses)
        for (permission, answer) in answers { scripted.answer(permission, with: answer) }
        let permissions = ToldPermissions(scripted)
        let camera = SimulatedCamera(pace: .clock(ContinuousClock()))
        let session = hasCamera ? CameraSession(backend: camera, permissions: permissions) : nil
        let picker = ImagePickerWidget(
            try ImagePickerModel(
                library, permissions: permissions, session: session, configuration: configuration,
                request: ChoiceRequest(rules: SelectionRules(maximum: maximum), badges: .number), texts: texts,
                clock: CuedClock()))
        self.picker = picker
        try useOwnTiles(picker)
        if takesActions { picker.model.onAction = { _ in true } }
        let told = Task { for await event in picker.events() { Self.tell(event) } }
        let heard = Heard()
        let watching = Task {
            guard let session else { return }
            for await update in session.updates() {
                Self.tell(update)
                switch update {
                case .state(.running): heard.isOpen = true
                case .state(.idle): heard.isOpen = false
                default: break
                }
            }
        }
        let cues = Cue.act.stream()
        let acting = Task { [steps, removed, closesEarly] in
            while !picker.isSettled { try await Task.sleep(for: .milliseconds(20)) }
            for step in steps { await Self.act(step, picker) }
            await cues.next()
            if !removed.isEmpty { library.remove(removed) }
            if closesEarly { picker.close() }
        }
        defer { for task in [told, watching] { task.cancel() }; acting.cancel() }
        let outcome = try await show(picker)
        // The camera is closed, and what it was about is told.
        while let session, await session.state.isActive || heard.isOpen { try await Task.sleep(for: .milliseconds(20)) }
        WindowProbe.say(outcome)
    }

    private func show(_ picker: ImagePickerWidget) async throws -> String {
        switch place {
        case "window":
            let window = ImagePickerWindow(picker, width: size.width, height: size.height)
            guard case .chosen(let ids) = await window.run() else { return "cancelled" }
            return ids.map(\.rawValue).joined(separator: " ")
        case "chat", "embedded":
            let chat = ChatWindow(title: "Chat", width: size.width, height: size.height)
            if place == "chat" {
                let keyboard = ImagePickerKeyboard(picker, height: height)
                self.keyboard = keyboard
                chat.put(keyboard, send: { picker.model.selectedAssets.map(\.id.rawValue).joined(separator: " ") })
            } else {
                chat.embed(picker.widget)
            }
            let sent = await chat.run()
            keyboard = nil
            picker.close()
            return sent ?? "closed"
        default: throw ProbeError("which place?")
        }
    }

    // MARK: Telling

    private static func tell(_ event: ImagePickerModel.Event) {
        switch event {
        case .selected(let asset): WindowProbe.say("selected \(asset.id)")
        case .deselected(let id): WindowProbe.say("deselected \(id)")
        case .taken(let media, let saving):
            WindowProbe.say("taken \(media.kind.rawValue) \(saving.isSaved ? "saved" : "handed over")")
        case .action(let index): WindowProbe.say("action \(index)")
        }
    }

    private static func tell(_ update: CameraSession.Update) {
        switch update {
        case .state(.running(let camera)): WindowProbe.say("camera \(camera.id)")
        case .state(.idle): WindowProbe.say("camera closed")
        case .live(_?): WindowProbe.say("live")
        default: break
        }
    }

    private static func act(_ step: String, _ picker: ImagePickerWidget) async {
        let words = step.split(separator: ":").map(String.init)
        let (model, place) = (picker.model, words.count > 1 ? Int(words[1]) ?? 0 : 0)
        do throws(ImagePickerError) {
            switch words[0] {
            case "select": try await model.select(at: place)
            case "scroll": try await model.select(at: place, scrolling: true, animated: true)
            case "deselect": try await model.deselect(at: place)
            case "clear": model.deselectAll()
            case "at": WindowProbe.say("at \(place): \(await model.asset(at: place)?.id.rawValue ?? "nil")")
            case "configure": try model.configure { $0.layout.columns = 5 }
            case "tiles": try picker.useAssetTiles(PlainTile.self)
            default: WindowProbe.say("unknown step \(step)")
            }
        } catch {
            WindowProbe.say("\(step): \(error.code.rawValue)")
        }
    }

    // MARK: Tiles of an app's own

    private func useOwnTiles(_ picker: ImagePickerWidget) throws {
        if own.contains("actions") { try picker.useActionTiles(PlainAction.self) }
        if own.contains("photos-action") { try picker.useActionTiles(for: [.photos]) { PlainAction(prefix: "My") } }
        if own.contains("camera") { try picker.useCameraTile { PlainCamera() } }
        if own.contains("assets") { try picker.useAssetTiles(PlainTile.self) }
        if own.contains("videos") { try picker.useAssetTiles(for: [.video]) { PlainTile(prefix: "film") } }
        if own.contains("overlay") {
            try picker.useOverlay { status in
                status == .denied ? UnsafeMutableRawPointer(gtk_label_new("Mine: \(status.rawValue)")!) : nil
            }
        }
        if own.contains("wrong") {
            do { try picker.useAssetTiles { WrongTile() } } catch { WindowProbe.say("wrong: \(error.code.rawValue)") }
        }
    }
}

extension PickedMedia.Saving {
    fileprivate var isSaved: Bool {
        if case .saved = self { return true }
        return false
    }
}

/// Permissions that tell each question that is put.
private final class ToldPermissions: PermissionProvider {
    private let permissions: ScriptedPermissions

    init(_ permissions: ScriptedPermissions) { self.permissions = permissions }

    func status(of permission: Permission) async -> PermissionStatus { await permissions.status(of: permission) }

    func request(_ permission: Permission) async throws(PermissionError) -> PermissionStatus {
        if await permissions.status(of: permission) == .notDetermined {
            WindowProbe.say("asked \(permission.rawValue)")
        }
        return try await permissions.request(permission)
    }

    func changes() -> AsyncStream<Permission> { permissions.changes() }
}
