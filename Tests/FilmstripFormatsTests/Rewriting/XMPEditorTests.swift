import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripFormats

struct XMPEditorTests {
    private func values(_ editor: XMPEditor) -> [String: String] {
        Dictionary(XMPReader.read(editor.bytes).map { ($0.path, $0.value) }) { first, _ in first }
    }

    private func editor(_ attributes: String, _ elements: String = "") throws -> XMPEditor {
        try #require(XMPEditor(Array(xmp(attributes, elements).utf8)))
    }

    @Test func `C11 places go, as attributes and as elements, and the rest stays byte for byte`() throws {
        // own-pay/OwnPay #231
        var packet = try editor(
            "exif:GPSLatitude='23,33.0S' exif:DateTimeOriginal='2024-05-06' exif:GPSLongitude = \"46,38W\"",
            "<exif:GPSAltitude>12/1</exif:GPSAltitude><exif:Flash><exif:Fired>True</exif:Fired></exif:Flash>"
                + "<exif:GPSDestLatitude><a><b/>x</a></exif:GPSDestLatitude>")
        packet.removeLocation()
        #expect(
            packet.bytes
                == Array(
                    xmp(
                        " exif:DateTimeOriginal='2024-05-06'",
                        "<exif:Flash><exif:Fired>True</exif:Fired></exif:Flash>"
                    ).replacingOccurrences(of: "item/\"  exif", with: "item/\" exif").utf8))
        #expect(values(packet) == ["exif:DateTimeOriginal": "2024-05-06", "exif:Flash/exif:Fired": "True"])
    }

    @Test func `Names are told by their namespace, whatever their prefix`() throws {
        var packet = try editor("cam:MotionPhoto='1' cam:MicroVideoOffset='3' xmp:Rating='5'")
        packet.removeMotion()
        #expect(values(packet) == ["xmp:Rating": "5"])
    }

    @Test func `A movie is announced in the way that readers look for, once`() throws {
        for start in [try editor("xmp:Rating='5' cam:MicroVideo='1'"), XMPEditor()] {
            var packet = start
            for length in [10, 20] {
                packet.setMotion(
                    items: [
                        MotionItem(type: "image/jpeg", semantic: "Primary", length: 0),
                        MotionItem(type: "video/mp4", semantic: "MotionPhoto", length: length),
                    ], stillTime: 1.5)
            }
            let facts = XMPFacts(packet.bytes)
            #expect(facts.claimsMotion && facts.items.map(\.length) == [0, 20] && facts.stillTime == 1.5)
            #expect(facts.items.map(\.semantic) == ["Primary", "MotionPhoto"])
            #expect(values(packet)["xmp:Rating"] == values(start)["xmp:Rating"])
        }
    }

    @Test(.enabled(if: Tool.exists("exiftool") && Fixtures.has("quad.jpg"), "needs exiftool"))
    func `exiftool reads the directory that we write`() throws {
        var packet = XMPEditor()
        packet.setMotion(items: [MotionItem(type: "video/mp4", semantic: "MotionPhoto", length: 77)], stillTime: nil)
        var file = try JPEGFile(MemoryByteSource(Fixtures.bytes("quad.jpg")))
        try file.setXMP(packet.bytes)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("xmp-\(UUID().uuidString).jpg")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: url) } }
        try Data(file.pieces(trailer: []).assembled(from: MemoryByteSource(Fixtures.bytes("quad.jpg")))).write(to: url)
        let output = try Tool.run("exiftool", ["-j", "-n", "-XMP:all", url.path])
        let told = try #require((try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
        #expect("\(told["DirectoryItemLength"] ?? "")" == "77" && "\(told["MotionPhoto"] ?? "")" == "1")
        #expect("\(told["MotionPhotoPresentationTimestampUs"] ?? "")" == "-1")
    }

    @Test func `What describes the old frame goes`() throws {
        var packet = try editor(
            "xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:ImageWidth='1200' tiff:Orientation='6' tiff:Make='M'",
            "<xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType='Resource'/></rdf:Alt></xmp:Thumbnails>")
        packet.removeFrame()
        #expect(values(packet) == ["tiff:Make": "M"])
    }

    @Test(arguments: [
        "no packet", "<a>", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", "<a></b>",
        "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "<a b=c/>", "<a b='c", "</a>", "<a/>",
    ])
    func `What is not well-formed, or no packet, is not edited`(text: String) {
        #expect(XMPEditor(Array(text.utf8)) == nil)
    }

    @Test func `Cut packets and random damage are refused or edited, and never bring us down`() throws {
        var random = SeededGenerator(seed: 3)
        let whole = Array(xmp("exif:GPSLatitude='1,2N'", "<exif:GPSAltitude>1</exif:GPSAltitude>").utf8)
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard var packet = XMPEditor(bytes) else { continue }
            packet.removeLocation()
            #expect(XMPFacts(packet.bytes).place == nil)
        }
    }
}
