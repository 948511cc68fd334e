import Filmstrip

/// A tile of a grid: picture, badges and mark of one asset at a time.
@MainActor final class TileView {
    let frame: TileFrame
    /// The place that it shows; nil while it waits for one.
    private(set) var index: Int?
    private let model: AssetGridModel
    private let layers = Overlay(Box(.vertical).styled("filmstrip-veil"))
    private let mark = Label(role: .decoration)
    private var badges: BadgeBar?
    private var watch: ObservationWatch?
    private var task: Task<Void, Never>?
    private var shownSide = 0
    /// What was asked for last, whether it came, is on its way, or cannot be had.
    private var asked: Wish?
    private var shown: AssetTile?

    private struct Wish: Equatable {
        var id: AssetID
        var version: Int
        var side: Int
        var size: PixelSize
    }

    /// Told when its picture is there.
    var onPicture: (@MainActor () -> Void)?

    /// The app's own tiles that were shown here, by kind.
    private var ownTiles: [MediaKind: OwnAssetTile] = [:]
    /// The one that is shown; nil for ours.
    private var ownTile: OwnAssetTile?
    private let makeOwn: OwnAssetTile.Make?

    /// - Parameters:
    ///   - own: makes the app's own tile for a kind; nil, and what answers nil, for ours.
    ///   - act: what is done with the place that it shows then.
    init(
        _ model: AssetGridModel, own: OwnAssetTile.Make? = nil,
        act: @escaping @MainActor (TileFrame.Action, Int) -> Void
    ) {
        self.model = model
        makeOwn = own
        final class Place { var index: Int? }
        let place = Place()
        frame = TileFrame { action in
            if let index = place.index { act(action, index) }
        }
        setPlace = { place.index = $0 }
        mark.styled("filmstrip-mark").placed(.end, .start)
        mark.keepWhole()
        mark.useEvenDigits()
        mark.isVisible = false
        layers.add(mark)
        frame.setChild(layers)
    }

    deinit { task?.cancel() }

    private let setPlace: @MainActor (Int?) -> Void

    /// Whether it only rushes by: then nothing is loaded for it, and screen readers are not told of it.
    private var isPassing = false

    /// Shows that place from now on, and follows it.
    /// - Parameters:
    ///   - side: pixels of the tile.
    ///   - isPassing: whether all rushes by, so that only what is in memory is shown.
    func show(_ index: Int, side: Int, isPassing: Bool = false) {
        guard index != self.index || side != shownSide || self.isPassing && !isPassing else { return }
        (self.index, shownSide, self.isPassing) = (index, side, isPassing)
        setPlace(index)
        watch?.end()
        watch = observe { [weak self] in self?.update() }
    }

    /// Whether it stands for a place. What is not placed cannot be seen; screen readers have to be told.
    var isThere = true {
        didSet { if isThere != oldValue { frame.isHiddenFromScreenReaders = !isThere } }
    }

    /// Shows nothing, and loads nothing any more.
    func clear() {
        index = nil
        setPlace(nil)
        watch?.end()
        watch = nil
        unload()
    }

    /// Follows its place anew: what lies there may be another asset now.
    func refresh() {
        guard index != nil else { return }
        watch?.end()
        watch = observe { [weak self] in self?.update() }
    }

    /// Whether the final picture of the asset that stands there is shown.
    private(set) var isSharp = false

    private func unload() {
        isSharp = false
        task?.cancel()
        task = nil
        asked = nil
        texture = nil
    }

    /// The picture that is there.
    private(set) var texture: Texture? {
        didSet {
            frame.texture = ownTile == nil ? texture : nil
            if texture !== oldValue { fillOwn() }
        }
    }

    /// Puts the app's own tile in place of ours, or ours in place of it.
    private func choose(for kind: MediaKind?) {
        guard let makeOwn else { return }
        let wanted = kind.flatMap { kind in ownTiles[kind] ?? makeOwn(kind) }
        if let kind, let wanted { ownTiles[kind] = wanted }
        guard wanted !== ownTile else { return }
        ownTile = wanted
        frame.setChild(wanted?.widget ?? layers)
        frame.texture = wanted == nil ? texture : nil
    }

    private func fillOwn() {
        guard let ownTile, let index, let shown else { return }
        ownTile.show(shown, name: model.name(at: index), texture)
    }

    private func update() {
        guard let index else { return }
        let tile = model.tile(at: index)
        if !isPassing { frame.accessibleName = model.name(at: index) }
        choose(for: tile.asset?.kind)
        if tile != shown { draw(tile) }
        load(tile.asset)
        fillOwn()
    }

    private func draw(_ tile: AssetTile) {
        shown = tile
        frame.isChecked = tile.mark.isSelected
        frame.setClass("selected", tile.mark.isSelected)
        var isBlocked = false
        if case .blocked = tile.mark { isBlocked = true }
        frame.setClass("blocked", isBlocked)
        frame.setClass("waiting", tile.mark == .waiting)
        switch tile.mark {
        case .checked: mark.text = "✓"
        case .number(let number): mark.text = "\(number)"
        case .none, .waiting, .blocked: mark.text = ""
        }
        mark.isVisible = tile.showsMark(takesMany: model.choice.takesMany)
        if tile.badges.isEmpty {
            badges?.root.isVisible = false
        } else {
            let bar = badges ?? makeBadges()
            bar.root.isVisible = true
            bar.show(tile.badges)
        }
    }

    private func makeBadges() -> BadgeBar {
        let bar = BadgeBar()
        layers.add(bar.root)
        badges = bar
        return bar
    }

    private func load(_ asset: Asset?) {
        guard let asset else { return unload() }
        let (loader, side) = (model.thumbnails, shownSide)
        let wanted = TilePixels.request(for: asset.size, side: side)
        let wish = Wish(id: asset.id, version: loader.version(of: asset.id), side: side, size: wanted)
        guard wish != asked else { return }
        let isSame = asset.id == asked?.id
        task?.cancel()
        asked = wish
        frame.removeClass("failed")
        if let thumbnail = loader.cached(asset.id, fitting: wanted),
            let pixels = TilePixels.squared(thumbnail.frame, side: side)
        {
            texture = Texture(pixels)
            isSharp = true
            onPicture?()
            return
        }
        if isPassing { return unload() }
        // The same picture in another size stays until the new one is there.
        if !isSame { texture = nil }
        isSharp = false
        task = Task { [weak self] in
            do {
                for try await thumbnail in loader.thumbnail(asset.id, fitting: wanted) {
                    let pixels = await TilePixels.square(thumbnail.frame, side: side)
                    guard !Task.isCancelled, let self, self.asked == wish else { return }
                    if let pixels { self.texture = Texture(pixels) }
                    self.isSharp = !thumbnail.isDegraded
                    self.onPicture?()
                }
            } catch {
                // The tile stays empty, and says by its look that there is no picture to come.
                if !Task.isCancelled, let self, self.asked == wish { self.frame.addClass("failed") }
            }
        }
    }
}

extension AssetTile.Badges {
    var isEmpty: Bool { self == AssetTile.Badges() }
}

/// What is drawn at the foot of a tile.
@MainActor private final class BadgeBar {
    let root = Box(.horizontal, spacing: 4)
    private let sign = Sign(.video, size: 15)
    private let heart = Icon("emblem-favorite-symbolic", size: 12)
    private let cloud = Icon("weather-overcast-symbolic", size: 13)
    private let duration = Label(role: .decoration)

    init() {
        root.styled("filmstrip-badges").placed(.fill, .end)
        let space = Box(.horizontal)
        space.expandHorizontally()
        duration.useEvenDigits()
        for part in [sign, heart, cloud, space, duration] { root.append(part) }
    }

    func show(_ badges: AssetTile.Badges) {
        sign.isVisible = badges.sign != nil
        if let sign = badges.sign { self.sign.kind = sign.kind }
        heart.isVisible = badges.isFavorite
        cloud.isVisible = badges.isRemote
        duration.isVisible = badges.duration != nil
        duration.text = badges.duration ?? ""
    }
}

extension AssetTile.Sign {
    /// What is drawn for it.
    var kind: Sign.Kind {
        switch self {
        case .video: .video
        case .slowMotion: .slowMotion
        case .timeLapse: .timeLapse
        case .livePhoto: .livePhoto
        case .panorama: .panorama
        case .animated: .animated
        case .burst: .burst
        }
    }
}
