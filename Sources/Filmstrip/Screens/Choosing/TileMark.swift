/// How a tile shows whether its asset is chosen.
public enum TileMark: Sendable, Hashable {
    /// Not chosen; a tap chooses it.
    case none
    /// Chosen, shown by a check mark.
    case checked
    /// Chosen, shown by the place in tap order, from 1.
    case number(Int)
    /// The app is thinking about it.
    case waiting
    /// It cannot be chosen now, and why. Drawn dimmed; a tap says the reason.
    case blocked(SelectionRefusal)

    /// Whether it is chosen.
    public var isSelected: Bool {
        switch self {
        case .checked, .number: true
        case .none, .waiting, .blocked: false
        }
    }
}
