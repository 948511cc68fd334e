import DoublesGround

/// The delegate is declared beside the class, because a popover's has another type; see `_DelegatedNavigation`.
@MainActor public protocol _DelegatedPresentation: UIPresentationController {}

extension _DelegatedPresentation {
    public var delegate: (any UIAdaptivePresentationControllerDelegate)? {
        get { adaptiveDelegate }
        set { adaptiveDelegate = newValue }
    }
}

@MainActor open class UIPresentationController: NSObject, _DelegatedPresentation {
    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        self.presentedViewController = presentedViewController
        presenter = presentingViewController
        super.init()
    }

    open private(set) unowned var presentedViewController: UIViewController
    open var presentingViewController: UIViewController { presenter ?? presentedViewController }
    package weak var adaptiveDelegate: (any UIAdaptivePresentationControllerDelegate)?
    open var presentedView: UIView? { presentedViewController.viewIfLoaded }
    open var containerView: UIView? { presentedViewController.viewIfLoaded?.superview }
    open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
    private weak var presenter: UIViewController?

    func begin(from presenter: UIViewController) { self.presenter = presenter }
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    @available(iOS 13.0, *)
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    @available(iOS 13.0, *)
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    @available(iOS 13.0, *)
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    @available(iOS 13.0, *)
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        .automatic
    }
    @available(iOS 13.0, *)
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    @available(iOS 13.0, *)
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    @available(iOS 13.0, *)
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    @available(iOS 13.0, *)
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

@MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
    public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
}

/// Something that a popover points at: a view, or an item of a bar.
@available(iOS 16.0, *)
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}
@available(iOS 16.0, *)
extension UIView: UIPopoverPresentationControllerSourceItem {}
@available(iOS 16.0, *)
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

@MainActor open class UIPopoverPresentationController: UIPresentationController {
    open weak var delegate: (any UIPopoverPresentationControllerDelegate)? {
        didSet { adaptiveDelegate = delegate }
    }
    open var sourceView: UIView?
    open var sourceRect = CGRect.null
    @available(iOS 16.0, *)
    open var sourceItem: (any UIPopoverPresentationControllerSourceItem)? {
        get { item as? any UIPopoverPresentationControllerSourceItem }
        set { item = newValue }
    }
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    open var passthroughViews: [UIView]?
    private var item: AnyObject?

    func checkAnchor() {
        delegate?.prepareForPopoverPresentation(self)
        guard item == nil else { return }
        if let sourceView {
            guard sourceView.window == nil else { return }
            World.current.record(.missingAnchor, "the source view of the popover is in no window")
        } else {
            World.current.record(
                .missingAnchor, "a popover should have a sourceView, or sourceItem before it is presented"
            )
        }
    }
}

@available(iOS 15.0, *)
@MainActor open class UISheetPresentationController: UIPresentationController {
    open var prefersGrabberVisible = false
}

public struct UIPopoverArrowDirection: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    public static let any = UIPopoverArrowDirection(rawValue: 15)
    public static let unknown = UIPopoverArrowDirection(rawValue: UInt.max)
}

extension UIViewController {
    /// Made when first asked for, thrown away after dismissal, as UIKit's.
    func madePresentationController() -> UIPresentationController? {
        if let made = ownPresentationController { return made }
        if parent != nil { return parent?.madePresentationController() }
        let made: UIPresentationController
        if isPopover {
            made = UIPopoverPresentationController(presentedViewController: self, presenting: nil)
        } else {
            switch modalPresentationStyle {
            case .automatic, .pageSheet, .formSheet:
                made = UISheetPresentationController(presentedViewController: self, presenting: nil)
            default: made = UIPresentationController(presentedViewController: self, presenting: nil)
            }
        }
        ownPresentationController = made
        return made
    }

    /// A popover by its style, or an action sheet on a tablet.
    package var isPopover: Bool {
        if let alert = self as? UIAlertController {
            return alert.preferredStyle == .actionSheet && World.current.now.idiom == .pad
        }
        return modalPresentationStyle == .popover
    }

    func checkBeforePresentation() {
        guard World.current.now.idiom == .pad else { return }
        (madePresentationController() as? UIPopoverPresentationController)?.checkAnchor()
    }
}
