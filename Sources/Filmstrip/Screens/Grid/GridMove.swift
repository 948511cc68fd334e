/// A step of the keyboard's mark through a grid.
public enum GridMove: Sendable, Hashable, CaseIterable {
    /// To the asset before, whatever row it is in.
    case previous
    /// To the asset behind.
    case next
    /// To the row before, in the same column.
    case rowBefore
    /// To the row behind, in the same column.
    case rowAfter
    /// To the beginning of the row.
    case rowStart
    /// To the end of the row.
    case rowEnd
    /// A screen back.
    case pageBefore
    /// A screen on.
    case pageAfter
    /// To the first asset.
    case first
    /// To the last asset.
    case last

    /// The keys that lie on a keyboard's arrows.
    public enum Arrow: Sendable, Hashable, CaseIterable {
        /// As the key points, whichever way the language runs.
        case left, right, up, down
    }

    /// What an arrow means in a grid.
    /// - Parameters:
    ///   - arrow: the key.
    ///   - axis: the direction in which the grid scrolls.
    ///   - isRightToLeft: whether rows run from the right.
    public init(_ arrow: Arrow, axis: GridGeometry.Axis = .vertical, isRightToLeft: Bool = false) {
        let forward: Arrow = isRightToLeft ? .left : .right
        switch (arrow, axis) {
        case (.up, .vertical): self = .rowBefore
        case (.down, .vertical): self = .rowAfter
        case (_, .vertical): self = arrow == forward ? .next : .previous
        case (.up, .horizontal): self = .previous
        case (.down, .horizontal): self = .next
        case (_, .horizontal): self = arrow == forward ? .rowAfter : .rowBefore
        }
    }
}
