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
        let environment = desk.environment
        AtomicFile.removeLeftovers(in: environment.temporaryFolder)
        // It never gets a name: what a killed process leaves is removed by the next one.
        let input = try await environment.waitingForInput {
            let input = try AtomicFile(in: environment.temporaryFolder, mode: 0o600)
            try Self.read(environment, into: input)
            return input
        }
        let path = input.path
        defer { withExtendedLifetime(input) {} }
        do { try await encode(path, desk) } catch let error as CommandError {
            // Where the input lay for a moment is nothing to tell.
            throw error.path == path ? CommandError(error.code, error.message) : error
        }
    }

    /// Copies standard input, as long as it is an image's and has an end.
    private static func read(_ environment: CommandEnvironment, into file: AtomicFile) throws {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        var head: [UInt8] = []
        var total = 0
        while true {
            let count = try room.withUnsafeMutableBytes { buffer throws(CommandError) in
                try environment.readInput(buffer)
            }
            if count == 0 { return }
            total += count
            guard total <= environment.inputLimit else { throw CommandError.endless(environment.inputLimit) }
            if head.count < ContentType.signatureLength {
                head += room[..<min(count, ContentType.signatureLength)]
                if head.count >= ContentType.signatureLength, ContentType(signature: head) == nil {
                    throw CommandError(Base64Error.notAnImage)
                }
            }
            try file.append(room[..<count])
        }
    }

    private func encode(_ image: MediaPath, _ desk: Desk) async throws {
        let type = try FileInfo(image).header.contentType
        let wanted: ContentType = format == .png ? .png : .jpeg
        do {
            guard format != .original, type != wanted else {
                return try write(type, desk) { write in
                    try Base64Image.encode(
                        contentsOf: image, lineLength: lineLength, asDataURI: asDataURI, write: write)
                }
            }
            guard !type.isVideo else { throw CommandError(.unsupportedFormat, "That is no image.", path: image) }
            let bytes = try await ImageConverter(
                folder: desk.environment.temporaryFolder, decoder: desk.environment.decoder
            ).bytes(of: image, as: wanted, quality: 1)
            desk.noteMissingWall()
            var rest = bytes[...]
            func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
                let piece = rest.prefix(room.count)
                room.copyBytes(from: piece)
                rest = rest.dropFirst(piece.count)
                return piece.count
            }
            try write(wanted, desk) { write in
                try Base64Image.encode(read: read, lineLength: lineLength, asDataURI: asDataURI, write: write)
            }
        } catch let error as Base64Error { throw CommandError(error.code, error.message, path: image) }
    }

    /// Prints the text that `encode` gives in pieces.
    private func write(
        _ type: ContentType, _ desk: Desk, _ encode: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        if desk.usesJSON {
            try printJSON(type, desk, encode)
        } else {
            try encode { try desk.printRaw(Array($0)) }
        }
    }

    /// The object, piece by piece: nothing of it is written before the first piece is known to be an image's.
    private func printJSON(
        _ type: ContentType, _ desk: Desk, _ encode: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let fields: JSON = ["path": .path(file), "mime": .string(type.mimeType), "text": ""]
        // The text stands last, so that only `"}` comes behind it.
        var piece = Array(fields.encoded.dropLast(2))
        try encode { text in
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
}

/// `decode`: Base64 text back to a file.
struct DecodeVerb: Verb {
    static let syntax = VerbSyntax(
        "decode", "Make an image file of Base64 text.", operands: "[FILE]", count: 0...1,
        options: [.value("-o", "OUT", "The new file.").required],
        details:
            "Without FILE, or with -, the text comes from standard input. White space, unknown characters and a data:\n"
            + "prefix are skipped; what yields no image is refused.")

    let input: MediaPath?
    let output: MediaPath

    init(_ invocation: Invocation) throws(CommandError) {
        input = invocation.operands.first.flatMap { $0.string == "-" ? nil : $0 }
        output = try invocation.required("-o", invocation.newFile())
    }

    func run(_ desk: Desk) async throws {
        let target = output.absolute(in: desk.environment.workingFolder)
        guard !target.exists else { throw CommandError(.exists, "The file exists already.", path: target) }
        AtomicFile.removeLeftovers(in: target.parent)
        let environment = desk.environment
        let type: ContentType
        do {
            type = try await environment.waitingForInput {
                let read = try limited(reader(environment), to: environment.inputLimit)
                return try target.writeNew { write in
                    let type = try Base64Image.decode(read: read, write: write)
                    // Before the file appears: what a name tells has to be true.
                    _ = try ContentType.named(by: target, among: [type])
                    return type
                }
            }
        } catch let error as Base64Error { throw CommandError(error.code, error.message, path: input) }
        try desk.print(
            ["path": .path(target), "mime": .string(type.mimeType), "byteCount": .integer(target.byteCount ?? 0)],
            path: target)
        for problem in Self.problems(of: target) {
            desk.errors.note(Notice(problem.code, "In \(output): \(problem.message)", path: target))
        }
    }

    /// What is wrong with a picture, although its bytes are those that the text has.
    private static func problems(of picture: MediaPath) -> [MediaProblem] {
        do throws(CommandError) { return try FileInfo(picture).header.problems } catch {
            return [MediaProblem(code: error.code, message: error.message)]
        }
    }

    /// The same text, as long as it has an end. Base64 is a third longer than what it holds, and may have white space in it.
    private func limited(
        _ read: @escaping (UnsafeMutableRawBufferPointer) throws -> Int, to limit: Int
    ) -> (UnsafeMutableRawBufferPointer) throws -> Int {
        var left = limit * 2
        return { room in
            let count = try read(room)
            left -= count
            guard left >= 0 else { throw CommandError.endless(limit) }
            return count
        }
    }

    /// What gives the text, piece by piece.
    private func reader(_ environment: CommandEnvironment) throws -> (UnsafeMutableRawBufferPointer) throws -> Int {
        if let input {
            let file = try InputFile(input)
            return { try file.read(into: $0) }
        }
        return { room in try environment.readInput(room) }
    }
}

extension CommandError {
    /// More came than any image has.
    fileprivate static func endless(_ limit: Int) -> CommandError {
        CommandError(.tooLarge, "The input holds more than \(limit) bytes, or has no end.")
    }
}
