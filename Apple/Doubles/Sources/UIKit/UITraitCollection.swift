import DoublesGround

/// What a screen is like. Tells what the device of the test is.
open class UITraitCollection: NSObject, @unchecked Sendable {
    // Reason: has no state.
    package override init() { super.init() }
    open var userInterfaceIdiom: UIUserInterfaceIdiom { World.current.now.idiom == .pad ? .pad : .phone }
    open var horizontalSizeClass: UIUserInterfaceSizeClass { World.current.now.idiom == .pad ? .regular : .compact }
    open var verticalSizeClass: UIUserInterfaceSizeClass { .regular }
}

public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }

extension UIViewController {
    public var traitCollection: UITraitCollection { UITraitCollection() }
}

extension UIView {
    public var traitCollection: UITraitCollection { UITraitCollection() }
}
