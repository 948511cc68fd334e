import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct GIFStripperTests {
    private let head = Array("GIF89a".utf8) + [10, 0, 5, 0, 0, 0, 0]
    private let repeats = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    private let frame: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 10, 0, 5, 0, 0, 2, 2, 0x4C, 1, 0]
    private let packet = Array(xmp("exif:GPSLatitude='23,33S' xmp:Rating='5'").utf8)

    private func comment(_ text: String) -> [UInt8] { [0x21, 0xFE, UInt8(text.utf8.count)] + Array(text.utf8) + [0] }

    private func application(_ name: String, _ content: [UInt8]) -> [UInt8] {
        [0x21, 0xFF, 11] + Array(name.utf8) + content
    }

    private func packetBlock(_ packet: [UInt8]) -> [UInt8] {
        application("XMP DataXMP", packet + [1] + (0...255).reversed() + [0])
    }

    private func stripped(_ bytes: [UInt8], _ wanted: ExportRecipe.Metadata) throws -> [UInt8] {
        try MetadataStripper.stripping(MemoryByteSource(bytes), keeping: wanted)
            .assembled(from: MemoryByteSource(bytes))
    }

    private func has(_ bytes: [UInt8], _ text: String) -> Bool { Data(bytes).range(of: Data(text.utf8)) != nil }

    @Test func `C11 a GIF without metadata is its pixels, its delays and its repeats`() throws {
        let iptc = application("MGKIPTC0000", [4] + Array("City".utf8) + [0])
        let bytes =
            head + repeats + comment("home") + frame + packetBlock(packet) + iptc + [0x21, 0x42, 1, 7, 0] + frame
            + [0x3B] + Array("+35.6895+139.6917/".utf8)
        #expect(try stripped(bytes, .none) == head + repeats + frame + frame + [0x3B])
        #expect(try header(stripped(bytes, .none)).frameCount == 2)
    }

    @Test func `C11 a GIF without places keeps its comments and the rest of its XMP`() throws {
        let bytes =
            head + repeats + comment("home") + packetBlock(packet) + comment("at exif:GPSLatitude=23") + frame + [0x3B]
        let new = try stripped(bytes, .withoutLocation)
        #expect(!has(new, "GPS") && !has(new, "23,33S") && has(new, "home") && has(new, "xmp:Rating='5'"))
        #expect(Array(new.suffix(frame.count + 1)) == frame + [0x3B])
        #expect(try header(new).frameCount == 1 && header(new).problems.isEmpty)
        // What is clean stays as it is.
        #expect(try stripped(new, .withoutLocation) == new)
    }

    @Test func `C11 packets of any length and of other forms end where they end`() throws {
        for length in 0..<256 {
            let long = packet + [UInt8](repeating: 0x20, count: length)
            let new = try stripped(head + packetBlock(long) + frame + [0x3B], .withoutLocation)
            #expect(!has(new, "GPS") && has(new, "Rating") && new.suffix(frame.count + 1) == frame + [0x3B])
        }
        // In blocks, as nobody should write it; and of no form that can be read.
        let block = [UInt8(packet.count % 256)] + packet.prefix(packet.count % 256) + [0]
        for other in [application("XMP DataXMP", block), packetBlock(Array("exif:GPSLatitude='1' <broken".utf8))] {
            #expect(try stripped(head + other + frame + [0x3B], .withoutLocation) == head + frame + [0x3B])
        }
    }

    @Test(.timeLimit(.minutes(1))) func `C11 a GIF that is cut off or broken is no trap`() throws {
        let whole = head + repeats + comment("home") + packetBlock(packet) + frame + frame + [0x3B]
        for wanted in [ExportRecipe.Metadata.none, .withoutLocation] {
            for count in 0..<whole.count {
                do {
                    let new = try stripped(Array(whole.prefix(count)), wanted)
                    #expect(new.count <= count && !has(new, "GPS"))
                } catch { #expect(error is LibraryError) }
            }
            for index in 6..<whole.count {
                var bytes = whole
                bytes[index] ^= 0xFF
                do { #expect(try stripped(bytes, wanted).count <= whole.count) } catch {
                    #expect(error is LibraryError)
                }
            }
        }
        #expect(throws: LibraryError.self) { try stripped(Array("GIF89a".utf8), .none) }
        // A comment behind each pixel of nobody's picture.
        let many = head + (0..<300_000).flatMap { _ in [0x21, 0xF9, 0, 0x21, 0xFE, 0] as [UInt8] }
        #expect(throws: LibraryError.tooLarge(path: "picture")) { try stripped(many, .none) }
    }

    @Test(.enabled(if: Fixtures.has("quad.gif", "anim.gif"), "needs ImageMagick"), arguments: ["quad.gif", "anim.gif"])
    func `C11 GIF files of other programs show the same after stripping`(name: String) throws {
        let bytes = try Fixtures.bytes(name)
        let end = try #require(bytes.lastIndex(of: 0x3B))
        let told = bytes[..<end] + comment("exif:GPSLatitude") + packetBlock(packet) + [0x3B]
        #expect(try stripped(Array(told), .none) == stripped(bytes, .none))
        let new = try header(stripped(Array(told), .withoutLocation))
        #expect(try new.frameCount == header(bytes).frameCount && new.size == header(bytes).size)
        #expect(new.problems.isEmpty)
        #expect(try !has(stripped(Array(told), .withoutLocation), "GPS"))
    }
}
