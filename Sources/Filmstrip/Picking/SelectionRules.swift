/// What may be chosen. Each limit comes with a typed reason when it refuses: `SelectionRefusal`.
public struct SelectionRules: Sendable {
    /// An app's own judgement about one more asset, given what is chosen already in tap order: the reason for refusing it, to
    /// be shown to the user, or nil to let it pass.
    public typealias Veto = @Sendable (_ asset: Asset, _ chosen: [AssetID]) async -> String?

    /// At least so many before Done is enabled; 1 by default.
    public var minimum: Int
    /// At most so many; 1 by default, nil for no limit. With 1, another tap swaps the choice.
    public var maximum: Int?
    /// The number that a refusal names, where it is another than `maximum`: a grid for 6 that holds 4 already lets 2 more be
    /// chosen and says "At most 6". Nil by default.
    public var announcedMaximum: Int?
    /// The kinds that may be chosen; all by default.
    public var kinds: Set<MediaKind>
    /// At most so many of a kind; empty by default.
    public var maximumByKind: [MediaKind: Int]
    /// Whether videos and pictures may be chosen together; they may by default. Live photos count as pictures.
    public var allowsMixing: Bool
    /// Bytes of one file, at most; nil by default. Files of unknown size pass.
    public var maximumByteCount: Int64?
    /// Seconds that a video may last, with a tolerance of 0.05 s at both ends; nil by default. A video of unknown duration is
    /// refused.
    public var duration: ClosedRange<Double>?
    /// The smallest picture, whichever way it is turned; nil by default.
    public var minimumSize: PixelSize?
    /// The largest picture, whichever way it is turned; nil by default.
    public var maximumSize: PixelSize?
    /// What may not be chosen again, such as what is attached already; empty by default.
    public var excluded: Set<AssetID>
    /// The app's own say, asked last and once for each choice; nil by default.
    public var veto: Veto?

    /// How far a duration may be off before it counts: containers round to frames.
    public static let durationTolerance = 0.05

    /// Rules; see the fields for the defaults.
    public init(
        minimum: Int = 1, maximum: Int? = 1, announcedMaximum: Int? = nil,
        kinds: Set<MediaKind> = Set(MediaKind.allCases), maximumByKind: [MediaKind: Int] = [:],
        allowsMixing: Bool = true, maximumByteCount: Int64? = nil, duration: ClosedRange<Double>? = nil,
        minimumSize: PixelSize? = nil, maximumSize: PixelSize? = nil, excluded: Set<AssetID> = [], veto: Veto? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.announcedMaximum = announcedMaximum
        self.kinds = kinds
        self.maximumByKind = maximumByKind
        self.allowsMixing = allowsMixing
        self.maximumByteCount = maximumByteCount
        self.duration = duration
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
        self.excluded = excluded
        self.veto = veto
    }

    /// The same with limits that make sense: nothing below 0, and a minimum that the maximum lets one reach.
    package var sensible: SelectionRules {
        var rules = self
        rules.maximum = maximum.map { max(0, $0) }
        rules.minimum = max(0, min(minimum, rules.maximum ?? minimum))
        return rules
    }
}
