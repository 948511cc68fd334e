/// A choice of many at once that may still grow and shrink: a finger that slides over tiles, a rubber band, a range with Shift.
///
/// A pure value. Whatever the way to it, the result depends only on what was chosen at the beginning and what is covered now, so
/// going back takes away again what going forth has taken.
public struct Sweep: Sendable {
    /// What happens to what is covered.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// All of it is chosen.
        case choose
        /// All of it is taken out.
        case remove
        /// What was chosen is taken out, and what was not is chosen.
        case toggle
    }

    /// What happens to what is covered.
    public let mode: Mode
    /// What was chosen at the beginning.
    public private(set) var base: Selection

    /// A sweep that begins with what is chosen now.
    public init(_ mode: Mode, from base: Selection) {
        self.mode = mode
        self.base = base
    }

    /// What is chosen when those assets are covered, in the order in which they were reached, and why the first of those that
    /// were refused was. What is taken out makes room first; then the limit lets pass what comes first.
    public func covering(_ assets: some Sequence<Asset>) -> (selection: Selection, refusal: SelectionRefusal?) {
        var selection = base
        let assets = Array(assets)
        if mode != .choose { selection.remove(assets.map(\.id).filter(base.contains)) }
        guard mode != .remove else { return (selection, nil) }
        var refused: SelectionRefusal?
        for asset in assets where !base.contains(asset.id) {
            do throws(SelectionRefusal) {
                // Where one is wanted, a tap swaps; a band over many has no favourite, and takes the first.
                if base.rules.maximum == 1, !selection.isEmpty, !selection.contains(asset.id) {
                    throw .limitReached(base.rules.announcedMaximum ?? 1)
                }
                try selection.select(asset)
            } catch {
                refused = refused ?? error
                if case .limitReached = error { break }
            }
        }
        return (selection, refused)
    }

    /// Forgets what has been removed from the library.
    public mutating func remove(_ gone: some Sequence<AssetID>) {
        base.remove(gone)
    }
}
