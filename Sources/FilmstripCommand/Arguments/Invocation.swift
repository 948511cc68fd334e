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
            throw .usage("\(option) wants a whole number \(Self.describe(range)), not \(text)")
        }
        return number
    }

    /// An option's value as a number.
    func number(_ option: String, in range: ClosedRange<Double>) throws(CommandError) -> Double? {
        guard let text = try text(option) else { return nil }
        guard let number = Double(text), number.isFinite, range.contains(number) else {
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

    private static func describe(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max ? "from \(range.lowerBound) up" : "from \(range.lowerBound) to \(range.upperBound)"
    }
}
