/// One option of a verb: how it is written and what it means.
struct OptionSyntax: Sendable, Hashable {
    /// With its dashes: `--album`, `-o`.
    var name: String
    /// What follows it, such as `NAME`; nil for a switch.
    var value: String?
    /// The values that are understood; empty when any is.
    var choices: [String]
    /// Whether it may be given several times.
    var isRepeatable: Bool
    /// Whether the verb cannot do without it.
    var isRequired = false
    /// One line for `help`.
    var summary: String

    /// As it is typed: `--album NAME`.
    var shape: String { value.map { "\(name) \($0)" } ?? name }

    /// The same, as one that the verb cannot do without.
    var required: OptionSyntax {
        var option = self
        option.isRequired = true
        return option
    }

    /// A switch.
    static func flag(_ name: String, _ summary: String) -> OptionSyntax {
        OptionSyntax(name: name, value: nil, choices: [], isRepeatable: false, summary: summary)
    }

    /// An option with a value.
    static func value(_ name: String, _ value: String, repeatable: Bool = false, _ summary: String) -> OptionSyntax {
        OptionSyntax(name: name, value: value, choices: [], isRepeatable: repeatable, summary: summary)
    }

    /// An option with one value out of a few.
    static func choice(_ name: String, _ choices: [String], _ summary: String) -> OptionSyntax {
        OptionSyntax(
            name: name, value: choices.joined(separator: "|"), choices: choices, isRepeatable: false, summary: summary)
    }
}

/// What a verb takes: the declaration from which parsing, help and error texts are made.
struct VerbSyntax: Sendable {
    /// How many operands a verb takes.
    typealias OperandCount = ClosedRange<Int>

    /// One or two words: `cameras`, `library list`.
    var name: String
    /// One line for `help`.
    var summary: String
    /// The operands as usage shows them: `FILE…`.
    var operands: String
    var operandCount: OperandCount
    /// Whether numbers are among the operands: one below zero is no option, then.
    var hasNumbers = false
    var options: [OptionSyntax]
    /// What else `help VERB` says.
    var details: String

    init(
        _ name: String, _ summary: String, operands: String = "", count: OperandCount = 0...0,
        options: [OptionSyntax] = [], details: String = ""
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        operandCount = count
        self.options = options
        self.details = details
    }

    /// What every verb understands.
    static let everywhere: [OptionSyntax] = [
        .flag("--json", "Print strict JSON, and errors as one JSON line."),
        .flag("-0", "End each path with NUL instead of a newline."),
        .flag("--quiet", "Show no progress."),
        .value("--library", "DIR", repeatable: true, "A folder of the photo library. Default: Pictures and Videos."),
        .value("--cache", "DIR", "Where the index and the thumbnails lie. Default: the user's cache folder."),
        .value("--lang", "TAG", "The language of texts, such as en, zh-Hans or zh-Hant."),
        .flag("--help", "Show what the verb takes; -h does too."),
    ]

    /// The options of the verb and those of every verb.
    var allOptions: [OptionSyntax] { options + Self.everywhere }

    /// The same, with numbers among the operands.
    var withNumbers: VerbSyntax {
        var syntax = self
        syntax.hasNumbers = true
        return syntax
    }
}
