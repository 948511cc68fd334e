import Filmstrip
import Foundation

/// One call of the command, parsed: a verb, its options and its operands.
struct Invocation: Sendable {
    var verb: VerbSyntax
    /// Values by option, in the order given; a switch that is on has one empty value. Values stay bytes, as they may be paths.
    var options: [String: [MediaPath]]
    var operands: [MediaPath]

    /// Whether a switch is on.
    func has(_ option: String) -> Bool { options[option] != nil }

    /// An option's value as a path.
    func path(_ option: String) -> MediaPath? { options[option]?.last }

    /// The new file that an option names; nil without the option.
    /// - Parameter allowingFolder: whether a name that ends with a slash is the caller's affair.
    /// - Throws: `usage` for what is no name of a file.
    func newFile(_ option: String = "-o", allowingFolder: Bool = false) throws(CommandError) -> MediaPath? {
        guard let path = path(option) else { return nil }
        guard !path.bytes.isEmpty else { throw .usage("\(option) wants a file name") }
        guard path.string != "-" else {
            throw .usage(
                "\(option) wants a file name, as nothing is written to standard output; a file of that name is ./-")
        }
        guard allowingFolder || path.bytes.last != UInt8(ascii: "/") else {
            throw .usage("\(option) wants a file name, not a folder")
        }
        return path
    }

    /// What was read of an option that the verb cannot do without.
    /// - Throws: `usage` when that is nothing.
    func required<Value>(_ option: String, _ value: Value?) throws(CommandError) -> Value {
        if let value { return value }
        throw .usage("\(verb.name) wants \(verb.options.first { $0.name == option }?.shape ?? option)")
    }

    /// All values of an option.
    func paths(_ option: String) -> [MediaPath] { options[option] ?? [] }

    /// An option's value as text.
    /// - Throws: `usage` when the bytes are not UTF-8.
    func text(_ option: String) throws(CommandError) -> String? {
        guard let value = path(option) else { return nil }
        guard let text = String(validating: value.bytes, as: UTF8.self) else {
            throw .usage("\(option) wants text in UTF-8")
        }
        return text
    }

    /// An option's value as a whole number.
    func integer(_ option: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = try text(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            // Where no bound is told, it is what the machine counts to.
            let isTooLarge = text.count > 18 && text.allSatisfy(\.isNumber)
            throw .usage("\(option) wants a whole number \(Self.describe(range, isTooLarge: isTooLarge)), not \(text)")
        }
        return number
    }

    /// An option's value as a whole number of 64 bits.
    func number64(_ option: String) throws(CommandError) -> UInt64? {
        guard let text = try text(option) else { return nil }
        guard let number = UInt64(text) else {
            throw .usage("\(option) wants a whole number from 0 to \(UInt64.max), not \(text)")
        }
        return number
    }

    /// An option's value as a number.
    func number(_ option: String, in range: ClosedRange<Double>) throws(CommandError) -> Double? {
        guard let text = try text(option) else { return nil }
        guard let number = Double(decimal: text), range.contains(number) else {
            throw .usage(
                "\(option) wants a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)), not \(text)"
            )
        }
        return number
    }

    /// Whole numbers without a fraction.
    private static func text(_ number: Double) -> String {
        number.rounded() == number ? String(Int64(number)) : String(number)
    }

    /// An option's value as one of an enumeration's. The parser has checked it against the syntax.
    func choice<Value: RawRepresentable>(_ option: String, as type: Value.Type) throws(CommandError) -> Value?
    where Value.RawValue == String {
        guard let text = try text(option) else { return nil }
        guard let value = Value(rawValue: text) else { throw .usage("\(option) does not understand \(text)") }
        return value
    }

    /// An option's value as a moment: `2024-07-01`, or with a time, or with a zone. Without one it is UTC, as a floating time sorts.
    /// - Parameter includingDay: whether a day alone means its end.
    func date(_ option: String, includingDay: Bool = false) throws(CommandError) -> Date? {
        guard let text = try text(option) else { return nil }
        guard let date = MomentFormat.parse(text) else {
            throw .usage("\(option) wants a date such as 2024-07-01 or 2024-07-01T12:00:00+02:00, not \(text)")
        }
        return includingDay && !text.contains(":") ? date.addingTimeInterval(86_400) : date
    }

    private static func describe(_ range: ClosedRange<Int>, isTooLarge: Bool) -> String {
        range.upperBound == .max && !isTooLarge
            ? "from \(range.lowerBound) up" : "from \(range.lowerBound) to \(range.upperBound)"
    }
}

extension Double {
    /// A number as people write it: decimal digits, with a sign, a point or an exponent. `0x10`, `inf` and `nan` are none.
    init?(decimal text: some StringProtocol) {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
        else { return nil }
        self = number
    }
}
