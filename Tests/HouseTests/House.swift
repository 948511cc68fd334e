import Foundation

/// The source tree of this package, as text: what the laws of the house are checked on.
struct House {
    /// One file of the tree.
    struct File: CustomStringConvertible {
        /// Where it is, from the package's root.
        let path: String
        let lines: [String]

        var description: String { path }
        var name: String { String(path.split(separator: "/").last ?? "") }

        /// The lines without comments and without what stands in string literals: where only code can be.
        var code: [String] { SwiftText.code(of: lines) }
    }

    let root: URL

    init(file: String = #filePath) {
        root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Every regular file under `folder` whose name ends in one of `endings`, in the order of their paths.
    /// What is built, hidden or generated is left out.
    func files(in folder: String = "", endings: [String] = [".swift"]) throws -> [File] {
        try paths(in: folder).filter { path in endings.contains { path.hasSuffix($0) } }.map { path in
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            return File(path: path, lines: text.components(separatedBy: "\n"))
        }
    }

    /// Every path under `folder`, from the root, without folders.
    func paths(in folder: String = "") throws -> [String] {
        let start = folder.isEmpty ? root : root.appending(path: folder)
        guard
            let walk = FileManager.default.enumerator(
                at: start, includingPropertiesForKeys: [.isRegularFileKey, .isSymbolicLinkKey],
                options: [.skipsHiddenFiles])
        else { return [] }
        var found: [String] = []
        for case let url as URL in walk {
            if url.deletingLastPathComponent().path == root.path, url.lastPathComponent == "demo-output" {
                walk.skipDescendants()
                continue
            }
            let values = try url.resourceValues(forKeys: [.isRegularFileKey])
            guard values.isRegularFile == true else { continue }
            found.append(String(url.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1)))
        }
        return found.sorted()
    }
}

/// Just enough reading of Swift to tell code from comments and strings.
enum SwiftText {
    /// `lines` with the contents of comments and string literals taken out; as many lines as before.
    static func code(of lines: [String]) -> [String] {
        var commentDepth = 0
        var inLongString = false
        return lines.map { line in
            var code = ""
            var rest = Substring(line)
            while !rest.isEmpty {
                if inLongString {
                    guard let end = rest.range(of: "\"\"\"") else { break }
                    rest = rest[end.upperBound...]
                    inLongString = false
                    code += "\"\""
                } else if commentDepth > 0 {
                    if rest.hasPrefix("*/") {
                        commentDepth -= 1
                        rest = rest.dropFirst(2)
                    } else if rest.hasPrefix("/*") {
                        commentDepth += 1
                        rest = rest.dropFirst(2)
                    } else {
                        rest = rest.dropFirst()
                    }
                } else if rest.hasPrefix("//") {
                    break
                } else if rest.hasPrefix("/*") {
                    commentDepth = 1
                    rest = rest.dropFirst(2)
                } else if rest.hasPrefix("\"\"\"") {
                    inLongString = true
                    rest = rest.dropFirst(3)
                } else if rest.hasPrefix("\"") {
                    rest = afterString(rest.dropFirst())
                    code += "\"\""
                } else {
                    code.append(rest.removeFirst())
                }
            }
            return code
        }
    }

    /// What follows the string literal whose inside `text` begins with.
    private static func afterString(_ text: Substring) -> Substring {
        var rest = text
        while let character = rest.first {
            rest = rest.dropFirst()
            if character == "\\" { rest = rest.dropFirst() }
            if character == "\"" { return rest }
        }
        return rest
    }
}
