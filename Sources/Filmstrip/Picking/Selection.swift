/// What is chosen, in tap order, under rules. Keyed by the identity of assets and by nothing else, so that it stays the same
/// after an album switch, a library change or a reload.
///
/// A value: it asks nobody and shows nothing. `SelectionModel` adds the app's veto.
public struct Selection: Sendable {
    /// The rules that choices must pass. New rules hold for new choices; what is chosen stays.
    public var rules: SelectionRules
    /// What is chosen, in tap order.
    public private(set) var assets: [Asset] = []
    /// Where each one stands in `assets`, so that a grid may ask for every tile.
    private var places: [AssetID: Int] = [:]

    /// What a tap did.
    public enum Change: Sendable, Hashable {
        /// It is chosen now, as the last.
        case selected(AssetID)
        /// With a maximum of 1, the new one took the place of the old.
        case swapped(AssetID, replacing: AssetID)
        /// It is chosen no longer.
        case deselected(AssetID)
    }

    /// A selection that starts with those choices, as far as the rules let them pass.
    public init(rules: SelectionRules = SelectionRules(), preselected: [Asset] = []) {
        self.rules = rules
        for asset in preselected where !contains(asset.id) {
            let refusal = rules.refusal(of: asset) ?? rules.refusal(of: asset, beside: assets)
            if refusal == nil { append(asset) }
        }
    }

    /// The identities of what is chosen, in tap order.
    public var ids: [AssetID] { assets.map(\.id) }

    /// How many are chosen.
    public var count: Int { assets.count }

    /// Whether nothing is chosen.
    public var isEmpty: Bool { assets.isEmpty }

    /// How many more may be chosen; nil for no limit.
    public var remaining: Int? { rules.maximum.map { max(0, $0 - count) } }

    /// Whether there is no room for another.
    public var isFull: Bool { remaining == 0 }

    /// Whether Done is enabled: something is chosen, and enough of it.
    public var canFinish: Bool { !isEmpty && count >= rules.minimum }

    /// Whether a tap on an asset finishes at once: where exactly one is wanted.
    public var finishesOnTap: Bool { rules.maximum == 1 && rules.minimum <= 1 }

    /// Whether that asset is chosen.
    public func contains(_ id: AssetID) -> Bool { places[id] != nil }

    /// The place of an asset in tap order, counted from 1; nil when it is not chosen.
    public func badge(of id: AssetID) -> Int? { places[id].map { $0 + 1 } }

    /// Why an asset would be refused now, apart from the app's veto; nil when it would pass, or is chosen already.
    public func refusal(of asset: Asset) -> SelectionRefusal? {
        if contains(asset.id) { return nil }
        return rules.refusal(of: asset) ?? rules.refusal(of: asset, beside: rules.maximum == 1 ? [] : assets)
    }

    /// Chooses an asset. With a maximum of 1 it takes the place of the one before. Choosing what is chosen does nothing.
    /// - Throws: the reason, and then nothing has changed.
    @discardableResult
    public mutating func select(_ asset: Asset) throws(SelectionRefusal) -> Change {
        if contains(asset.id) { return .selected(asset.id) }
        if let refusal = refusal(of: asset) { throw refusal }
        if rules.maximum == 1, let old = assets.first {
            replaceAll(with: [asset])
            return .swapped(asset.id, replacing: old.id)
        }
        append(asset)
        return .selected(asset.id)
    }

    /// Takes an asset out; those behind it move up.
    /// - Throws: `notSelected`.
    @discardableResult
    public mutating func deselect(_ id: AssetID) throws(SelectionRefusal) -> Change {
        guard contains(id) else { throw .notSelected(id) }
        remove([id])
        return .deselected(id)
    }

    /// What a tap on a tile does: chooses what is not chosen, and takes out what is.
    @discardableResult
    public mutating func toggle(_ asset: Asset) throws(SelectionRefusal) -> Change {
        contains(asset.id) ? try deselect(asset.id) : try select(asset)
    }

    /// Takes all out.
    public mutating func removeAll() {
        replaceAll(with: [])
    }

    /// Moves a chosen asset to another place in the order, counted from 0 and clamped. Does nothing when it is not chosen.
    public mutating func move(_ id: AssetID, to index: Int) {
        guard let old = places[id] else { return }
        var moved = assets
        let asset = moved.remove(at: old)
        moved.insert(asset, at: min(max(0, index), moved.count))
        replaceAll(with: moved)
    }

    /// Takes out what has been removed from the library, and answers with it.
    @discardableResult
    public mutating func remove(_ gone: some Sequence<AssetID>) -> [AssetID] {
        let gone = Set(gone)
        let lost = ids.filter(gone.contains)
        if !lost.isEmpty { replaceAll(with: assets.filter { !gone.contains($0.id) }) }
        return lost
    }

    /// Follows a library. After a coarse change, ask the library for each of `ids`, and `remove` those that are gone.
    @discardableResult
    public mutating func apply(_ change: LibraryChange) -> [AssetID] {
        remove(change.removed)
    }

    private mutating func append(_ asset: Asset) {
        places[asset.id] = assets.count
        assets.append(asset)
    }

    private mutating func replaceAll(with assets: [Asset]) {
        self.assets = assets
        places = Dictionary(uniqueKeysWithValues: assets.enumerated().map { ($1.id, $0) })
    }
}
