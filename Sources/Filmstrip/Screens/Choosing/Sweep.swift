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
    /// were refused was. The limit lets pass what comes first.
    public func covering(_ assets: some Sequence<Asset>) -> (selection: Selection, refusal: SelectionRefusal?) {
        var selection = base
        var refused: SelectionRefusal?
        // Only one is wanted: a band over many has no favourite, so it chooses nothing that a tap would have to swap.
        let isSingle = base.rules.maximum == 1
        for asset in assets {
            let wasChosen = base.contains(asset.id)
            do throws(SelectionRefusal) {
                if wasChosen {
                    if mode != .choose { try selection.deselect(asset.id) }
                } else if mode != .remove {
                    if isSingle, !selection.isEmpty { throw .limitReached(base.rules.announcedMaximum ?? 1) }
                    try selection.select(asset)
                }
            } catch {
                // What is named twice is taken out once.
                if case .notSelected = error { continue }
                refused = refused ?? error
                if case .limitReached = error, mode == .choose { break }
            }
        }
        return (selection, refused)
    }

    /// Forgets what has been removed from the library.
    public mutating func remove(_ gone: some Sequence<AssetID>) {
        base.remove(gone)
    }
}
