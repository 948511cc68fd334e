public import Foundation

/// Where the tiles lie, what is seen of them, and how many columns there are.
extension AssetGridModel {
    /// The view has that size now. The tile at the middle stays where it is.
    public func resize(to view: CGSize) {
        guard view != self.view else { return }
        // At the very top one stays there.
        let kept = offset > 0 ? middleIndex : nil
        self.view = view
        layOutKeeping(kept)
    }

    /// The view is scrolled that far now.
    public func scroll(to offset: Double) {
        self.offset = offset
        showScrolled()
    }

    /// Wishes that a place be seen, such as the one that a pager showed last.
    public func reveal(_ index: Int, animated: Bool = false) {
        guard index >= 0, index < count else { return }
        wish(toShow: index, animated: animated)
    }

    /// The bar of dates is at that position, from 0 to 1: what lies there is scrolled to.
    /// - Returns: what to say while it is held, such as "June 2024"; nil where days are not known.
    @discardableResult
    public func scrub(to position: Double) -> String? {
        let scrubber = scrubber
        guard let index = scrubber.index(at: position) else { return nil }
        wish(toShow: index, at: .top, animated: false)
        return scrubber.label(at: position, texts)
    }

    /// Says which places are seen, where a platform lays the tiles out by itself.
    public func show(_ visible: Range<Int>) {
        self.visible = visible.clamped(to: 0..<count)
        assets.show(self.visible)
    }

    /// Changes the columns by so many steps: negative for larger tiles. The tile under the point, or in the middle, stays where it is.
    @discardableResult
    public func changeDensity(by steps: Int, at point: CGPoint? = nil) -> Bool {
        changeDensity(at: point) { $0.take(steps) }
    }

    /// Takes what a wheel turned with Ctrl, in notches, positive for smaller tiles.
    @discardableResult
    public func turnDensity(_ notches: Double, at point: CGPoint? = nil) -> Bool {
        changeDensity(at: point) { $0.turn(notches) }
    }

    /// Takes what two fingers moved: the factor since the last call.
    @discardableResult
    public func pinchDensity(_ factor: Double, at point: CGPoint? = nil) -> Bool {
        changeDensity(at: point) { $0.pinch(factor) }
    }

    /// The fingers have left.
    public func endPinch() { density.rest() }

    private func changeDensity(at point: CGPoint?, _ change: (inout GridDensity) -> Bool) -> Bool {
        let kept = point.flatMap { geometry.nearestIndex(to: contentPoint($0)) } ?? middleIndex
        guard change(&density) else { return false }
        layOutKeeping(kept)
        return true
    }

    private func layOutKeeping(_ index: Int?) {
        let before = geometry
        layOut()
        guard geometry != before, let index, count > 0 else { return showScrolled() }
        let kept = geometry.offset(keeping: index, from: before, index: index, offset: offset, viewLength: viewLength)
        wish(toShow: index, at: .offset(kept), animated: false)
    }

    func layOut() {
        let geometry = GridGeometry(
            sections, lanes: configuration.lanes ?? density.columns(in: view),
            breadth: isVertical ? view.width : view.height, spacing: configuration.spacing,
            headingLength: configuration.groupsByDay ? configuration.headingLength : 0,
            axis: configuration.axis, isRightToLeft: configuration.isRightToLeft)
        if geometry != self.geometry { self.geometry = geometry }
    }

    func showScrolled() {
        guard view != .zero else { return }
        show(geometry.indices(from: offset, to: offset + viewLength))
    }

    /// How much is seen along the direction of scrolling.
    var viewLength: Double { isVertical ? view.height : view.width }

    private var isVertical: Bool { configuration.axis == .vertical }

    /// A point of the view as a point of the content.
    func contentPoint(_ point: CGPoint) -> CGPoint {
        if isVertical { return CGPoint(x: point.x, y: point.y + offset) }
        // What begins at the right is scrolled to the left.
        let left = configuration.isRightToLeft ? geometry.length - offset - viewLength : offset
        return CGPoint(x: point.x + left, y: point.y)
    }

    /// How far a point of the view is from the beginning of what is seen, along the direction of scrolling.
    func along(_ point: CGPoint) -> Double {
        if isVertical { return point.y }
        return configuration.isRightToLeft ? view.width - point.x : point.x
    }

    private var middleIndex: Int? {
        guard view != .zero else { return nil }
        return geometry.nearestIndex(to: contentPoint(CGPoint(x: view.width / 2, y: view.height / 2)))
    }

    /// Where a tile is to be seen.
    enum Place {
        /// Anywhere, moving as little as possible.
        case nearest
        /// At the beginning of what is seen.
        case top
        case offset(Double)
    }

    /// Wishes that a place be seen, and loads it.
    func wish(toShow index: Int, at place: Place = .nearest, animated: Bool) {
        let wanted =
            switch place {
            case .nearest: geometry.offset(showing: index, from: offset, viewLength: viewLength)
            case .top:
                geometry.offset(showing: index, from: geometry.length, viewLength: viewLength)
            case .offset(let offset): offset
            }
        scrollCount += 1
        scrollTarget = ScrollTarget(id: scrollCount, index: index, offset: wanted, isAnimated: animated)
        offset = wanted
        if view == .zero { show(index..<index + 1) } else { showScrolled() }
    }

    /// Puts the keyboard's mark on a place.
    func setFocus(_ index: Int) {
        focus = index
        focusedID = assets.asset(at: index)?.id
    }

    /// Ranges begin here from now on; nil for where the mark is.
    func setRangeAnchor(_ index: Int?) {
        rangeAnchor = index
        rangeAnchorID = index.flatMap(assets.asset)?.id
    }
}
