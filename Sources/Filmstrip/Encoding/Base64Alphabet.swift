/// The 64 characters, and the loops over them that must be fast.
enum Base64Alphabet {
    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The two characters for each 12 bits, the first one in the low byte.
    private static let pairs: [UInt16] = (0..<4096).map { bits in
        UInt16(characters[bits >> 6]) | UInt16(characters[bits & 63]) << 8
    }

    /// What a character means to the decoder, beside the values 0 to 63.
    static let ignored: UInt8 = 64
    static let padding: UInt8 = 65

    /// The value of each character; `-` and `_` are those of the URL-safe alphabet (RFC 4648, section 5).
    static let values: [UInt8] = {
        var values = [UInt8](repeating: ignored, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        values[Int(UInt8(ascii: "="))] = padding
        return values
    }()

    /// The values of a character at each of the four places of a group, shifted to where they belong; the top bit marks what
    /// is no value. Four tables of 256, one after the other.
    private static let shifted: [UInt32] = [18, 12, 6, 0].flatMap { (shift: UInt32) in
        values.map { $0 < 64 ? UInt32($0) << shift : 1 << 31 }
    }

    /// Encodes whole groups of three bytes into groups of four characters.
    static func encode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        pairs.withUnsafeBufferPointer { pairs in
            let pairs = pairs.baseAddress!
            var (read, write) = (0, 0)
            // Eight bytes are read for six, so the last ones go their own way.
            while read + 8 <= input.count {
                let bits = UInt64(bigEndian: source.loadUnaligned(fromByteOffset: read, as: UInt64.self))
                let first = UInt64(pairs[Int(bits >> 52)]) | UInt64(pairs[Int(bits >> 40 & 0xFFF)]) << 16
                let second = UInt64(pairs[Int(bits >> 28 & 0xFFF)]) | UInt64(pairs[Int(bits >> 16 & 0xFFF)]) << 16
                target.storeBytes(of: (first | second << 32).littleEndian, toByteOffset: write, as: UInt64.self)
                read += 6
                write += 8
            }
            while read + 3 <= input.count {
                let bits = Int(input[read]) << 16 | Int(input[read + 1]) << 8 | Int(input[read + 2])
                let quad = UInt32(pairs[bits >> 12]) | UInt32(pairs[bits & 0xFFF]) << 16
                target.storeBytes(of: quad.littleEndian, toByteOffset: write, as: UInt32.self)
                read += 3
                write += 4
            }
        }
    }

    /// Encodes whole groups of three bytes.
    static func encode(_ input: [UInt8], into output: inout [UInt8]) {
        input.withUnsafeBytes { source in output.withUnsafeMutableBytes { encode(source, into: $0) } }
    }

    /// Decodes groups of four characters as long as they hold nothing else. Each group writes four bytes and counts for
    /// three, so one byte more than the result must fit.
    /// - Returns: how many characters were read.
    static func decode(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        guard let source = input.baseAddress, let target = output.baseAddress else { return 0 }
        return shifted.withUnsafeBufferPointer { table in
            let table = table.baseAddress!
            var (read, write) = (0, 0)
            while read + 4 <= input.count, write + 4 <= output.count {
                let quad = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: read, as: UInt32.self))
                let bits =
                    table[Int(quad & 0xFF)] | table[256 + Int(quad >> 8 & 0xFF)] | table[512 + Int(quad >> 16 & 0xFF)]
                    | table[768 + Int(quad >> 24)]
                if bits >> 31 != 0 { break }
                target.storeBytes(of: (bits << 8).bigEndian, toByteOffset: write, as: UInt32.self)
                read += 4
                write += 3
            }
            return read
        }
    }
}
