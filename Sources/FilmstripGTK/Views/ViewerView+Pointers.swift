import Filmstrip
import Foundation

extension ViewerView {
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
        drags.onPoint("drag-begin") { [weak self] _, _ in self?.dragged = .zero }
        drags.onPoint("drag-update") { [weak self] x, y in
            guard let self else { return }
            pager.move(x: x - dragged.x, y: y - dragged.y)
            dragged = CGPoint(x: x, y: y)
        }
        drags.onPoint("drag-end") { [weak self] x, _ in
            guard let self else { return }
            if pager.playback.kind == .livePhoto { pager.play(.released) }
            guard pager.geometry.isFitted(pager.zoom), abs(x) > 60 else { return }
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
