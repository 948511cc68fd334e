@_exported public import CoreMedia
@_exported public import Foundation
@_exported public import FoundationAdditions
@_exported public import QuartzCore
