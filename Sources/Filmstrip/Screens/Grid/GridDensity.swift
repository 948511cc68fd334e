public import Foundation

/// How many columns a grid has: what the app wants in portrait and landscape, more where cells would become too large, and the steps
/// that the user took by pinching, Ctrl and the wheel, or keys.
public struct GridDensity: Sendable, Hashable {
    /// Columns where the view is higher than wide; 4 by default.
    public let portraitColumns: Int
    /// Columns where it is wider than high; 7 by default.
    public let landscapeColumns: Int
    /// Cells larger than this, in points, become more columns; 220 by default. The user may still make them larger.
    public let largestCell: Double
    /// The user's steps: negative for larger tiles, positive for smaller ones; 0 at first.
    public private(set) var step = 0
    /// How far the wheel or the fingers are on the way to the next step.
    private var progress = 0.0

    /// The steps that there are.
    public static let steps = -3...4
    /// How far fingers have to move apart for one step: to that many times the distance.
    public static let pinchStep = 1.3

    /// Fewer than 1 column counts as 1.
    public init(portraitColumns: Int = 4, landscapeColumns: Int = 7, largestCell: Double = 220) {
        self.portraitColumns = max(1, portraitColumns)
        self.landscapeColumns = max(1, landscapeColumns)
        self.largestCell = max(40, largestCell)
    }

    /// The columns for a view of that size; at least 1.
    public func columns(in view: CGSize) -> Int {
        let wished = view.width > view.height ? landscapeColumns : portraitColumns
        let fitting = view.width.isFinite ? Int((max(0, view.width) / largestCell).rounded(.up)) : 1
        let base = max(wished, fitting)
        // A quarter of the columns a step: 4 becomes 1 to 8, and 7 becomes 1 to 15.
        let stride = max(1, Int((Double(base) / 4).rounded()))
        return max(1, base + step * stride)
    }

    /// Whether the user can go on in that direction, in a view of that size.
    public func canStep(_ change: Int, in view: CGSize) -> Bool {
        var next = self
        next.take(change)
        return next.step != step && next.columns(in: view) != columns(in: view)
    }

    /// Takes steps: negative for larger tiles.
    /// - Returns: whether something changed.
    @discardableResult
    public mutating func take(_ steps: Int) -> Bool {
        progress = 0
        return change(by: steps)
    }

    /// Takes what a wheel turned, in notches, positive away from larger tiles. Parts of notches add up.
    /// - Returns: whether something changed.
    @discardableResult
    public mutating func turn(_ notches: Double) -> Bool { advance(notches) }

    /// Takes what fingers moved: the factor since the last call, above 1 for apart, which makes tiles larger. Factors add up.
    /// - Returns: whether something changed.
    @discardableResult
    public mutating func pinch(_ factor: Double) -> Bool {
        guard factor.isFinite, factor > 0 else { return false }
        return advance(-log(factor) / log(Self.pinchStep))
    }

    /// The fingers have left, or the wheel rests: a begun step is forgotten.
    public mutating func rest() { progress = 0 }

    private mutating func advance(_ amount: Double) -> Bool {
        guard amount.isFinite else { return false }
        progress += max(-10, min(amount, 10))
        let whole = Int(progress)
        progress -= Double(whole)
        return whole != 0 && change(by: whole)
    }

    private mutating func change(by steps: Int) -> Bool {
        let before = step
        step = min(max(Self.steps.lowerBound, step + max(-20, min(steps, 20))), Self.steps.upperBound)
        if step == before { progress = 0 }
        return step != before
    }
}
