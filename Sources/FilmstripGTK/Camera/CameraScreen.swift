package import Filmstrip
import Foundation

/// The camera screen as a window. It draws `CameraScreenModel` and decides nothing.
@MainActor package final class CameraScreen {
    /// What a screen is joined to.
    struct Connections {
        /// Shows what was chosen from it; nil where the screen has no way there.
        var library: (any PhotoLibrary)?
        /// Opens the system's settings at a permission.
        var openSettings: @MainActor (Permission) async -> Bool
        /// Opens an address of the web that the user pressed; nil for the desktop's own way.
        var openLink: (@MainActor (String) -> Void)?
    }

    let window: Window
    let model: CameraScreenModel
    let view: CameraView
    let texts: Texts
    private let header = HeaderBar()
    let cancelButton: Button
    let doneButton: Button
    let shutter: ShutterButton
    let flip: Button
    let pause: Button
    let pauseSign = Sign(.pause, size: 20)
    let library: Button
    let review: ReviewBar
    let helps: CameraHelps
    let kinds: KindSwitch
    let lenses: LensBar
    let tray: TrayStrip
    let code: CodePill
    let keyList: CameraKeyList
    let countdown = Label(role: .alert)
    let locked: Badge
    let bias: Badge
    let kept = Badge(nil, text: "", name: "")
    let notice = NoticeView()
    let picture: ReviewPicture
    let player: ReviewPlayer
    let layout: CameraLayout
    private var entering: Entering?
    var watches: [ObservationWatch] = []
    /// What a hand does on the picture; see CameraScreen+Input.
    var hand = Hand()
    /// What is said for a moment.
    var saying: LoopTimer?
    private var hasEnded = false

    init(_ model: CameraScreenModel, texts: Texts, _ connections: Connections) {
        self.model = model
        self.texts = texts
        window = Window(title: texts.buttons.camera, width: 960, height: 680)
        view = CameraView(model.camera, buttons: [], focuses: false, texts: texts) { action in
            if action == .openSettings { Task { _ = await connections.openSettings(.camera) } }
        }
        let (buttons, shooting) = (texts.buttons, texts.shooting)
        let relay = Weak<CameraScreen>()
        cancelButton = Button(buttons.cancel)
        doneButton = Button(buttons.done).styled("suggested-action")
        shutter = ShutterButton(.photo, title: buttons.takePhoto)
        flip = Button(sign: Sign(.flip, size: 24), title: buttons.flipCamera)
        pause = Button(sign: pauseSign, title: buttons.pause)
        library = Button(sign: Sign(.library, size: 24), title: buttons.photos)
        review = ReviewBar(model, texts: texts)
        helps = CameraHelps(model, texts: texts) { [relay] in relay.value?.toggleKeys() }
        kinds = KindSwitch(model, texts: texts)
        lenses = LensBar(model, texts: texts)
        tray = TrayStrip(model, library: connections.library, texts: texts)
        code = CodePill(model, texts: texts) { [relay] text in
            guard let screen = relay.value else { return }
            Clipboard.write(text, for: screen.window)
            screen.say(Prompt.Toast(text: shooting.copied))
        } open: { [relay] link in
            if let open = connections.openLink { open(link) } else { relay.value?.window.open(link) }
        }
        keyList = CameraKeyList(texts, kinds: model.kinds, hasLibrary: connections.library != nil)
        locked = Badge(.lock, text: "", name: shooting.locked)
        bias = Badge(.sun, text: "0", name: "")
        player = ReviewPlayer(texts)
        picture = ReviewPicture(model, library: connections.library, player: player)
        layout = CameraLayout()
        relay.value = self
        build()
        listen()
        follow()
    }

    // MARK: Showing

    /// Shows the window, and waits until it is closed by whatever means: what was kept and chosen, or nil for cancel. The camera is
    /// closed then.
    func run() async throws(CameraError) -> [AcquiredItem]? {
        window.present()
        let model = model
        let appearing = Task { await model.appear() }
        let result: Result<[AcquiredItem]?, CameraError>
        do throws(CameraError) { result = .success(try await model.acquired()) } catch { result = .failure(error) }
        await appearing.value
        close()
        return try result.get()
    }

    /// Takes the window away; the visit ends as cancelled unless it has ended.
    package func close() {
        guard !hasEnded else { return }
        hasEnded = true
        let model = model
        Task { await model.exit() }
        for watch in watches { watch.end() }
        (watches, saying, hand) = ([], nil, Hand())
        helps.clear()
        kinds.clear()
        lenses.clear()
        tray.clear()
        code.clear()
        review.clear()
        picture.clear()
        view.clear()
        layout.clear()
        window.destroy()
    }

    /// Says something for a moment.
    func say(_ toast: Prompt.Toast) {
        notice.show(toast.text)
        saying = LoopTimer(after: toast.duration) { [weak self] in
            self?.saying = nil
            self?.followProblem()
        }
    }

    /// Shows the list of keys, or takes it away.
    func toggleKeys() { keyList.root.isVisible.toggle() }

    /// What was kept, and what the viewfinder showed then, for those who compare.
    package var keptShots: [(media: CapturedMedia, shown: PixelFrame?)] { model.shots.map { ($0.media, $0.picture) } }

    /// The model, for those who count what is left.
    package var probed: AnyObject { model }

    /// Takes something and keeps it, as two presses do.
    package func takeAndKeep() async {
        await model.press()
        await model.use()
    }

    /// How it came in, and in how many frames.
    package var entrance: (way: Entrance, frames: Int)? { entering.map { ($0.entrance, $0.frameCount) } }

    /// Whether the live picture is seen.
    package var isLive: Bool { view.preview.hasPicture && model.camera.page == nil }

    // MARK: Building

    private func build() {
        Style.install(for: window)
        window.name = "camera"
        window.addClass("filmstrip-camera-window")
        header.showsWindowButtons = false
        header.addClass("filmstrip-camera-header")
        header.addAtStart(cancelButton)
        header.addAtEnd(doneButton)
        header.setTitle(Label("", role: .decoration))
        window.setHeader(header)
        doneButton.isVisible = model.takesMany
        for button in [library, pause, flip] {
            button.styled("filmstrip-camera-button", "large").placed(.center, .center)
        }
        flip.tooltip = CameraKey.flip.hint(texts.buttons.flipCamera)
        library.tooltip = CameraKey.library.hint(texts.buttons.photos)
        countdown.styled("filmstrip-countdown").placed(.center, .center)
        countdown.isTarget = false
        bias.label.useEvenDigits()
        let signs = Box(.horizontal, spacing: 6, [locked.root, bias.root, kept.root])
        let stage = Overlay(view.root)
        let ends = Box(.horizontal, spacing: 8, [pause, flip])
        layout.arrange(
            CameraLayout.Parts(
                stage: stage, header: header, helps: helps.root, signs: signs, top: view.top, code: code.root,
                notice: notice.root, lenses: lenses.root, library: library, shutter: shutter.root, ends: ends,
                kinds: kinds, review: review.root,
                over: [picture.root, player.picture, player.button, countdown], list: keyList.root))
        let content = Entering(
            Box(.vertical, [layout.root, tray.root]), Entrance(movesByItself: Toolkit.movesByItself))
        window.setContent(content)
        entering = content
        player.onFailure = { [weak self] in
            guard let self else { return }
            say(.cannotPlay(texts: texts))
        }
    }

    private func listen() {
        let model = model
        func press(_ button: Widget, _ body: @escaping @MainActor (CameraScreenModel) async -> Void) {
            button.on("clicked") { [weak model] in
                guard let model else { return }
                Task { await body(model) }
            }
        }
        press(cancelButton) { await $0.exit() }
        press(doneButton) { await $0.finish() }
        press(shutter.root) { await $0.press() }
        press(flip) { await $0.flip() }
        press(pause) { await $0.camera.togglePause() }
        press(library) { await $0.openLibrary() }
        window.onCloseRequest { [weak model] in
            Task { await model?.exit() }
            return false
        }
        // The parent may take it along.
        window.onDestroy { [weak model] in Task { await model?.exit() } }
        listenToKeys()
        listenToHands()
    }
}
