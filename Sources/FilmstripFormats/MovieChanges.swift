package import Filmstrip
import Foundation

/// What is to be said in a movie's header, and what is to be said no more. Fields that are nil stay as they are.
package struct MovieChanges: Sendable, Hashable {
    /// What can be taken out of a movie.
    package enum Removal: Sendable, Hashable {
        /// Places, in words and in tracks of their own.
        case location
        /// What binds it to a still: the identifier, and the track that says when the still was taken.
        case stillBinding
        /// Everything that players do not need, times included.
        case allMetadata
    }

    /// Goes into the times of header, tracks and media (in UTC), and with its zone into Apple's key.
    package var date: MediaDate?
    package var place: Place?
    package var make: String?
    package var model: String?
    package var software: String?
    /// Binds a movie to its still.
    package var contentIdentifier: String?
    /// Seconds from the movie's start to its still: written as a track of one sample, as Apple has it. Only by `rewriting`.
    package var stillTime: Double?
    /// How the pictures are turned to be upright; the tracks' old turn is forgotten.
    package var turn: Orientation?
    /// Only by `rewriting`, because what is removed has to be gone from the bytes.
    package var removals: Set<Removal>
    /// What the file calls itself, such as QuickTime's `qt  `; only by `rewriting`.
    package var isQuickTime: Bool

    package init(
        date: MediaDate? = nil, place: Place? = nil, make: String? = nil, model: String? = nil,
        software: String? = nil, contentIdentifier: String? = nil, stillTime: Double? = nil,
        turn: Orientation? = nil, removals: Set<Removal> = [], isQuickTime: Bool = false
    ) {
        self.date = date
        self.place = place
        self.make = make
        self.model = model
        self.software = software
        self.contentIdentifier = contentIdentifier
        self.stillTime = stillTime
        self.turn = turn
        self.removals = removals
        self.isQuickTime = isQuickTime
    }

    static let keyPrefix = "com.apple.quicktime."
    static let stillTimeKey = "com.apple.quicktime.still-image-time"

    /// The changes as keys of QuickTime's metadata.
    var keys: [(name: String, value: String)] {
        [
            ("content.identifier", contentIdentifier), ("creationdate", date.map { WrittenDate.quickTimeText($0) }),
            ("location.ISO6709", place.map { ISO6709.text($0) }), ("make", make), ("model", model),
            ("software", software),
        ].compactMap { name, value in value.map { (Self.keyPrefix + name, $0) } }
    }

    /// Whether a key or an item of user data goes.
    func removes(_ name: String) -> Bool {
        if removals.contains(.allMetadata) { return true }
        if removals.contains(.location), name.contains("location") || name == "©xyz" || name == "loci" { return true }
        return removals.contains(.stillBinding)
            && ["content.identifier", "live-photo", "still-image"].contains { name.contains($0) }
    }

    /// Whether a track of timed metadata goes.
    /// - Parameters:
    ///   - format: of its samples.
    ///   - keys: what Apple's kind of it tells.
    func removesTrack(_ format: FourCC, keys: [String]) -> Bool {
        let isStillTime = format == "mebx" && keys.contains(Self.stillTimeKey)
        if isStillTime { return stillTime != nil || !removals.isDisjoint(with: [.stillBinding, .allMetadata]) }
        if removals.contains(.allMetadata) { return ["mebx", "gpmd", "camm", "mett", "urim"].contains(format) }
        return removals.contains(.location)
            && (format == "gpmd" || format == "camm" || format == "mebx" && keys.contains { $0.contains("location") })
    }
}
