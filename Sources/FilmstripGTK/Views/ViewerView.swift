import Filmstrip
import Foundation

/// One picture as large as the window, with its neighbours a key or a press away, played where it moves. Draws `PagerModel`.
@MainActor final class ViewerView {
    let root: Widget
    let pager: PagerModel
    let canvas: ScrollArea
    private let thumbnails: ThumbnailLoader
    private let picture = PictureView()
    private let title = Label()
    private let choose = Button()
    private let back: Button
    private let previous: Button
    private let next: Button
    private let bar: Box
    private let playerBar: PlayerBar
    private let player: MoviePlayer
    private var watches: [ObservationWatch] = []
    private var task: Task<Void, Never>?
    private var shown: (id: AssetID, version: Int, side: Int)?
    /// What pointers are doing; see ViewerView+Pointers.
    var dragged = CGPoint.zero
    var pinch = 1.0
    /// Whether two fingers were at work since the first came: then it turns no page.
    var hasPinched = false
    var turnEnd: LoopTimer?

    /// Pixels by which the picture that is asked for grows.
    private static let step = 512
    /// The longest side that is asked for.
    private static let largest = 4096

    /// - Parameters:
    ///   - library: what brings movies.
    ///   - isForChoosing: whether there is a button that chooses; true by default.
    ///   - close: called when the viewer is to go.
    init(
        _ pager: PagerModel, thumbnails: ThumbnailLoader, library: any AssetStore, isForChoosing: Bool = true,
        close: @escaping @MainActor () -> Void
    ) {
        self.pager = pager
        self.thumbnails = thumbnails
        let texts = pager.choice.texts
        let relay = Weak<ViewerView>()
        canvas = ScrollArea { [relay] width, height in relay.value?.layOut(width, height) }
        canvas.add(picture)
        canvas.styled("filmstrip-viewer")
        let rightToLeft = canvas.isRightToLeft
        back = Button(icon: rightToLeft ? "go-next-symbolic" : "go-previous-symbolic", title: texts.buttons.back)
        previous = Button(icon: rightToLeft ? "go-next-symbolic" : "go-previous-symbolic", title: "")
        next = Button(icon: rightToLeft ? "go-previous-symbolic" : "go-next-symbolic", title: "")
        bar = Box(.horizontal, spacing: 8, [back, title, choose])
        bar.placed(.fill, .start).styled("filmstrip-viewer-bar")
        title.expandHorizontally()
        title.useEvenDigits()
        for button in [back, previous, next] { button.styled("osd", "circular") }
        choose.styled("filmstrip-choose")
        choose.isVisible = isForChoosing
        previous.placed(.start, .center, margin: 14)
        next.placed(.end, .center, margin: 14)
        playerBar = PlayerBar(pager)
        player = MoviePlayer(pager, library: library, picture: picture)
        let overlay = Overlay(canvas)
        for part in [playerBar.large, playerBar.live, playerBar.bar, bar, previous, next] { overlay.add(part) }
        root = overlay
        relay.value = self
        back.onClick { close() }
        previous.onClick { [weak pager] in pager?.previous() }
        next.onClick { [weak pager] in pager?.next() }
        choose.onClick { [weak pager] in Task { await pager?.toggleChosen() } }
        player.onFailure = { [weak pager] in
            if let pager { pager.choice.say(.cannotPlay(texts: texts)) }
        }
        listen()
        watches = [
            observe { [weak self] in self?.followPicture() }, observe { [weak self] in self?.followBar() },
            observe { [weak self] in self?.playerBar.update() },
            observe { [weak pager] in if pager?.isClosed == true { close() } },
        ]
    }

    deinit { task?.cancel() }

    /// Lets the keyboard speak to it.
    func grabFocus() { (choose.isVisible ? choose : back).grabFocus() }

    /// Ends it; nothing is loaded any more.
    func end() {
        for watch in watches { watch.end() }
        watches = []
        task?.cancel()
        turnEnd = nil
        player.end()
        pager.close()
    }

    /// What a key does; true when it is done with.
    func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isSubset(of: [.control, .shift]) else { return false }
        let isMirrored = canvas.isRightToLeft
        // The bar of times has its own use for what moves a mark.
        if playerBar.slider.hasFocus, [.left, .right].contains(key) { return false }
        switch key {
        case .left: isMirrored ? pager.next() : pager.previous()
        case .right: isMirrored ? pager.previous() : pager.next()
        case .pageUp: pager.previous()
        case .pageDown: pager.next()
        case .enter, .padEnter:
            guard modifiers.isEmpty, choose.isVisible else { return false }
            Task { [pager] in await pager.toggleChosen() }
        case .space:
            // What moves is played; what does not is left, as it was come to.
            guard modifiers.isEmpty, pager.playback.kind == .video || pager.playback.kind == .livePhoto else {
                return false
            }
            pager.play(.toggled)
        case .plus, .equal, .padPlus: pager.zoom(by: 1.25)
        case .minus, .padMinus: pager.zoom(by: 0.8)
        case KeyValue(character: "0"): pager.toggleZoom(at: CGPoint(x: dragged.x, y: dragged.y))
        default: return false
        }
        return true
    }

    // MARK: Following

    private func followBar() {
        title.text = pager.title
        picture.accessibleName = pager.name
        switch pager.mark {
        case .checked: choose.title = "✓"
        case .number(let number): choose.title = "\(number)"
        case .none, .waiting, .blocked: choose.title = " "
        }
        choose.setClass("selected", pager.mark.isSelected)
        choose.accessibleName = pager.name
        // Where they lead to is their name: "4 of 120".
        previous.accessibleName = place(pager.index - 1)
        next.accessibleName = place(pager.index + 1)
        bar.isVisible = pager.showsBars
        previous.isVisible = pager.hasPrevious && pager.showsBars
        next.isVisible = pager.hasNext && pager.showsBars
    }

    private func place(_ index: Int) -> String { pager.choice.texts.place((index, pager.assets.count)) }

    private func followPicture() {
        _ = (pager.zoom, pager.geometry)
        canvas.setNeedsLayout()
        guard let asset = pager.asset else { return }
        let pixels = pager.geometry.pixels(pager.zoom)
        let longest = max(pixels.width, pixels.height, 2)
        let side = min((longest + Self.step - 1) / Self.step * Self.step, Self.largest)
        let version = thumbnails.version(of: asset.id)
        if let shown, shown.id == asset.id, shown.version == version, shown.side >= side { return }
        load(asset, version, side: side)
    }

    private func load(_ asset: Asset, _ version: Int, side: Int) {
        // What was shown before is another picture.
        if shown?.id != asset.id { picture.texture = nil }
        shown = (asset.id, version, side)
        task?.cancel()
        task = Task { [weak self, thumbnails] in
            do {
                for try await thumbnail in thumbnails.thumbnail(
                    asset.id, fitting: PixelSize(width: side, height: side))
                {
                    guard !Task.isCancelled, let self, self.shown?.id == asset.id else { return }
                    if let texture = Texture(thumbnail.frame) { self.picture.texture = texture }
                }
            } catch {
                // It cannot be shown; the name says what it is, and the next picture is a key away.
                return
            }
        }
    }

    private func layOut(_ width: Int, _ height: Int) {
        pager.resize(to: CGSize(width: width, height: height), pixelsPerPoint: Double(canvas.scaleFactor))
        let frame = pager.geometry.frame(pager.zoom)
        canvas.place(picture, x: frame.minX, y: frame.minY, width: frame.width, height: frame.height)
    }
}
