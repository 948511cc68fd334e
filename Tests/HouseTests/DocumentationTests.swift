import Foundation
import Testing

/// Code in the documents is code that is built: each Swift block is a file of the app in Examples/MyApp, which is built and tested
/// with the dependencies that its own manifest names, or a snippet of Examples/, which is a target, or of the tests of the Apple
/// package, for what only iOS has.
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

    /// The files of the app, as they read in a folder beside the package's.
    private func appFiles() throws -> [(path: String, lines: [String])] {
        try house.files(in: Self.app).map { file in
            let lines = file.lines.map {
                $0.replacingOccurrences(of: "path: \"../..\"", with: "path: \"../Filmstrip\"")
            }
            return (String(file.path.dropFirst(Self.app.count + 1)), lines.last == "" ? lines.dropLast() : lines)
        }
    }

    private static let app = "Examples/MyApp"

    @Test func `Each Swift block of a document is a file or a snippet that is compiled`() throws {
        let sources = try house.files(in: "Examples") + house.files(in: "Apple/Tests")
        let snippets = sources.map { Self.snippets(in: $0.lines) }
            .reduce(into: [String: [String]]()) { all, more in all.merge(more) { first, _ in first } }
        let files = try appFiles()
        #expect(!snippets.isEmpty && files.count > 4)
        for document in try house.files(endings: [".md"]) {
            for block in Self.blocks(in: document.lines) {
                #expect(
                    snippets.values.contains(block) || files.contains { $0.lines == block },
                    "\(document): no file and no snippet reads\n\(block.joined(separator: "\n"))")
            }
        }
    }

    @Test func `README says which file each block of the app is`() throws {
        let readme = try #require(try house.files(endings: ["README.md"]).first { $0.path == "README.md" })
        for file in try appFiles() where Self.blocks(in: readme.lines).contains(file.lines) {
            let start = try #require(readme.lines.indices.first { readme.lines[$0...].starts(with: file.lines) })
            let before = readme.lines[..<start].suffix(8).joined(separator: " ")
            #expect(before.contains("`\(file.path)`"), "\(file.path)")
        }
    }

    // Built by hand from a folder of its own, the app would build this whole package once more; so its targets are a part of
    // this package, and its manifest is compared with ours.
    @Test func `The app of README is built with the products that its manifest names, and no others`() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: house.root.appending(path: path), encoding: .utf8)
        }
        let (own, ours) = (try text(Self.app + "/Package.swift"), try text("Package.swift"))
        let products = own.matches(of: /let (\w+) = Target\.Dependency\.product\(name: "(\w+)", package: "Filmstrip"\)/)
        let names = Dictionary(uniqueKeysWithValues: products.map { (String($0.1), String($0.2)) })
        #expect(names.count == 3)
        for name in names.values { #expect(ours.contains(".library(name: \"\(name)\"")) }
        for target in ["MyApp", "MyAppTests"] {
            let wanted = try #require(Self.dependencies(of: target, in: own)).map { names[$0] ?? $0 }
            #expect(try #require(Self.dependencies(of: target, in: ours)).sorted() == wanted.sorted(), "\(target)")
        }
        #expect(own.contains(".package(name: \"Filmstrip\", path:"))
    }

    /// The words between the brackets of a target's dependencies, without quotes.
    static func dependencies(of target: String, in manifest: String) -> [String]? {
        guard let start = manifest.range(of: "name: \"\(target)\", dependencies: [")?.upperBound,
            let end = manifest[start...].firstIndex(of: "]")
        else { return nil }
        return manifest[start..<end].split(separator: ",").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " \"\n"))
        }
    }

    @Test func `The code samples of README are four or more, of at most 16 lines`() throws {
        let readme = try #require(try house.files(endings: ["README.md"]).first { $0.path == "README.md" })
        let blocks = Self.blocks(in: readme.lines)
        #expect(blocks.count >= 4)
        for block in blocks { #expect(block.count <= 16, "\(block.first ?? "")") }
    }

    @Test func `Each path that a document names is there`() throws {
        for document in try house.files(endings: [".md"]) where !document.path.contains("/") {
            for path in Self.paths(in: document.lines.joined(separator: "\n")) {
                let places = [house.root, house.root.appending(path: Self.app)].map { $0.appending(path: path).path }
                #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(document): \(path)")
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
        #expect(Self.dependencies(of: "A", in: "x(name: \"A\", dependencies: [b, \"C\"])") == ["b", "C"])
        #expect(Self.dependencies(of: "B", in: "x(name: \"A\", dependencies: [b])") == nil)
        #expect(Self.paths(in: "see `Sources/Filmstrip` and `swift` and `Tests/*`") == ["Sources/Filmstrip"])
    }
}
