import Filmstrip
import Foundation
import Testing

@Suite struct Base64ImageTests {
    private let jpeg = Data(Heads.jpeg + (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    private let png = Data(Heads.png + (0..<100).map { UInt8($0) })

    @Test func `C76 every way of writing it gives the same bytes back`() throws {
        // strongloop/strong-data-uri PR 24: only the first line was decoded.
        let plain = jpeg.base64EncodedString()
        let lines = jpeg.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        let crlf = jpeg.base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        let spaced = lines.replacing("\n", with: "\n   ")
        for text in [
            plain, lines, crlf, "data:image/jpeg;base64,\(plain)", "data:image/jpeg;base64,\(spaced)",
            "data:image/jpeg;charset=x;base64,\(plain)",
        ] {
            let image = try Base64Image.decode(text)
            #expect(image.data == jpeg)
            #expect(image.contentType == .jpeg)
        }
    }

    @Test func `C76 the type is the bytes' own, whatever a prefix says`() throws {
        #expect(try Base64Image.decode("data:image/png;base64,\(jpeg.base64EncodedString())").contentType == .jpeg)
        #expect(try Base64Image.dataURI(png).hasPrefix("data:image/png;base64,iVBORw0KGgo"))
        #expect(try Base64Image.dataURI(jpeg) == "data:image/jpeg;base64,\(jpeg.base64EncodedString())")
        #expect(try Base64Image.decode(Base64Image.dataURI(png)).data == png)
    }

    @Test func `0.12 one line by default, lines of 64 on request`() throws {
        #expect(try Base64Image.encode(jpeg) == jpeg.base64EncodedString())
        let lines = try Base64Image.encode(jpeg, lineLength: 64).components(separatedBy: "\r\n")
        #expect(lines.count > 40)
        #expect(lines.dropLast().allSatisfy { $0.count == 64 })
    }

    @Test(arguments: ["####", "", "   \n", "Zm9v", "aGVsbG8gd29ybGQ="])
    func `C76 0.12 what yields no image is a typed error`(_ text: String) {
        #expect(throws: Base64Error.notAnImage) { try Base64Image.decode(text) }
    }

    @Test func `C76 a data address that is no Base64 is a typed error`() {
        #expect(throws: Base64Error.notBase64) { try Base64Image.decode("data:image/png,abc") }
    }

    @Test func `0.12 what is no image is not encoded: neither text nor a video nor nothing`() {
        let film = Data(Heads.isoMedia("isom", "mp42"))
        for data in [Data("hello".utf8), Data(), film] {
            #expect(throws: Base64Error.notAnImage) { try Base64Image.encode(data) }
            #expect(throws: Base64Error.notAnImage) { try Base64Image.dataURI(data) }
        }
    }

    @Test func `0.12 JPEG at quality 1.0 by default, PNG when asked, and no needless conversion`() async throws {
        let folder = try TemporaryFolder()
        let file = MediaFile(path: try folder.write(jpeg, as: "a.jpg"), contentType: .jpeg, isTemporary: false)
        let asked = Locked<[String]>([])
        let png = png
        let converter: Base64Image.Converter = { _, type, quality in
            asked.withLock { $0.append("\(type) \(quality)") }
            let bytes = type == .png ? Array(png) : Heads.jpeg
            return MediaFile(path: try folder.write(bytes, as: "converted"), contentType: type, isTemporary: false)
        }
        #expect(try await Base64Image.encode(file, converter: converter) == jpeg.base64EncodedString())
        #expect(try await Base64Image.encode(file, as: .original, converter: converter) == jpeg.base64EncodedString())
        #expect(asked.withLock { $0 }.isEmpty)
        #expect(try await Base64Image.encode(file, as: .png, converter: converter) == png.base64EncodedString())
        let other = MediaFile(path: try folder.write(png, as: "b.png"), contentType: .png, isTemporary: false)
        #expect(try await Base64Image.encode(other, converter: converter) == Data(Heads.jpeg).base64EncodedString())
        #expect(asked.withLock { $0 } == ["png 1.0", "jpeg 1.0"])
    }

    @Test func `0.12 a file that is gone, or that cannot be converted, is a typed error`() async throws {
        struct Broken: Error {}
        let folder = try TemporaryFolder()
        let gone = MediaFile(path: folder.path("gone.jpg"), contentType: .jpeg, isTemporary: false)
        await #expect(throws: Base64Error.file(.notFound(path: folder.path("gone.jpg").string))) {
            try await Base64Image.encode(gone) { file, _, _ in file }
        }
        let file = MediaFile(path: try folder.write(png, as: "b.png"), contentType: .png, isTemporary: false)
        await #expect(throws: Base64Error.conversionFailed("Broken()")) {
            try await Base64Image.encode(file) { _, _, _ in throw Broken() }
        }
    }

    // MARK: Streaming

    private func encodeFile(_ path: MediaPath, lineLength: Int? = nil, asDataURI: Bool = false) throws -> String {
        var text: [UInt8] = []
        try Base64Image.encode(contentsOf: path, lineLength: lineLength, asDataURI: asDataURI) { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }

    private func decodeText(_ text: String, pieces: Int = 1000) throws -> (ContentType, Data) {
        var rest = Array(text.utf8)[...]
        var data = Data()
        let type = try Base64Image.decode(
            read: { room in
                let piece = rest.prefix(min(pieces, room.count))
                rest = rest.dropFirst(piece.count)
                room.copyBytes(from: piece)
                return piece.count
            }, write: { data.append(contentsOf: $0) })
        return (type, data)
    }

    @Test func `C76 a large file is streamed in pieces, both ways`() throws {
        let folder = try TemporaryFolder()
        let large = Data(Heads.png + (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) })
        let path = try folder.write(large, as: "large.png")
        #expect(try encodeFile(path) == large.base64EncodedString())
        #expect(try encodeFile(path, asDataURI: true) == "data:image/png;base64," + large.base64EncodedString())
        let lines = try encodeFile(path, lineLength: 76)
        for text in [lines, "data:image/png;base64,\(lines)"] {
            let (type, data) = try decodeText(text, pieces: 100_001)
            #expect(type == .png)
            #expect(data == large)
        }
    }

    /// As many bytes as anybody likes, that counts how many of them were handed out and not yet given on.
    private struct CountedSource {
        let head: [UInt8]
        let filler: UInt8
        let total = 20_000_000
        var handedOut = 0
        var givenOn = 0
        var mostHeld = 0
        var largestPiece = 0

        mutating func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
            let count = min(room.count, total - handedOut)
            let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
            if let start = piece.baseAddress { memset(start, Int32(filler), count) }
            if handedOut == 0 { piece.copyBytes(from: head) }
            handedOut += count
            largestPiece = max(largestPiece, room.count)
            mostHeld = max(mostHeld, handedOut - givenOn)
            return count
        }
    }

    @Test(arguments: [nil, 76]) func `C76 a picture of 20 MB is never held, neither as bytes nor as text`(
        lineLength: Int?
    ) throws {
        var source = CountedSource(head: Heads.png, filler: 0x5A)
        var characters = 0
        var largestText = 0
        try Base64Image.encode(
            read: { source.fill($0) }, lineLength: lineLength
        ) { text in
            characters += text.count
            largestText = max(largestText, text.count)
            // Text is four thirds as long, and has two more characters for each line.
            source.givenOn += lineLength == nil ? text.count / 4 * 3 : text.count / 78 * 57
        }
        let plain = (source.total + 2) / 3 * 4
        #expect(characters == plain + (lineLength.map { (plain - 1) / $0 * 2 } ?? 0))
        #expect(source.mostHeld < 1 << 20 && source.largestPiece < 1 << 20 && largestText < 1 << 20)
    }

    @Test func `C76 text of 20 MB is never held, neither as text nor as a picture`() throws {
        // Sixteen bytes and two more, so that nothing is padded.
        let head = Array(Data(Heads.png + [0, 0]).base64EncodedString().utf8)
        var source = CountedSource(head: head, filler: UInt8(ascii: "A"))
        var bytes = 0
        var largestPiece = 0
        let type = try Base64Image.decode(
            read: { source.fill($0) },
            write: { piece in
                bytes += piece.count
                largestPiece = max(largestPiece, piece.count)
                source.givenOn += piece.count / 3 * 4
            })
        #expect(type == .png && bytes == source.total / 4 * 3)
        #expect(source.mostHeld < 1 << 20 && source.largestPiece < 1 << 20 && largestPiece < 1 << 20)
    }

    @Test func `C76 nothing is written before it is known to be an image`() throws {
        var written = 0
        let text = Array(Data(repeating: 1, count: 100_000).base64EncodedString().utf8)
        var rest = text[...]
        #expect(throws: Base64Error.notAnImage) {
            _ = try Base64Image.decode(
                read: { room in
                    let piece = rest.prefix(500)
                    rest = rest.dropFirst(500)
                    room.copyBytes(from: piece)
                    return piece.count
                }, write: { written += $0.count })
        }
        #expect(written == 0)
        #expect(throws: Base64Error.notAnImage) { try decodeText("") }
        #expect(throws: Base64Error.truncated) { try decodeText(Data(png + [1]).base64EncodedString() + "\nA") }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["", "data:image/png;base64,"])
    func `C76 a megabyte of blanks before the text costs nothing but its reading`(prefix: String) throws {
        let text = String(repeating: " \r\n\t", count: 256 * 1024) + prefix + png.base64EncodedString()
        #expect(try Base64Image.decode(text).data == png)
        // Longer pieces than those that are read at once, so that there are pieces of nothing but blanks.
        for pieces in [1000, 1 << 20] { #expect(try decodeText(text, pieces: pieces).1 == png) }
        let blank = String(repeating: " ", count: 1 << 20)
        #expect(throws: Base64Error.notAnImage) { try decodeText(blank, pieces: 1 << 20) }
        #expect(throws: Base64Error.notAnImage) { try Base64Image.decode(blank) }
    }

    @Test func `C76 a picture that cannot end, and a pipe, are typed errors`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe.string, 0o600) == 0)
        for path in [MediaPath("/dev/zero"), pipe, MediaPath(folder.url)] {
            #expect(throws: Base64Error.file(.unreadable(path: path.string, reason: "not a regular file"))) {
                try encodeFile(path)
            }
        }
    }

    @Test func `C76 an image shorter than a signature is whole all the same`() throws {
        let tiny = Data(Heads.jpeg)
        #expect(try decodeText(tiny.base64EncodedString(), pieces: 1).1 == tiny)
    }

    @Test func `0.12 streaming a file that is gone, empty or no image is a typed error`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: Base64Error.file(.notFound(path: folder.path("gone").string))) {
            try encodeFile(folder.path("gone"))
        }
        for bytes in [[], Array("hello".utf8), Heads.isoMedia("qt  ")] {
            let path = try folder.write(bytes, as: "no-image")
            #expect(throws: Base64Error.notAnImage) { try encodeFile(path) }
        }
    }

    @Test func `what the reader or writer throws is passed on`() throws {
        struct Full: Error {}
        let folder = try TemporaryFolder()
        let path = try folder.write(jpeg, as: "a.jpg")
        #expect(throws: Full.self) { try Base64Image.encode(contentsOf: path) { _ in throw Full() } }
        #expect(throws: Full.self) { try Base64Image.decode(read: { _ in throw Full() }, write: { _ in }) }
    }
}
