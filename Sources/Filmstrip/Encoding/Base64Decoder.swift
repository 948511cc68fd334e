/// Turns Base64 text back into bytes, in pieces of any size.
///
/// White space and characters that do not belong to Base64 are ignored, both alphabets of RFC 4648 are understood, and
/// padding may be missing. A `data:` prefix (RFC 2397) is taken off, if it says that Base64 follows.
public struct Base64Decoder: Sendable {
    private enum Stage: Sendable {
        /// Looking for a `data:` prefix; these characters were seen, without the blanks before them.
        case prefix([UInt8])
        case body
        /// Padding was seen: nothing may follow.
        case end
    }

    private var stage = Stage.prefix([])
    /// The values of a group that is not whole yet, and how many there are.
    private var bits: UInt32 = 0
    private var bitGroups = 0

    /// The longest `data:` prefix that is taken for one.
    private static let longestPrefix = 1024

    /// A decoder at the beginning of a text.
    public init() {}

    /// How many bytes come of so many characters, at most, held ones included; with a little room for whole writes.
    public func maximumCount(for characterCount: Int) -> Int {
        var total = characterCount + 4
        if case .prefix(let seen) = stage { total += seen.count }
        return total / 4 * 3 + 8
    }

    /// Decodes a piece.
    /// - Parameter output: room for `maximumCount(for:)` bytes.
    /// - Returns: how many bytes were written.
    /// - Throws: `notBase64` for a `data:` prefix that says so, `dataAfterEnd` for text behind the padding.
    public mutating func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(Base64Error) -> Int {
        precondition(output.count >= maximumCount(for: input.count), "too little room for the decoded bytes")
        guard case .prefix(var seen) = stage else { return try decodeBody(input, into: output) }
        for (index, character) in input.enumerated() {
            if seen.isEmpty, character <= UInt8(ascii: " ") { continue }
            seen.append(character)
            guard let body = try Self.body(after: seen) else { continue }
            stage = .body
            // What was no prefix is text; what was one yields nothing here.
            let count = try body.withUnsafeBufferPointer { bytes throws(Base64Error) in
                try decodeBody(UnsafeRawBufferPointer(bytes), into: output)
            }
            let rest = UnsafeRawBufferPointer(rebasing: input[(index + 1)...])
            return count + (try decodeBody(rest, into: UnsafeMutableRawBufferPointer(rebasing: output[count...])))
        }
        stage = .prefix(seen)
        return 0
    }

    /// Ends the text.
    /// - Returns: the last bytes.
    /// - Throws: `truncated` when a lone character is left over, `notBase64` for a prefix without an end.
    public mutating func finish() throws(Base64Error) -> [UInt8] {
        defer { self = Base64Decoder() }
        var output: [UInt8] = []
        if case .prefix(let seen) = stage {
            if Self.startsAsPrefix(seen) == .yes { throw .notBase64 }
            stage = .body
            output = [UInt8](repeating: 0, count: maximumCount(for: seen.count))
            let count = try output.withUnsafeMutableBufferPointer { room throws(Base64Error) in
                try seen.withUnsafeBufferPointer { bytes throws(Base64Error) in
                    try decodeBody(UnsafeRawBufferPointer(bytes), into: UnsafeMutableRawBufferPointer(room))
                }
            }
            output.removeLast(output.count - count)
        }
        switch bitGroups {
        case 1: throw .truncated
        case 2: output.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3: output += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
        default: break
        }
        return output
    }

    private mutating func decodeBody(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(Base64Error) -> Int {
        var (read, write) = (0, 0)
        let values = Base64Alphabet.values
        while read < input.count {
            if bitGroups == 0, case .body = stage {
                let taken = Base64Alphabet.decode(
                    UnsafeRawBufferPointer(rebasing: input[read...]),
                    into: UnsafeMutableRawBufferPointer(rebasing: output[write...]))
                read += taken
                write += taken / 4 * 3
                guard read < input.count else { break }
            }
            let value = values[Int(input[read])]
            read += 1
            if value == Base64Alphabet.ignored { continue }
            if value == Base64Alphabet.padding {
                stage = .end
                continue
            }
            if case .end = stage { throw .dataAfterEnd }
            bits = bits << 6 | UInt32(value)
            bitGroups += 1
            guard bitGroups == 4 else { continue }
            output[write] = UInt8(truncatingIfNeeded: bits >> 16)
            output[write + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            output[write + 2] = UInt8(truncatingIfNeeded: bits)
            write += 3
            (bits, bitGroups) = (0, 0)
        }
        return write
    }

    /// What of the first characters is body: none of them behind a `data:` prefix, all of them when there is no prefix, nil
    /// while that cannot be told.
    private static func body(after seen: [UInt8]) throws(Base64Error) -> [UInt8]? {
        switch startsAsPrefix(seen) {
        case .no: return seen
        case .perhaps: return nil
        case .yes:
            guard seen.last == UInt8(ascii: ",") else {
                if seen.count > longestPrefix { throw .notBase64 }
                return nil
            }
            let prefix = String(decoding: seen, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
            guard prefix.hasSuffix(";base64,") else { throw .notBase64 }
            return []
        }
    }

    private enum Likeness { case no, perhaps, yes }

    private static func startsAsPrefix(_ seen: [UInt8]) -> Likeness {
        let mark = Array("data:".utf8)
        let text = seen.prefix(mark.count).map { $0 | 0x20 }
        guard mark.starts(with: text) else { return .no }
        return text.count == mark.count ? .yes : .perhaps
    }
}
