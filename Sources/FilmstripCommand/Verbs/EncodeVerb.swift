import Filmstrip

/// `encode`: an image as Base64 text.
struct EncodeVerb: Verb {
    static let syntax = VerbSyntax(
        "encode", "Print an image as Base64 text.", operands: "FILE", count: 1...1,
        options: [
            .choice("--type", ["png", "jpeg", "original"], "Encode those bytes. Default: original."),
            .value("--line-length", "N", "Break lines, with CRLF. Default: 0, one line."),
            .flag("--data-uri", "Begin with data:TYPE;base64,"),
        ])

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws { throw CommandError.notThereYet }
}

/// `decode`: Base64 text back to a file.
struct DecodeVerb: Verb {
    static let syntax = VerbSyntax(
        "decode", "Make an image file of Base64 text.", operands: "[FILE]", count: 0...1,
        options: [.value("-o", "OUT", "The new file.")])

    init(_ invocation: Invocation) throws(CommandError) {}

    func run(_ desk: Desk) async throws { throw CommandError.notThereYet }
}
