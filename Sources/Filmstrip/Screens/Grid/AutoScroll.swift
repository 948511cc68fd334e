/// How fast a grid scrolls by itself while a finger that selects is near an edge.
public enum AutoScroll {
    /// How wide the zones at both edges are, in points; never more than a quarter of the view.
    public static let zone = 72.0
    /// The speed at the very edge and beyond it, in points a second.
    public static let topSpeed = 1400.0

    /// Points a second, negative towards the beginning; 0 in the middle. Rises with the square of the way into a zone, so that it begins
    /// gently.
    /// - Parameters:
    ///   - position: where the finger is, from the beginning of what is seen.
    ///   - viewLength: how much is seen.
    public static func speed(at position: Double, viewLength: Double) -> Double {
        guard position.isFinite, viewLength > 0 else { return 0 }
        let zone = min(zone, viewLength / 4)
        let before = (zone - position) / zone
        let after = (position - (viewLength - zone)) / zone
        if before > 0 { return -topSpeed * min(1, before) * min(1, before) }
        if after > 0 { return topSpeed * min(1, after) * min(1, after) }
        return 0
    }
}
