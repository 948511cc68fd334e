public import Observation

/// One visit to a library: what is chosen, what the user is told about it, and how it ends. All screens of the visit share one:
/// album list, grid, pager, tray, chat keyboard.
///
/// Main actor. The first end counts: Done twice, Done and then Cancel, or a window that closes afterwards change nothing.
@MainActor @Observable public final class ChoiceModel {
    /// How a visit ended.
    public enum Outcome: Sendable, Hashable {
        /// What was chosen, in tap order.
        case chosen([AssetID])
        /// Left without a choice: by Cancel, Escape, or by closing what showed it.
        case cancelled
    }

    /// What happened to the choice, for whoever wants to know at once.
    public enum Event: Sendable, Hashable {
        /// An asset was chosen.
        case selected(Asset)
        /// An asset was given up.
        case deselected(AssetID)
        /// The rules forbid it, and why; without an asset where the choice as a whole is refused.
        case refused(AssetID?, SelectionRefusal)
        /// Assets that were chosen have been removed from the library.
        case lost([AssetID])
        /// The order was changed by hand.
        case reordered
    }

    /// A notice that goes by itself. A new one with the same words is a new notice, and is told again.
    public struct Notice: Sendable, Hashable, Identifiable {
        /// Counts the notices.
        public let id: Int
        /// What it says and for how long.
        public let toast: Prompt.Toast
    }

    /// What the app asked for, with limits that make sense: a maximum below 0 is 0, and a minimum above the maximum is the maximum.
    public let request: ChoiceRequest
    /// What the user reads.
    public let texts: Texts
    /// What is chosen.
    public let selecting: SelectionModel
    /// Whether a tap that chooses also ends the visit: where one item is wanted, unless said otherwise.
    public let finishesOnTap: Bool
    /// What is being said; nil when nothing is.
    public private(set) var notice: Notice?
    /// How it ended; nil while it goes on.
    public private(set) var outcome: Outcome?
    /// Whether Done was pressed while the app still thinks about a tile: the visit ends when it has said yes.
    public private(set) var isFinishing = false
    /// What is being swept over; nil when nothing is.
    public private(set) var sweep: Sweep?
    /// What the sweep covers, in the order in which it was reached.
    private var covered: [Asset] = []
    /// Whether this sweep has said why something was refused: once is enough.
    @ObservationIgnored private var hasComplained = false
    /// How many sweeps have ended about whose tiles the app is being asked.
    @ObservationIgnored private var askingSweeps = 0
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let hub = StreamHub<Event>()
    @ObservationIgnored private let tasks = TaskBag<String>()
    @ObservationIgnored private var noticeCount = 0
    @ObservationIgnored private var isFollowing = false
    @ObservationIgnored private let answer = Answer<Outcome>()

    /// - Parameters:
    ///   - request: rules, badges, prompt. Its `preselected` are taken by `preselect(from:)`.
    ///   - preselected: what is chosen already.
    ///   - finishesOnTap: nil lets the rules say it (`Selection.finishesOnTap`).
    ///   - clock: what notices wait on.
    public init(
        _ request: ChoiceRequest = ChoiceRequest(), preselected: [Asset] = [], finishesOnTap: Bool? = nil,
        texts: Texts = .preferred(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        var request = request
        request.rules = request.rules.sensible
        self.request = request
        self.texts = texts
        self.clock = clock
        let selection = Selection(rules: request.rules, preselected: preselected)
        selecting = SelectionModel(selection)
        self.finishesOnTap = finishesOnTap ?? selection.finishesOnTap
    }

    // MARK: What is shown

    /// What is chosen, in tap order.
    public var selection: Selection { selecting.selection }

    /// Whether more than one may be chosen, so that ranges, bands and slides make sense.
    public var takesMany: Bool { request.rules.maximum != 1 }

    /// Whether Done can be pressed.
    public var canFinish: Bool { outcome == nil && !isFinishing && selection.canFinish }

    /// How an asset's tile is marked.
    public func mark(of asset: Asset) -> TileMark {
        if let badge = selection.badge(of: asset.id) {
            return request.badges == .number && takesMany ? .number(badge) : .checked
        }
        if selecting.pending.contains(asset.id) { return .waiting }
        if let refusal = selection.refusal(of: asset) { return .blocked(refusal) }
        return .none
    }

    /// The line that counts: "3 Selected · 3 Left", "3 Selected" without a limit; nil where one tap ends the visit.
    public var countText: String? {
        guard !finishesOnTap else { return nil }
        let selected = texts.counts.selected(selection.count)
        guard let remaining = selection.remaining else { return selected }
        return "\(selected) · \(texts.counts.left(remaining))"
    }

    // MARK: Choosing

    /// What a tap on a tile does: chooses, takes out, swaps, or says why not. Where one tap ends the visit, it ends it. Does nothing once
    /// Done was pressed.
    /// - Returns: why it was refused; nil when it was not.
    @discardableResult
    public func tap(_ asset: Asset) async -> SelectionRefusal? {
        guard outcome == nil, !isFinishing else { return nil }
        endSweepAtOnce()
        return await toggle(asset)
    }

    private func toggle(_ asset: Asset) async -> SelectionRefusal? {
        if finishesOnTap, selection.contains(asset.id) {
            end(.chosen(selection.ids))
            return nil
        }
        do throws(SelectionRefusal) {
            guard let change = try await selecting.toggle(asset) else { return nil }
            guard outcome == nil else { return nil }
            tell(change, asset)
            if finishesOnTap, selection.contains(asset.id) { end(.chosen(selection.ids)) }
            finishIfSettled()
            return nil
        } catch {
            guard outcome == nil else { return error }
            say(error, about: asset.id)
            // Whoever has to read why presses Done again.
            isFinishing = false
            return error
        }
    }

    /// Chooses an asset that is not chosen. Does nothing for one that is.
    /// - Returns: why it was refused; nil when it was not.
    @discardableResult
    public func choose(_ asset: Asset) async -> SelectionRefusal? {
        selection.contains(asset.id) ? nil : await tap(asset)
    }

    /// Takes an asset out. Does nothing for one that is not chosen.
    public func deselect(_ id: AssetID) {
        guard outcome == nil, selection.contains(id) else { return }
        endSweepAtOnce()
        do { try selecting.deselect(id) } catch { return }
        hub.send(.deselected(id))
    }

    /// Takes all out.
    public func deselectAll() {
        guard outcome == nil else { return }
        endSweepAtOnce()
        let ids = selection.ids
        selecting.removeAll()
        for id in ids { hub.send(.deselected(id)) }
    }

    /// Moves a chosen asset to another place in the order, from 0, clamped.
    public func move(_ id: AssetID, to index: Int) {
        guard outcome == nil else { return }
        endSweepAtOnce()
        let before = selection.ids
        selecting.move(id, to: index)
        if selection.ids != before { hub.send(.reordered) }
    }

    /// Chooses what was just taken inside the picker, while there is room.
    /// - Returns: why it was refused; nil when it was not. Then it stays in the library, unselected.
    @discardableResult
    public func add(_ taken: Asset) -> SelectionRefusal? {
        guard outcome == nil else { return nil }
        endSweepAtOnce()
        do throws(SelectionRefusal) {
            tell(try selecting.add(taken), taken)
            return nil
        } catch {
            say(error, about: taken.id)
            return error
        }
    }

    /// Chooses what the request names, as far as the library has it and the rules let it pass.
    public func preselect(from library: any PhotoLibrary) async {
        for id in request.preselected where outcome == nil && !selection.contains(id) {
            do {
                if let asset = try await library.asset(id) { try selecting.add(asset) }
            } catch {
                // What is not there, or not allowed any more, is not chosen; nobody tapped, so nobody is told.
                continue
            }
        }
    }

    // MARK: Sweeping

    /// Begins to choose many at once, from what is chosen now. Does nothing where only one is wanted.
    public func beginSweep(_ mode: Sweep.Mode) {
        guard outcome == nil, takesMany else { return }
        endSweepAtOnce()
        sweep = Sweep(mode, from: selection)
    }

    /// Says what the sweep covers now, in the order in which it was reached. What it no longer covers is as it was before.
    ///
    /// Where the app has a veto, tiles wait until the sweep ends, and are asked about then.
    public func cover(_ assets: [Asset]) {
        guard outcome == nil, let sweep else { return }
        covered = assets
        guard selection.rules.veto == nil else { return }
        let before = selection
        let (after, refusal) = sweep.covering(assets)
        selecting.replace(with: after)
        for id in before.ids where !after.contains(id) { hub.send(.deselected(id)) }
        for asset in after.assets where !before.contains(asset.id) { hub.send(.selected(asset)) }
        if let refusal, !hasComplained {
            hasComplained = true
            say(refusal, about: nil)
        }
    }

    /// Whether the sweep covers an asset, whatever becomes of it.
    public func covers(_ id: AssetID) -> Bool { sweep != nil && covered.contains { $0.id == id } }

    /// Ends the sweep; what it did stays. The app's veto is asked now, one asset after the other.
    public func endSweep() async {
        guard let sweep else { return }
        let assets = covered
        endSweepAtOnce()
        guard selection.rules.veto != nil else { return }
        askingSweeps += 1
        defer {
            askingSweeps -= 1
            finishIfSettled()
        }
        for asset in assets where outcome == nil {
            let wasChosen = sweep.base.contains(asset.id)
            if wasChosen, sweep.mode != .choose { deselect(asset.id) }
            guard !wasChosen, sweep.mode != .remove, !selection.contains(asset.id) else { continue }
            if case .limitReached = await toggle(asset) { return }
        }
    }

    /// Ends the sweep; everything is as it was before.
    public func cancelSweep() {
        cover([])
        endSweepAtOnce()
    }

    /// Ends the sweep; what it did stays, and what waits for a veto is not asked about.
    func endSweepAtOnce() {
        (sweep, covered, hasComplained) = (nil, [], false)
    }

    // MARK: Notices and events

    /// Says something for a while; it goes by itself.
    public func say(_ toast: Prompt.Toast) {
        noticeCount += 1
        let notice = Notice(id: noticeCount, toast: toast)
        self.notice = notice
        let task = Task { [weak self, clock] in
            do { try await clock.sleep(for: .seconds(toast.duration)) } catch { return }
            if self?.notice?.id == notice.id { self?.notice = nil }
        }
        tasks.keep(task, as: "notice")
    }

    /// Takes the notice away before its time.
    public func dismissNotice() {
        tasks.cancel("notice")
        notice = nil
    }

    /// What happens to the choice from now on. Buffers all; ends with the visit.
    public func events() -> AsyncStream<Event> { hub.stream() }

    private func say(_ refusal: SelectionRefusal, about id: AssetID?) {
        hub.send(.refused(id, refusal))
        say(.refused(refusal, texts: texts))
    }

    private func tell(_ change: Selection.Change, _ asset: Asset) {
        switch change {
        case .selected: hub.send(.selected(asset))
        case .deselected(let id): hub.send(.deselected(id))
        case .swapped(_, let old):
            hub.send(.deselected(old))
            hub.send(.selected(asset))
        }
    }

    // MARK: The library

    /// Follows a library from now on. Any number of screens may ask for it; it is followed once.
    public func follow(_ library: any PhotoLibrary) {
        guard !isFollowing else { return }
        isFollowing = true
        let changes = library.changes()
        let task = Task { [weak self] in
            for await change in changes { await self?.apply(change, from: library) }
        }
        tasks.keep(task, as: "library")
    }

    /// Takes a change of the library: what was removed leaves the choice, with a notice. After a coarse change the library is asked for each.
    public func apply(_ change: LibraryChange, from library: any PhotoLibrary) async {
        var lost = selecting.apply(change)
        if change.isCoarse { lost += await selecting.refresh(from: library) }
        // A tile that vanished is waited for no longer.
        defer { finishIfSettled() }
        sweep?.remove(change.removed + lost)
        covered.removeAll { change.removed.contains($0.id) || lost.contains($0.id) }
        guard !lost.isEmpty, outcome == nil else { return }
        hub.send(.lost(lost))
        say(.refused(.gone(lost[0]), texts: texts))
    }

    // MARK: Ending

    /// Done: ends with what is chosen. Does nothing while too little is. A tile about which the app still thinks is waited for; where it
    /// is refused, the visit goes on, and the user reads why.
    public func finish() {
        guard canFinish else { return }
        isFinishing = true
        finishIfSettled()
    }

    /// Ends the visit when Done was pressed and nothing is waited for any more.
    private func finishIfSettled() {
        guard isFinishing, outcome == nil, selecting.pending.isEmpty, askingSweeps == 0 else { return }
        isFinishing = false
        if selection.canFinish { end(.chosen(selection.ids)) }
    }

    /// Ends without a result.
    public func cancel() {
        end(.cancelled)
    }

    /// How the visit ends; waits for it. Safe to ask by any number, at any time. A cancelled task cancels the visit.
    public func result() async -> Outcome {
        await answer.value(orCancel: { [weak self] in self?.cancel() })
    }

    private func end(_ outcome: Outcome) {
        guard answer.give(outcome) else { return }
        self.outcome = outcome
        isFinishing = false
        endSweepAtOnce()
        dismissNotice()
        hub.finish()
    }
}

extension ChoiceModel.Outcome {
    /// As a presenter answers: the chosen, in tap order; nil for cancel.
    public var items: [ChosenItem]? {
        switch self {
        case .chosen(let ids): ids.map(ChosenItem.asset)
        case .cancelled: nil
        }
    }
}
