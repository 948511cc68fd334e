import Filmstrip
import Foundation

/// The strip with the chosen, in their order: moved by hand or by keys, taken out, looked at. Draws `TrayModel`.
///
/// Only what is seen has widgets, so that ten thousand chosen cost as much as ten.
@MainActor final class TrayView {
    let root: Widget
    /// Told when one of the chosen is to be looked at in full.
    var onLook: (@MainActor (AssetID) -> Void)?
    private let model: TrayModel
    private let thumbnails: ThumbnailLoader
    private let strip: ScrollArea
    private let scroller: Scroller
    private var tiles: [AssetID: TrayTile] = [:]
    private var shown: [AssetID] = []
    private var watch: ObservationWatch?
    private var focusing: LoopTimer?
    private var binding: LoopTimer?
    private var width = 0
    private var bounds = 0..<0
    /// Those that have tiles, in the order of widgets.
    private var walked: [AssetID] = []
    /// Where the hand holds what it has lifted, in points of the strip; nil when it holds nothing.
    private var hand: Double?
    private var pressed: AssetID?
    private var start = 0.0

    /// Points of an item, between two, and before the first.
    private static let side = 58.0
    private static let gap = 8.0
    private static let edge = 12.0
    private static let height = 78
    /// Points that a press may wander and still be a click.
    private static let slack = 6.0

    init(_ model: TrayModel, thumbnails: ThumbnailLoader) {
        self.model = model
        self.thumbnails = thumbnails
        let relay = Weak<TrayView>()
        strip = ScrollArea(horizontal: true) { [relay] width, _ in relay.value?.layOut(width) }
        scroller = Scroller(strip, horizontal: true, vertical: false)
        scroller.setSizeRequest(height: Self.height)
        scroller.styled("filmstrip-tray")
        scroller.expandHorizontally()
        root = scroller
        relay.value = self
        listen()
        watch = observe { [weak self] in self?.update() }
    }

    /// Ends it; nothing is loaded any more.
    func end() {
        watch?.end()
        watch = nil
        for tile in tiles.values { tile.clear() }
    }

    // MARK: Following

    private func update() {
        let items = model.items
        let ids = items.map(\.id)
        let isLonger = ids.count > shown.count
        shown = ids
        root.isVisible = !items.isEmpty
        strip.accessibleName = model.choice.texts.counts.selected(items.count)
        bind()
        // What was chosen last is worth seeing.
        if isLonger, model.lifted == nil { wanted = strip.isRightToLeft ? 0 : max(0, length - Double(width)) }
        strip.setNeedsLayout()
    }

    private var wanted: Double?

    /// Sees to it that each item in sight has a tile, and no other.
    private func bind() {
        let items = model.items
        let step = Self.side + Self.gap
        let offset = wanted ?? strip.offset
        let first = max(0, Int((offset - Self.edge) / step) - 1)
        let last = min(items.count, first + Int(Double(max(width, 400)) / step) + 4)
        bounds = min(first, last)..<last
        let seen = Set(items[bounds].map(\.id))
        for (id, tile) in tiles where !seen.contains(id) && id != model.lifted {
            tile.clear()
            strip.remove(tile.frame)
            tiles[id] = nil
        }
        for index in bounds {
            let asset = items[index]
            let tile = tiles[asset.id] ?? makeTile(asset)
            tile.load(thumbnails.version(of: asset.id))
            tile.frame.accessibleName = model.name(of: asset)
            tile.frame.setClass("lifted", asset.id == model.lifted)
        }
        // Screen readers walk over them as they stand.
        if model.lifted == nil, items[bounds].map(\.id) != walked {
            walked = items[bounds].map(\.id)
            for id in walked { if let tile = tiles[id] { strip.raise(tile.frame) } }
        }
    }

    private func makeTile(_ asset: Asset) -> TrayTile {
        let id = asset.id
        let remove = model.choice.texts.buttons.delete
        let side = Int(Self.side) * strip.scaleFactor
        let wanted = TilePixels.request(for: asset.size, side: side)
        let tile = TrayTile(asset, side: side, remove: remove) { [thumbnails] in
            thumbnails.thumbnail(id, fitting: wanted)
        } act: { [weak self] action in
            self?.act(action, on: id)
        }
        tile.onRemove { [weak self] in self?.act(.choose, on: id) }
        tiles[id] = tile
        strip.add(tile.frame)
        return tile
    }

    private func act(_ action: TileFrame.Action, on id: AssetID) {
        switch action {
        case .choose: remove(id)
        case .look: onLook?(id)
        case .earlier: model.move(id, by: -1)
        case .later: model.move(id, by: 1)
        }
    }

    // MARK: Layout

    private var length: Double {
        2 * Self.edge + Double(shown.count) * (Self.side + Self.gap) - (shown.isEmpty ? 0 : Self.gap)
    }

    private func layOut(_ width: Int) {
        if width != self.width {
            self.width = width
            binding = LoopTimer(after: 0) { [weak self] in self?.rebind() }
        }
        strip.setLength(length, viewLength: Double(width), step: Self.side)
        if let wanted {
            strip.offset = wanted
            self.wanted = nil
        }
        let offset = strip.offset
        for index in bounds where index < shown.count {
            guard let tile = tiles[shown[index]] else { continue }
            var place = left(of: index)
            if shown[index] == model.lifted, let hand { place = hand - Self.side / 2 }
            strip.place(tile.frame, x: place - offset, y: 10, width: Self.side, height: Self.side)
        }
    }

    private func rebind() {
        bind()
        strip.setNeedsLayout()
    }

    /// Where an item begins, in points of the strip.
    private func left(of index: Int) -> Double {
        let start = Self.edge + Double(index) * (Self.side + Self.gap)
        return strip.isRightToLeft ? max(length, Double(width)) - start - Self.side : start
    }

    /// The place at a point of the strip, clamped.
    private func index(at x: Double) -> Int {
        let along = strip.isRightToLeft ? max(length, Double(width)) - x : x
        return max(0, min(Int((along - Self.edge) / (Self.side + Self.gap)), shown.count - 1))
    }

    /// The item under a point of the view; nil between items.
    private func item(at x: Double) -> AssetID? {
        guard !shown.isEmpty else { return nil }
        let place = index(at: x + strip.offset)
        let start = left(of: place)
        return (start...start + Self.side).contains(x + strip.offset) ? shown[place] : nil
    }

    // MARK: Hands

    private func listen() {
        scroller.onScrolledSideways { [weak self] in self?.binding = LoopTimer(after: 0) { self?.rebind() } }
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        strip.add(keys)
        let clicks = Controller.clicks()
        clicks.onPress("released") { [weak self] count, x, _ in
            guard let self, hand == nil, let id = item(at: x) else { return }
            tiles[id]?.frame.grabFocus()
            if count == 2 { onLook?(id) }
        }
        strip.add(clicks)
        listenToDrags()
    }

    private func listenToDrags() {
        let (drags, rests) = (Controller.drags(), Controller.longPress())
        rests.setTouchOnly()
        rests.onPoint("pressed") { [weak self, weak drags] x, _ in
            guard let self, let id = item(at: x) else { return }
            lift(id, at: x)
            drags?.claim()
        }
        drags.onPoint("drag-begin") { [weak self] x, _ in
            guard let self else { return }
            (pressed, start) = (item(at: x), x)
        }
        drags.onPoint("drag-update") { [weak self, weak drags] x, _ in
            guard let self, let drags else { return }
            if hand == nil, !drags.isTouch, abs(x) > Self.slack, let pressed {
                drags.claim()
                lift(pressed, at: start + x)
            }
            guard hand != nil else { return }
            hold(at: start + x)
        }
        drags.onPoint("drag-end") { [weak self] _, _ in
            guard let self, hand != nil else { return }
            hand = nil
            model.drop()
            strip.setNeedsLayout()
        }
        drags.onSequenceCancel { [weak self] in self?.letGo() }
        drags.group(with: rests)
        strip.add(drags)
        strip.add(rests)
    }

    private func lift(_ id: AssetID, at x: Double) {
        model.lift(id)
        if let tile = tiles[id] { strip.raise(tile.frame) }
        hold(at: x)
    }

    private func hold(at x: Double) {
        let point = x + strip.offset
        hand = point
        model.hover(at: index(at: point))
        strip.setNeedsLayout()
    }

    /// Puts back what the hand holds. False when it holds nothing.
    @discardableResult
    func letGo() -> Bool {
        guard hand != nil else { return false }
        hand = nil
        model.cancelLift()
        strip.setNeedsLayout()
        return true
    }

    // MARK: Keys

    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard let id = focused, let place = shown.firstIndex(of: id) else { return false }
        let forward: KeyValue = strip.isRightToLeft ? .left : .right
        switch (key, modifiers) {
        case (.left, []), (.right, []): focus(place + (key == forward ? 1 : -1))
        case (.left, .control), (.right, .control), (.left, .alt), (.right, .alt):
            model.move(id, by: key == forward ? 1 : -1)
            refocus(id)
        case (.home, []): focus(0)
        case (.end, []): focus(shown.count - 1)
        case (.home, .control): move(id, to: 0)
        case (.end, .control): move(id, to: shown.count - 1)
        case (.delete, []), (.backspace, []): remove(id)
        case (.space, []), (.enter, []), (.padEnter, []): onLook?(id)
        default: return false
        }
        return true
    }

    private var focused: AssetID? { tiles.first { $0.value.frame.holdsFocus }?.key }

    private func move(_ id: AssetID, to place: Int) {
        model.move(id, to: place)
        refocus(id)
    }

    private func remove(_ id: AssetID) {
        let place = shown.firstIndex(of: id)
        let hadFocus = tiles[id]?.frame.holdsFocus == true
        model.remove(id)
        // The keyboard goes on with what took its place.
        if let place, hadFocus { focusing = LoopTimer(after: 0.02) { [weak self] in self?.focus(place) } }
    }

    private func refocus(_ id: AssetID) {
        focusing = LoopTimer(after: 0.02) { [weak self] in
            guard let self, let place = shown.firstIndex(of: id) else { return }
            focus(place)
        }
    }

    private func focus(_ place: Int) {
        guard !shown.isEmpty else { return }
        let place = max(0, min(place, shown.count - 1))
        let start = left(of: place)
        if start < strip.offset { wanted = max(0, start - Self.edge) }
        if start + Self.side > strip.offset + Double(width) { wanted = start + Self.side + Self.edge - Double(width) }
        rebind()
        tiles[shown[place]]?.frame.grabFocus()
    }
}

/// One of the chosen: its picture, and a button that takes it out.
@MainActor private final class TrayTile {
    let frame: TileFrame
    private let button: Button
    private let broken = Icon("image-x-generic-symbolic", size: 24).placed(.center, .center)
    private let side: Int
    private let thumbnail: @MainActor () -> AsyncThrowingStream<Thumbnail, any Error>
    private var version: Int?
    private var task: Task<Void, Never>?

    init(
        _ asset: Asset, side: Int, remove: String,
        thumbnail: @escaping @MainActor () -> AsyncThrowingStream<Thumbnail, any Error>,
        act: @escaping @MainActor (TileFrame.Action) -> Void
    ) {
        (self.side, self.thumbnail) = (side, thumbnail)
        frame = TileFrame(isOrdered: true, act)
        frame.isKeyboardTarget = true
        frame.styled("filmstrip-tray-tile")
        button = Button(icon: "window-close-symbolic", title: remove)
        button.styled("osd", "circular", "filmstrip-take-out").placed(.end, .start)
        // Keys take out by Delete: one stop for each item is enough.
        button.isKeyboardTarget = false
        let layers = Overlay(Box(.vertical))
        layers.add(button)
        broken.isVisible = false
        layers.add(broken)
        if let sign = AssetTile.Badges(asset).sign {
            layers.add(Sign(sign.kind, size: 13).styled("filmstrip-tray-sign").placed(.start, .end, margin: 4))
        }
        frame.setChild(layers)
    }

    /// Shows the picture of that version; the one before stays until it is there.
    func load(_ version: Int) {
        guard version != self.version else { return }
        self.version = version
        task?.cancel()
        show(isBroken: false)
        task = Task { [weak self, side, thumbnail] in
            do {
                for try await thumbnail in thumbnail() {
                    let pixels = await TilePixels.square(thumbnail.frame, side: side)
                    guard !Task.isCancelled else { return }
                    if let pixels { self?.frame.texture = Texture(pixels) }
                }
            } catch {
                // A sign in place of the picture; the name says what it is.
                if !Task.isCancelled { self?.show(isBroken: true) }
            }
        }
    }

    private func show(isBroken: Bool) {
        frame.setClass("failed", isBroken)
        broken.isVisible = isBroken
    }

    deinit { task?.cancel() }

    func onRemove(_ body: @escaping @MainActor () -> Void) { button.onClick(body) }

    func clear() { task?.cancel() }
}
