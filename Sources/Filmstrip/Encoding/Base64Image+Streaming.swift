extension Base64Image {
    /// How many bytes are in hand at once: a multiple of 3 and of 4.
    private static let pieceLength = 192 * 1024

    /// Writes an image file as text, piece by piece, so that a large one needs little memory. Blocks the calling thread.
    /// - Parameters:
    ///   - asDataURI: whether a `data:` prefix with the true media type comes first; then there is one line.
    ///   - write: takes the pieces in order; what it throws ends the work and is passed on.
    /// - Throws: a `Base64Error` (`notAnImage`, `file`), or what `write` throws.
    public static func encode(
        contentsOf path: MediaPath, lineLength: Int? = nil, asDataURI: Bool = false,
        write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let input = try open(path)
        try encode(
            read: { room in
                do throws(LibraryError) { return try input.read(into: room) } catch { throw Base64Error.file(error) }
            }, lineLength: lineLength, asDataURI: asDataURI, write: write)
    }

    /// Writes an image as text, piece by piece, wherever its bytes come from.
    /// - Parameter read: fills the room with the next bytes and says how many; 0 at the end.
    package static func encode(
        read: (UnsafeMutableRawBufferPointer) throws -> Int, lineLength: Int? = nil, asDataURI: Bool = false,
        write: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var encoder = Base64Encoder(lineLength: asDataURI ? nil : lineLength)
        var piece = [UInt8](repeating: 0, count: pieceLength)
        var text = [UInt8](repeating: 0, count: encoder.maximumCount(for: pieceLength))
        var isFirst = true
        while true {
            let count = try piece.withUnsafeMutableBytes { try read($0) }
            if isFirst {
                isFirst = false
                guard let type = ContentType(signature: piece[..<count]), !type.isVideo else {
                    throw Base64Error.notAnImage
                }
                if asDataURI { try Array("data:\(type.mimeType);base64,".utf8).withUnsafeBytes(write) }
            }
            if count == 0 { break }
            let written = piece[..<count].withUnsafeBytes { source in
                text.withUnsafeMutableBytes { encoder.encode(source, into: $0) }
            }
            try text[..<written].withUnsafeBytes(write)
        }
        try encoder.finish().withUnsafeBytes(write)
    }

    /// Reads text piece by piece and writes the image in it. Blocks the calling thread.
    ///
    /// Nothing is written before the first bytes are known to be those of an image. Text that turns out to be damaged later
    /// throws after a part was written: write to a temporary file, and rename it at the end.
    /// - Parameters:
    ///   - read: fills the room with the next characters and says how many; 0 at the end.
    ///   - write: takes the pieces in order.
    /// - Returns: what was written.
    /// - Throws: a `Base64Error`, or what `read` or `write` throws.
    public static func decode(
        read: (UnsafeMutableRawBufferPointer) throws -> Int, write: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> ContentType {
        var decoder = Base64Decoder()
        var text = [UInt8](repeating: 0, count: pieceLength)
        var head: [UInt8] = []
        var type: ContentType?

        func pass(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws {
            if type != nil { return try write(bytes) }
            head += bytes
            guard head.count >= ContentType.signatureLength || isLast else { return }
            guard let found = ContentType(signature: head), !found.isVideo else { throw Base64Error.notAnImage }
            type = found
            try head.withUnsafeBytes(write)
            head = []
        }

        var bytes = [UInt8](repeating: 0, count: decoder.maximumCount(for: pieceLength) + 1024)
        while true {
            let count = try text.withUnsafeMutableBytes { try read($0) }
            if count == 0 { break }
            let decoded = try text[..<count].withUnsafeBytes { source in
                try bytes.withUnsafeMutableBytes { try decoder.decode(source, into: $0) }
            }
            try bytes[..<decoded].withUnsafeBytes { try pass($0, isLast: false) }
        }
        try decoder.finish().withUnsafeBytes { try pass($0, isLast: true) }
        guard let type else { throw Base64Error.notAnImage }
        return type
    }

    private static func open(_ path: MediaPath) throws(Base64Error) -> InputFile {
        do throws(LibraryError) { return try InputFile(path) } catch { throw .file(error) }
    }
}
