import Filmstrip

extension String {
    /// The text for one line, control characters escaped: names of devices, albums and tags come from outside.
    var onOneLine: String { String(decoding: MediaPath(self).lineBytes, as: UTF8.self) }
}

extension MediaPath {
    /// The path for one line of text: its own bytes, but control characters escaped (`\n`, `\x1b`), so that a name can
    /// neither break the line nor steer the terminal.
    var lineBytes: [UInt8] {
        var line: [UInt8] = []
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0x0A: line += #"\n"#.utf8
            case 0x0D: line += #"\r"#.utf8
            case 0x09: line += #"\t"#.utf8
            case 0..<0x20, 0x7F: line += Self.escape(byte)
            case 0x80...0x9F where previous == 0xC2:
                // A control character of Latin-1 in UTF-8: terminals obey some of these too.
                line.removeLast()
                line += Self.escape(0xC2) + Self.escape(byte)
            default: line.append(byte)
            }
            previous = byte
        }
        return line
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        Array((byte < 16 ? #"\x0"# : #"\x"#).utf8) + Array(String(byte, radix: 16).utf8)
    }
}
