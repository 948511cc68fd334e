import Filmstrip

/// A value of strict JSON (RFC 8259), with the order of its fields kept.
///
/// Numbers that are not finite become null. Bytes of a path that are no UTF-8 become lone low surrogates, `\udc80` to
/// `\udcff`, one for each byte, so that a reader can give the same bytes back (Python's `surrogateescape` does).
enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case path(MediaPath)
    case array([JSON])
    case object([Field])

    /// A field of an object.
    struct Field: Sendable, Equatable {
        var name: String
        var value: JSON
    }

    /// The value on one line.
    var encoded: [UInt8] {
        var writer = Writer()
        writer.write(self)
        return writer.bytes
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func write(_ value: JSON) {
            switch value {
            case .null: bytes += "null".utf8
            case .bool(let value): bytes += (value ? "true" : "false").utf8
            case .integer(let value): bytes += String(value).utf8
            case .number(let value): write(number: value)
            case .string(let value): write(text: Array(value.utf8))
            case .path(let value): write(text: value.bytes)
            case .array(let values): write(values, "[", "]") { $0.write($1) }
            case .object(let fields):
                write(fields, "{", "}") { writer, field in
                    writer.write(text: Array(field.name.utf8))
                    writer.bytes.append(UInt8(ascii: ":"))
                    writer.write(field.value)
                }
            }
        }

        private mutating func write<Item>(
            _ items: [Item], _ open: String, _ close: String, _ body: (inout Writer, Item) -> Void
        ) {
            bytes += open.utf8
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                body(&self, item)
            }
            bytes += close.utf8
        }

        private mutating func write(number: Double) {
            guard number.isFinite else { return bytes += "null".utf8 }
            // Whole numbers without a fraction; others in the shortest form that reads back to the same value.
            bytes += (number.rounded() == number && abs(number) < 1e15 ? String(Int64(number)) : "\(number)").utf8
        }

        private mutating func write(text: [UInt8]) {
            bytes.append(UInt8(ascii: "\""))
            for part in text.partsOfUTF8 {
                switch part {
                case .valid(let range): for byte in text[range] { write(byte) }
                case .invalid(let byte): bytes += "\\udc\(hex(byte))".utf8
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }

        private mutating func write(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20, 0x7F: bytes += "\\u00\(hex(byte))".utf8
            default: bytes.append(byte)
            }
        }

        private func hex(_ byte: UInt8) -> String {
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
    }
}

/// A run of well-formed UTF-8, or one byte that is none.
enum UTF8Part: Equatable {
    case valid(Range<Int>)
    case invalid(UInt8)
}

extension [UInt8] {
    /// These bytes as runs of UTF-8 and single bytes that are none. Encoded surrogates and overlong forms are none.
    var partsOfUTF8: [UTF8Part] {
        var parts: [UTF8Part] = []
        var start = 0
        var index = 0
        while index < count {
            if let length = lengthOfScalar(at: index) {
                index += length
                continue
            }
            if start < index { parts.append(.valid(start..<index)) }
            parts.append(.invalid(self[index]))
            index += 1
            start = index
        }
        if start < count { parts.append(.valid(start..<count)) }
        return parts
    }

    /// How many bytes the scalar at that place has; nil when there is no well-formed one (Unicode 15, table 3-7).
    private func lengthOfScalar(at index: Int) -> Int? {
        func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            index + offset < count && range.contains(self[index + offset])
        }
        switch self[index] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return follows(1) ? 2 : nil
        case 0xE0: return follows(1, 0xA0...0xBF) && follows(2) ? 3 : nil
        case 0xED: return follows(1, 0x80...0x9F) && follows(2) ? 3 : nil
        case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : nil
        case 0xF0: return follows(1, 0x90...0xBF) && follows(2) && follows(3) ? 4 : nil
        case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : nil
        case 0xF4: return follows(1, 0x80...0x8F) && follows(2) && follows(3) ? 4 : nil
        default: return nil
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Field(name: $0.0, value: $0.1) })
    }

    /// A value, or null.
    static func optional<Value>(_ value: Value?, _ make: (Value) -> JSON) -> JSON { value.map(make) ?? .null }

    static func integer(_ value: Int) -> JSON { .integer(Int64(value)) }

    /// An object with a field added; nothing is added when the value is nil.
    func adding(_ name: String, _ value: JSON?) -> JSON {
        guard case .object(let fields) = self, let value else { return self }
        return .object(fields + [Field(name: name, value: value)])
    }
}
