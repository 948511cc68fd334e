/// The texts of `help` and `help VERB`, made from the declarations.
struct HelpText {
    let verbs: [VerbSyntax]

    /// All verbs with a line for each.
    var overview: String {
        let width = verbs.map(\.name.count).max() ?? 0
        let lines = verbs.map { "  \($0.name.padded(to: width))  \($0.summary)" }
        return """
            filmstrip takes photos and videos, and finds and hands over those that the user has.

            Usage: filmstrip VERB [OPTION…] [OPERAND…]

            \(lines.joined(separator: "\n"))

            Everywhere:
            \(table(VerbSyntax.everywhere))
              \("--version".padded(to: 13))  Print the version.

            Exit codes: 0 done, 1 cancelled, 2 error. `filmstrip help VERB` shows what a verb takes.

            """
    }

    /// What is asked for: all verbs, the few of a group, or one at length.
    func text(about topic: [VerbSyntax]) -> String {
        guard let verb = topic.first else { return overview }
        if topic.count > 1 {
            return topic.map { "filmstrip \(usage(of: $0))\n    \($0.summary)\n" }.joined()
        }
        var text = "\(verb.summary)\n\nUsage: filmstrip \(usage(of: verb))\n"
        if !verb.options.isEmpty { text += "\nOptions:\n\(table(verb.options))\n" }
        if !verb.details.isEmpty { text += "\n\(verb.details)\n" }
        return text + "\nEverywhere: \(VerbSyntax.everywhere.map(\.shape).joined(separator: " "))\n"
    }

    private func usage(of verb: VerbSyntax) -> String {
        ([verb.name] + [verb.operands].filter { !$0.isEmpty }
            + verb.options.map { $0.isRequired ? $0.shape : "[\($0.shape)]" })
            .joined(separator: " ")
    }

    private func table(_ options: [OptionSyntax]) -> String {
        let width = options.map(\.shape.count).max() ?? 0
        return options.map { "  \($0.shape.padded(to: min(width, 34)))  \($0.summary)" }.joined(separator: "\n")
    }
}

extension String {
    /// The text with spaces after it, up to that length.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
