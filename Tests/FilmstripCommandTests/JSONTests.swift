import Filmstrip
import Foundation
import Testing

@testable import FilmstripCommand

@Suite struct JSONTests {
    private func text(_ json: JSON) -> String { String(decoding: json.encoded, as: UTF8.self) }

    @Test func `5.14 values are strict JSON on one line, fields in order`() {
        let json: JSON = ["b": 1, "a": [true, .null, "x"], "n": .number(0.5), "whole": .number(30)]
        #expect(text(json) == #"{"b":1,"a":[true,null,"x"],"n":0.5,"whole":30}"#)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `C13 numbers that are none are null`(value: Double) {
        #expect(text(.number(value)) == "null")
    }

    @Test func `numbers read back to the same value`() throws {
        for value in [0.1, -0.0, 1e-9, 12345.6789, 1e300, 9_007_199_254_740_992, -1e15, .leastNonzeroMagnitude] {
            let read = try JSONSerialization.jsonObject(
                with: Data(JSON.number(value).encoded), options: .fragmentsAllowed)
            #expect((read as? NSNumber)?.doubleValue == value)
        }
    }

    @Test func `C43 control characters, quotes and newlines are escaped`() throws {
        let name = "a\"b\\c\nd\te\u{1B}[31m\u{7F}\u{0}"
        let encoded = JSON.string(name).encoded
        #expect(!encoded.contains { $0 < 0x20 || $0 == 0x7F })
        let read = try JSONSerialization.jsonObject(with: Data(encoded), options: .fragmentsAllowed)
        #expect(read as? String == name)
    }

    // The rule is that of Python's "surrogateescape", which is how most scripts give the bytes back.
    @Test func `C43 bytes that are no UTF-8 become lone surrogates and come back`() {
        #expect(text(.path(MediaPath(bytes: Array("bad".utf8) + [0xFF, 0xFE]))) == #""bad\udcff\udcfe""#)
        #expect(text(.path(MediaPath(bytes: [0xED, 0xB3, 0xBF]))) == #""\udced\udcb3\udcbf""#)
        #expect(text(.path(MediaPath(bytes: [0xC0, 0xAF]))) == #""\udcc0\udcaf""#)
        #expect(text(.path(MediaPath(bytes: [0xE2, 0x82]))) == #""\udce2\udc82""#)
        #expect(text(.path(MediaPath("👩‍👩‍👧 写真"))) == "\"👩‍👩‍👧 写真\"")
    }

    @Test func `C43 every sequence of bytes is reversible`() {
        var random = SampleRandom(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<random.integer(in: 0...12)).map { _ in
                UInt8(
                    truncatingIfNeeded: [0x22, 0x5C, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0xFF][
                        random.integer(in: 0...9)] ^ (random.integer(in: 0...4) == 0 ? random.integer(in: 0...255) : 0))
            }
            #expect(Self.bytes(ofEncoded: JSON.path(MediaPath(bytes: bytes)).encoded) == bytes)
        }
    }

    /// Reads a JSON string back into bytes, in the way that a reader with surrogate escapes does.
    private static func bytes(ofEncoded encoded: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 1
        while index < encoded.count - 1 {
            guard encoded[index] == UInt8(ascii: "\\") else {
                bytes.append(encoded[index])
                index += 1
                continue
            }
            switch encoded[index + 1] {
            case UInt8(ascii: "u"):
                let digits = String(decoding: encoded[(index + 2)..<(index + 6)], as: UTF8.self)
                bytes.append(UInt8(truncatingIfNeeded: Int(digits, radix: 16)!))
                index += 6
                continue
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case let byte: bytes.append(byte)
            }
            index += 2
        }
        return bytes
    }

    @Test func `a path on a line of text neither breaks it nor steers the terminal`() {
        let path = MediaPath("new\nline\u{1B}[2J\u{9B}x é.jpg")
        #expect(String(decoding: path.lineBytes, as: UTF8.self) == #"new\nline\x1b[2J\xc2\x9bx é.jpg"#)
        let invalid = MediaPath(bytes: [0x61, 0xFF, 0x62])
        #expect(invalid.lineBytes == invalid.bytes)
    }
}

@Suite struct MomentFormatTests {
    @Test func `moments are written with their own zone`() {
        let moment = Date(timeIntervalSince1970: 1_719_828_030.25)
        #expect(MomentFormat.text(moment, offset: 7200) == "2024-07-01T12:00:30.250+02:00")
        #expect(MomentFormat.text(moment, offset: -12_600) == "2024-07-01T06:30:30.250-03:30")
        #expect(MomentFormat.text(moment, offset: 0) == "2024-07-01T10:00:30.250Z")
        #expect(MomentFormat.text(moment, offset: nil) == "2024-07-01T10:00:30.250")
        #expect(MomentFormat.text(Date(timeIntervalSince1970: -1), offset: 0) == "1969-12-31T23:59:59Z")
    }

    @Test func `a moment outside the years 0 to 9999 is written as the nearest in them`() {
        for (seconds, offset, text) in [
            (Double(Int64.max), 0, "9999-12-31T23:59:59.999Z"), (Double(Int64.min), 0, "0000-01-01T00:00:00Z"),
            (253_402_300_800, 3600, "9999-12-31T23:59:59.999+01:00"), (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
            (-62_135_596_801, 0, "0000-12-31T23:59:59Z"), (.infinity, 0, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200, -3600, "0000-01-01T00:00:00-01:00"),
        ] {
            #expect(MomentFormat.text(Date(timeIntervalSince1970: seconds), offset: offset) == text)
        }
    }

    @Test func `dates are read with and without time and zone`() {
        #expect(MomentFormat.parse("2024-07-01") == Date(timeIntervalSince1970: 1_719_792_000))
        #expect(MomentFormat.parse("2024-07-01T12:00:30+02:00") == Date(timeIntervalSince1970: 1_719_828_030))
        #expect(MomentFormat.parse("2024-07-01 10:00") == Date(timeIntervalSince1970: 1_719_828_000))
        for text in ["2024-02-30", "2024-13-01", "2024-7-1", "yesterday", "", "2024-07-01T25:00", "2024-07-01T10:00x"] {
            #expect(MomentFormat.parse(text) == nil, "\(text)")
        }
    }

    @Test func `days and dates agree over eight centuries`() {
        for days in stride(from: CivilDay.days(year: 1600, month: 1, day: 1), through: 160_000, by: 13) {
            let (year, month, day) = CivilDay.date(days: days)
            #expect(CivilDay.days(year: year, month: month, day: day) == days)
        }
        #expect(CivilDay.length(ofMonth: 2, year: 2000) == 29)
        #expect(CivilDay.length(ofMonth: 2, year: 1900) == 28)
    }
}
