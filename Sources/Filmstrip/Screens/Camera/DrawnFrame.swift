/// The frame that a view drew last.
struct DrawnFrame {
    /// Nil before the first.
    var frame: PixelFrame?

    /// Seconds by which it may be older than the newest one. Where nobody has drawn for longer, nobody looks.
    private static let patience = 1.0

    /// What the user sees when that is the newest frame.
    func seen(of newest: PixelFrame?) -> PixelFrame? {
        guard let frame, let newest, (0...Self.patience).contains(newest.time - frame.time) else { return newest }
        return frame
    }
}
