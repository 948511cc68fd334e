import Filmstrip
import FilmstripTesting
import Foundation
import Testing

/// Encoder and decoder, against the system library as a judge.
@Suite struct Base64Tests {
    private func encode(_ bytes: [UInt8], lineLength: Int? = nil, pieces: Int = .max) throws -> String {
        var encoder = Base64Encoder(lineLength: lineLength)
        var text: [UInt8] = []
        for start in stride(from: 0, to: max(1, bytes.count), by: pieces) {
            let piece = Array(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))])
            var room = [UInt8](repeating: 0, count: encoder.maximumCount(for: piece.count))
            let count = piece.withUnsafeBytes { source in
                room.withUnsafeMutableBytes { encoder.encode(source, into: $0) }
            }
            text += room[..<count]
        }
        text += encoder.finish()
        return try #require(String(bytes: text, encoding: .ascii))
    }

    private func decode(_ text: String, pieces: Int = .max) throws -> [UInt8] {
        var decoder = Base64Decoder()
        let characters = Array(text.utf8)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: max(1, characters.count), by: pieces) {
            let piece = Array(characters[start..<min(characters.count, start + min(pieces, characters.count))])
            var room = [UInt8](repeating: 0, count: decoder.maximumCount(for: piece.count))
            let count = try piece.withUnsafeBytes { source in
                try room.withUnsafeMutableBytes { try decoder.decode(source, into: $0) }
            }
            bytes += room[..<count]
        }
        return bytes + (try decoder.finish())
    }

    private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `0.12 the examples of RFC 4648 hold both ways`(_ plain: String, _ text: String) throws {
        #expect(try encode(Array(plain.utf8)) == text)
        #expect(try decode(text) == Array(plain.utf8))
    }

    @Test(arguments: 0..<70) func `C76 one line equals the system library's, whatever the length`(_ count: Int) throws {
        let bytes = bytes(count, seed: UInt64(count))
        let text = Data(bytes).base64EncodedString()
        #expect(try encode(bytes) == text)
        #expect(try decode(text) == bytes)
    }

    @Test(arguments: [0, 1, 47, 48, 49, 96, 100, 1000])
    func `0.12 lines of 64 characters are ended by CRLF`(_ count: Int) throws {
        let bytes = bytes(count, seed: 64)
        let options: Data.Base64EncodingOptions = [
            .lineLength64Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]
        #expect(try encode(bytes, lineLength: 64) == Data(bytes).base64EncodedString(options: options))
    }

    @Test(arguments: [0, 57, 58, 1000])
    func `0.12 lines of 76 characters are ended by CRLF`(_ count: Int) throws {
        let bytes = bytes(count, seed: 76)
        let options: Data.Base64EncodingOptions = [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ]
        #expect(try encode(bytes, lineLength: 76) == Data(bytes).base64EncodedString(options: options))
    }

    @Test(arguments: [1, 2, 3, 5, 7, 63, 75, 1000]) func `0.12 any length of line works`(_ length: Int) throws {
        let bytes = bytes(500, seed: 5)
        let text = try encode(bytes, lineLength: length)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.dropLast().allSatisfy { $0.count == length })
        #expect(lines.last.map { (1...length).contains($0.count) } == true)
        #expect(lines.joined() == Data(bytes).base64EncodedString())
        #expect(try decode(text) == bytes)
    }

    @Test func `0.12 a line length of 0 is one line`() throws {
        #expect(try encode(bytes(200, seed: 1), lineLength: 0).contains("\r") == false)
        #expect(Base64Encoder(lineLength: -4).lineLength == nil)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 16, 64, 100])
    func `C76 pieces of any size give the same`(_ size: Int) throws {
        let bytes = bytes(333, seed: 9)
        for length in [nil, 64, 76, 10] as [Int?] {
            let whole = try encode(bytes, lineLength: length)
            #expect(try encode(bytes, lineLength: length, pieces: size) == whole)
            #expect(try decode(whole, pieces: size) == bytes)
            #expect(try decode("data:image/png;base64,\(whole)", pieces: size) == bytes)
        }
    }

    @Test(arguments: 0..<30) func `C76 white space and unknown characters are ignored`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = bytes(Int.random(in: 0...200, using: &generator), seed: seed)
        var text = ""
        for character in Data(bytes).base64EncodedString() {
            while Int.random(in: 0..<5, using: &generator) == 0 {
                text.append([" ", "\r\n", "\t", "#", "é", "."].randomElement(using: &generator)!)
            }
            text.append(character)
        }
        #expect(try decode(text) == bytes)
        #expect(try decode(text, pieces: 3) == bytes)
    }

    @Test func `C76 the URL-safe alphabet and missing padding are accepted`() throws {
        let bytes = (0...255).map { UInt8($0) }
        let text = Data(bytes).base64EncodedString()
        let safe = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(safe != text)
        #expect(try decode(safe) == bytes)
    }

    @Test(arguments: [
        "data:image/jpeg;base64,Zm9v", "DATA:image/jpeg;BASE64,Zm9v", "data:image/jpeg;charset=x;base64,Zm9v",
        " \r\n data:image/jpeg;base64,Zm9v", "data:;base64,Zm9v", "data:image/jpeg;base64,Zm\r\n  9v",
        "data:image/jpeg; base64,Zm9v",
    ])
    func `C76 a data prefix is taken off`(_ text: String) throws {
        #expect(try decode(text) == Array("foo".utf8))
        for size in 1...8 { #expect(try decode(text, pieces: size) == Array("foo".utf8)) }
    }

    @Test(arguments: ["data:image/png,abc", "data:image/png;base64", "data:", "data:,", "data:image/png;base64x,Zm9v"])
    func `C76 a data address without Base64 is a typed error`(_ text: String) {
        for size in [1, 3, .max] { #expect(throws: Base64Error.notBase64) { try decode(text, pieces: size) } }
        let endless = "data:" + String(repeating: "x", count: 5000) + ";base64,Zm9v"
        #expect(throws: Base64Error.notBase64) { try decode(endless) }
    }

    @Test func `C76 what only begins like a prefix is text`() throws {
        for text in ["data", "dat", "da", "dataZm9v", "dat a"] {
            let expected = try #require(Data(base64Encoded: text.replacing(" ", with: "") + padding(text)))
            #expect(try decode(text) == Array(expected), "\(text)")
        }
    }

    private func padding(_ text: String) -> String {
        String(repeating: "=", count: (4 - text.filter { $0 != " " }.count % 4) % 4)
    }

    @Test func `C76 text that goes on behind its end, or ends in a byte, is a typed error and never a part`() {
        #expect(throws: Base64Error.dataAfterEnd) { try decode("Zg==Zg==") }
        #expect(throws: Base64Error.dataAfterEnd) { try decode("Zm8=Zm9v", pieces: 2) }
        #expect(throws: Base64Error.truncated) { try decode("Zm9vZ") }
    }

    @Test func `each error has a code and a sentence`() {
        let errors: [(Base64Error, ErrorCode)] = [
            (.notAnImage, .unsupportedFormat), (.truncated, .truncated), (.dataAfterEnd, .unsupportedFormat),
            (.notBase64, .unsupportedFormat), (.file(.notFound(path: "/a")), .notFound),
            (.conversionFailed("no"), .decoderFailed),
        ]
        for (error, code) in errors {
            #expect(error.code == code)
            #expect(error.message.hasSuffix("."))
        }
        #expect(Base64Error.file(.notFound(path: "/a")).subject == "/a")
        #expect(Base64Error.truncated.subject == nil)
    }
}
