import Foundation

/// The rules behind the laws, as functions of text, so that each can be shown to catch a planted fault.
enum Rules {
    /// The module that a line of code imports.
    static func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ").map(String.init)
        guard let at = words.firstIndex(of: "import"), at + 1 < words.count else { return nil }
        let leading = words[..<at]
        guard leading.allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0) })
        else { return nil }
        let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
        return name.split(separator: ".").first.map(String.init)
    }

    static func asksForSystem(_ line: String) -> Bool {
        guard line.contains("#if") || line.contains("#elseif") else { return false }
        return line.contains("os(") || line.contains("canImport(") || line.contains("targetEnvironment(")
    }

    /// The protocols that `code` declares, each with the number of its requirements.
    static func protocolRequirements(_ code: [String]) -> [(String, Int)] {
        var found: [(String, Int)] = []
        var current: (name: String, count: Int, depth: Int)?
        for line in code {
            let words = line.split(whereSeparator: { " :<{(".contains($0) }).map(String.init)
            if var open = current {
                if open.depth == 1,
                    words.contains(where: { ["func", "var", "init", "subscript", "associatedtype"].contains($0) })
                {
                    open.count += 1
                }
                open.depth += braces(line)
                if open.depth <= 0 {
                    found.append((open.name, open.count))
                    current = nil
                } else {
                    current = open
                }
            } else if let at = words.firstIndex(of: "protocol"), at + 1 < words.count, line.contains("{") {
                current = (words[at + 1], 0, braces(line))
                if braces(line) == 0 {
                    found.append((words[at + 1], 0))
                    current = nil
                }
            }
        }
        return found
    }

    private static func braces(_ line: String) -> Int {
        line.count { $0 == "{" } - line.count { $0 == "}" }
    }

    /// The paths that some file systems would take for one another.
    static func caseTwins(_ paths: Set<String>) -> [String] {
        Dictionary(grouping: paths, by: { $0.lowercased() }).values.filter { $0.count > 1 }.flatMap { $0 }.sorted()
    }

    /// The lines with `@unchecked Sendable` or `nonisolated(unsafe)` that no comment beside, before or after explains.
    static func unreasonedPromises(_ file: House.File) -> [String] {
        let code = file.code
        return code.indices.filter { index in
            guard code[index].contains("@unchecked") || code[index].contains("nonisolated(unsafe)") else {
                return false
            }
            // The reason stands in the next line, or before the next one when several such lines follow one another.
            let near = file.lines[index...min(index + 1, file.lines.count - 1)]
            let before = index > 0 ? file.lines[index - 1].trimmingCharacters(in: .whitespaces) : ""
            return !near.contains { $0.contains("//") } && !before.hasPrefix("// ")
        }.map { "line \($0 + 1): \(file.lines[$0])" }
    }

    /// The lines that print, hide an error or stop the program without a comment that says why.
    static func carelessLines(_ file: House.File) -> [String] {
        let code = file.code
        return code.indices.filter { index in
            let line = " " + code[index]
            let careless =
                [" print(", " try? ", " debugPrint(", " dump(", " NSLog("].contains { line.contains($0) }
                || line.contains("(try? ") || line.contains("fatalError(") || line.contains("try!")
            guard careless else { return false }
            let before = index > 0 ? file.lines[index - 1].trimmingCharacters(in: .whitespaces) : ""
            return !file.lines[index].contains("//") && !before.hasPrefix("//")
        }.map { "line \($0 + 1): \(file.lines[$0])" }
    }

    /// The public declarations of a file, in two kinds: what must be documented one by one (types, functions, operators of
    /// their own meaning), and properties, whose names may say all there is to say.
    /// - Parameter requirements: names of functions that protocols ask for, and document.
    static func publicSymbols(
        _ file: House.File, requirements: Set<String> = []
    ) -> (documented: Int, bareProperties: [String], bareSymbols: [String]) {
        let code = file.code
        let declared = ["func ", "struct ", "class ", "enum ", "actor ", "protocol ", "subscript", "typealias "]
        // What a protocol asks for is documented at the protocol.
        let witnesses = [
            "init", "func hash(into", "static func ==", "static func <", "func encode(to", "override ", "var rawValue",
            "let rawValue", "var description", "var debugDescription", "var errorDescription", "var code:",
            "var message:",
            "var subject:", "var id:", "let id:",
        ]
        var documented = 0
        var properties: [String] = []
        var symbols: [String] = []
        for index in code.indices where code[index].utf8.count > 7 {
            let line = code[index].trimmingCharacters(in: .whitespaces)
            guard line.hasPrefix("public ") || line.hasPrefix("@") && line.contains(" public "),
                !line.contains("import ")
            else { continue }
            if requirements.contains(functionName(line)) { continue }
            let isProperty = line.contains("var ") || line.contains("let ")
            guard isProperty || declared.contains(where: { line.contains($0) }) else { continue }
            if witnesses.contains(where: { line.contains($0) }) { continue }
            let place = "line \(index + 1): \(file.lines[index].trimmingCharacters(in: .whitespaces))"
            if hasDocumentation(before: index, in: file.lines) {
                documented += 1
            } else if isProperty {
                properties.append(place)
            } else {
                symbols.append(place)
            }
        }
        return (documented, properties, symbols)
    }

    /// The names of the functions that protocols ask for.
    static func requirementNames(_ code: [String]) -> Set<String> {
        var names: Set<String> = []
        var depth = 0
        for line in code {
            if depth == 0, line.contains("protocol "), line.contains("{") {
                depth = braces(line)
            } else if depth > 0 {
                if depth == 1, line.contains("func ") { names.insert(functionName(line)) }
                depth += braces(line)
            }
        }
        return names
    }

    /// What stands behind `func`; empty when there is none.
    private static func functionName(_ line: String) -> String {
        guard let start = line.range(of: "func ") else { return "" }
        return String(line[start.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
    }

    private static func hasDocumentation(before index: Int, in lines: [String]) -> Bool {
        var above = index - 1
        while above >= 0 {
            let text = lines[above].trimmingCharacters(in: .whitespaces)
            guard text.hasPrefix("@") || text.hasPrefix("//") && !text.hasPrefix("///") || text.hasPrefix("#if") else {
                break
            }
            above -= 1
        }
        guard above >= 0 else { return false }
        let text = lines[above].trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("///") || text.hasSuffix("*/")
    }
}
