import Filmstrip
import FilmstripTesting
import Testing

@testable import FilmstripFormats

struct FileFormatTests {
    private func sniff(_ bytes: [UInt8]) -> FileFormat? { FileFormat.sniff(ByteReader(MemoryByteSource(bytes)).region) }

    @Test func `Files without a brand are movies when they have a header, whatever stands before it`() throws {
        var builder = MovieBuilder()
        builder.brand = ""
        for first in ["free", "skip", "wide", "pnot"] {
            #expect(try header(box(first, big(0, 8)) + builder.bytes).contentType == .quickTime, "\(first)")
            #expect(sniff(box(first, big(0, 8))) == nil, "\(first)")
        }
        builder.movieFirst = false
        #expect(try header(builder.bytes).contentType == .quickTime)
    }

    @Test func `Sound in a movie's dress is refused`() {
        for brand in ["M4A ", "F4A ", "F4B ", "aax "] {
            var builder = MovieBuilder()
            builder.brand = brand
            #expect(throws: LibraryError.unsupportedFormat(path: "file")) { try header(builder.bytes) }
        }
    }

    @Test func `What is read has the type that the first bytes tell, or one of its kind`() throws {
        var random = SeededGenerator(seed: 11)
        let samples = [
            JPEGBuilder().bytes, PNGBuilder().bytes, HEIFBuilder().bytes, MovieBuilder().bytes,
            RawTag.block([.short(0x0100, 40), .short(0x0101, 30)]),
            Array("BM".utf8) + big(0, 12) + [40, 0, 0, 0]
                + [9, 0, 0, 0, 9, 0, 0, 0] + big(0, 40), Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0, 0x3B],
        ]
        var read = 0
        for round in 0..<3000 {
            var bytes = samples[round % samples.count]
            bytes[Int.random(in: 0..<min(32, bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
            let told = ContentType(signature: bytes)
            do {
                let found = try header(bytes).contentType
                read += 1
                #expect(found == told || (told == .tiff && found == .raw), "round \(round)")
            } catch let error as LibraryError where error.code == .unsupportedFormat {
                // A movie of sound alone, or without a header, has a movie's first bytes.
                #expect(told == nil || told?.isVideo == true, "round \(round)")
            } catch {
                #expect(error is LibraryError)
            }
        }
        #expect(read > 1000)
    }
}
