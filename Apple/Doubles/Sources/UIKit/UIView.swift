@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }
    public convenience override init() { self.init(frame: .zero) }

    open var frame: CGRect {
        didSet {
            guard oldValue.size != frame.size else { return }
            for view in subviews { view.follow(oldValue.size, frame.size) }
            setNeedsLayout()
        }
    }
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }
    open var transform = CGAffineTransform.identity
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var isOpaque = true
    open var clipsToBounds = false
    open var tag = 0
    open var isUserInteractionEnabled = true
    open var backgroundColor: UIColor?
    open var tintColor: UIColor! = UIColor()
    open var contentMode = ContentMode.scaleToFill
    open var autoresizingMask: AutoresizingMask = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    @available(iOS 11.0, *)
    open var safeAreaInsets: UIEdgeInsets { superview?.safeAreaInsets ?? .zero }
    open class var layerClass: AnyClass { CALayer.self }
    open private(set) lazy var layer: CALayer = (type(of: self).layerClass as? CALayer.Type ?? CALayer.self).make()

    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?
    open var window: UIWindow? { superview?.window }
    open override var next: UIResponder? { controller ?? superview }

    /// The controller whose view this is.
    package weak var controller: UIViewController?

    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
    open func bringSubviewToFront(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: index))
    }
    open func removeFromSuperview() {
        guard let superview else { return }
        moving(to: nil) {
            superview.subviews.removeAll { $0 === self }
            self.superview = nil
        }
    }
    open func isDescendant(of view: UIView) -> Bool {
        view === self || superview?.isDescendant(of: view) == true
    }

    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        point.x >= bounds.minX && point.x < bounds.maxX && point.y >= bounds.minY && point.y < bounds.maxY
    }
    /// The view in front that takes a touch.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for view in subviews.reversed() {
            let inside = CGPoint(x: point.x - view.frame.minX, y: point.y - view.frame.minY)
            if let found = view.hitTest(inside, with: event) { return found }
        }
        return self
    }

    open func didAddSubview(_ subview: UIView) {}
    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}

    open func setNeedsLayout() {
        guard !needsLayout else { return }
        needsLayout = true
        if window != nil { MainQueue.later { [weak self] in self?.layoutIfNeeded() } }
    }
    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            controller?.viewWillLayoutSubviews()
            layoutSubviews()
            controller?.viewDidLayoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }
    open func layoutSubviews() {}
    open func sizeThatFits(_ size: CGSize) -> CGSize { size }
    open func sizeToFit() { frame.size = sizeThatFits(frame.size) }
    private var needsLayout = true

    private func insert(_ view: UIView, at index: Int) {
        if view.superview === self { subviews.removeAll { $0 === view } } else { view.removeFromSuperview() }
        view.moving(to: self) {
            subviews.insert(view, at: min(index, subviews.count))
            view.superview = self
        }
        didAddSubview(view)
        setNeedsLayout()
    }

    private func moving(to newSuperview: UIView?, _ body: () -> Void) {
        let old = window
        let new = newSuperview?.window
        willMove(toSuperview: newSuperview)
        if old !== new { tell { $0.willMove(toWindow: new) } }
        body()
        didMoveToSuperview()
        if old !== new {
            tell {
                $0.didMoveToWindow()
                $0.controller?.viewMoved(from: old, to: new)
            }
        }
    }

    /// Springs and struts: what the mask lets grow takes a fair share of what the view around it grew.
    private func follow(_ old: CGSize, _ new: CGSize) {
        func follow(_ start: inout CGFloat, _ length: inout CGFloat, _ grown: CGFloat, _ parts: [AutoresizingMask]) {
            let free = parts.map { autoresizingMask.contains($0) }
            let share = grown / CGFloat(max(1, free.filter { $0 }.count))
            if free[0] { start += share }
            if free[1] { length += share }
        }
        var changed = frame
        follow(
            &changed.origin.x, &changed.size.width, new.width - old.width,
            [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin])
        follow(
            &changed.origin.y, &changed.size.height, new.height - old.height,
            [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin])
        if changed != frame { frame = changed }
    }

    private func tell(_ body: (UIView) -> Void) {
        body(self)
        for view in subviews { view.tell(body) }
    }
}

extension UIView {
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight
        case bottomLeft, bottomRight
    }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    }

    /// Sets the end values at once, and calls back in a later turn of the main queue.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        MainQueue.later { completion?(true) }
    }
    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
    }
    public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
        animate(withDuration: duration, delay: 0, animations: animations)
    }
}
