import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

/// Looks for the bytes of a place themselves: a reader may overlook what another reads.
struct PlaceMarksTests {
    private let movie =
        box("ftyp", Array("qt  ".utf8), [0, 0, 0, 0]) + box("mdat", [1, 2, 3])
        + box("moov", box("udta", box("\u{A9}xyz", [0, 18, 0, 0] + Array("+35.6895+139.6917/".utf8))))

    private func stripped(_ bytes: [UInt8], _ wanted: ExportRecipe.Metadata = .withoutLocation) throws -> [UInt8] {
        try MetadataStripper.stripping(MemoryByteSource(bytes), keeping: wanted)
            .assembled(from: MemoryByteSource(bytes))
    }

    private func has(_ bytes: [UInt8], _ text: String) -> Bool { Data(bytes).range(of: Data(text.utf8)) != nil }

    private func jpeg(_ attributes: String) -> [UInt8] {
        var builder = JPEGBuilder()
        builder.addXMP(xmp(attributes))
        return builder.bytes
    }

    private func file(_ bytes: [UInt8]) throws -> JPEGFile { try JPEGFile(MemoryByteSource(bytes)) }

    @Test func `C11 a movie behind a JPEG goes with its place, claimed or not, and wherever it is said to be`() throws {
        let wide = box("wide") + movie.dropFirst(16)
        for movie in [movie, wide, Array(movie.dropFirst(16)), Array(movie.dropFirst(27))] {
            for still in [
                jpeg("cam:MicroVideo='1' cam:MicroVideoOffset='99999999' xmp:Rating='5'"),
                // An offset to the middle of the movie, where a box begins.
                jpeg("cam:MicroVideo='1' cam:MicroVideoOffset='\(movie.count - 16)' xmp:Rating='5'"),
                jpeg("xmp:Rating='5'"),
            ] {
                let bytes = still + movie
                #expect(try file(bytes).movieBehindPicture(MemoryByteSource(bytes))?.lowerBound == UInt64(still.count))
                for wanted in [ExportRecipe.Metadata.withoutLocation, .none] {
                    let new = try stripped(bytes, wanted)
                    #expect(!has(new, "+35.6895") && !has(new, "moov") && !has(new, "MicroVideo"))
                    #expect(has(new, "Rating") == (wanted == .withoutLocation))
                    #expect(try file(new).movieBehindPicture(MemoryByteSource(new)) == nil)
                }
            }
        }
    }

    @Test func `C11 a movie far behind the picture is found where the search goes on, too`() throws {
        let still = JPEGBuilder().bytes
        for distance in (262_130...262_150) {
            let bytes = still + [UInt8](repeating: 0x55, count: distance) + movie
            let found = try file(bytes).movieBehindPicture(MemoryByteSource(bytes))
            #expect(found == UInt64(still.count + distance)..<UInt64(bytes.count))
        }
        // Such words alone are no movie.
        let bytes = still + Array("    moov and mdat, wide and ftyp".utf8)
        #expect(try file(bytes).movieBehindPicture(MemoryByteSource(bytes)) == nil)
    }

    @Test(arguments: [
        "exif:GPSLatitude='23,33S'", "xmlns:e='http://ns.adobe.com/exif/1.0/' e:GPSMapDatum='23,33S'",
        "xmlns:p='http://ns.adobe.com/photoshop/1.0/' p:City='23,33S'", "<broken '23,33S'",
    ])
    func `C11 a second JPEG goes whose place is in XMP alone`(attributes: String) throws {
        let bytes = JPEGBuilder().bytes + jpeg(attributes)
        #expect(try file(bytes).hasFurtherPicture(MemoryByteSource(bytes)))
        let new = try stripped(bytes)
        #expect(try !has(new, "23,33S") && !file(new).hasFurtherPicture(MemoryByteSource(new)))
    }

    @Test func `C11 a second JPEG that tells no place stays, and the movie behind it goes`() throws {
        let second = jpeg("xmp:Rating='5'")
        let bytes = JPEGBuilder().bytes + second
        #expect(try stripped(bytes) == bytes && stripped(bytes + movie) == bytes)
        #expect(try file(bytes).hasFurtherPicture(MemoryByteSource(bytes)))
        #expect(try !file(JPEGBuilder().bytes + movie).hasFurtherPicture(MemoryByteSource(JPEGBuilder().bytes + movie)))
    }

    @Test func `C11 comments of a JPEG stay unless they tell a place`() throws {
        var builder = JPEGBuilder()
        builder.add(0xFE, Array("home".utf8))
        let clean = builder.bytes
        builder.add(0xFE, Array("exif:GPSLatitude=23".utf8))
        #expect(try stripped(builder.bytes) == clean)
    }

    @Test func `C11 texts of a PNG as ImageMagick names them go where they tell a place`() throws {
        let kept = [("tEXt", "date:create\02026"), ("tEXt", "exif:Model\0Kamera"), ("tEXt", "Title\0State of the art")]
        let gone = [
            ("tEXt", "exif:GPSLatitude\023/1, 33/1, 0/1"), ("tEXt", "exif:GPSInfo\090"),
            ("tEXt", "xmp:GPSLatitude\023"),
            ("zTXt", "exif:GPSLongitude\0\0zz"), ("iTXt", "photoshop:City\0\0\0\0\0Here"), ("tEXt", "Location\0Here"),
            ("tEXt", "Comment\0<x exif:GPSAltitude='3'/>"), ("zTXt", "Raw profile type xmp\0\0zz"), ("zxIf", "GPS"),
        ]
        var png = PNGBuilder()
        png.chunks = kept.map { ($0.0, Array($0.1.utf8)) }
        let clean = png.bytes
        png.chunks += gone.map { ($0.0, Array($0.1.utf8)) }
        #expect(try stripped(png.bytes) == clean)
        // Nothing hides behind the end; and a chunk that is cut off is no trap.
        #expect(try stripped(png.bytes + movie) == clean)
        png.chunks.append(("tEXt", Array("GPS".utf8)))
        for count in 33..<png.bytes.count { #expect(try stripped(Array(png.bytes.prefix(count))).count <= count) }
        let bare = try stripped(png.bytes, .none)
        #expect(!has(bare, "EXt") && !has(bare, "TXt") && !has(bare, "GPS"))
    }

    @Test func `C11 a packet of WebP goes under ImageMagick's name, too, and keeps what is no place`() throws {
        func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
            Array(type.utf8) + littleEndian(payload.count, 4) + payload + (payload.count % 2 == 1 ? [0] : [])
        }
        let packet = Array(xmp("exif:GPSLatitude='23,33S' xmp:Rating='5'").utf8)
        let picture = chunk("VP8L", [0x2F, 9, 0, 1, 0, 0])
        let size = chunk("VP8X", [4, 0, 0, 0, 9, 0, 0, 4, 0, 0])
        for name in ["XMP\0", "XMP ", "xmp "] {
            let body = Array("WEBP".utf8) + size + picture + chunk(name, packet)
            let bytes = Array("RIFF".utf8) + littleEndian(body.count, 4) + body
            let new = try stripped(bytes)
            #expect(!has(new, "23,33S") && !has(new, "GPS"))
            #expect(has(new, "xmp:Rating='5'") == (name != "xmp "))
            #expect(try !has(stripped(bytes, .none), "Rating") && !has(stripped(bytes, .none), "XMP"))
            #expect(try header(new).storedSize == header(bytes).storedSize)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `C11 the search is not led astray by lengths that lie`() {
        let mark = JPEGFile.Segment.xmpMark
        let clean = Array(xmp("xmp:Rating='5'").utf8)
        func segment(_ length: Int, _ packet: [UInt8]) -> [UInt8] { big(length, 2) + mark + packet }
        #expect(!PlaceMarks.areIn(segment(mark.count + 2 + clean.count, clean)))
        for length in [0, 1, 2, mark.count + 1, mark.count + 2, mark.count + 3 + clean.count, 65_535] {
            #expect(PlaceMarks.areIn(segment(length, clean)), "\(length)")
        }
        #expect(PlaceMarks.areIn(mark) && !PlaceMarks.areIn([]) && !PlaceMarks.areIn(Array(":GPS :GPs Exif\0".utf8)))
        let many = [[UInt8]](repeating: segment(mark.count + 2 + clean.count, clean), count: 500).flatMap { $0 }
        #expect(!PlaceMarks.areIn(many) && PlaceMarks.areIn(many + Array("Exif\0\0".utf8)))
    }
}
