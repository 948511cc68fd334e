import Filmstrip
import FilmstripGTK
import FilmstripLinux
import FilmstripTesting
import Foundation

/// `browse`: the album browser over a library in memory, through the one call.
@MainActor struct BrowseProbe {
    private var count = 300
    private var request = PickRequest(source: .library, editing: .none, texts: .english)
    private var configuration = GTKPresenter.Configuration.probed()
    private var status = PermissionStatus.authorized
    private var removed: [AssetID] = []
    private var isRevoked = false
    private var isGranted = false
    private var folder: String?
    private var fails: [AssetID] = []
    private var brokenLooks = 0
    private var holdsOriginals = false
    private var offered: [String] = []
    private var copied: [String] = []
    private var copiesPicture = false
    private var look = DesktopLook()
    private var visible: Set<AssetID>?
    private var laterVisible: Set<AssetID>?

    init(_ words: [String]) throws {
        var words = ProbeWords(words)
        while let option = words.next() {
            switch option {
            case "--count": count = try words.number()
            case "--max":
                let maximum = try words.number()
                request.choice.rules.maximum = maximum == 0 ? nil : maximum
            case "--min": request.choice.rules.minimum = try words.number()
            case "--numbers": request.choice.badges = .number
            case "--prompt": request.choice.prompt = try words.value()
            case "--columns": configuration.columns = try words.number()
            case "--albums":
                request.choice.albums = try words.value().split(separator: ",").map { Album.ID(rawValue: String($0)) }
            case "--select": request.choice.preselected.append(AssetID(try words.value()))
            case "--remove": removed.append(AssetID(try words.value()))
            case "--revoke": isRevoked = true
            case "--grant": isGranted = true
            case "--folder": folder = try words.value()
            case "--fails": fails.append(AssetID(try words.value()))
            case "--broken": brokenLooks = try words.number()
            case "--held": holdsOriginals = true
            case "--slow-veto":
                let (refused, cues) = (try words.value(), Cue.act.stream())
                request.choice.rules.veto = { asset, _ in
                    await cues.next()
                    return asset.id.rawValue == refused ? "Not this one" : nil
                }
            case "--types":
                request.choice.rules.kinds = Set(
                    try words.value().split(separator: ",").compactMap { MediaKind(rawValue: String($0)) })
            case "--longest": request.choice.rules.duration = 0...Double(try words.number())
            case "--attached": request.choice.rules.excluded.insert(AssetID(try words.value()))
            case "--visible": visible = Set(try words.value().split(separator: ",").map { AssetID(String($0)) })
            case "--then-visible":
                laterVisible = Set(try words.value().split(separator: ",").map { AssetID(String($0)) })
            case "--offer": offered.append(try words.value())
            case "--copy": copied.append(try words.value())
            case "--copy-picture": copiesPicture = true
            case "--dark": look.isDark = true
            case "--big": look.textScale = 1.5
            case "--calm": look.isCalm = true
            case "--mirrored": look.isMirrored = true
            case "--coloured":
                configuration.appearance = GTKPresenter.Appearance(
                    bar: .init(red: 0.1, green: 0.32, blue: 0.3), button: .init(red: 1, green: 0.86, blue: 0.5),
                    title: .init(red: 1, green: 1, blue: 1), titleFont: .init(size: 15, isBold: true))
            case "--access":
                guard let status = PermissionStatus(rawValue: try words.value()) else {
                    throw ProbeError("no such status")
                }
                self.status = status
            case "--lang":
                guard let texts = Texts(languageTag: try words.value()) else { throw ProbeError("no such language") }
                (request.texts, configuration.texts) = (texts, texts)
            default: throw ProbeError("unknown option \(option)")
            }
        }
    }

    func run() async throws {
        look.apply()
        let library = InMemoryLibrary(count: count)
        if visible != nil { library.limit(to: visible) }
        for id in fails { library.setDelivery(.fails, of: id) }
        var shown: any PhotoLibrary = library
        if let folder {
            let folders = StillLibrary.folders(folder)
            _ = try await folders.index()
            shown = folders
        }
        if brokenLooks > 0 { shown = BrokenLibrary(library, looks: brokenLooks) }
        if holdsOriginals { shown = HeldLibrary(shown, until: Cue.act.stream()) }
        if !copied.isEmpty { FileOffer.copy(copied) }
        let offer = offered.isEmpty ? nil : FileOffer(offered)
        defer { offer?.end() }
        let permissions = ScriptedPermissions([.photoLibrary: status])
        let presenter = GTKPresenter(
            on: nil, library: shown, permissions: permissions, configuration: configuration)
        let (removed, isRevoked, isGranted, laterVisible) = (removed, isRevoked, isGranted, laterVisible)
        let copiesPicture = copiesPicture
        let cues = Cue.act.stream()
        let later = Task {
            await cues.next()
            if !removed.isEmpty { library.remove(removed) }
            if isRevoked { permissions.set(.photoLibrary, to: .denied) }
            if copiesPicture {
                FileOffer.copyPicture()
                WindowProbe.hint("copied a picture")
            }
            if laterVisible != nil { library.limit(to: laterVisible) }
            if isGranted { permissions.set(.photoLibrary, to: .authorized) }
        }
        defer { later.cancel() }
        // The presenter alone, so that what the library's own pages say is seen: the one call would ask before.
        guard let chosen = try await presenter.choose(request.choice) else { return WindowProbe.say("cancelled") }
        var words: [String] = []
        for item in chosen {
            switch item {
            case .asset(let id): words.append(id.rawValue)
            case .handedOver(let item): words.append(try await item.load { _ in }.original.path.name.string)
            }
        }
        WindowProbe.say(words.joined(separator: " "))
    }
}

/// `ask`: a prompt of the core.
@MainActor enum AskProbe {
    static func run(_ words: [String]) async throws {
        let presenter = GTKPresenter(
            on: nil, library: InMemoryLibrary(count: 1), permissions: ScriptedPermissions(),
            configuration: GTKPresenter.Configuration(texts: .english))
        let prompt: Prompt =
            switch words.first {
            case "sources": .sources(texts: .english)
            case "library": .sources(order: [.chooseFromLibrary, .takePhoto], hasCamera: false, texts: .english)
            case "settings": .turnOn(.photoLibrary, texts: .english)
            default: throw ProbeError("which prompt?")
            }
        let answer = await presenter.show(prompt)
        WindowProbe.say(answer?.rawValue ?? "dismissed")
    }
}
