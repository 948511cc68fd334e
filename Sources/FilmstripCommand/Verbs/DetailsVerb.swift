import Filmstrip
import FilmstripFormats

/// `details`: all metadata of a file; or which walls stand around the decoders.
struct DetailsVerb: Verb {
    static let syntax = VerbSyntax(
        "details", "Show all metadata of a file, grouped; or what walls stand around the decoders.",
        operands: "FILE", count: 0...1,
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
            return try desk.print(
                ["walls": [], "decoders": "inProcess"],
                text: "No wall stands around the decoders: they run inside this program, under the user's own rights.")
        }
        let info = try FileInfo(file)
        try desk.print(.info(info), text: JSON.info(info).plainText)
    }
}
