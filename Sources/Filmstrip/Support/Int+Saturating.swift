extension Int {
    /// The whole part of a number, or the nearest that can be held: files may claim any length. What is no number is 0.
    package init(saturating number: Double) {
        self = number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? -.max : .max)
    }
}
