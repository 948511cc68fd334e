import Filmstrip
import Foundation

/// One picture as large as the window, with its neighbours a key or a press away. Draws `PagerModel`.
///
/// Movies and live photos show their picture; what plays them is still to come.
@MainActor final class ViewerView {
    let root: Widget
    let pager: PagerModel
    private let thumbnails: ThumbnailLoader
    private let canvas: ScrollArea
    private let picture = PictureView()
    private let title = Label()
    private let choose = Button()
    private let back: Button
    private let previous: Button
    private let next: Button
    private var watches: [ObservationWatch] = []
    private var task: Task<Void, Never>?
    private var shown: (id: AssetID, side: Int)?
    private var dragged = CGPoint.zero
    private var pinch = 1.0

    /// Pixels by which the picture that is asked for grows.
    private static let step = 512
    /// The longest side that is asked for.
    private static let largest = 4096

    /// - Parameter close: called when the viewer is to go.
    init(_ pager: PagerModel, thumbnails: ThumbnailLoader, close: @escaping @MainActor () -> Void) {
        self.pager = pager
        self.thumbnails = thumbnails
        let texts = pager.choice.texts
        let relay = Relay()
        canvas = ScrollArea { [relay] width, height in relay.view?.layOut(width, height) }
        canvas.add(picture)
        canvas.styled("filmstrip-viewer")
        let rightToLeft = canvas.isRightToLeft
        back = Button(icon: rightToLeft ? "go-next-symbolic" : "go-previous-symbolic", title: texts.buttons.back)
        previous = Button(icon: "go-previous-symbolic", title: "")
        next = Button(icon: "go-next-symbolic", title: "")
        let bar = Box(.horizontal, spacing: 8, [back, title, choose])
        bar.placed(.fill, .start).styled("filmstrip-viewer-bar")
        title.expandHorizontally()
        title.useEvenDigits()
        for button in [back, previous, next] { button.styled("osd", "circular") }
        choose.styled("filmstrip-choose")
        previous.placed(.start, .center, margin: 14)
        next.placed(.end, .center, margin: 14)
        let overlay = Overlay(canvas)
        for part in [bar, previous, next] { overlay.add(part) }
        root = overlay
        relay.view = self
        back.onClick { close() }
        previous.onClick { [weak pager] in pager?.previous() }
        next.onClick { [weak pager] in pager?.next() }
        choose.onClick { [weak pager] in Task { await pager?.toggleChosen() } }
        listen(close)
        watches = [
            observe { [weak self] in self?.followPicture() }, observe { [weak self] in self?.followBar() },
            observe { [weak pager] in if pager?.isClosed == true { close() } },
        ]
    }

    private final class Relay { weak var view: ViewerView? }

    deinit { task?.cancel() }

    /// Lets the keyboard speak to it.
    func grabFocus() { choose.grabFocus() }

    /// Ends it; nothing is loaded any more.
    func end() {
        for watch in watches { watch.end() }
        watches = []
        task?.cancel()
        pager.close()
    }

    /// What a key does; true when it is done with.
    func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard modifiers.isSubset(of: [.control, .shift]) else { return false }
        let isMirrored = canvas.isRightToLeft
        switch key {
        case .left: isMirrored ? pager.next() : pager.previous()
        case .right: isMirrored ? pager.previous() : pager.next()
        case .pageUp: pager.previous()
        case .pageDown: pager.next()
        case .enter, .padEnter:
            guard modifiers.isEmpty else { return false }
            Task { [pager] in await pager.toggleChosen() }
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
        previous.isVisible = pager.hasPrevious
        next.isVisible = pager.hasNext
    }

    private func place(_ index: Int) -> String {
        pager.choice.texts.spoken.place.replacing("{n}", with: "\(index + 1)")
            .replacing("{all}", with: "\(pager.assets.count)")
    }

    private func followPicture() {
        _ = (pager.zoom, pager.geometry)
        canvas.setNeedsLayout()
        guard let asset = pager.asset else { return }
        let pixels = pager.geometry.pixels(pager.zoom)
        let longest = max(pixels.width, pixels.height, 2)
        let side = min((longest + Self.step - 1) / Self.step * Self.step, Self.largest)
        if let shown, shown.id == asset.id, shown.side >= side { return }
        load(asset, side: side)
    }

    private func load(_ asset: Asset, side: Int) {
        // What was shown before is another picture.
        if shown?.id != asset.id { picture.texture = nil }
        shown = (asset.id, side)
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

    // MARK: Pointers

    private func listen(_ close: @escaping @MainActor () -> Void) {
        let clicks = Controller.clicks()
        clicks.onPress("pressed") { [weak self] count, x, y in
            if count == 2 { self?.pager.toggleZoom(at: CGPoint(x: x, y: y)) }
        }
        canvas.add(clicks)
        let drags = Controller.drags()
        drags.onPoint("drag-begin") { [weak self] _, _ in self?.dragged = .zero }
        drags.onPoint("drag-update") { [weak self] x, y in
            guard let self else { return }
            pager.move(x: x - dragged.x, y: y - dragged.y)
            dragged = CGPoint(x: x, y: y)
        }
        drags.onPoint("drag-end") { [weak self] x, _ in
            guard let self, pager.geometry.isFitted(pager.zoom), abs(x) > 60 else { return }
            let isForward = (x < 0) != canvas.isRightToLeft
            isForward ? pager.next() : pager.previous()
        }
        canvas.add(drags)
        let wheel = Controller.wheel()
        wheel.onScroll { [weak self, weak wheel] _, turned in
            guard let self else { return false }
            if wheel?.modifiers.contains(.control) == true {
                pager.zoom(by: turned < 0 ? 1.15 : 1 / 1.15)
            } else if turned != 0 {
                turned > 0 ? pager.next() : pager.previous()
            }
            return true
        }
        canvas.add(wheel)
        let fingers = Controller.pinch()
        fingers.onGesture("begin") { [weak self] in self?.pinch = 1 }
        fingers.onScale { [weak self] scale in
            guard let self, scale > 0 else { return }
            pager.zoom(by: scale / pinch)
            pinch = scale
        }
        canvas.add(fingers)
    }
}
