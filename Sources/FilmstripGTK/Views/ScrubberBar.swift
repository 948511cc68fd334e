import Filmstrip

/// The bar beside the grid that leads to any date: years along it, and a mark that is moved by hand or by keys. Draws `DateScrubber`.
@MainActor final class ScrubberBar {
    let root: Slider
    private let model: AssetGridModel
    private var days = GridSections(count: 0)
    private var watch: ObservationWatch?

    /// Fewer assets than this are scrolled through faster than they are scrubbed.
    private static let leastCount = 120

    /// - Parameter say: told what the mark stands at while it is moved, such as "June 2024".
    init(_ model: AssetGridModel, say: @escaping @MainActor (String?) -> Void) {
        self.model = model
        root = Slider(vertical: true, steps: (0.005, 0.05))
        root.styled("filmstrip-scrubber")
        root.accessibleName = model.texts.spoken.dates
        root.isVisible = false
        root.onMove { [weak model] position in say(model?.scrub(to: position)) }
        watch = observe { [weak self] in self?.follow() }
    }

    /// Ends it.
    func end() { watch?.end() }

    /// Shows it where there is something to scrub.
    /// - Returns: whether that has changed, and with it the room for the grid.
    func updateVisibility() -> Bool {
        // A grid without days, such as one in place of a keyboard, has no room to give away.
        let hasDays = model.configuration.groupsByDay && model.configuration.axis == .vertical
        let isWanted = hasDays && model.page == .assets && model.count >= Self.leastCount && model.scrubber.isUseful
        guard isWanted != root.isVisible else { return false }
        root.isVisible = isWanted
        return true
    }

    private func follow() {
        let scrubber = model.scrubber
        if model.days != days {
            days = model.days
            root.setMarks(scrubber.marks(model.texts, leastDistance: 0.06).map { ($0.position, $0.label) })
        }
        guard !model.visible.isEmpty else { return }
        let last = max(1, model.count - model.visible.count)
        let position = min(1, Double(model.visible.lowerBound) / Double(last))
        if abs(root.value - position) > 0.002 || position == 0 || position == 1 { root.value = position }
        root.spokenValue = scrubber.label(at: scrubber.position(of: model.visible.lowerBound), model.texts) ?? ""
    }
}
