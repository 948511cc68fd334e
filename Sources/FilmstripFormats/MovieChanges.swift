package import Filmstrip
import Foundation

/// What is to be said in a movie's header. Fields that are nil stay as they are.
package struct MovieChanges: Sendable, Hashable {
    /// Goes into the times of header, tracks and media (in UTC), and with its zone into Apple's key.
    package var date: MediaDate?
    package var place: Place?
    package var make: String?
    package var model: String?
    package var software: String?
    /// Binds a movie to its still.
    package var contentIdentifier: String?

    package init(
        date: MediaDate? = nil, place: Place? = nil, make: String? = nil, model: String? = nil,
        software: String? = nil, contentIdentifier: String? = nil
    ) {
        self.date = date
        self.place = place
        self.make = make
        self.model = model
        self.software = software
        self.contentIdentifier = contentIdentifier
    }

    /// The changes as keys of QuickTime's metadata.
    var keys: [(name: String, value: String)] {
        let prefix = "com.apple.quicktime."
        return [
            ("content.identifier", contentIdentifier), ("creationdate", date.map { WrittenDate.quickTimeText($0) }),
            ("location.ISO6709", place.map { ISO6709.text($0) }), ("make", make), ("model", model),
            ("software", software),
        ].compactMap { name, value in value.map { (prefix + name, $0) } }
    }
}
