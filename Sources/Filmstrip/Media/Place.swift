/// A point on earth in WGS 84.
public struct Place: Sendable, Hashable, Codable {
    /// Degrees north, −90 to 90.
    public var latitude: Double
    /// Degrees east, −180 to 180.
    public var longitude: Double
    /// Metres above sea level; nil when unknown.
    public var altitude: Double?

    /// A place, or nil when a value is out of range, not a number, or both degrees are zero: cameras and privacy
    /// filters write zeros for "unknown".
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), latitude != 0 || longitude != 0 else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }
}
