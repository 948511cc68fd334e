/// Something that was chosen on a library's screen, before it is loaded.
public enum ChosenItem: Sendable, Identifiable {
    /// An asset of the picker's library, which loads it.
    case asset(AssetID)
    /// What a system's own picker hands over, from a library that nobody here may read.
    case handedOver(HandedItem)

    /// Which asset it is.
    public var id: AssetID {
        switch self {
        case .asset(let id): id
        case .handedOver(let item): item.id
        }
    }
}

/// An item of a library that the system showed by itself, with the way to load it. It needs no permission.
public struct HandedItem: Sendable, Identifiable {
    /// Loads the item, and tells how far a download is: 0 to 1. The answer's origin is an asset, as far as its file tells what
    /// it is.
    public typealias Load =
        @Sendable (_ progress: @escaping @Sendable (Double) async -> Void) async throws(LibraryError) -> PickedMedia

    /// The asset's identity in the system's library, or one made for it where the system keeps that to itself.
    public let id: AssetID
    /// Loads it. May be called again after a failure.
    public let load: Load

    /// An item, and what loads it.
    public init(id: AssetID, load: @escaping Load) {
        self.id = id
        self.load = load
    }
}
