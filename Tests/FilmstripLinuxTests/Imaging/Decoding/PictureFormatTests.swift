import Filmstrip
import FilmstripFormats
import Foundation
import Testing

@testable import FilmstripLinux

/// The cases of people's reports that are about what a picture looks like.
@Suite(.timeLimit(.minutes(5))) struct PictureFormatTests {
    @Test func `C02 all eight orientations are applied once, in each format that has them`() async throws {
        // filament-curator #123; android-crop #46; freefeed-server PR 628
        let bench = try DecodingBench()
        let endings = ["jpg", "png", "webp", "tif"]
        for ending in endings { try bench.quad("quad.\(ending)") }
        let expected = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"]
        for orientation in 1...8 {
            let names = endings.map { "o\(orientation).\($0)" }
            for (ending, name) in zip(endings, names) { try bench.run("cp", "quad.\(ending)", name) }
            try bench.run(["exiftool", "-q", "-overwrite_original", "-n", "-Orientation=\(orientation)"] + names)
            for name in names {
                let small = try await bench.decode(name, fitting: 100)
                #expect(small.frame.corners == expected[orientation - 1], "\(name)")
                let upright = PixelSize(width: 400, height: 200)
                let turned = PixelSize(width: 200, height: 400)
                #expect(small.fullSize == (orientation < 5 ? upright : turned))
                #expect(small.frame.size == small.fullSize.limited(to: PixelSize(width: 100, height: 100)))
                #expect(try await bench.decode(name).frame.corners == expected[orientation - 1], "\(name)")
            }
        }
    }

    @Test(
        arguments: [
            (3, nil, "BRWG"), (1, nil, "GWRB"), (2, nil, "WBGR"), (0, 1, "GRWB"), (0, 0, "BWRG"), (3, 1, "RBGW"),
        ] as [(Int, Int?, String)])
    func `C05 what the container of HEIC says is applied, and EXIF is not`(
        quarters: Int, mirror: Int?, corners: String
    ) async throws {
        // darktable #13306; libheif #227, #117
        let bench = try DecodingBench()
        for ending in ["heic", "avif"] {
            try bench.quad("quad.jpg")
            try bench.run("exiftool", "-q", "-overwrite_original", "-n", "-Orientation=6", "quad.jpg")
            try bench.run("vips", "heifsave", "quad.jpg", "a.\(ending)", "--Q", "90")
            let bytes = try [UInt8](Data(contentsOf: bench.folder.path("a.\(ending)").url))
            try bench.folder.write(
                HEIFTurning.add(quarters: quarters, mirror: mirror, to: bytes), to: "turned.\(ending)")
            let small = try await bench.decode("turned.\(ending)", fitting: 100)
            #expect(small.frame.corners == corners, "\(ending)")
            #expect(
                small.frame.size == PixelSize(width: quarters % 2 == 0 ? 100 : 50, height: quarters % 2 == 0 ? 50 : 100)
            )
        }
    }

    @Test func `C04 the largest size is compared with the size as shown`() async throws {
        // react-native-image-picker #1689; flutter #149961
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "resize", "quad.png", "p.jpg", "1", "--vscale", "1.5")
        try bench.run("exiftool", "-q", "-overwrite_original", "-n", "-Orientation=6", "p.jpg")
        let picture = try await bench.decoder.picture(
            bench.folder.path("p.jpg"), fitting: PixelSize(width: 400, height: 300))
        #expect(picture.frame.size == PixelSize(width: 225, height: 300))
        #expect(try await bench.decode("p.jpg", fitting: 1000).frame.size == PixelSize(width: 300, height: 400))
    }

    @Test(arguments: [true, false])
    func `C22 a CMYK JPEG has its colours, with and without a profile`(keepsProfile: Bool) async throws {
        // ngx_small_light PR 21; TwelveMonkeys #147
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "icc_transform", "quad.png", "ink.tif", "cmyk")
        try bench.run(["vips", "jpegsave", "ink.tif", "ink.jpg", "--Q", "95"] + (keepsProfile ? [] : ["--strip"]))
        let frame = try await bench.decode("ink.jpg", fitting: 64).frame
        let pixel = frame.pixel(5, 5)
        #expect(pixel[0] >= 200 && pixel[1] <= 90 && pixel[2] <= 90, "\(pixel)")
        #expect(frame.pixel(frame.size.width - 4, frame.size.height - 4).allSatisfy { $0 >= 240 })
    }

    @Test(arguments: [[], ["--compression", "lzw"], ["--strip"], ["--tile"]])
    func `C22 a CMYK TIFF of 16 bits has its colours, or is told to be of a kind that nothing here reads`(
        options: [String]
    ) async throws {
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "icc_transform", "quad.png", "deep.v", "cmyk", "--depth", "16")
        try bench.run(["vips", "tiffsave", "deep.v", "deep.tif"] + options)
        if options == ["--tile"] {
            await #expect { try await bench.decode("deep.tif", fitting: 64) } throws: { error in
                (error as? LibraryError)?.code == .unsupportedFormat
            }
            return
        }
        let frame = try await bench.decode("deep.tif", fitting: 64).frame
        let pixel = frame.pixel(5, 5)
        #expect(pixel[0] >= 200 && pixel[1] <= 90 && pixel[2] <= 90, "\(pixel)")
        #expect(frame.pixel(frame.size.width - 4, frame.size.height - 4).allSatisfy { $0 >= 240 })
    }

    @Test func `C23 what is transparent stays transparent, and its colours are multiplied`() async throws {
        // browser-image-compression #119; ngx-image-cropper #183; jpegview #350
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        // Red, and an alpha of 0 left and 255 right.
        try bench.run("vips", "black", "empty.v", "200", "200")
        try bench.run("vips", "invert", "empty.v", "full.v")
        try bench.run("vips", "join", "empty.v", "full.v", "mask.v", "horizontal")
        try bench.run("vips", "bandjoin", "quad.png mask.v", "joined.v")
        for name in ["alpha.png", "alpha.webp", "alpha.tif", "alpha.heic", "alpha.avif", "alpha.jxl"] {
            let lossless = name.hasSuffix("webp") ? ["--lossless"] : []
            let verb =
                switch name.split(separator: ".")[1] {
                case "png": "pngsave"
                case "webp": "webpsave"
                case "tif": "tiffsave"
                case "jxl": "jxlsave"
                default: "heifsave"
                }
            let codec = name.hasSuffix("avif") ? ["--compression", "av1"] : []
            try bench.run(["vips", verb, "joined.v", name] + lossless + codec)
            let picture = try await bench.decode(name, fitting: 100)
            #expect(picture.hasAlpha, "\(name)")
            #expect(picture.frame.pixel(10, 10).allSatisfy { $0 <= 4 }, "\(name) \(picture.frame.pixel(10, 10))")
            let green = picture.frame.pixel(90, 10)
            #expect(green[1] >= 240 && green[0] <= 12 && green[3] >= 251, "\(name) \(green)")
        }
        #expect(try await bench.decode("quad.png").hasAlpha == false)
    }

    @Test func `C25 a grey picture of 16 bits is scaled, not cut`() async throws {
        // nikola #3845; astrobin #1870; Simple-Gallery #2968
        let bench = try DecodingBench()
        try bench.run("vips", "grey", "g.v", "256", "64")
        try bench.run("vips", "linear", "g.v", "g2.v", "65535", "0")
        try bench.run("vips", "cast", "g2.v", "g3.v", "ushort")
        try bench.run("vips", "copy", "g3.v", "g4.v", "--interpretation", "grey16")
        for name in ["g16.png", "g16.tif"] {
            try bench.run("vips", "copy", "g4.v", name)
            let frame = try await bench.decode(name, fitting: 64).frame
            #expect(frame.size == PixelSize(width: 64, height: 16))
            #expect(frame.pixel(0, 8)[0] <= 8 && frame.pixel(63, 8)[0] >= 247, "\(name)")
            let mean = (0..<64).reduce(0) { $0 + frame.pixel($1, 8)[0] } / 64
            #expect(abs(mean - 128) <= 4, "\(name) \(mean)")
        }
    }

    @Test(arguments: ["jpg", "png", "webp", "tif", "heic", "jxl"])
    func `C26 a wide-gamut picture is brought to sRGB`(ending: String) async throws {
        // processwire-issues #2265; kirby #2537; ImageResizer #53
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "icc_transform", "quad.png", "p3.png", "p3", "--input-profile", "srgb")
        if ending != "png" {
            let verb = ["jpg": "jpegsave", "webp": "webpsave", "tif": "tiffsave", "heic": "heifsave", "jxl": "jxlsave"]
            let quality = ["tif": [], "jxl": ["--distance", "0.1"], "webp": ["--lossless"]][ending] ?? ["--Q", "95"]
            try bench.run(["vips", verb[ending] ?? "", "p3.png", "p3.\(ending)"] + quality)
        }
        let frame = try await bench.decode("p3.\(ending)", fitting: 100).frame
        let (red, green) = (frame.pixel(20, 10), frame.pixel(80, 10))
        let tolerance = ending == "heic" || ending == "jxl" ? 14 : 6
        #expect(zip(red, [255, 0, 0]).allSatisfy { abs($0 - $1) <= tolerance }, "\(red)")
        #expect(zip(green, [0, 255, 0]).allSatisfy { abs($0 - $1) <= tolerance }, "\(green)")
    }

    @Test func `C28 a tiny file that claims ten thousand million pixels is refused by its header`() async throws {
        // libvips #646; sxiv #325; thumbor #604; c2pa-rs PR 2062
        let bench = try DecodingBench()
        func bomb(_ side: [UInt8]) -> [UInt8] {
            let header = Array("IHDR".utf8) + side + side + [8, 6, 0, 0, 0, 0, 0, 0, 0]
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + header + [0, 0, 0, 0]
                + Array("IEND".utf8) + [0, 0, 0, 0]
        }
        try bench.folder.write(bomb([0, 1, 0x86, 0xA0]), to: "bomb.png")
        await #expect(throws: LibraryError.tooLarge(path: bench.folder.path("bomb.png").string)) {
            try await bench.decode("bomb.png", fitting: 256)
        }
        // No decoder was even started.
        #expect(bench.decoder.pool.idleCount == 0)
        // One that is just small enough to be begun fails soon, and takes little.
        try bench.folder.write(bomb([0, 0, 0x36, 0xB0]), to: "big.png")
        await #expect(throws: LibraryError.self) { try await bench.decode("big.png", fitting: 256) }
        #expect(bench.decoder.pool.peakWorkerMemory < 100 << 20)
    }

    @Test func `C29 pictures of 108 megapixels are decoded one after the other in little memory`() async throws {
        // libheif #665; stash #3471; Telegram-Archive PR 449
        let bench = try DecodingBench { $0.workerCount = 2 }
        try bench.run("vips", "grey", "g.v", "12000", "9000", "--uchar")
        try bench.run("vips", "jpegsave", "g.v", "mp108.jpg", "--Q", "80")
        try bench.run("vips", "jpegsave", "g.v", "mp108p.jpg", "--Q", "80", "--interlace")
        try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for name in ["mp108.jpg", "mp108p.jpg"] {
                group.addTask { try await bench.decode(name, fitting: 256).frame.size }
            }
            for try await size in group { #expect(size == PixelSize(width: 256, height: 192)) }
        }
        #expect(bench.decoder.pool.peakWorkerMemory < 512 << 20)
    }

    @Test func `C29 what a large picture takes is known before it is begun`() async throws {
        // libheif #665; stash #3471. The recipe's own sizes, eight of each, are in `make bench ONLY=memory`.
        let bench = try DecodingBench()
        try bench.run("vips", "grey", "g.v", "4096", "949", "--uchar")
        try bench.run("vips", "bandjoin", "g.v g.v g.v", "p.v")
        try bench.run("vips", "copy", "p.v", "q.v", "--interpretation", "srgb")
        try bench.run("vips", "heifsave", "q.v", "panorama.heic", "--Q", "30", "--effort", "0")
        try bench.run("vips", "jpegsave", "q.v", "baseline.jpg", "--Q", "80")
        try bench.run("vips", "jpegsave", "q.v", "progressive.jpg", "--Q", "80", "--interlace")
        let box = PixelSize(width: 256, height: 256)
        for name in ["panorama.heic", "baseline.jpg", "progressive.jpg"] {
            let alone = try DecodingBench { $0.workerCount = 1 }
            let idle = try #require(try await alone.decoder.protection().idleMemory)
            let path = bench.folder.path(name)
            let size = try await alone.decoder.picture(path, fitting: box).frame.size
            #expect(size == PixelSize(width: 256, height: 59))
            let taken = alone.decoder.pool.peakWorkerMemory - idle
            // Whoever lets several begin together goes by this number.
            let estimate = try OpenPicture(path).estimatedCost(fitting: size)
            // A sanitizer keeps notes of each byte.
            let allowed = estimate * (DecoderProtection.isLowered ? 10 : 1)
            #expect(taken <= allowed, "\(name) took \(taken >> 20) MiB, not \(estimate >> 20)")
        }
        // Copies of it go one after the other where two are too much.
        let pool = try DecodingBench {
            $0.workerCount = 2
            $0.memoryBudget = 40 << 20
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                try bench.run("cp", "panorama.heic", "\(number).heic")
                group.addTask { _ = try await pool.decoder.picture(bench.folder.path("\(number).heic"), fitting: box) }
            }
            try await group.waitForAll()
        }
        #expect(pool.decoder.pool.idleCount == 1)
    }

    @Test func `what is cut is shown as far as it goes, and said to be cut`() async throws {
        let bench = try DecodingBench()
        try bench.run("vips", "perlin", "noise.v", "400", "200", "--uchar")
        try bench.run("vips", "copy", "noise.v", "a.png")
        for name in ["a.jpg", "a.png", "a.gif"] {
            if name != "a.png" { try bench.quad(name) }
            let bytes = try [UInt8](Data(contentsOf: bench.folder.path(name).url))
            try bench.folder.write(Array(bytes[..<(bytes.count * 3 / 4)]), to: "cut-" + name)
            let picture = try await bench.decode("cut-" + name, fitting: 100)
            #expect(picture.isPartial, "\(name)")
            #expect(picture.frame.size == PixelSize(width: 100, height: 50))
            #expect(name == "a.png" || picture.frame.corners.hasPrefix("RG"), "\(name)")
        }
    }

    @Test func `progressive and interlaced pictures are whole`() async throws {
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "jpegsave", "quad.png", "p.jpg", "--interlace", "--Q", "90")
        try bench.run("vips", "pngsave", "quad.png", "i.png", "--interlace")
        for name in ["p.jpg", "i.png"] {
            let picture = try await bench.decode(name)
            #expect(picture.frame.corners == "RGBW")
            #expect(!picture.isPartial)
        }
    }

    @Test func `of an animation and of many pages the first is shown`() async throws {
        let bench = try DecodingBench()
        try bench.quad("quad.png")
        try bench.run("vips", "rot", "quad.png", "other.png", "d180")
        try bench.run("vips", "arrayjoin", "quad.png other.png", "pages.v", "--across", "1")
        for name in ["a.gif", "a.webp", "a.tif"] {
            try bench.run("vips", "copy", "pages.v", "pages-\(name).v")
            let verb = name.hasSuffix("gif") ? "gifsave" : name.hasSuffix("webp") ? "webpsave" : "tiffsave"
            try bench.run("vips", verb, "pages.v", name, "--page-height", "200")
            let picture = try await bench.decode(name, fitting: 100)
            #expect(picture.frame.size == PixelSize(width: 100, height: 50), "\(name)")
            #expect(picture.frame.corners == "RGBW", "\(name)")
        }
    }

    @Test func `a JPEG of 12 bits says why it is not decoded, and SVG is refused`() async throws {
        let bench = try DecodingBench()
        var bytes = Sample.jpeg()
        let frame = try #require((0..<bytes.count - 9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 4] = 12
        try bench.folder.write(bytes, to: "deep.jpg")
        await #expect {
            try await bench.decode("deep.jpg")
        } throws: { error in
            guard case LibraryError.notDecodable(_, let reason) = error else { return false }
            return reason.contains("12 bits")
        }
        try bench.folder.write(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), to: "a.png")
        await #expect(throws: LibraryError.unsupportedFormat(path: bench.folder.path("a.png").string)) {
            try await bench.decode("a.png")
        }
    }

    @Test func `C43 names that other programs read as options change nothing`() async throws {
        // libvips #342, #395: a.jpg was opened in place of a.jpg[shrink=8]
        let bench = try DecodingBench()
        try bench.folder.write(Sample.jpeg(Sample.red), to: "b.jpg")
        for name in ["b.jpg[shrink=8]", "-dash.jpg", "per%03d.jpg", "new\nline.jpg", "x:y.jpg"] {
            try bench.folder.write(Sample.jpeg(Sample.green), to: name)
            #expect(try await bench.decode(name, fitting: 8).frame.corners == "GGGG", "\(name)")
        }
        let path = try bench.folder.write(Sample.jpeg(Sample.blue), to: MediaPath(bytes: [0x62, 0xFF, 0xFE]))
        #expect(try await bench.decoder.picture(path).frame.corners == "BBBB")
    }

    @Test func `C28 a large JPEG that is all claim is refused before any decoder, and a truncated one is shown`()
        async throws
    {
        let folder = try TestFolder()
        var bytes = try LabelledPicture(size: PixelSize(width: 96, height: 64)).jpeg(.up)
        let header = try #require(bytes.indices.dropLast(10).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange((header + 5)..<(header + 9), with: [0x2E, 0xE0, 0x2E, 0xE0])
        let claim = try folder.write(bytes, to: "claim.jpg")
        let decoder = PictureDecoder()
        await #expect(throws: LibraryError.truncated(path: claim.string)) { try await decoder.picture(claim) }
        #expect(decoder.peakWorkerMemory == 0)
        // As many bytes as a strip of such a picture has.
        let part = try folder.write(bytes + [UInt8](repeating: 0, count: 80_000), to: "part.jpg")
        #expect(try OpenPicture(part).header.size.width == 12_000)
        #expect(throws: Never.self) { try OpenPicture(part).checkSize(against: 200_000_000) }
    }
}
