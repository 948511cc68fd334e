import Filmstrip
import Foundation

extension ViewerView {
    /// Seconds without a turn after which a touchpad's next one is another swipe.
    private static let rest = 0.2

    func listen() {
        listenToPresses()
        listenToDrags()
        listenToZoom()
    }

    private func listenToPresses() {
        let clicks = Controller.clicks()
        clicks.onPress("pressed") { [weak self] count, x, y in
            if count == 2 { self?.pager.toggleZoom(at: CGPoint(x: x, y: y)) }
        }
        clicks.onPress("released") { [weak self, weak clicks] count, _, _ in
            guard let self else { return }
            if pager.playback.kind == .livePhoto, pager.playback.state == .playing { return pager.play(.released) }
            if count == 1, clicks?.isTouch == true { pager.toggleBars() }
        }
        canvas.add(clicks)
        let rests = Controller.longPress()
        rests.onPoint("pressed") { [weak self] _, _ in
            if let self, pager.geometry.isFitted(pager.zoom) { pager.play(.held) }
        }
        canvas.add(rests)
    }

    private func listenToDrags() {
        let drags = Controller.drags()
        drags.onPoint("drag-begin") { [weak self] _, _ in
            self?.dragged = .zero
            self?.hasPinched = false
        }
        drags.onPoint("drag-update") { [weak self] x, y in
            guard let self else { return }
            pager.move(x: x - dragged.x, y: y - dragged.y)
            dragged = CGPoint(x: x, y: y)
        }
        drags.onPoint("drag-end") { [weak self] x, _ in
            guard let self else { return }
            if pager.playback.kind == .livePhoto { pager.play(.released) }
            guard !hasPinched, pager.geometry.isFitted(pager.zoom), abs(x) > 60 else { return }
            let isForward = (x < 0) != canvas.isRightToLeft
            isForward ? pager.next() : pager.previous()
        }
        canvas.add(drags)
    }

    private func listenToZoom() {
        let wheel = Controller.wheel()
        wheel.onScroll { [weak self, weak wheel] _, turned in
            guard let self else { return false }
            if wheel?.modifiers.contains(.control) == true {
                pager.zoom(by: pow(1.15, -turned))
            } else {
                pager.turn(by: turned)
                turnEnd = LoopTimer(after: Self.rest) { [weak self] in self?.pager.endTurn() }
            }
            return true
        }
        canvas.add(wheel)
        let fingers = Controller.pinch()
        fingers.onGesture("begin") { [weak self] in
            self?.pinch = 1
            self?.hasPinched = true
        }
        fingers.onScale { [weak self] scale in
            guard let self, scale > 0 else { return }
            pager.zoom(by: scale / pinch)
            pinch = scale
        }
        canvas.add(fingers)
    }
}
