import Filmstrip

/// The words of a command line, taken from the left.
struct Arguments {
    private var words: [String]

    init(_ words: some Sequence<String>) {
        self.words = Array(words.reversed())
    }

    /// The next word, or nil at the end.
    mutating func next() -> String? { words.popLast() }

    /// All words that are left.
    mutating func rest() -> [String] {
        defer { words = [] }
        return words.reversed()
    }

    /// The next word as the value of an option.
    mutating func value(of option: String) throws(UsageError) -> String {
        guard let value = next() else { throw UsageError("\(option) needs a value") }
        return value
    }

    /// The next word as a number in a range.
    mutating func number(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        let value = try value(of: option)
        guard let number = Int(value), range.contains(number) else {
            throw UsageError("\(option) is a number from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return number
    }

    /// The next word as one of a few.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(of option: String) throws(UsageError) -> Choice
    where Choice.RawValue == String {
        let value = try value(of: option)
        guard let choice = Choice(rawValue: value) else {
            throw UsageError("\(option) is \(Choice.allCases.map(\.rawValue).joined(separator: ", ")), not \(value)")
        }
        return choice
    }

    /// The next word as a size like 1280x720.
    mutating func size(of option: String) throws(UsageError) -> PixelSize {
        let value = try value(of: option)
        let sides = value.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (16...8192).contains($0) && $0 % 2 == 0 }) else {
            throw UsageError("\(option) is two even numbers like 1280x720, not \(value)")
        }
        return PixelSize(width: sides[0], height: sides[1])
    }
}
