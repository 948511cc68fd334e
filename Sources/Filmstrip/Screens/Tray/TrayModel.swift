public import Observation

/// The tray with the chosen, in order: moved by hand or by keys, taken out, and put back by undo. Main actor.
@MainActor @Observable public final class TrayModel {
    /// What is chosen; shared with the other screens of the visit.
    public let choice: ChoiceModel
    /// What is held by the hand; nil when nothing is.
    public private(set) var lifted: AssetID?
    /// Where it would be put down, from 0.
    private var target = 0
    /// What can be taken back, the last one last.
    private var history: [Step] = []

    /// So many steps can be taken back.
    public static let historyLength = 50

    private enum Step {
        case removed(Asset, from: Int)
        case removedAll([Asset])
        case moved(AssetID, from: Int)
    }

    /// A tray of what is chosen.
    public init(_ choice: ChoiceModel) {
        self.choice = choice
    }

    /// The chosen in the order in which they are drawn: while one is held, where it would be put down.
    public var items: [Asset] {
        var items = choice.selection.assets
        guard let lifted, let from = items.firstIndex(where: { $0.id == lifted }) else { return items }
        let asset = items.remove(at: from)
        items.insert(asset, at: min(target, items.count))
        return items
    }

    /// Whether there is something to show.
    public var isEmpty: Bool { choice.selection.isEmpty }

    /// What a screen reader says of an item: kind, date, and "2 of 5".
    public func name(of asset: Asset) -> String {
        let items = items
        let place = items.firstIndex { $0.id == asset.id }
        return choice.texts.name(of: asset, place: place.map { ($0, items.count) })
    }

    // MARK: By hand

    /// A hand takes an item.
    public func lift(_ id: AssetID) {
        guard let place = choice.selection.badge(of: id) else { return }
        (lifted, target) = (id, place - 1)
    }

    /// The hand holds it over that place, clamped.
    public func hover(at index: Int) {
        guard lifted != nil else { return }
        target = min(max(0, index), max(0, choice.selection.count - 1))
    }

    /// The hand puts it down where it is.
    public func drop() {
        guard let lifted else { return }
        self.lifted = nil
        move(lifted, to: target)
    }

    /// The hand lets go; it stays where it was.
    public func cancelLift() {
        lifted = nil
    }

    // MARK: By keys and buttons

    /// Whether an item can be moved by so many places.
    public func canMove(_ id: AssetID, by distance: Int) -> Bool {
        guard let badge = choice.selection.badge(of: id) else { return false }
        return (1...choice.selection.count).contains(badge + distance) && distance != 0
    }

    /// Moves an item to another place, from 0, clamped.
    public func move(_ id: AssetID, to index: Int) {
        guard let badge = choice.selection.badge(of: id) else { return }
        choice.move(id, to: index)
        if choice.selection.badge(of: id) != badge { remember(.moved(id, from: badge - 1)) }
    }

    /// Moves an item by so many places; negative towards the front.
    public func move(_ id: AssetID, by distance: Int) {
        guard canMove(id, by: distance), let badge = choice.selection.badge(of: id) else { return }
        move(id, to: badge - 1 + distance)
    }

    /// Takes an item out.
    public func remove(_ id: AssetID) {
        guard let badge = choice.selection.badge(of: id) else { return }
        let asset = choice.selection.assets[badge - 1]
        if lifted == id { lifted = nil }
        choice.deselect(id)
        if !choice.selection.contains(id) { remember(.removed(asset, from: badge - 1)) }
    }

    /// Takes all out.
    public func removeAll() {
        let assets = choice.selection.assets
        guard !assets.isEmpty else { return }
        lifted = nil
        choice.deselectAll()
        if choice.selection.isEmpty { remember(.removedAll(assets)) }
    }

    // MARK: Undo

    /// Whether there is something to take back.
    public var canUndo: Bool { !history.isEmpty && choice.outcome == nil }

    /// Takes back what the tray did last: puts back what it took out, at its place and as far as there is room, or moves back what it
    /// moved. What has been removed from the library meanwhile, or is no longer chosen, is left alone.
    public func undo(in library: any PhotoLibrary) async {
        guard canUndo, let step = history.popLast() else { return }
        switch step {
        case .moved(let id, let place): choice.move(id, to: place)
        case .removed(let asset, let place): await putBack(asset, at: place, library)
        case .removedAll(let assets):
            for (place, asset) in assets.enumerated() where !(await putBack(asset, at: place, library)) { break }
        }
    }

    /// False when there is no room for more.
    @discardableResult
    private func putBack(_ asset: Asset, at place: Int, _ library: any PhotoLibrary) async -> Bool {
        guard !choice.selection.contains(asset.id) else { return true }
        do {
            guard try await library.asset(asset.id) != nil else { return true }
        } catch {
            // Not knowing is no reason to lose it; Done will tell for each item.
        }
        if let refusal = choice.add(asset) {
            if case .limitReached = refusal { return false }
            return true
        }
        choice.move(asset.id, to: place)
        return true
    }

    private func remember(_ step: Step) {
        history.append(step)
        if history.count > Self.historyLength { history.removeFirst() }
    }
}
