@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import FoundationAdditions

open class CALayer: NSObject {
    public override init() { super.init() }
    /// A layer of this class, for a view.
    package class func make() -> CALayer { CALayer() }
    open var cornerRadius: CGFloat = 0
    open var borderWidth: CGFloat = 0
    open var borderColor: CGColor?
    open var masksToBounds = false
}
