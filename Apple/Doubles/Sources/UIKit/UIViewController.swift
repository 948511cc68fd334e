@MainActor open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
    }
    public required init?(coder: NSCoder) { super.init() }
    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    // MARK: the view

    private var loadedView: UIView?
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }
    open var viewIfLoaded: UIView? { loadedView }
    open var isViewLoaded: Bool { loadedView != nil }
    open func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844)) }
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    @available(iOS 13.0, *)
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open override var next: UIResponder? { viewIfLoaded?.superview }

    open var title: String?
    open lazy var navigationItem = UINavigationItem(title: title ?? "")
    open var navigationController: UINavigationController? {
        (parent as? UINavigationController) ?? parent?.navigationController
    }
    open var toolbarItems: [UIBarButtonItem]?
    open var preferredContentSize = CGSize.zero
    open var definesPresentationContext = false
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    @available(iOS 13.0, *)
    open var isModalInPresentation = false
    open var prefersStatusBarHidden: Bool { false }
    open func setNeedsStatusBarAppearanceUpdate() {}

    // MARK: families

    open private(set) weak var parent: UIViewController?
    open private(set) var children: [UIViewController] = []
    open func addChild(_ childController: UIViewController) {
        childController.willMove(toParent: self)
        childController.parent?.children.removeAll { $0 === childController }
        children.append(childController)
        childController.parent = self
    }
    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
        didMove(toParent: nil)
    }
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    // MARK: presentations

    open internal(set) var presentedViewController: UIViewController? {
        get { presented ?? parent?.presentedViewController }
        set { presented = newValue }
    }
    open internal(set) var presentingViewController: UIViewController? {
        get { presenting ?? parent?.presentingViewController }
        set { presenting = newValue }
    }
    var presented: UIViewController?
    weak var presenting: UIViewController?
    open internal(set) var isBeingPresented = false
    open internal(set) var isBeingDismissed = false

    var ownPresentationController: UIPresentationController?
    open var presentationController: UIPresentationController? { madePresentationController() }
    open var popoverPresentationController: UIPopoverPresentationController? {
        madePresentationController() as? UIPopoverPresentationController
    }
    @available(iOS 15.0, *)
    open var sheetPresentationController: UISheetPresentationController? {
        madePresentationController() as? UISheetPresentationController
    }

    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        Transition.present(viewControllerToPresent, from: self, animated: flag, completion: completion)
    }
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        Transition.dismiss(from: self, animated: flag, completion: completion)
    }

    // MARK: appearance, told by the doubles

    var appearance = Appearance.gone
    enum Appearance { case gone, coming, here, going }

    /// What is done when this controller is on the screen, for the doubles that are controllers.
    func cameToScreen() {}
}

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case currentContext = 3
    case custom = 4
    case overFullScreen = 5
    case overCurrentContext = 6
    case popover = 7
    case none = -1
    @available(iOS 13.0, *)
    case automatic = -2
}

public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
