import Foundation

/// Text in files is whatever its writer thought it was.
enum MetadataText {
    /// Bytes up to the first NUL as text: UTF-8 if they are valid, else Latin-1, which never fails. Blanks at the end
    /// are padding.
    static func string(_ bytes: some Sequence<UInt8>) -> String {
        var cut: [UInt8] = []
        cut.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            if byte == 0 { break }
            cut.append(byte)
        }
        while let last = cut.last, last == 32 || last == 10 || last == 13 || last == 9 { cut.removeLast() }
        if cut.allSatisfy({ $0 < 128 }) { return String(decoding: cut, as: UTF8.self) }
        return String(bytes: cut, encoding: .utf8) ?? String(String.UnicodeScalarView(cut.map { Unicode.Scalar($0) }))
    }

    /// A comment of EXIF 2.32 (tags 0x9286, 0x001B, 0x001C): eight bytes name its characters.
    static func comment(_ bytes: [UInt8], bigEndian: Bool) -> String {
        guard bytes.count >= 8 else { return string(bytes) }
        let body = Array(bytes[8...])
        switch Array(bytes[..<8]) {
        case Array("UNICODE\0".utf8): return utf16(body, bigEndian: bigEndian)
        case Array("JIS\0\0\0\0\0".utf8):
            return String(bytes: body.prefix { $0 != 0 }, encoding: .iso2022JP).map(trimmed) ?? string(body)
        case Array("ASCII\0\0\0".utf8), [UInt8](repeating: 0, count: 8), [UInt8](repeating: 32, count: 8):
            return string(body)
        default: return string(bytes)
        }
    }

    /// UTF-16 in the byte order of its mark, else in that of the file, up to the first NUL.
    static func utf16(_ bytes: [UInt8], bigEndian: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var swap = !bigEndian
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            if index == 0, unit == 0xFEFF || unit == 0xFFFE {
                swap = unit == 0xFFFE
                continue
            }
            if unit == 0 { break }
            units.append(swap ? unit.byteSwapped : unit)
        }
        return trimmed(String(decoding: units, as: UTF16.self))
    }

    private static func trimmed(_ text: String) -> String {
        guard let last = text.unicodeScalars.last, last == " " || last == "\n" || last == "\r" || last == "\t" else {
            return text
        }
        var scalars = text.unicodeScalars
        while let last = scalars.last, last == " " || last == "\n" || last == "\r" || last == "\t" {
            scalars.removeLast()
        }
        return String(scalars)
    }
}
