import Filmstrip
import FilmstripFormats
import FilmstripLinux
import Foundation

/// `encode`: an image as Base64 text.
struct EncodeVerb: Verb {
    static let syntax = VerbSyntax(
        "encode", "Print an image as Base64 text.", operands: "FILE", count: 1...1,
        options: [
            .choice(
                "--type", ["png", "jpeg", "original"], "Encode that format, converted if need be. Default: original."),
            .value("--line-length", "N", "Characters of a line, which CRLF ends. Default: 0, one line."),
            .flag("--data-uri", "Begin with data:TYPE;base64, and write one line."),
        ],
        details:
            "With - as FILE, the image comes from standard input.")

    let file: MediaPath
    let format: Base64Image.Format
    let lineLength: Int?
    let asDataURI: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        file = invocation.operands[0]
        format = try invocation.choice("--type", as: Base64Image.Format.self) ?? .original
        let length = try invocation.integer("--line-length", in: 0...1_000_000) ?? 0
        lineLength = length == 0 ? nil : length
        asDataURI = invocation.has("--data-uri")
        guard !asDataURI || length == 0 else { throw .usage("--data-uri is one line; leave --line-length out") }
    }

    func run(_ desk: Desk) async throws {
        guard file.string == "-" else { return try await encode(file, desk) }
        let path = desk.environment.temporaryFolder.appending("input-\(UUID().uuidString)")
        try path.writeNew(durably: false) { write in
            var room = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try room.withUnsafeMutableBytes { buffer throws(CommandError) in
                    try desk.environment.readInput(buffer)
                }
                if count == 0 { return }
                try room.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        }
        let input = MediaFile(path: path, contentType: .jpeg, isTemporary: true)
        do { try await encode(input.path, desk) } catch let error as CommandError {
            // Where the input lay for a moment is nothing to tell.
            throw error.path == path ? CommandError(error.code, error.message) : error
        }
    }

    private func encode(_ image: MediaPath, _ desk: Desk) async throws {
        let source = try await converted(image, desk)
        desk.noteMissingWall()
        do {
            if desk.usesJSON {
                try printJSON(source, desk)
            } else {
                try encode(source.path) { try desk.printRaw(Array($0)) }
            }
        } catch let error as Base64Error { throw CommandError(error.code, error.message, path: image) }
    }

    /// The object, piece by piece: nothing of it is written before the first piece is known to be an image's.
    private func printJSON(_ source: MediaFile, _ desk: Desk) throws {
        let fields: JSON = ["path": .path(file), "mime": .string(source.contentType.mimeType), "text": ""]
        // The text stands last, so that only `"}` comes behind it.
        var piece = Array(fields.encoded.dropLast(2))
        try encode(source.path) { text in
            // Of all that JSON escapes, Base64 text has ends of lines alone.
            if lineLength == nil {
                piece += text
            } else {
                for character in text {
                    switch character {
                    case 0x0D: piece += #"\r"#.utf8
                    case 0x0A: piece += #"\n"#.utf8
                    default: piece.append(character)
                    }
                }
            }
            try desk.printRaw(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try desk.printRaw(Array("\"}\n".utf8))
    }

    private func encode(_ path: MediaPath, write: (UnsafeRawBufferPointer) throws -> Void) throws {
        try Base64Image.encode(contentsOf: path, lineLength: lineLength, asDataURI: asDataURI, write: write)
    }

    /// The file itself, or one in the format asked for.
    private func converted(_ image: MediaPath, _ desk: Desk) async throws -> MediaFile {
        let header = try FileInfo(image).header
        let original = MediaFile(path: image, contentType: header.contentType, isTemporary: false)
        let wanted: ContentType = format == .png ? .png : .jpeg
        guard format != .original, header.contentType != wanted else { return original }
        guard !header.contentType.isVideo else {
            throw CommandError(.unsupportedFormat, "That is no image.", path: image)
        }
        return try await ImageConverter(folder: desk.environment.temporaryFolder, decoder: desk.environment.decoder)
            .convert(original, to: wanted, quality: 1)
    }
}

/// `decode`: Base64 text back to a file.
struct DecodeVerb: Verb {
    static let syntax = VerbSyntax(
        "decode", "Make an image file of Base64 text.", operands: "[FILE]", count: 0...1,
        options: [.value("-o", "OUT", "The new file.")],
        details:
            "Without FILE, or with -, the text comes from standard input. White space, unknown characters and a data:\n"
            + "prefix are skipped; what yields no image is refused.")

    let input: MediaPath?
    let output: MediaPath

    init(_ invocation: Invocation) throws(CommandError) {
        input = invocation.operands.first.flatMap { $0.string == "-" ? nil : $0 }
        guard let output = invocation.path("-o"), !output.bytes.isEmpty else { throw .usage("decode wants -o OUT") }
        self.output = output
    }

    func run(_ desk: Desk) async throws {
        let target = output.absolute(in: desk.environment.workingFolder)
        guard !target.exists else { throw CommandError(.exists, "The file exists already.", path: target) }
        let read = try reader(desk)
        do {
            let type = try target.writeNew { write in
                let type = try Base64Image.decode(read: read, write: write)
                // Before the file appears: what a name tells has to be true.
                _ = try ContentType.named(by: target, among: [type])
                return type
            }
            try desk.print(
                [
                    "path": .path(target), "mime": .string(type.mimeType), "byteCount": .integer(target.byteCount ?? 0),
                ], path: target)
        } catch let error as Base64Error { throw CommandError(error.code, error.message, path: input) }
    }

    /// What gives the text, piece by piece.
    private func reader(_ desk: Desk) throws -> (UnsafeMutableRawBufferPointer) throws -> Int {
        if let input {
            let file = try InputFile(input)
            return { try file.read(into: $0) }
        }
        let environment = desk.environment
        return { room in try environment.readInput(room) }
    }
}
