/// Turns bytes into Base64 text (RFC 4648, section 4) in pieces of any size, without holding more than a piece.
///
/// Two output characters are looked up at a time, so that it keeps pace with the disk.
public struct Base64Encoder: Sendable {
    /// The characters of a line; nil for one line.
    public let lineLength: Int?
    /// The 0, 1 or 2 bytes that do not make four characters yet.
    private var held: [UInt8] = []
    private var column = 0

    /// An encoder at the start of a text.
    /// - Parameter lineLength: characters after which a line is ended by CRLF, such as 64 or 76; nil or 0 (the default) for
    ///   one line. Lines are ended between lines, and not after the last one.
    public init(lineLength: Int? = nil) {
        self.lineLength = lineLength.flatMap { $0 > 0 ? $0 : nil }
    }

    /// How many characters come of so many bytes, at most, held ones included.
    public func maximumCount(for byteCount: Int) -> Int {
        let characters = (byteCount + 2) / 3 * 4 + 4
        return characters + (lineLength.map { characters / $0 * 2 + 2 } ?? 0)
    }

    /// Encodes a piece.
    /// - Parameter output: room for `maximumCount(for:)` characters.
    /// - Returns: how many characters were written.
    public mutating func encode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        precondition(output.count >= maximumCount(for: input.count), "too little room for the encoded characters")
        var rest = input[...]
        var count = 0
        if !held.isEmpty {
            while held.count < 3, let byte = rest.popFirst() { held.append(byte) }
            guard held.count == 3 else { return 0 }
            count = held.withUnsafeBytes { put($0, into: output) }
            held.removeAll(keepingCapacity: true)
        }
        let whole = rest.count / 3 * 3
        count += put(
            UnsafeRawBufferPointer(rebasing: rest.prefix(whole)),
            into: UnsafeMutableRawBufferPointer(rebasing: output[count...]))
        held.append(contentsOf: rest.dropFirst(whole))
        return count
    }

    /// Ends the text: the padded rest, at most four characters and a line end.
    public mutating func finish() -> [UInt8] {
        defer { self = Base64Encoder(lineLength: lineLength) }
        guard !held.isEmpty else { return [] }
        let padding = 3 - held.count
        let padded = held + [UInt8](repeating: 0, count: padding)
        var characters = [UInt8](repeating: 0, count: 4)
        Base64Alphabet.encode(padded, into: &characters)
        for index in 0..<padding { characters[3 - index] = UInt8(ascii: "=") }
        var output = [UInt8](repeating: 0, count: maximumCount(for: 3))
        let count = characters.withUnsafeBytes { source in
            output.withUnsafeMutableBytes { lineLength == nil ? copy(source, into: $0) : wrap(source, into: $0) }
        }
        return Array(output[..<count])
    }

    /// Encodes whole groups of three bytes.
    private mutating func put(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        let count = input.count / 3 * 4
        guard count > 0 else { return 0 }
        guard lineLength != nil else {
            Base64Alphabet.encode(input, into: UnsafeMutableRawBufferPointer(rebasing: output[..<count]))
            return count
        }
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { line in
            Base64Alphabet.encode(input, into: line)
            return wrap(UnsafeRawBufferPointer(line), into: output)
        }
    }

    private func copy(_ characters: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        output.copyMemory(from: characters)
        return characters.count
    }

    /// Copies characters and ends each full line when another one follows.
    private mutating func wrap(
        _ characters: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard let lineLength, let source = characters.baseAddress, let target = output.baseAddress else { return 0 }
        var (read, written) = (0, 0)
        while read < characters.count {
            if column == lineLength {
                target.storeBytes(of: UInt8(ascii: "\r"), toByteOffset: written, as: UInt8.self)
                target.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: written + 1, as: UInt8.self)
                written += 2
                column = 0
            }
            let length = min(lineLength - column, characters.count - read)
            (target + written).copyMemory(from: source + read, byteCount: length)
            read += length
            written += length
            column += length
        }
        return written
    }
}
