/// A text with a number in it, in each of the forms that its language has for numbers.
///
/// `{n}` stands for the number. The categories are those of Unicode's plural rules (CLDR) for whole numbers.
public struct PluralText: Sendable, Hashable {
    /// How a language chooses a form.
    public enum Rule: Sendable, Hashable, CaseIterable {
        /// One form for all numbers: Chinese, Japanese, Korean, Thai, Vietnamese.
        case otherOnly
        /// One, and all else: English, German, Spanish, Swedish and most others.
        case oneAndOther
        /// Zero and one alike, and all else: French, Portuguese of Brazil, Hindi.
        case zeroOneAndOther
        /// One, few and many by the last digits: Russian, Ukrainian.
        case oneFewMany
    }

    /// How the language chooses a form.
    public var rule: Rule
    /// The form for one; also for zero in French, and for 21 in Russian. Nil: as `other`.
    public var one: String?
    /// The form for 2 to 4 and the like. Nil: as `other`.
    public var few: String?
    /// The form for all else.
    public var other: String

    /// A text; forms that are nil are as `other`.
    public init(_ rule: Rule, one: String? = nil, few: String? = nil, other: String) {
        self.rule = rule
        self.one = one
        self.few = few
        self.other = other
    }

    /// The text for that number.
    public func callAsFunction(_ number: Int) -> String {
        form(for: number).replacing("{n}", with: String(number))
    }

    private func form(for number: Int) -> String {
        switch rule {
        case .otherOnly: return other
        case .oneAndOther: return number == 1 ? one ?? other : other
        case .zeroOneAndOther: return number == 0 || number == 1 ? one ?? other : other
        case .oneFewMany:
            let lastTwo = number.magnitude % 100
            switch lastTwo % 10 {
            case 1 where lastTwo != 11: return one ?? other
            case 2...4 where !(12...14).contains(lastTwo): return few ?? other
            default: return other
            }
        }
    }
}
