import Filmstrip
import Foundation

/// A grid of assets: draws what `AssetGridModel` says, and tells it what the user does.
///
/// Not GtkGridView: that one knows no headings, keeps thirty rows of widgets alive, and chooses whatever an arrow key passes. Here
/// the core's `GridGeometry` says where each tile lies, and only those that are seen have widgets.
@MainActor final class GridView {
    let root: Widget
    let model: AssetGridModel
    let scroller: Scroller
    let area: ScrollArea
    /// Told when a tile is to be looked at in full.
    var onLook: (@MainActor (Int) -> Void)?
    /// Told once, when the first screen is full of pictures.
    var onFilled: (@MainActor () -> Void)?
    var tiles: [Int: TileView] = [:]
    private var spare: [TileView] = []
    private var headings: [Int: Label] = [:]
    private var spareHeadings: [Label] = []
    private let footer = Label()
    private let bubble = Label(role: .decoration)
    private let scrubber: ScrubberBar
    private var watches: [ObservationWatch] = []
    let furnishing: Furnishing
    private(set) var viewSize = (width: 0, height: 0)
    private var wantedOffset: Double?
    private var lastTarget = 0
    private var revision = 0
    private var order: LoopTimer?
    private var bubbleEnd: LoopTimer?
    private var binding: LoopTimer?
    private var isLayingOut = false
    /// How far it was scrolled when the tiles were bound.
    private var boundOffset = -1.0
    /// What pointers are doing; see GridView+Input.
    var pointing = Pointing()
    let band = Box(.vertical).styled("rubberband")

    /// Points under the last line, for the counts.
    static let footerLength = 56.0
    /// Bytes of thumbnails that are kept while nobody scrolls: some screens of them.
    static let restingMemory = 12 << 20
    /// Points beyond both edges that have tiles already.
    static let margin = 260.0
    /// So many tiles are made at a time for what is not seen yet: a frame has room for that beside all else.
    private static let tilesAtOnce = 6
    /// Whether it scrolls so fast that nobody can see a picture: then only what is in sight has tiles, and nothing is loaded for them.
    private var isRushing = false
    private var calming: LoopTimer?
    /// From this part of the view on, moved in one frame, it rushes.
    private static let rush = 0.35

    /// - Parameter furnishing: what stands beside the tiles, and tiles of the app's own.
    init(_ model: AssetGridModel, _ furnishing: Furnishing = Furnishing()) {
        self.model = model
        self.furnishing = furnishing
        let (relay, isSideways) = (Weak<GridView>(), model.configuration.axis == .horizontal)
        area = ScrollArea(horizontal: isSideways) { [relay] width, height in relay.value?.layOut(width, height) }
        scroller = Scroller(area, horizontal: isSideways, vertical: !isSideways)
        scroller.expandVertically()
        scroller.expandHorizontally()
        bubble.styled("filmstrip-floating").placed(.end, .center)
        bubble.isVisible = false
        let relayed = Weak<GridView>()
        scrubber = ScrubberBar(model) { [relayed] text in relayed.value?.showBubble(text) }
        let overlay = Overlay(scroller)
        overlay.add(bubble)
        overlay.expandHorizontally()
        root = Box(.horizontal, [overlay, scrubber.root])
        (relay.value, relayed.value) = (self, self)
        footer.styled("filmstrip-dim").placed(.center, .center)
        area.add(footer, above: true)
        furnishing.lead?.attach(to: area)
        band.isVisible = false
        area.add(band, above: true)
        area.accessibleName = model.title
        listen()
        scroller.onScrolled { [weak self] in self?.scrolled() }
        watches = [
            observe { [weak self] in self?.followLayout() },
            observe { [weak self] in self?.followTarget() },
            observe { [weak self] in self?.followFocus() },
            observe { [weak self] in
                guard let self else { return }
                footer.text = model.footer ?? ""
                area.accessibleName = model.title
            },
        ]
    }

    private var isOver = false

    /// Lets go of all tiles: what is on its way is cancelled, and nothing is shown any more.
    func clear() {
        isOver = true
        for watch in watches { watch.end() }
        watches = []
        (order, bubbleEnd, binding, calming, rest, focusing) = (nil, nil, nil, nil, nil, nil)
        scrubber.end()
        for (_, tile) in tiles { tile.clear() }
    }

    /// Whether every tile that is seen has its picture.
    var isFilled: Bool {
        model.page == .assets && !model.visible.isEmpty && model.visible.allSatisfy { tiles[$0]?.texture != nil }
    }

    /// Whether every tile that is seen has its final picture.
    var isSharp: Bool { isFilled && model.visible.allSatisfy { tiles[$0]?.isSharp == true } }

    /// How many tiles have widgets, those that wait for a place included.
    var tileCount: Int { tiles.count + spare.count }

    /// The assets that are seen, and the pixels of their tiles.
    var seen: [(asset: Asset, pixels: PixelFrame)] {
        model.visible.compactMap { index in
            guard let asset = model.asset(at: index), let pixels = tiles[index]?.frame.texture?.pixels else {
                return nil
            }
            return (asset, pixels)
        }
    }

    // MARK: Following the model

    private func followLayout() {
        _ = (model.geometry, model.page)
        let now = model.assets.revision
        if now != revision {
            revision = now
            // Places mean other assets now; the old watches read pages that may have gone.
            for (_, tile) in tiles { tile.refresh() }
        }
        // The room for tiles changes with it: what is bound now would be bound again.
        if furnishing.hasFooter, scrubber.updateVisibility() { return area.setNeedsLayout() }
        bind()
    }

    private func followTarget() {
        guard let target = model.scrollTarget, target.id != lastTarget else { return }
        lastTarget = target.id
        wantedOffset = target.offset
        bind()
    }

    private func followFocus() {
        guard model.focus != nil else { return }
        wantsFocus = true
        bind()
    }

    private var wantsFocus = false

    /// Lets the keyboard speak to the grid.
    func grabFocus() {
        wantsFocus = true
        bind()
    }

    // MARK: Tiles

    /// Sees to it that every place in sight has a tile, and lets go of the others. Never during a layout, which may place tiles and
    /// not change them.
    private func bind() {
        guard viewSize.width > 0, !isOver else { return }
        let (geometry, offset, height) = (model.geometry, wantedOffset ?? self.offset, viewLength)
        boundOffset = offset
        let margin = isRushing ? 0 : Self.margin
        let seen = geometry.indices(from: offset, to: offset + height)
        let near = geometry.indices(from: offset - margin, to: offset + height + margin)
        let focused = min(model.focus ?? model.visible.lowerBound, model.count - 1)
        for (index, tile) in tiles where !near.contains(index) && index != focused {
            tile.clear()
            tiles[index] = nil
            spare.append(tile)
        }
        let side = max(16, Int(geometry.side) * area.scaleFactor)
        for index in seen { bind(index, side, focused) }
        if focused >= 0, !near.contains(focused) { bind(focused, side, focused) }
        bindNear(near, side, focused)
        while spare.count > 24, let tile = spare.popLast() { area.remove(tile.frame) }
        for tile in spare { tile.isThere = false }
        bindHeadings(geometry, offset: offset, height: height)
        area.setNeedsLayout()
        if wantsFocus { focusTile() }
    }

    /// The tiles beyond the edges, as many as there is time for now; the others in a moment.
    private func bindNear(_ near: Range<Int>, _ side: Int, _ focused: Int) {
        var budget = Self.tilesAtOnce
        for index in near {
            if tiles[index] == nil, spare.isEmpty {
                guard budget > 0 else {
                    binding = LoopTimer(after: 0.008) { [weak self] in self?.bind() }
                    return
                }
                budget -= 1
            }
            bind(index, side, focused)
        }
    }

    private func bind(_ index: Int, _ side: Int, _ focused: Int) {
        let tile = tile(at: index)
        tile.show(index, side: side, isPassing: isRushing)
        if tile.frame.isKeyboardTarget != (index == focused) { tile.frame.isKeyboardTarget = index == focused }
    }

    private func tile(at index: Int) -> TileView {
        if let tile = tiles[index] { return tile }
        let tile = spare.popLast() ?? makeTile()
        tile.isThere = true
        tiles[index] = tile
        order = LoopTimer(after: 0.3) { [weak self] in self?.sortTiles() }
        return tile
    }

    // MARK: Layout

    private func layOut(_ width: Int, _ height: Int) {
        isLayingOut = true
        defer { isLayingOut = false }
        if viewSize != (width, height) {
            let isAtTop = area.offset <= 0
            viewSize = (width, height)
            model.resize(to: CGSize(width: width, height: height))
            // Whoever has not scrolled wants to see the newest, however wide the window.
            wantedOffset = isAtTop ? -leadLength : model.offset
            lastTarget = model.scrollTarget?.id ?? lastTarget
            binding = LoopTimer(after: 0) { [weak self] in self?.bind() }
        }
        let geometry = model.geometry
        let hasFooter = furnishing.hasFooter && model.page == .assets && geometry.length > 0
        area.setLength(
            leadLength + geometry.length + (hasFooter ? Self.footerLength : 0), viewLength: viewLength,
            step: geometry.side / 2)
        if let wanted = wantedOffset {
            self.offset = wanted
            wantedOffset = nil
        }
        let offset = self.offset
        let origin = contentOrigin(offset)
        if offset != model.offset { model.scroll(to: offset) }
        if offset != boundOffset { binding = LoopTimer(after: 0) { [weak self] in self?.bind() } }
        for (index, tile) in tiles {
            guard let box = geometry.frame(of: index) else { continue }
            area.place(
                tile.frame, x: box.minX + origin.x, y: box.minY + origin.y, width: box.width, height: box.height)
        }
        furnishing.lead?.layOut(in: area, view: CGSize(width: width, height: height), offset: offset + leadLength)
        placeHeadings(geometry, offset)
        if hasFooter {
            area.place(
                footer, x: 0, y: geometry.length - offset, width: Double(width), height: Self.footerLength)
        }
        placeBand(offset)
    }

    private func placeHeadings(_ geometry: GridGeometry, _ offset: Double) {
        for (section, label) in headings {
            guard let box = geometry.headingFrame(of: section) else { continue }
            // The heading of the first day stays in sight until the next one pushes it away.
            let end = geometry.extent(of: section).upperBound - geometry.spacing - box.height
            let top = max(box.minY, min(offset, end))
            area.place(label, x: box.minX, y: top - offset, width: box.width, height: box.height)
        }
    }

    private func makeTile() -> TileView {
        let tile = TileView(model, own: furnishing.ownTile) { [weak self] action, index in
            switch action {
            case .choose: Task { [weak self] in await self?.model.tap(at: index) }
            case .look: self?.onLook?(index)
            case .earlier, .later: break
            }
        }
        tile.onPicture = { [weak self] in self?.tellFilled() }
        area.add(tile.frame)
        return tile
    }

    private func tellFilled() {
        guard let onFilled, isFilled else { return }
        self.onFilled = nil
        onFilled()
    }

    private func bindHeadings(_ geometry: GridGeometry, offset: Double, height: Double) {
        var seen: Set<Int> = []
        var section = geometry.sections.section(of: geometry.indices(from: offset, to: offset + height).lowerBound) ?? 0
        while section < geometry.sections.count, geometry.headingFrame(of: section) != nil,
            geometry.extent(of: section).lowerBound < offset + height + Self.margin
        {
            _ = heading(of: section)
            seen.insert(section)
            section += 1
        }
        for (section, label) in headings where !seen.contains(section) {
            headings[section] = nil
            // What is not placed is not there.
            if spareHeadings.count < 8 { spareHeadings.append(label) } else { area.remove(label) }
        }
    }

    private func heading(of section: Int) -> Label {
        let text = model.heading(of: section) ?? ""
        if let label = headings[section] {
            label.text = text
            return label
        }
        if let label = spareHeadings.popLast() {
            label.text = text
            headings[section] = label
            return label
        }
        let label = Label(text, role: .heading).styled("filmstrip-day")
        label.alignText(0)
        headings[section] = label
        area.add(label, above: true)
        return label
    }

    /// Screen readers walk over children in their order, which recycling mixes up.
    private func sortTiles() {
        let sorted = tiles.sorted { $0.key < $1.key }
        for (_, tile) in sorted { area.raise(tile.frame) }
        for (_, label) in headings.sorted(by: { $0.key < $1.key }) { area.raise(label) }
        area.raise(footer)
        area.raise(band)
    }

    private func focusTile() {
        guard let tile = tiles[min(model.focus ?? model.visible.lowerBound, max(0, model.count - 1))] else { return }
        wantsFocus = false
        // Not in the middle of a layout: focus may ask for another one.
        focusing = LoopTimer(after: 0) { tile.frame.grabFocus() }
    }

    private var focusing: LoopTimer?

    /// The user, or a key, has scrolled.
    private func scrolled() {
        // What a layout changes it deals with itself.
        guard !isLayingOut, wantedOffset == nil else { return }
        if abs(offset - model.offset) > 4 { showBubble() }
        isRushing = abs(offset - boundOffset) > viewLength * Self.rush
        if isRushing {
            calming = LoopTimer(after: 0.05) { [weak self] in
                self?.isRushing = false
                self?.bind()
            }
        }
        model.scroll(to: offset)
        bind()
        rest = LoopTimer(after: 1) { [weak self] in self?.tidyUp() }
    }

    /// Scrolling has brought more than is seen; nobody needs it while one looks.
    private func tidyUp() {
        while let tile = spare.popLast() { area.remove(tile.frame) }
        model.thumbnails.trim(to: Self.restingMemory)
        Memory.giveBack()
    }

    private var rest: LoopTimer?

    /// Says how far one is, for a moment.
    private func showBubble() {
        guard model.geometry.length > 3 * viewLength else { return }
        showBubble(model.scrubber.label(at: model.scrubber.position(of: model.visible.lowerBound), model.texts))
    }

    private func showBubble(_ text: String?) {
        guard let text else { return }
        bubble.text = text
        bubble.isVisible = true
        bubbleEnd = LoopTimer(after: 0.9) { [weak self] in self?.bubble.isVisible = false }
    }
}
