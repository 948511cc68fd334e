/// A set of assets with a title: one that the system keeps by a rule, or the user's own.
public struct Album: Sendable, Hashable, Identifiable {
    /// The albums that are kept by a rule.
    public enum Smart: String, Sendable, Hashable, Codable, CaseIterable {
        /// Everything, what the user marked, what is of that kind, and what was added lately.
        case recents, favorites, videos, selfies, livePhotos, panoramas, screenshots, bursts, animated, recentlyAdded
        /// On iOS only, where the system has it.
        case photoStream
    }

    /// Who decides what is in it.
    public enum Kind: Sendable, Hashable {
        /// The library, by that rule.
        case smart(Smart)
        /// The user: on Linux a folder, on iOS an album of Photos.
        case user
    }

    /// The identity of an album within its library: `smart:recents`, or the library's own name for a user's album.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
        /// The identity as text, to store.
        public let rawValue: String
        /// The identity that was stored as text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An identity from its text.
        public init(stringLiteral value: String) { rawValue = value }
        /// The identity of a smart album.
        public static func smart(_ smart: Smart) -> ID { ID(rawValue: "smart:\(smart.rawValue)") }
    }

    /// What names it in its library.
    public var id: ID
    /// Who made it: the library, or the user.
    public var kind: Kind
    /// What the user sees. Smart albums are named by the core in the user's language, not by the library.
    public var title: String

    /// An album as a library names it.
    public init(id: ID, kind: Kind, title: String) {
        self.id = id
        self.kind = kind
        self.title = title
    }
}
