@_exported public import Foundation
@_exported public import FoundationAdditions

public typealias CLLocationDegrees = Double

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees
    public init() { self.init(latitude: 0, longitude: 0) }
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

/// A place. Not Sendable: the facts do not say that Apple's is.
open class CLLocation: NSObject {
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        super.init()
    }
    public let coordinate: CLLocationCoordinate2D
    open var altitude: Double { 0 }
    open var horizontalAccuracy: Double { 0 }
    open var timestamp: Date { Date(timeIntervalSinceReferenceDate: 0) }
}
