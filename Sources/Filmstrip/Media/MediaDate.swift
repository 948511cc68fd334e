public import Foundation

/// When something was taken, with what is known about its time zone and where that knowledge came from.
public struct MediaDate: Sendable, Hashable, Codable {
    /// Where a date was found, best first.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// EXIF's or XMP's fields, the header of a movie, the name of the file, its date in the file system.
        case exif, xmp, container, fileName, fileTime
    }

    /// The moment, for sorting. A floating time, one without a zone, counts as if it were UTC, so that the order does
    /// not depend on where the machine stands.
    public var instant: Date
    /// Seconds east of UTC of the place where it was taken; nil for a floating time.
    public var offsetFromUTC: Int?
    /// Where the date was found.
    public var source: Source

    /// A date of known origin.
    public init(instant: Date, offsetFromUTC: Int?, source: Source) {
        self.instant = instant
        self.offsetFromUTC = offsetFromUTC
        self.source = source
    }
}
