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
        let code: [String]

        init(path: String, lines: [String]) {
            self.path = path
            self.lines = lines
            code = path.hasSuffix(".swift") ? SwiftText.code(of: lines) : lines
        }
    }

    /// The tree that these tests are built from, read once.
    static let all = Result { try House().readFiles() }

    let root: URL

    init(file: String = #filePath) {
        root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Every regular file under `folder` whose name ends in one of `endings`, in the order of their paths.
    /// What is built, hidden or generated is left out.
    func files(in folder: String = "", endings: [String] = [".swift"]) throws -> [File] {
        try Self.all.get().filter { file in
            (folder.isEmpty || file.path.hasPrefix(folder + "/")) && endings.contains { file.path.hasSuffix($0) }
        }
    }

    private func readFiles() throws -> [File] {
        try paths().filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.map { path in
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
    private enum Place {
        case code, string, longString
        case comment(depth: Int)
    }

    /// `lines` with the contents of comments and string literals taken out; as many lines as before.
    static func code(of lines: [String]) -> [String] {
        var place = Place.code
        return lines.map { line in
            var code: [UInt8] = []
            let bytes = Array(line.utf8)
            var at = 0
            func follows(_ text: StaticString) -> Bool {
                text.withUTF8Buffer { at + $0.count <= bytes.count && bytes[at..<at + $0.count].elementsEqual($0) }
            }
            reading: while at < bytes.count {
                switch place {
                case .longString:
                    if follows("\"\"\"") {
                        place = .code
                        code += [0x22, 0x22]
                        at += 2
                    }
                case .string:
                    if bytes[at] == 0x5C {
                        at += 1
                    } else if bytes[at] == 0x22 {
                        place = .code
                    }
                case .comment(let depth):
                    if follows("*/") {
                        place = depth == 1 ? .code : .comment(depth: depth - 1)
                        at += 1
                    } else if follows("/*") {
                        place = .comment(depth: depth + 1)
                        at += 1
                    }
                case .code:
                    if follows("//") { break reading }
                    if follows("/*") {
                        place = .comment(depth: 1)
                        at += 1
                    } else if follows("\"\"\"") {
                        place = .longString
                        at += 2
                    } else if bytes[at] == 0x22 {
                        place = .string
                        code += [0x22, 0x22]
                    } else {
                        code.append(bytes[at])
                    }
                }
                at += 1
            }
            if case .string = place { place = .code }
            return String(decoding: code, as: UTF8.self)
        }
    }
}
