import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

private func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
}

/// Small pictures that lie in files, and what is shown of files that are more than one picture.
@Suite(.timeLimit(.minutes(3))) struct PreviewTests {
    private let box = PixelSize(width: 64, height: 64)

    /// A HEIC of 400x200 with a preview of 128x64 in it.
    private func heic(_ bench: DecodingBench) throws -> [UInt8] {
        try bench.quad("quad.png")
        try bench.run("heif-enc", "-q", "90", "-t", "128", "quad.png", "-o", "small.heic")
        return try [UInt8](Data(contentsOf: bench.folder.path("small.heic").url))
    }

    @Test(.enabled(if: hasTool("heif-enc"), "needs heif-enc"))
    func `a HEIC's preview is read without its picture`() async throws {
        let bench = try DecodingBench()
        let bytes = try heic(bench)
        let preview = try #require(try await bench.decoder.preview(bench.folder.path("small.heic"), fitting: box))
        #expect(preview.frame.corners == "RGBW" && preview.frame.size == PixelSize(width: 64, height: 32))
        // Turned as its picture is, it is upright.
        let turned = try bench.folder.write(
            HEIFTurning.add(quarters: 3, mirror: nil, all: true, to: bytes), to: "turned.heic")
        let upright = try #require(try await bench.decoder.preview(turned, fitting: box))
        #expect(upright.frame.corners == "BRWG" && upright.frame.size == PixelSize(width: 32, height: 64))
    }

    @Test(
        .enabled(if: hasTool("heif-enc"), "needs heif-enc"),
        arguments: [(1, nil), (2, nil), (3, nil), (0, 0), (0, 1), (3, 1)] as [(Int, Int?)])
    func `a HEIC's preview that is not turned as its picture is, is no first sight`(
        quarters: Int, mirror: Int?
    ) async throws {
        let bench = try DecodingBench()
        let path = try bench.folder.write(
            HEIFTurning.add(quarters: quarters, mirror: mirror, to: heic(bench)), to: "turned.heic")
        #expect(try await bench.decoder.preview(path, fitting: box) == nil)
        #expect(try await bench.decoder.picture(path, fitting: box).frame.corners != "RGBW")
    }

    // MARK: Raw

    /// A directory of TIFF whose values all fit into their entries.
    private func directory(_ tags: [(tag: Int, type: Int, count: Int, value: [UInt8])]) -> [UInt8] {
        var bytes = bigEndian(tags.count, 2)
        for tag in tags.sorted(by: { $0.tag < $1.tag }) {
            bytes += bigEndian(tag.tag, 2)
            bytes += bigEndian(tag.type, 2)
            bytes += bigEndian(tag.count, 4)
            bytes += (tag.value + [0, 0, 0, 0]).prefix(4)
        }
        return bytes + [0, 0, 0, 0]
    }

    private func long(_ tag: Int, _ value: Int) -> (tag: Int, type: Int, count: Int, value: [UInt8]) {
        (tag, 4, 1, bigEndian(value, 4))
    }

    private func short(_ tag: Int, _ value: Int) -> (tag: Int, type: Int, count: Int, value: [UInt8]) {
        (tag, 3, 1, bigEndian(value, 2))
    }

    /// A raw file of a sensor of 800x400: a JPEG, where there is one, and samples that nothing here reads.
    /// - Parameter isCanon: built as CR2 files are, instead of DNG.
    private func raw(_ jpeg: [UInt8]?, isCanon: Bool) -> [UInt8] {
        var head: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, isCanon ? 16 : 8]
        if isCanon { head += [0x43, 0x52, 2, 0, 0, 0, 0, 0] }
        func first(_ child: Int, _ start: Int) -> [UInt8] {
            var tags = [short(0x0112, 6), long(0x014A, child)]
            if !isCanon { tags.append((0xC612, 1, 4, [1, 4, 0, 0])) }
            if let jpeg {
                tags += [
                    long(0x00FE, 1), long(0x0100, 400), long(0x0101, 200), short(0x0103, isCanon ? 6 : 7),
                    long(0x0111, start), long(0x0117, jpeg.count),
                ]
            }
            return directory(tags)
        }
        let child = head.count + first(0, 0).count
        let sensor = directory([long(0x0100, 800), long(0x0101, 400), short(0x0106, 32803)])
        return head + first(child, child + sensor.count) + sensor + (jpeg ?? [])
    }

    @Test(arguments: [false, true])
    func `a raw picture is shown by the JPEG in it, upright`(isCanon: Bool) async throws {
        let bench = try DecodingBench()
        let jpeg = try [UInt8](Data(contentsOf: bench.quad("quad.jpg").url))
        let path = try bench.folder.write(raw(jpeg, isCanon: isCanon), to: "a.raw")
        let picture = try await bench.decode("a.raw", fitting: 100)
        #expect(picture.contentType == .raw)
        #expect(picture.frame.size == PixelSize(width: 50, height: 100) && picture.frame.corners == "BRWG")
        let preview = try #require(try await bench.decoder.preview(path, fitting: box))
        #expect(preview.frame.corners == "BRWG")
    }

    @Test func `a raw picture without a JPEG in it says why it is not shown`() async throws {
        let bench = try DecodingBench()
        try bench.folder.write(raw(nil, isCanon: false), to: "a.dng")
        await #expect {
            try await bench.decode("a.dng", fitting: 100)
        } throws: { error in
            guard case LibraryError.notDecodable(_, let reason) = error else { return false }
            return reason.contains("raw picture without a preview")
        }
    }

    // MARK: More than one picture

    /// A track of three pictures, of which nothing but the number is there.
    private var track: [UInt8] {
        func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
            bigEndian(body.count + 8, 4) + Array(type.utf8) + body
        }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        let size = bigEndian(400, 2) + bigEndian(200, 2)
        let entry = box("hvc1", zeros(24) + size + zeros(50))
        let description = box("stsd", zeros(4) + bigEndian(1, 4) + entry)
        let sizes = box("stsz", zeros(4) + bigEndian(10, 4) + bigEndian(3, 4))
        let handler = box("hdlr", zeros(8) + Array("pict".utf8) + zeros(13))
        let media = handler + box("minf", box("stbl", description + sizes))
        return box("moov", box("trak", box("tkhd", zeros(84)) + box("mdia", media)))
    }

    @Test(arguments: ["heic", "avif"])
    func `of a sequence the still is shown, and its frames are counted`(ending: String) async throws {
        let bench = try DecodingBench()
        let still = try [UInt8](Data(contentsOf: bench.quad("a.\(ending)").url))
        let path = try bench.folder.write(still + track, to: "sequence")
        let header = try OpenPicture(path).header
        #expect(header.frameCount == 3 && header.subtypes.contains(.animated))
        #expect(try await bench.decode("sequence", fitting: 100).frame.corners == "RGBW")
    }

    @Test func `a sequence without a still says why it is not shown`() async throws {
        let bench = try DecodingBench()
        for brand in ["heic", "hevc", "msf1"] {
            let head = bigEndian(20, 4) + Array("ftyp\(brand)".utf8) + bigEndian(0, 4) + Array("hevc".utf8)
            try bench.folder.write(head + track, to: brand)
            await #expect("\(brand)") {
                try await bench.decode(brand, fitting: 100)
            } throws: { error in
                guard case LibraryError.notDecodable(_, let reason) = error else { return false }
                return reason.contains("without a still")
            }
        }
    }

    @Test func `the pages of a TIFF are counted, and the first is shown`() async throws {
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "rot", "quad.png", "other.png", "d180")
        try bench.run("vips", "arrayjoin", "quad.png other.png quad.png", "pages.v", "--across", "1")
        try bench.run("vips", "tiffsave", "pages.v", "pages.tif", "--page-height", "200")
        #expect(try OpenPicture(bench.folder.path("pages.tif")).header.frameCount == 3)
        #expect(try await bench.decode("pages.tif", fitting: 100).frame.corners == "RGBW")
        let one = try await MediaExporter().export(
            bench.folder.path("pages.tif"), exactlyTo: bench.folder.path("one.png"), as: ExportRecipe(format: .png))
        #expect(one.losses == [.furtherPictures])
        // Two sizes of one page are one page.
        try bench.run("vips", "tiffsave", "quad.png", "pyramid.tif", "--pyramid", "--tile", "--subifd")
        #expect(try OpenPicture(bench.folder.path("pyramid.tif")).header.frameCount == 1)
    }
}
