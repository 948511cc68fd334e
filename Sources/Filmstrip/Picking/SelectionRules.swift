/// What may be chosen.
public struct SelectionRules: Sendable {
    /// At least so many; 1 by default.
    public var minimum: Int
    /// At most so many; 1 by default, nil for no limit.
    public var maximum: Int?
    /// The kinds that may be chosen; all by default.
    public var kinds: Set<MediaKind>

    public init(minimum: Int = 1, maximum: Int? = 1, kinds: Set<MediaKind> = Set(MediaKind.allCases)) {
        self.minimum = minimum
        self.maximum = maximum
        self.kinds = kinds
    }
}
