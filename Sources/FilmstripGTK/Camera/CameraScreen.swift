package import Filmstrip
import Foundation

/// The camera screen as a window. It draws `CameraScreenModel` and decides nothing.
@MainActor package final class CameraScreen {
    let window: Window
    let model: CameraScreenModel
    let view: CameraView
    let texts: Texts
    private let header = HeaderBar()
    let cancelButton: Button
    let doneButton: Button
    let shutter: ShutterButton
    let flip: Button
    let flash: Button
    let torch: Toggle
    let timer: Button
    let grid: Toggle
    let retake: Button
    let use: Button
    let kinds: KindSwitch
    let lenses: LensBar
    let tray: ShotTray
    let countdown = Label(role: .alert)
    let locked: Badge
    let kept = Badge(icon: nil, text: "", name: "")
    let notice = NoticeView()
    let shootingBar: Box
    let reviewBar: Box
    let review: ReviewPicture
    private var entering: Entering?
    var watches: [ObservationWatch] = []
    /// What a hand does on the picture; see CameraScreen+Input.
    var hand = Hand()
    private var hasEnded = false
    private let answer = Answer<Void>()

    /// - Parameter openSettings: opens the system's settings at a permission.
    init(
        _ model: CameraScreenModel, texts: Texts,
        openSettings: @escaping @MainActor (Permission) async -> Bool
    ) {
        self.model = model
        self.texts = texts
        window = Window(title: texts.buttons.camera, width: 960, height: 680)
        view = CameraView(model.camera, buttons: [], focuses: false, texts: texts) { action in
            if action == .openSettings { Task { _ = await openSettings(.camera) } }
        }
        let (buttons, shooting) = (texts.buttons, texts.shooting)
        cancelButton = Button(buttons.cancel)
        doneButton = Button(buttons.done).styled("suggested-action")
        shutter = ShutterButton(.photo, title: buttons.takePhoto)
        flip = Button(icon: "camera-switch-symbolic", title: buttons.flipCamera)
        flash = Button(icon: "weather-storm-symbolic", title: shooting.flashOff)
        torch = Toggle(icon: "display-brightness-symbolic", title: shooting.torch)
        timer = Button(icon: "alarm-symbolic", title: shooting.timerOff)
        grid = Toggle(icon: "view-grid-symbolic", title: shooting.grid)
        retake = Button(buttons.retake).styled("filmstrip-camera-help")
        use = Button(buttons.use).styled("filmstrip-camera-help", "filmstrip-camera-use")
        kinds = KindSwitch(model, texts: texts)
        lenses = LensBar(model, texts: texts)
        tray = ShotTray(model, texts: texts)
        locked = Badge(icon: "system-lock-screen-symbolic", text: "", name: shooting.locked)
        shootingBar = Box(.vertical, spacing: 10)
        reviewBar = Box(.horizontal, spacing: 14, [retake, use])
        review = ReviewPicture(model)
        build()
        listen()
        follow()
    }

    // MARK: Showing

    /// Shows the window, and waits until it is closed by whatever means: what was kept, or nil for cancel. The camera is closed then.
    func run() async throws(CameraError) -> [CapturedMedia]? {
        window.present()
        let model = model
        let appearing = Task { await model.appear() }
        let result: Result<[CapturedMedia]?, CameraError>
        do throws(CameraError) { result = .success(try await model.result()) } catch { result = .failure(error) }
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
        watches = []
        hand = Hand()
        kinds.clear()
        lenses.clear()
        tray.clear()
        review.clear()
        view.clear()
        window.destroy()
    }

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
        let helps: [Widget] = [flash, torch, timer, grid]
        for help in helps { help.styled("filmstrip-camera-button", "flat").placed(.center, .center) }
        header.setTitle(Box(.horizontal, spacing: 6, helps))
        window.setHeader(header)
        doneButton.isVisible = model.takesMany

        flip.styled("filmstrip-camera-button", "large").placed(.center, .center)
        let row = CenterBox(start: tray.root, center: shutter.root, end: flip)
        for part in [lenses.root, row, kinds.root] as [Widget] { shootingBar.append(part) }
        shootingBar.placed(.fill, .end).styled("filmstrip-camera-bar", "screen")
        reviewBar.placed(.center, .end, margin: 26)
        countdown.styled("filmstrip-countdown").placed(.center, .center)
        countdown.isTarget = false
        let signs = Box(.horizontal, spacing: 6, [locked.root, kept.root]).placed(.start, .start, margin: 10)
        let stage = Overlay(view.root)
        for part in [review.root, countdown, signs, shootingBar, reviewBar, notice.root] as [Widget] { stage.add(part) }
        let content = Entering(stage, Entrance(movesByItself: Toolkit.movesByItself))
        window.setContent(content)
        entering = content
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
        press(flash) { await $0.nextFlash() }
        press(timer) { $0.nextTimer() }
        press(use) { await $0.use() }
        press(retake) { model in
            if model.looked != nil { model.discardLooked() } else { model.retake() }
        }
        press(torch) { await $0.setTorch(!$0.isTorchOn) }
        press(grid) { $0.toggleGrid() }
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
