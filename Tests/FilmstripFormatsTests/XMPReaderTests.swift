import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// A packet around the inside of a description.
func xmp(_ attributes: String, _ elements: String = "") -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      xmlns:cam="http://ns.google.com/photos/1.0/camera/" xmlns:Container="http://ns.google.com/photos/1.0/container/"
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(elements)</rdf:Description>
    </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
}

struct XMPReaderTests {
    private func read(_ text: String) -> [String: String] {
        Dictionary(XMPReader.read(Array(text.utf8)).map { ($0.path, $0.value) }) { first, _ in first }
    }

    @Test func `Attributes and elements say the same, whatever prefix the file uses`() {
        #expect(read(xmp("cam:MotionPhoto=\"1\""))["GCamera:MotionPhoto"] == "1")
        #expect(read(xmp("", "<cam:MotionPhoto>1</cam:MotionPhoto>"))["GCamera:MotionPhoto"] == "1")
        #expect(read(xmp("", "<cam:MotionPhoto> 1 </cam:MotionPhoto>"))["GCamera:MotionPhoto"] == "1")
    }

    @Test func `Lists are counted, and entities are read`() {
        let list = read(
            xmp(
                "",
                "<dc:title xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Alt><rdf:li xml:lang='x'>a &amp; b &#233;</rdf:li>"
                    + "<rdf:li>&lt;c&gt;</rdf:li></rdf:Alt></dc:title>"))
        #expect(list["dc:title[0]"] == "a & b é")
        #expect(list["dc:title[1]"] == "<c>")
    }

    @Test(arguments: [
        "<", "<a", "<a b", "<a b=", "<a b='", "</", "<!--", "<![CDATA[", "<?", "&", "<a/b/c", "<a></a></a>", "</a>",
    ])
    func `Broken packets end`(text: String) {
        #expect(XMPReader.read(Array(text.utf8)).isEmpty)
    }

    @Test func `Deep nesting is left alone`() {
        let text = String(repeating: "<a>", count: 10_000)
        #expect(XMPReader.read(Array(text.utf8)).isEmpty)
    }

    @Test func `Long names, deep below each other, do not multiply`() {
        let name = String(repeating: "n", count: 2000)
        let tags = String(repeating: "<\(name)>", count: 20)
        let attributes = (0..<5000).map { "a\($0)='1'" }.joined(separator: " ")
        let once = XMPReader.read(Array((tags + "<b \(attributes)/>").utf8))
        let often = XMPReader.read(Array((tags + String(repeating: "<b>x</b>", count: 5000)).utf8))
        for found in [once, often] {
            #expect(!found.isEmpty && found.count <= 4096)
            #expect(found.reduce(0) { $0 + $1.path.utf8.count } < XMPReader.pathByteLimit + 16_384)
            #expect(found.allSatisfy { $0.path.split(separator: "/").allSatisfy { $0.count <= XMLTokens.nameLimit } })
        }
    }

    @Test func `The attributes of one tag count one by one`() {
        let attributes = (0..<10_000).map { "a\($0)='1'" }.joined(separator: " ")
        #expect(XMPReader.read(Array("<b \(attributes)/>".utf8)).count == 4096)
    }

    @Test func `Dates and places of XMP fill in where EXIF has none`() throws {
        var builder = JPEGBuilder()
        builder.addXMP(
            xmp(
                "xmp:CreateDate=\"2024-05-06T07:08:09+02:00\" exif:GPSLatitude=\"23,33.0S\" "
                    + "exif:GPSLongitude=\"46,38,0W\" exif:GPSAltitude=\"100/2\" exif:GPSAltitudeRef=\"1\""))
        let found = try header(builder.bytes)
        #expect(found.date?.source == .xmp && found.date?.offsetFromUTC == 7200)
        let place = try #require(found.place)
        #expect(abs(place.latitude + 23.55) < 1e-9 && abs(place.longitude + 46.63333) < 1e-4 && place.altitude == -50)
        builder.addExif(RawTag.block([], exif: [.text(0x9003, "2020:01:02 03:04:05\0")]))
        #expect(try header(builder.bytes).date?.source == .exif)
    }

    @Test func `An EXIF time of change gives way to XMP's time of the shot`() throws {
        var builder = JPEGBuilder()
        builder.addExif(RawTag.block([.text(0x0132, "2022:01:01 00:00:00\0")]))
        builder.addXMP(xmp("exif:DateTimeOriginal=\"2020-01-02T03:04:05Z\""))
        #expect(try header(builder.bytes).date?.source == .xmp)
    }

    @Test func `Panoramas, gain maps and depth are found by their namespaces`() {
        func subtypes(_ attributes: String) -> AssetSubtypes { XMPFacts(Array(xmp(attributes).utf8)).subtypes }
        #expect(subtypes("xmlns:p='http://ns.google.com/photos/1.0/panorama/' p:UsePanoramaViewer='True'") == .panorama)
        #expect(subtypes("xmlns:h='http://ns.adobe.com/hdr-gain-map/1.0/' h:Version='1.0'") == .hdr)
        #expect(subtypes("xmlns:d='http://ns.google.com/photos/1.0/depthmap/' d:Format='RangeInverse'") == .depth)
        #expect(subtypes("cam:BurstID='1'") == .burst)
        #expect(subtypes("xmp:Rating='5'").isEmpty)
    }
}
