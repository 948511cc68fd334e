public import Observation

/// The pictures that hang on a message or a form: a grid with a limit, a + tile and delete buttons.
///
/// Main actor. It adds through a `MediaPicker`, reserves room from Done on, loads the originals while placeholders stand in
/// their place, and saves what the camera took. When the screen that holds it goes, its loads are cancelled.
@MainActor @Observable public final class Attachments {
    /// One picture of the grid.
    public struct Item: Sendable, Identifiable {
        /// The identity of a place in the grid: the same asset may be attached twice.
        public struct ID: Sendable, Hashable {
            let number: Int
        }

        /// Its place in the grid, from when it is attached until it is removed.
        public let id: ID
        /// What was chosen; nil for what the camera made.
        let chosen: ChosenItem?
        /// The asset that was chosen; nil for what the camera made.
        public var asset: AssetID? { chosen?.id }
        /// How far it is.
        public internal(set) var state: State

        /// How far the item is.
        public enum State: Sendable {
            /// A placeholder stands in its place. 0 to 1; 0 until something is known.
            case loading(Double)
            /// It is there, as files.
            case ready(PickedMedia)
            /// It could not be loaded. It takes no room, and can be tried again or deleted.
            case failed(PickError)
        }

        /// The media, when it is there.
        public var media: PickedMedia? {
            guard case .ready(let media) = state else { return nil }
            return media
        }

        /// Why it failed, if it did.
        public var error: PickError? {
            guard case .failed(let error) = state else { return nil }
            return error
        }

        /// Whether it counts: what is there or on its way does, what failed does not.
        public var takesRoom: Bool { error == nil }
    }

    /// One tile of the grid, as it is drawn.
    public enum Tile: Sendable, Identifiable {
        /// A picture, placeholder or failure, with a delete button at its top left.
        case item(Item)
        /// The + tile, without a delete button.
        case add

        /// Tells tiles apart while the grid changes.
        public enum ID: Sendable, Hashable {
            /// That of a picture.
            case item(Item.ID)
            /// The + tile.
            case add
        }

        /// That of its picture, or of the + tile.
        public var id: ID {
            switch self {
            case .item(let item): .item(item.id)
            case .add: .add
            }
        }

        /// Whether it can be removed; the + tile cannot.
        public var hasDeleteButton: Bool {
            if case .item = self { return true }
            return false
        }
    }

    /// What is attached or on its way, in order.
    public internal(set) var items: [Item] = []
    /// How many may be attached; nil for no limit. Lowered below what is there, all stays, and no more can be added.
    public var maximum: Int?
    /// Whether what is attached already may be attached again; it may by default.
    public var allowsRepeats: Bool

    @ObservationIgnored let picker: MediaPicker
    @ObservationIgnored let request: PickRequest
    @ObservationIgnored package let loads = TaskBag<Item.ID>()
    @ObservationIgnored private var lastNumber = 0

    /// An empty grid.
    /// - Parameters:
    ///   - picker: through which pictures come.
    ///   - request: what is asked for at each +; its maximum is the grid's. Its editing is not used: originals are attached.
    ///   - allowsRepeats: whether what is attached already may be attached again.
    public init(picker: MediaPicker, request: PickRequest = .attachments(), allowsRepeats: Bool = true) {
        self.picker = picker
        self.request = request
        self.allowsRepeats = allowsRepeats
        maximum = request.choice.rules.maximum
    }

    /// How many more may be attached; nil for no limit.
    public var remaining: Int? { maximum.map { max(0, $0 - items.count(where: \.takesRoom)) } }

    /// Whether the + tile is there.
    public var hasAddTile: Bool { remaining != 0 }

    /// What the grid shows: the items, and the + tile while there is room.
    public var tiles: [Tile] { items.map(Tile.item) + (hasAddTile ? [.add] : []) }

    /// What has arrived, in order.
    public var media: [PickedMedia] { items.compactMap(\.media) }

    /// Whether all items are there: none on its way, none failed.
    public var isComplete: Bool { items.allSatisfy { $0.media != nil } }

    /// Attaches something that the app has already, such as from a draft.
    /// - Throws: `limitReached`.
    public func append(_ media: PickedMedia) throws(SelectionRefusal) {
        guard hasAddTile else { throw .limitReached(maximum ?? 0) }
        var chosen: ChosenItem?
        if case .library(let known) = media.origin { chosen = .asset(known.id) }
        appendItem(chosen, state: .ready(media))
    }

    /// Removes that very item, and gives its room back. A load under way is cancelled. Does nothing when it is gone.
    public func delete(_ id: Item.ID) {
        loads.cancel(id)
        items.removeAll { $0.id == id }
    }

    /// Tries a failed item again, in its place. Does nothing for items that have not failed.
    /// - Throws: `limitReached` when its room was taken meanwhile.
    public func retry(_ id: Item.ID) throws(SelectionRefusal) {
        guard let item = items.first(where: { $0.id == id }), item.error != nil, let chosen = item.chosen else {
            return
        }
        guard hasAddTile else { throw .limitReached(maximum ?? 0) }
        setState(.loading(0), of: id)
        load(chosen, into: id)
    }

    /// Tries a failed item again; where its room was taken meanwhile, the user is told.
    public func retryOrTell(_ id: Item.ID) {
        do throws(SelectionRefusal) {
            try retry(id)
        } catch {
            picker.presenter.notify(.refused(error, texts: texts))
        }
    }

    @discardableResult
    func appendItem(_ chosen: ChosenItem?, state: Item.State) -> Item.ID {
        lastNumber += 1
        let id = Item.ID(number: lastNumber)
        items.append(Item(id: id, chosen: chosen, state: state))
        return id
    }

    func setState(_ state: Item.State, of id: Item.ID) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].state = state
    }
}
