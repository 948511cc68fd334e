import Filmstrip

/// Reads the words of a command line by the declarations of the verbs.
///
/// Options may stand before, between or after operands; `--` ends them; `--name=value` is `--name value`; a lone `-` is an operand.
struct ArgumentParser: Sendable {
    /// What the words ask for.
    enum Request: Sendable {
        case run(Invocation)
        /// Help about one verb, about those of a group, or, with none, about all.
        case help([VerbSyntax])
        case version
    }

    let verbs: [VerbSyntax]

    /// - Parameter arguments: the words after the program's own name, as bytes.
    /// - Throws: `usage`, which names the nearest right word.
    func parse(_ arguments: [MediaPath]) throws(CommandError) -> Request {
        var words = arguments[...]
        var options: [String: [MediaPath]] = [:]
        while let first = words.first, first.isOption {
            if first.string == "--version" { return .version }
            try readOption(&words, of: VerbSyntax.everywhere, verb: nil, into: &options)
        }
        guard let first = words.first?.string else {
            // Who wants JSON is a program, which cannot read what people read.
            guard options["--json"] == nil || options["--help"] != nil else {
                throw .usage("a verb is wanted; `filmstrip help` lists them")
            }
            return .help([])
        }
        if first == "help" { return try help(about: words.dropFirst()) }
        if first == "version" { return .version }
        let verb = try readVerb(&words, &options)
        if options["--help"] != nil { return .help([verb]) }
        var invocation = Invocation(verb: verb, options: options, operands: [])
        while let word = words.first {
            if word.string == "--" {
                invocation.operands += words.dropFirst()
                break
            } else if word.isOption, !(verb.hasNumbers && word.isNegativeNumber) {
                try readOption(&words, of: verb.allOptions, verb: verb, into: &invocation.options)
            } else {
                invocation.operands.append(word)
                words.removeFirst()
            }
        }
        if invocation.has("--help") { return .help([verb]) }
        try checkOperands(of: invocation)
        return .run(invocation)
    }

    /// Whether `--json` is among the words, for errors that are found before the words are understood.
    static func asksForJSON(_ arguments: [MediaPath]) -> Bool {
        arguments.prefix { $0.string != "--" }.contains { $0.string == "--json" }
    }

    private func help(about words: ArraySlice<MediaPath>) throws(CommandError) -> Request {
        var words = words.filter { !$0.isOption }[...]
        guard let first = words.first?.string, !["help", "version"].contains(first) else { return .help([]) }
        let group = verbs.filter { $0.name.hasPrefix(first + " ") }
        if words.count == 1, !group.isEmpty { return .help(group) }
        var none: [String: [MediaPath]] = [:]
        return .help([try readVerb(&words, &none)])
    }

    private func readVerb(
        _ words: inout ArraySlice<MediaPath>, _ options: inout [String: [MediaPath]]
    ) throws(CommandError) -> VerbSyntax {
        let first = words.removeFirst().string
        if let verb = verbs.first(where: { $0.name == first }) { return verb }
        let group = verbs.filter { $0.name.hasPrefix(first + " ") }
        guard !group.isEmpty else {
            throw .usage(
                "there is no verb \(first.debugDescription)"
                    + hint(first, among: verbs.map(\.name) + groups + ["help", "version"]))
        }
        let seconds = group.map { String($0.name.dropFirst(first.count + 1)) }
        while let word = words.first, word.isOption, options["--help"] == nil {
            try readOption(&words, of: VerbSyntax.everywhere, verb: nil, into: &options)
        }
        guard let second = words.first?.string, !words[words.startIndex].isOption else {
            throw .usage("\(first) wants one of: \(seconds.joined(separator: ", "))")
        }
        words.removeFirst()
        guard let verb = group.first(where: { $0.name == "\(first) \(second)" }) else {
            throw .usage(
                "\(first) has no verb \(second.debugDescription)" + hint(second, among: seconds, prefix: first))
        }
        return verb
    }

    /// The first words of verbs of two words.
    private var groups: [String] {
        Set(verbs.compactMap { $0.name.split(separator: " ").dropLast().first.map(String.init) }).sorted()
    }

    private func readOption(
        _ words: inout ArraySlice<MediaPath>, of known: [OptionSyntax], verb: VerbSyntax?,
        into options: inout [String: [MediaPath]]
    ) throws(CommandError) {
        let word = words.removeFirst()
        let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
        let written = equals.map { MediaPath(bytes: Array(word.bytes[..<$0])).string } ?? word.string
        let name = written == "-h" ? "--help" : written
        guard let option = known.first(where: { $0.name == name }) else {
            let place = verb.map { " of \($0.name)" } ?? ""
            // Nobody's option has a dot in its name.
            let advice =
                name.hasPrefix("--") && !name.contains(".")
                ? "" : "; a file whose name begins with a dash is given after --"
            throw .usage(
                "there is no option \(name.debugDescription)\(place)"
                    + hint(name, among: known.map(\.name) + (verb == nil ? ["--version"] : [])) + advice)
        }
        guard let wanted = option.value else {
            guard equals == nil else { throw .usage("\(name) takes no value") }
            options[name] = [MediaPath("")]
            return
        }
        var value = equals.map { MediaPath(bytes: Array(word.bytes[($0 + 1)...])) }
        if value == nil { value = words.popFirst() }
        guard let value else { throw .usage("\(name) wants a value: \(name) \(wanted)") }
        guard option.choices.isEmpty || option.choices.contains(value.string) else {
            throw .usage(
                "\(name) does not understand \(value.string.debugDescription), but "
                    + option.choices.joined(separator: ", ")
                    + hint(value.string, among: option.choices))
        }
        guard option.isRepeatable || options[name] == nil else { throw .usage("\(name) was given twice") }
        options[name, default: []].append(value)
    }

    private func checkOperands(of invocation: Invocation) throws(CommandError) {
        let verb = invocation.verb
        let count = invocation.operands.count
        guard !verb.operandCount.contains(count) else { return }
        if count < verb.operandCount.lowerBound { throw .usage("\(verb.name) wants \(verb.operands)") }
        let extra = invocation.operands[verb.operandCount.upperBound].string
        throw .usage("\(verb.name) does not know what to do with \(extra.debugDescription)")
    }

    private func hint(_ word: String, among words: [String], prefix: String? = nil) -> String {
        // One letter is near any other.
        guard !(word.hasPrefix("-") && word.utf8.count < 3), let best = nearest(to: word, among: words) else {
            return ""
        }
        return "; did you mean \(prefix.map { $0 + " " } ?? "")\(best)?"
    }
}

extension MediaPath {
    /// Whether a word is an option, and not an operand: it begins with a dash and is longer than that.
    fileprivate var isOption: Bool { bytes.count > 1 && bytes[0] == UInt8(ascii: "-") && string != "--" }

    /// Whether a word that looks like an option is a number. `-0` is an option.
    fileprivate var isNegativeNumber: Bool { (Double(decimal: string) ?? 0) < 0 }
}
