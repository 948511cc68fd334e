import Filmstrip
import FilmstripFormats

/// `details`: all metadata of a file; or which walls stand around the decoders.
struct DetailsVerb: Verb {
    static let syntax = VerbSyntax(
        "details", "Show all metadata of a file, grouped; or what walls stand around the decoders.",
        operands: "[FILE]", count: 0...1,
        options: [.flag("--sandbox", "Tell what walls stand around the decoders on this machine.")])

    let file: MediaPath?

    init(_ invocation: Invocation) throws(CommandError) {
        file = invocation.operands.first
        guard (file == nil) == invocation.has("--sandbox") else {
            throw .usage("details wants either FILE or --sandbox")
        }
    }

    func run(_ desk: Desk) async throws {
        guard let file else {
            return try await SandboxReport(desk.environment.decoder).print(on: desk)
        }
        let groups = try Self.groups(of: file)
        let values = groups.map { group, entries in
            JSON.Field(
                name: group,
                value: .array(
                    entries.map { ["name": .string($0.name), "human": .string($0.human), "raw": .string($0.raw)] }))
        }
        try desk.print(["path": .path(file), "groups": .object(values)], text: Self.text(groups))
    }

    /// The entries by group, in the order of the file.
    private static func groups(of file: MediaPath) throws(CommandError) -> [(name: String, entries: [MetadataEntry])] {
        var groups: [(name: String, entries: [MetadataEntry])] = []
        do throws(LibraryError) {
            for entry in try MetadataReader.read(FileByteSource(path: file), name: file.name.string) {
                if let index = groups.firstIndex(where: { $0.name == entry.group }) {
                    groups[index].entries.append(entry)
                } else {
                    groups.append((entry.group, [entry]))
                }
            }
        } catch { throw CommandError(error.code, error.message, path: file) }
        return groups
    }

    private static func text(_ groups: [(name: String, entries: [MetadataEntry])]) -> String {
        return groups.map { group, entries in
            let width = entries.map(\.name.count).max() ?? 0
            return "\(group)\n"
                + entries.map { "  \($0.name.onOneLine.padded(to: width))  \($0.human.onOneLine)\n" }.joined()
        }.joined(separator: "\n")
    }
}
