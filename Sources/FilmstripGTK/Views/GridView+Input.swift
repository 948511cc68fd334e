import Filmstrip
import Foundation

extension GridView {
    /// What pointers are doing.
    struct Pointing {
        var pressed: Spot?
        var isSliding = false
        /// Where a finger has rested: it looks at the tile when it leaves, and slides when it moves.
        var rested: Spot?
        /// Where a rubber band began, in points of the content; nil when there is none.
        var bandStart: CGPoint?
        var start = CGPoint.zero
        var now = CGPoint.zero
        var pinch = 1.0
        /// Whether two fingers are at work, and none of them rests or slides.
        var isPinching = false
        var frames: LoopTimer?
    }

    /// A tile under a hand: its place, and what was there when the hand came.
    struct Spot: Equatable {
        var index: Int
        var id: AssetID?
    }

    /// Points that a press may wander and still be a click.
    private static let slack = 8.0
    /// Seconds between two steps of scrolling by itself.
    private static let frame = 1.0 / 60

    func listen() {
        listenToKeys()
        listenToClicks()
        listenToDrags()
        listenToZoom()
    }

    // MARK: Keys

    private func listenToKeys() {
        let keys = Controller.keys(capturing: true)
        keys.onKey { [weak self] key, modifiers in self?.press(key, modifiers.meant) ?? false }
        area.add(keys)
    }

    /// True when the key is done with.
    private func press(_ key: KeyValue, _ modifiers: Modifiers) -> Bool {
        guard model.page == .assets else { return false }
        let extends = modifiers.contains(.shift)
        if modifiers.contains(.control), let steps = Self.densitySteps[key] {
            model.changeDensity(by: steps)
            return true
        }
        if modifiers == .control, key == KeyValue(character: "a") {
            perform { await $0.chooseAll() }
            return true
        }
        if modifiers.isSubset(of: .shift), let arrow = Self.arrows[key] {
            perform { await $0.move(arrow, extending: extends) }
            return true
        }
        if modifiers.isSubset(of: [.shift, .control]), let move = Self.moves[key] {
            perform { await $0.move(move, extending: extends) }
            return true
        }
        if modifiers.isEmpty, key == .space, let onLook {
            onLook(model.focus ?? model.visible.lowerBound)
            return true
        }
        if modifiers.isSubset(of: .control), key == .space || key == .enter || key == .padEnter {
            perform { await $0.tap(at: $0.focus ?? $0.visible.lowerBound) }
            return true
        }
        return false
    }

    private static let arrows: [KeyValue: GridMove.Arrow] = [.left: .left, .right: .right, .up: .up, .down: .down]
    private static let moves: [KeyValue: GridMove] = [
        .home: .first, .end: .last, .pageUp: .pageBefore, .pageDown: .pageAfter,
    ]
    private static let densitySteps: [KeyValue: Int] = [.plus: -1, .equal: -1, .padPlus: -1, .minus: 1, .padMinus: 1]

    private func perform(_ action: @escaping @MainActor (AssetGridModel) async -> Void) {
        let model = model
        // At once: the next key may be there already, and goes on from what this one did.
        Task.immediate { await action(model) }
    }

    // MARK: Clicks

    private func index(at x: Double, _ y: Double) -> Int? {
        model.geometry.index(at: contentPoint(x, y, offset))
    }

    private func spot(at x: Double, _ y: Double) -> Spot? { index(at: x, y).map(spot) }

    private func spot(_ index: Int) -> Spot { Spot(index: index, id: model.asset(at: index)?.id) }

    private func listenToClicks() {
        let clicks = Controller.clicks()
        clicks.onPress("pressed") { [weak self] _, x, y in
            self?.pointing.pressed = self?.spot(at: x, y)
        }
        clicks.onPress("released") { [weak self, weak clicks] _, x, y in
            guard let self, let spot = spot(at: x, y), spot == pointing.pressed, !pointing.isSliding,
                pointing.bandStart == nil, pointing.rested == nil
            else { return }
            pointing.pressed = nil
            let index = spot.index
            let held = clicks?.modifiers ?? []
            var modifiers: AssetGridModel.Modifiers = []
            if held.contains(.shift) { modifiers.insert(.shift) }
            if held.contains(.control) { modifiers.insert(.control) }
            perform { [modifiers] in await $0.tap(at: index, modifiers) }
        }
        area.add(clicks)
        let looks = Controller.clicks(button: 3)
        looks.onPress("pressed") { [weak self] _, x, y in
            if let index = self?.index(at: x, y) { self?.onLook?(index) }
        }
        area.add(looks)
    }

    // MARK: Slides and bands

    private func listenToDrags() {
        let (drags, rest) = (Controller.drags(), Controller.longPress())
        rest.setTouchOnly()
        rest.onPoint("pressed") { [weak self, weak drags] x, y in
            guard let self, let spot = spot(at: x, y), !pointing.isSliding, !pointing.isPinching else { return }
            pointing.rested = spot
            drags?.claim()
        }
        drags.onPoint("drag-begin") { [weak self] x, y in
            self?.pointing.start = CGPoint(x: x, y: y)
        }
        drags.onPoint("drag-update") { [weak self, weak drags] x, y in
            guard let self, let drags, !pointing.isPinching else { return }
            pointing.now = CGPoint(x: pointing.start.x + x, y: pointing.start.y + y)
            if drags.isTouch, !pointing.isSliding, let index = slideStart(x, y), model.beginSlide(at: index) {
                drags.claim()
                pointing.isSliding = true
            }
            if pointing.isSliding {
                model.slide(to: pointing.now)
                scrollByItself()
            } else if pointing.bandStart != nil {
                moveBand()
            } else if !drags.isTouch, hypot(x, y) > Self.slack, model.canBand,
                along(pointing.start) + offset >= 0
            {
                drags.claim()
                pointing.bandStart = contentPoint(pointing.start.x, pointing.start.y, offset)
                model.beginBand(drags.modifiers.contains(.control) ? .control : [])
                moveBand()
            }
        }
        drags.onPoint("drag-end") { [weak self] _, _ in self?.endDrag() }
        drags.onSequenceCancel { [weak self] in self?.cancelDrag() }
        drags.group(with: rest)
        area.add(drags)
        area.add(rest)
    }

    /// The place from which a finger that has moved so far begins to slide over tiles: one that has rested, or one that moves across the
    /// direction of scrolling; nil for one that scrolls.
    private func slideStart(_ x: Double, _ y: Double) -> Int? {
        if let rested = pointing.rested { return hypot(x, y) > Self.slack && isThere(rested) ? rested.index : nil }
        let (across, along) = isSideways ? (abs(y), abs(x)) : (abs(x), abs(y))
        return across > 2 * Self.slack && across > 2 * along ? index(at: pointing.start.x, pointing.start.y) : nil
    }

    /// Whether what was there when the hand came still is: another may have taken its place.
    private func isThere(_ spot: Spot) -> Bool { self.spot(spot.index) == spot }

    private func moveBand() {
        guard pointing.bandStart != nil else { return }
        if let box = bandBox(offset) { model.band(box) }
        area.setNeedsLayout()
        scrollByItself()
    }

    /// The band in points of the content.
    private func bandBox(_ offset: Double) -> CGRect? {
        guard let start = pointing.bandStart else { return nil }
        let end = contentPoint(pointing.now.x, pointing.now.y, offset)
        return CGRect(
            x: min(start.x, end.x), y: min(start.y, end.y), width: abs(start.x - end.x), height: abs(start.y - end.y))
    }

    /// Draws the band, while laying out.
    func placeBand(_ offset: Double) {
        guard let box = bandBox(offset) else { return }
        let origin = contentOrigin(offset)
        area.place(
            band, x: box.minX + origin.x, y: box.minY + origin.y, width: box.width, height: box.height)
    }

    private func endDrag() {
        let (wasSliding, wasBand) = (pointing.isSliding, pointing.bandStart != nil)
        let rested = pointing.rested
        stopDragging()
        if let rested, !wasSliding, isThere(rested) { onLook?(rested.index) }
        if wasSliding { perform { await $0.endSlide() } }
        if wasBand { perform { await $0.endBand() } }
    }

    func cancelDrag() {
        if pointing.isSliding { model.cancelSlide() }
        if pointing.bandStart != nil { model.cancelBand() }
        stopDragging()
    }

    /// Whether something was under way that Escape took back.
    var cancelsDrag: Bool {
        guard pointing.isSliding || pointing.bandStart != nil else { return false }
        cancelDrag()
        return true
    }

    private func stopDragging() {
        (pointing.isSliding, pointing.bandStart, pointing.frames, pointing.rested) = (false, nil, nil, nil)
        band.isVisible = false
        area.setNeedsLayout()
    }

    /// Scrolls while a finger or a band is near an edge.
    private func scrollByItself() {
        if pointing.bandStart != nil { band.isVisible = true }
        guard pointing.frames == nil, speed != 0 else { return }
        pointing.frames = LoopTimer(after: Self.frame) { [weak self] in
            guard let self else { return }
            pointing.frames = nil
            guard speed != 0 else { return }
            if pointing.isSliding {
                offset = model.tick(Self.frame)
            } else {
                offset += speed * Self.frame
                moveBand()
            }
            scrollByItself()
        }
    }

    private var speed: Double {
        if pointing.isSliding { return model.autoScroll }
        return pointing.bandStart == nil
            ? 0 : AutoScroll.speed(at: along(pointing.now), viewLength: viewLength)
    }

    // MARK: Density

    private func listenToZoom() {
        let wheel = Controller.wheel()
        wheel.onScroll { [weak self, weak wheel] _, turned in
            guard let self else { return false }
            if wheel?.modifiers.contains(.control) == true {
                model.turnDensity(turned)
                return true
            }
            return turnSideways(turned)
        }
        scroller.add(wheel)
        let pinch = Controller.pinch()
        pinch.onGesture("begin") { [weak self] in
            self?.beginPinch()
        }
        pinch.onScale { [weak self, weak pinch] scale in
            guard let self, scale > 0 else { return }
            let point = pinch?.center.map { CGPoint(x: $0.x, y: $0.y) }
            model.pinchDensity(scale / pointing.pinch, at: point)
            pointing.pinch = scale
        }
        pinch.onGesture("end") { [weak self] in self?.endPinch() }
        pinch.onSequenceCancel { [weak self] in self?.endPinch() }
        area.add(pinch)
    }

    private func beginPinch() {
        cancelDrag()
        (pointing.pinch, pointing.isPinching) = (1, true)
    }

    private func endPinch() {
        model.endPinch()
        // The finger that leaves last is not to be taken for a tap.
        (pointing.pressed, pointing.isPinching) = (nil, false)
    }
}
