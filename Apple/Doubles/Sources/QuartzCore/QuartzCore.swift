@_exported public import CoreGraphics
@_exported public import Foundation

open class CALayer: NSObject {
    public override init() { super.init() }
}
