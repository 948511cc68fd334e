/// The delegate is declared beside the class, because those of its subclasses have another type, which Swift, other than
/// Objective-C, refuses to a member that overrides.
@MainActor public protocol _DelegatedNavigation: UINavigationController {}

extension _DelegatedNavigation {
    public var delegate: (any UINavigationControllerDelegate)? {
        get { navigationDelegate }
        set { navigationDelegate = newValue }
    }
}

@MainActor open class UINavigationController: UIViewController, _DelegatedNavigation {
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        push(rootViewController)
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

    package weak var navigationDelegate: (any UINavigationControllerDelegate)?
    open var topViewController: UIViewController? { viewControllers.last }
    open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }
    open private(set) var viewControllers: [UIViewController] = []
    open var isNavigationBarHidden = false

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        let old = topViewController
        push(viewController)
        guard appearance == .here else { return }
        old?.willDisappear(animated)
        viewController.willAppear(animated)
        MainQueue.later {
            old?.didDisappear(animated)
            viewController.didAppear(animated)
        }
    }
    @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
        guard viewControllers.count > 1, let old = viewControllers.popLast() else { return nil }
        old.willMove(toParent: nil)
        if appearance == .here {
            old.willDisappear(animated)
            topViewController?.willAppear(animated)
            MainQueue.later { [self] in
                old.didDisappear(animated)
                topViewController?.didAppear(animated)
            }
        }
        old.viewIfLoaded?.removeFromSuperview()
        old.removeFromParent()
        return old
    }

    private func push(_ controller: UIViewController) {
        viewControllers.append(controller)
        addChild(controller)
        if isViewLoaded { view.addSubview(controller.view) }
        controller.didMove(toParent: self)
    }
    open override func viewDidLoad() {
        super.viewDidLoad()
        for controller in viewControllers { view.addSubview(controller.view) }
    }
}

@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
}

@MainActor open class UINavigationItem: NSObject {
    public init(title: String) {
        self.title = title
        super.init()
    }
    open var title: String?
    open var leftBarButtonItems: [UIBarButtonItem]?
    open var rightBarButtonItems: [UIBarButtonItem]?
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
}

@MainActor open class UIBarItem: NSObject {
    override init() { super.init() }
    open var title: String?
    open var image: UIImage?
    open var isEnabled = true
    open var tag = 0
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
}

@MainActor open class UIBarButtonItem: UIBarItem {
    public override init() { super.init() }
    @available(iOS 14.0, *)
    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image
        self.primaryAction = primaryAction
    }
    @available(iOS 14.0, *)
    open var primaryAction: UIAction?
}

@available(iOS 13.0, *)
@MainActor open class UIMenu: UIMenuElement {}
