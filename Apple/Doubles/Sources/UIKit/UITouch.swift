/// A finger on the screen.
@MainActor open class UITouch: NSObject {
    /// Where it is, in its window.
    package var place = CGPoint.zero
    package override init() { super.init() }

    open func location(in view: UIView?) -> CGPoint { view?.convertFromWindow(place) ?? place }
}

@MainActor open class UIEvent: NSObject {
    package override init() { super.init() }
}

extension UIView {
    /// A point of the window in this view.
    func convertFromWindow(_ point: CGPoint) -> CGPoint {
        let inside = superview?.convertFromWindow(point) ?? point
        return CGPoint(x: inside.x - frame.minX + bounds.minX, y: inside.y - frame.minY + bounds.minY)
    }
}
