import DoublesGround

@available(iOS 13.0, *)
@MainActor open class UIScene: UIResponder {
    package override init() { super.init() }

    open package(set) var activationState = ActivationState.foregroundActive
    open var title: String! = ""

    @available(iOS 13.0, *)
    open func open(
        _ url: URL, options: OpenExternalURLOptions?,
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        Settings.open(url, completion)
    }
    @available(iOS 13.0, *)
    @discardableResult open func open(_ url: URL, options: OpenExternalURLOptions?) async -> Bool {
        await withCheckedContinuation { continuation in
            open(url, options: options) { continuation.resume(returning: $0) }
        }
    }

    @available(iOS 13.0, *)
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }

    @available(iOS 13.0, *)
    @MainActor open class OpenExternalURLOptions: NSObject {
        public override init() { super.init() }
        open var universalLinksOnly = false
    }
}

@available(iOS 13.0, *)
@MainActor open class UIWindowScene: UIScene {
    package override init() { super.init() }
    open var windows: [UIWindow] { attached.compactMap(\.window) }
    @available(iOS 15.0, *)
    open var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }

    private var attached: [WeakWindow] = []
    func attach(_ window: UIWindow) { attached.append(WeakWindow(window: window)) }
    private struct WeakWindow { weak var window: UIWindow? }
}

@MainActor open class UIWindow: UIView {
    @available(iOS 13.0, *)
    public init(windowScene: UIWindowScene) {
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        isHidden = true
        self.windowScene = windowScene
        windowScene.attach(self)
    }
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    package var insets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    open override var safeAreaInsets: UIEdgeInsets { insets }
    open override var window: UIWindow? { isHidden ? nil : self }
    @available(iOS 13.0, *)
    open weak var windowScene: UIWindowScene?
    open private(set) var isKeyWindow = false
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.willDisappear(false)
            oldValue?.viewIfLoaded?.removeFromSuperview()
            oldValue?.didDisappear(false)
            showRoot()
        }
    }
    open override var isHidden: Bool { didSet { if oldValue != isHidden { showRoot() } } }
    open func makeKey() {
        for other in windowScene?.windows ?? [] { other.isKeyWindow = false }
        isKeyWindow = true
    }
    open func makeKeyAndVisible() {
        makeKey()
        isHidden = false
    }

    private func showRoot() {
        guard let root = rootViewController else { return }
        if isHidden {
            root.willDisappear(false)
            root.didDisappear(false)
        } else {
            root.view.frame = bounds
            root.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            if root.view.superview !== self { insertSubview(root.view, at: 0) }
            root.willAppear(false)
            MainQueue.later { [weak root] in root?.didAppear(false) }
        }
    }
}
