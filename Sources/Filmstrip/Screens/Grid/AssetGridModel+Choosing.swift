public import Foundation

extension AssetGridModel {
    /// The keys that were down while a tile was clicked.
    public struct Modifiers: OptionSet, Sendable, Hashable {
        /// The keys as bits: 1 for Shift, 2 for Control.
        public let rawValue: Int
        /// Keys from bits; others than those of Shift and Control mean nothing.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// From the last tile to this one.
        public static let shift = Modifiers(rawValue: 1)
        /// This one alone, whatever else is chosen. The same as without, since a tap toggles.
        public static let control = Modifiers(rawValue: 2)
    }

    /// A way of choosing many at once.
    enum Sweeping {
        /// From an anchor with Shift.
        case range
        /// With a finger, from a tile.
        case slide(from: Int)
        /// With a rubber band.
        case band
    }

    /// So many assets are taken into one range at most.
    public static let longestRange = 10_000

    // MARK: Taps

    /// What a tap or click on the tile at a place does: toggles it, or with Shift chooses all from the last one to this.
    /// - Returns: why it was refused; nil when it was not, and for a tile that is not loaded.
    @discardableResult
    public func tap(at index: Int, _ modifiers: Modifiers = []) async -> SelectionRefusal? {
        guard index >= 0, index < count else { return nil }
        if modifiers.contains(.shift), choice.takesMany {
            let anchor = rangeAnchor ?? focus ?? index
            setFocus(index)
            await chooseRange(from: anchor, to: index)
            return nil
        }
        endRange()
        setFocus(index)
        goalLane = nil
        setRangeAnchor(index)
        let revision = assets.revision
        await assets.settled(at: index)
        // After a change of the library, another asset may stand at that place.
        guard revision == assets.revision, let asset = assets.asset(at: index) else { return nil }
        return await choice.tap(asset)
    }

    /// Chooses all between two places, instead of what the last range from the same place took. Its limits hold.
    public func chooseRange(from anchor: Int, to index: Int) async {
        guard choice.takesMany, count > 0 else { return }
        if case .range = sweeping, rangeAnchor == anchor, choice.sweep != nil {
            // The same range, made longer or shorter.
        } else {
            choice.beginSweep(.choose)
            sweeping = .range
        }
        setRangeAnchor(anchor)
        await cover(from: anchor, to: index)
        // The app's veto is asked at once: nobody says when a range is complete.
        guard choice.request.rules.veto != nil else { return }
        // Before the wait: another one may begin meanwhile.
        sweeping = nil
        await choice.endSweep()
    }

    /// Chooses all that there are, as far as limits let it.
    public func chooseAll() async {
        guard count > 0 else { return }
        await chooseRange(from: 0, to: count - 1)
        endRange()
    }

    /// Ends a range, so that the next one begins from what is chosen then.
    func endRange() {
        guard case .range = sweeping else { return }
        forgetSweep()
        choice.endSweepAtOnce()
    }

    // MARK: Sliding

    /// A finger begins to slide on a tile: what it covers is chosen, or taken out where that tile was chosen. False where only one is
    /// wanted, and where there is no tile.
    @discardableResult
    public func beginSlide(at index: Int) -> Bool {
        guard choice.takesMany, let asset = assets.asset(at: index) else { return false }
        endRange()
        choice.beginSweep(choice.selection.contains(asset.id) ? .remove : .choose)
        sweeping = .slide(from: index)
        slidePoint = nil
        setRangeAnchor(index)
        setFocus(index)
        slide(to: index)
        return true
    }

    /// The finger is over that place now: all from the first tile to this one is covered, and what it left is as before.
    public func slide(to index: Int) {
        guard case .slide(let start) = sweeping, count > 0 else { return }
        let index = min(max(0, index), count - 1)
        cover(startingAt: start, endingAt: index)
    }

    /// The finger is at that point of the view now. Near an edge, `autoScroll` says how fast to scroll; call `tick` for each frame then.
    public func slide(to point: CGPoint) {
        guard case .slide = sweeping else { return }
        slidePoint = point
        let speed = AutoScroll.speed(at: along(point), viewLength: viewLength)
        if speed != autoScroll { autoScroll = speed }
        if let index = geometry.nearestIndex(to: contentPoint(point)) { slide(to: index) }
    }

    /// Scrolls as far as `autoScroll` says in that time, and covers what comes under the finger.
    /// - Returns: how far the view is scrolled now.
    @discardableResult
    public func tick(_ seconds: Double) -> Double {
        guard autoScroll != 0, let slidePoint else { return offset }
        let most = max(0, geometry.length - viewLength)
        scroll(to: min(max(min(0, offset), offset + autoScroll * max(0, min(seconds, 0.1))), most))
        slide(to: slidePoint)
        return offset
    }

    /// The finger has left; what is covered stays as it is. The app's veto is asked now.
    public func endSlide() async {
        guard case .slide = sweeping else { return }
        stopSweeping()
        await choice.endSweep()
    }

    /// The slide is taken back, as when the system takes the touch away.
    public func cancelSlide() {
        guard case .slide = sweeping else { return }
        stopSweeping()
        choice.cancelSweep()
    }

    // MARK: Rubber band

    /// Whether a rubber band can begin.
    public var canBand: Bool { choice.takesMany && page == .assets }

    /// A rubber band begins: what it touches is chosen, or toggled with Ctrl.
    public func beginBand(_ modifiers: Modifiers = []) {
        endRange()
        choice.beginSweep(modifiers.contains(.control) ? .toggle : .choose)
        sweeping = choice.sweep == nil ? nil : .band
    }

    /// The band has that box now, in points of the content.
    public func band(_ box: CGRect) {
        band(geometry.indices(in: box))
    }

    /// The band holds those places now, where a platform lays the tiles out by itself.
    public func band(_ ranges: [Range<Int>]) {
        guard case .band = sweeping else { return }
        sweepNumber += 1
        choice.cover(ranges.flatMap { $0.compactMap(assets.asset(at:)) })
    }

    /// The band is let go; what it holds stays as it is.
    public func endBand() async {
        guard case .band = sweeping else { return }
        stopSweeping()
        await choice.endSweep()
    }

    /// The band is taken back.
    public func cancelBand() {
        guard case .band = sweeping else { return }
        stopSweeping()
        choice.cancelSweep()
    }

    /// Takes back the slide or band that is under way. False where none is.
    @discardableResult
    public func cancelSweep() -> Bool {
        switch sweeping {
        case .slide: cancelSlide()
        case .band: cancelBand()
        case .range, nil: return false
        }
        return true
    }

    /// The slide goes on from where its first tile is now; one whose first tile is gone ends.
    func followSlide() {
        guard case .slide = sweeping else { return }
        if let rangeAnchor { sweeping = .slide(from: rangeAnchor) } else { cancelSlide() }
    }

    private func forgetSweep() {
        (sweeping, slidePoint, swept.assets) = (nil, nil, [:])
        sweepNumber += 1
    }

    private func stopSweeping() {
        forgetSweep()
        if autoScroll != 0 { autoScroll = 0 }
    }

    // MARK: The keyboard

    /// Moves the keyboard's mark; with Shift all from the range's beginning to it is chosen. The tile is scrolled to.
    public func move(_ move: GridMove, extending: Bool = false) async {
        guard page == .assets, count > 0 else { return }
        guard let focus else {
            // The first key shows where the mark is.
            setFocus(visible.lowerBound)
            return wish(toShow: visible.lowerBound, animated: false)
        }
        let lane = goalLane ?? geometry.lane(of: focus)
        let next = geometry.moved(focus, move, viewLength: viewLength, lane: lane)
        switch move {
        case .rowBefore, .rowAfter, .pageBefore, .pageAfter: goalLane = lane
        case .previous, .next, .rowStart, .rowEnd, .first, .last: goalLane = nil
        }
        setFocus(next)
        wish(toShow: next, animated: false)
        if extending, choice.takesMany {
            await chooseRange(from: rangeAnchor ?? focus, to: next)
        } else {
            endRange()
            setRangeAnchor(next)
        }
    }

    /// Moves by an arrow of the keyboard.
    public func move(_ arrow: GridMove.Arrow, extending: Bool = false) async {
        await move(
            GridMove(arrow, axis: geometry.axis, isRightToLeft: configuration.isRightToLeft), extending: extending)
    }

    /// What Enter does: a tap on the tile with the mark.
    @discardableResult
    public func activate() async -> SelectionRefusal? {
        guard let focus else { return nil }
        return await tap(at: focus)
    }

    // MARK: Covering

    /// Covers all between two places, from the first one on. What is not loaded yet is loaded, and counts if nothing else was covered
    /// meanwhile.
    private func cover(from start: Int, to end: Int) async {
        if coverKnown(from: start, to: end) { return }
        let (number, revision) = (sweepNumber, assets.revision)
        do throws(LibraryError) {
            for gap in gaps(in: Self.range(start, end).clamped(to: 0..<count)) {
                let found = try await assets.assets(in: gap)
                guard number == sweepNumber, revision == assets.revision else { return }
                for (index, asset) in zip(gap, found) { swept.assets[index] = asset }
            }
        } catch {
            // The library tells of its change by itself; what is covered stays as it was.
            return
        }
        _ = coverKnown(from: start, to: end)
    }

    private func cover(startingAt start: Int, endingAt end: Int) {
        if coverKnown(from: start, to: end) { return }
        let number = sweepNumber
        Task { [weak self] in
            guard let self, number == self.sweepNumber else { return }
            await self.cover(from: start, to: end)
        }
    }

    /// Covers what is between two places, if all of it is loaded. Whatever was on its way does not count any more.
    private func coverKnown(from start: Int, to end: Int) -> Bool {
        sweepNumber += 1
        if swept.revision != assets.revision { swept = (assets.revision, [:]) }
        let range = Self.range(start, end).clamped(to: 0..<count)
        var found: [Asset] = []
        found.reserveCapacity(range.count)
        for index in range {
            // Kept for the whole sweep: pages that are far away are let go.
            guard let asset = swept.assets[index] ?? assets.asset(at: index) else { return false }
            swept.assets[index] = asset
            found.append(asset)
        }
        choice.cover(end < start ? found.reversed() : found)
        return true
    }

    /// The places of a range whose assets are not known.
    private func gaps(in range: Range<Int>) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        for index in range where swept.assets[index] == nil && assets.asset(at: index) == nil {
            if let last = gaps.last, last.upperBound == index {
                gaps[gaps.count - 1] = last.lowerBound..<index + 1
            } else {
                gaps.append(index..<index + 1)
            }
        }
        return gaps
    }

    /// The places between two, counted from the first as far as a range goes.
    private static func range(_ start: Int, _ end: Int) -> Range<Int> {
        end >= start
            ? start..<min(end + 1, start + longestRange) : max(end, start + 1 - longestRange)..<start + 1
    }
}
