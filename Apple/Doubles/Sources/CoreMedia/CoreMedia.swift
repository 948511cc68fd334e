@_exported public import CoreGraphics
public import Foundation
public import FoundationAdditions
