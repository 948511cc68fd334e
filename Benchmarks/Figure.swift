import Foundation

/// One measured figure beside its target.
struct Figure {
    var name: String
    /// What was measured of ours, with its unit.
    var ours: String
    /// What it is compared with.
    var other: String
    /// How the two relate, or the figure that the target is about.
    var result: String
    /// What the result should be.
    var target: String
    var isMet: Bool

    /// A ratio `ours / other` that may be at most `limit`.
    static func atMost(_ limit: Double, _ name: String, _ ours: Duration, _ other: Duration, against: String) -> Figure
    {
        let ratio = ours / other
        return Figure(
            name: name, ours: ours.text, other: "\(against) \(other.text)", result: ratio.text + " ×",
            target: "≤ \(limit.text) ×", isMet: ratio <= limit)
    }

    /// How many times as fast as `other` ours is, at least `limit`.
    static func fasterThan(
        _ name: String, _ ours: Duration, _ other: Duration, against: String, atLeast limit: Double
    ) -> Figure {
        let ratio = other / ours
        return Figure(
            name: name, ours: ours.text, other: "\(against) \(other.text)", result: ratio.text + " × as fast",
            target: "≥ \(limit.text) ×", isMet: ratio >= limit)
    }

    /// A duration that may be at most `limit`.
    static func within(_ limit: Duration, _ name: String, _ measured: Duration, note: String = "") -> Figure {
        Figure(
            name: name, ours: measured.text, other: note, result: measured.text, target: "≤ \(limit.text)",
            isMet: measured <= limit)
    }

    /// A duration that is told beside others, without a target of its own.
    static func told(_ name: String, _ measured: Duration) -> Figure {
        Figure(name: name, ours: measured.text, other: "", result: measured.text, target: "none", isMet: true)
    }

    /// Anything else that is told beside others.
    static func told(_ name: String, _ text: String) -> Figure {
        Figure(name: name, ours: text, other: "", result: text, target: "none", isMet: true)
    }

    /// The figures as aligned columns.
    static func table(_ figures: [Figure]) -> String {
        let head = ["", "ours", "beside", "result", "target", ""]
        let rows = figures.map { [$0.name, $0.ours, $0.other, $0.result, $0.target, $0.isMet ? "met" : "MISSED"] }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        return ([head] + rows).map { row in
            let cells = row.indices.map { column in
                row[column] + String(repeating: " ", count: widths[column] - row[column].count)
            }
            return "  " + cells.joined(separator: "   ").trimmingCharacters(in: .whitespaces)
        }.enumerated().map { number, line in
            number == 0 ? "  " + String(repeating: " ", count: widths[0]) + "   " + line.dropFirst(2) : line
        }.joined(separator: "\n")
    }
}

extension Duration {
    /// Three significant digits and a fitting unit.
    var text: String {
        let seconds = self / .seconds(1)
        if seconds >= 1 { return "\(seconds.text) s" }
        if seconds >= 0.001 { return "\((seconds * 1000).text) ms" }
        return "\((seconds * 1_000_000).text) µs"
    }
}

extension Double {
    /// Three significant digits.
    var text: String {
        self >= 100 ? String(format: "%.0f", self) : String(format: "%.3g", self)
    }
}

extension Collection where Element: Comparable {
    /// The middle one in order. There must be one.
    var median: Element { sorted()[count / 2] }
}
