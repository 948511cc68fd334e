/// The words behind a probe's verb, one after the other.
struct ProbeWords {
    private var rest: ArraySlice<String>

    init(_ words: [String]) { rest = words[...] }

    mutating func next() -> String? { rest.popFirst() }

    /// The value of the option before it.
    mutating func value() throws -> String {
        guard let word = rest.popFirst() else { throw ProbeError("an option lacks its value") }
        return word
    }

    mutating func number() throws -> Int {
        guard let number = Int(try value()) else { throw ProbeError("an option wants a number") }
        return number
    }
}
