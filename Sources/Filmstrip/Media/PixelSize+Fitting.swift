extension PixelSize {
    /// Whether it has no pixel.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// This size made small enough for a box, its shape kept to the nearest pixel. Never enlarged, never less than one
    /// pixel. Limits hold for the size *as shown*: apply the orientation first.
    public func limited(to box: PixelSize) -> PixelSize {
        guard !isEmpty, !box.isEmpty, width > box.width || height > box.height else { return self }
        return fitted(in: box)
    }

    /// The largest size of this shape in a box, enlarged if need be.
    public func fitted(in box: PixelSize) -> PixelSize {
        guard !isEmpty, !box.isEmpty else { return .zero }
        // Compared as products, so that no rounding decides which side is the tight one.
        let (across, down) = (Double(width) * Double(box.height), Double(height) * Double(box.width))
        if across >= down {
            let fit = (down / Double(width)).rounded()
            return PixelSize(width: box.width, height: min(box.height, max(1, Int(fit))))
        }
        let fit = (across / Double(height)).rounded()
        return PixelSize(width: min(box.width, max(1, Int(fit))), height: box.height)
    }
}
