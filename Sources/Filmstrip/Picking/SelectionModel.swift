public import Observation

/// A selection that a screen shows: taps, the app's veto, and the library's changes.
///
/// Main actor. The veto may take its time: the tile waits, further taps on it are ignored, and the rules are asked again
/// when the answer has come, so that several waiting tiles never go beyond the limit.
@MainActor @Observable public final class SelectionModel {
    /// What is chosen.
    public private(set) var selection: Selection
    /// The assets about which the app is thinking.
    public private(set) var pending: Set<AssetID> = []

    /// A model of that selection; an empty one under the default rules by default.
    public init(_ selection: Selection = Selection()) {
        self.selection = selection
    }

    /// What a tap on a tile does.
    /// - Returns: what changed; nil for a tap on a tile that waits.
    /// - Throws: the reason for refusing; nothing has changed.
    @discardableResult
    public func toggle(_ asset: Asset) async throws(SelectionRefusal) -> Selection.Change? {
        guard !pending.contains(asset.id) else { return nil }
        if !selection.contains(asset.id) {
            if let refusal = selection.refusal(of: asset) { throw refusal }
            if let veto = selection.rules.veto {
                pending.insert(asset.id)
                let reason = await veto(asset, selection.ids)
                // An asset that vanished meanwhile is no longer pending.
                guard pending.remove(asset.id) != nil else { throw .gone(asset.id) }
                if let reason { throw .vetoed(reason) }
            }
        }
        return try selection.toggle(asset)
    }

    /// Chooses what was just taken inside the picker. Only while there is room; a full selection of one is *not* swapped, as
    /// nobody tapped a tile.
    /// - Throws: the reason, such as `limitReached`; the capture stays in the library, unselected.
    @discardableResult
    public func add(_ taken: Asset) throws(SelectionRefusal) -> Selection.Change {
        if selection.isFull, let maximum = selection.rules.maximum {
            throw .limitReached(selection.rules.announcedMaximum ?? maximum)
        }
        return try selection.select(taken)
    }

    /// Takes an asset out.
    /// - Throws: `notSelected`.
    public func deselect(_ id: AssetID) throws(SelectionRefusal) {
        try selection.deselect(id)
    }

    /// Takes all out.
    public func removeAll() {
        selection.removeAll()
    }

    /// Moves a chosen asset to another place in the order.
    public func move(_ id: AssetID, to index: Int) {
        selection.move(id, to: index)
    }

    /// Puts another choice in place of this one, as a sweep does.
    func replace(with selection: Selection) {
        self.selection = selection
    }

    /// Follows a library: what was removed leaves the selection, and a tile that waits is no longer there.
    /// - Returns: what left the selection.
    @discardableResult
    public func apply(_ change: LibraryChange) -> [AssetID] {
        pending.subtract(change.removed)
        return selection.apply(change)
    }

    /// Asks a library for everything that is chosen, and takes out what is gone: after a coarse change.
    /// - Returns: what left the selection. An asset about which the library gives no answer stays.
    @discardableResult
    public func refresh(from library: any PhotoLibrary) async -> [AssetID] {
        var gone: [AssetID] = []
        for id in selection.ids {
            do {
                if try await library.asset(id) == nil { gone.append(id) }
            } catch {
                // Not knowing is no reason to lose a choice; Done will tell for each item.
                continue
            }
        }
        return selection.remove(gone)
    }
}
