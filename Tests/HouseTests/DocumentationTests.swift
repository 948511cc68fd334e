import Foundation
import Testing

/// Code in the documents is code that is built: each Swift block is a snippet of Examples/, which is a target, or of the tests
/// of the Apple package, for what only iOS has.
@Suite struct DocumentationTests {
    let house = House()

    /// The lines between `// snippet: NAME` and `// end`, without the indentation that they share.
    static func snippets(in lines: [String]) -> [String: [String]] {
        var found: [String: [String]] = [:]
        var name: String?
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("// snippet: ") {
                name = String(text.dropFirst("// snippet: ".count))
            } else if text == "// end" {
                name = nil
            } else if let name {
                found[name, default: []].append(line)
            }
        }
        return found.mapValues(outdented)
    }

    /// The Swift blocks of a document.
    static func blocks(in lines: [String]) -> [[String]] {
        var found: [[String]] = []
        var block: [String]?
        for line in lines {
            if let open = block {
                if line.hasPrefix("```") {
                    found.append(outdented(open))
                    block = nil
                } else {
                    block = open + [line]
                }
            } else if line.hasPrefix("```swift") {
                block = []
            }
        }
        return found
    }

    private static func outdented(_ lines: [String]) -> [String] {
        let depth = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(min(depth, $0.prefix { $0 == " " }.count))) }
    }

    @Test func `Each Swift block of a document is a snippet that is compiled`() throws {
        let files = try house.files(in: "Examples") + house.files(in: "Apple/Tests")
        let snippets = files.map { Self.snippets(in: $0.lines) }
            .reduce(into: [String: [String]]()) { all, more in all.merge(more) { first, _ in first } }
        #expect(!snippets.isEmpty)
        for document in try house.files(endings: [".md"]) {
            for block in Self.blocks(in: document.lines) {
                #expect(
                    snippets.values.contains(block),
                    "\(document): no snippet reads\n\(block.joined(separator: "\n"))")
            }
        }
    }

    @Test func `The code samples of README are four or more, of at most 10 lines`() throws {
        let readme = try #require(try house.files(endings: ["README.md"]).first { $0.path == "README.md" })
        let blocks = Self.blocks(in: readme.lines)
        #expect(blocks.count >= 4)
        #expect(blocks.allSatisfy { $0.count <= 10 })
    }

    @Test func `Each path that a document names is there`() throws {
        for document in try house.files(endings: [".md"]) where !document.path.contains("/") {
            for path in Self.paths(in: document.lines.joined(separator: "\n")) {
                #expect(
                    FileManager.default.fileExists(atPath: house.root.appending(path: path).path),
                    "\(document): \(path)")
            }
        }
    }

    /// What stands between back quotes and lies in one of the folders of the project.
    static func paths(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { number, part in
            guard number % 2 == 1,
                ["Sources/", "Tests/", "Scripts/", "Documentation/", "Examples/", "Benchmarks/"]
                    .contains(where: { part.hasPrefix($0) }), !part.contains(where: { "*… {<".contains($0) })
            else { return nil }
            return String(part)
        }
    }

    @Test func `Snippets, blocks and paths are found`() {
        let code = ["func a() {", "    // snippet: one", "    let b = 1", "        + 2", "    // end", "}"]
        #expect(Self.snippets(in: code) == ["one": ["let b = 1", "    + 2"]])
        #expect(Self.blocks(in: ["text", "```swift", "  let b = 1", "```", "```sh", "ls", "```"]) == [["let b = 1"]])
        #expect(Self.paths(in: "see `Sources/Filmstrip` and `swift` and `Tests/*`") == ["Sources/Filmstrip"])
    }
}
