public import Foundation

/// What Objective-C's `for` can go through.
public protocol NSFastEnumeration {}

extension NSArray: NSFastEnumeration {}
