import Filmstrip
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripFormats

/// A cheap relative of fuzzing: files with random damage must be read, or refused, and never bring us down.
@Suite(.timeLimit(.minutes(5)))
struct MutationTests {
    /// Counts reads that ask for what is not there: readers must know the limits themselves, except for the first look.
    private final class GuardedSource: ByteSource {
        private let bytes: [UInt8]
        private(set) var outside = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var byteCount: UInt64 { UInt64(bytes.count) }

        func read(at offset: UInt64, count: Int) throws(LibraryError) -> [UInt8] {
            if offset > byteCount || count < 0 { outside += 1 }
            return try MemoryByteSource(bytes).read(at: offset, count: count)
        }
    }

    /// More than the usual number on request, for a long hunt.
    private var rounds: Int {
        ProcessInfo.processInfo.environment["FILMSTRIP_MUTATIONS"].flatMap { Int($0) } ?? 8000
    }

    private func samples() -> [[UInt8]] {
        let identifier = "11111111-1111-4111-8111-111111111111"
        let fields = ExifFields(
            make: "Apple", model: "Phone", comment: "写真",
            date: MediaDate(instant: Date(timeIntervalSince1970: 1_719_828_030), offsetFromUTC: 7200, source: .exif),
            place: Place(latitude: 1, longitude: 2, altitude: 3), contentIdentifier: identifier)
        var jpeg = JPEGBuilder()
        jpeg.addExif(fields.tiffBlock)
        jpeg.addXMP(
            xmp(
                "cam:MotionPhoto='1' cam:MicroVideoOffset='40' exif:GPSLatitude='1,2.5N' exif:GPSLongitude='3,4W'",
                "<Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Mime='video/mp4' Item:Length='40'/></rdf:li>"
                    + "</rdf:Seq></Container:Directory>"))
        var png = PNGBuilder()
        png.chunks = [
            ("acTL", big(3, 4) + big(0, 4)), ("eXIf", fields.tiffBlock),
            ("tEXt", Array("Creation Time\02024-05-06".utf8)),
        ]
        var heif = HEIFBuilder()
        heif.properties = [HEIFBuilder.crop(300, 100), HEIFBuilder.turn(1), HEIFBuilder.mirror(1)]
        heif.exif = fields.tiffBlock
        heif.packet = xmp("cam:MotionPhoto='1'")
        var movie = MovieBuilder()
        movie.long = true
        let changes = MovieChanges(date: fields.date, place: fields.place, contentIdentifier: identifier)
        let made = [
            jpeg.bytes + box("ftyp", [UInt8](repeating: 65, count: 32)), png.bytes, heif.bytes, movie.bytes,
            fields.tiffBlock,
        ]
        let edited: [[UInt8]]
        do { edited = [try ISOBoxEditor.applying(changes, to: MovieBuilder().bytes)] } catch { edited = [] }
        let names = [
            "quad.gif", "quad.webp", "quad.bmp", "quad.tiff", "anim.gif", "anim.png", "anim.webp", "frag.mp4", "vq.mkv",
            "vq.webm", "real.heic", "quad.avif", "keys.mov",
        ]
        let found = names.filter { Fixtures.has($0) }.compactMap { name -> [UInt8]? in
            do { return try Fixtures.bytes(name) } catch { return nil }
        }
        return made + edited + found
    }

    private func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
            // Most of what matters stands in front.
            let reach = Bool.random(using: &random) ? min(bytes.count, 512) : bytes.count
            let place = Int.random(in: 0..<reach, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2:
                let extreme = extremes.randomElement(using: &random) ?? 0
                for index in place..<min(place + 4, bytes.count) { bytes[index] = extreme }
            case 3: bytes.removeSubrange(place..<min(place + Int.random(in: 1...16, using: &random), bytes.count))
            case 4: bytes.insert(contentsOf: bytes[place..<min(place + 16, bytes.count)], at: place)
            default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }

    @Test func `Damaged files are read or refused, and nothing outside of them is asked for`() throws {
        var random = SeededGenerator(seed: 20_240_506)
        let samples = samples()
        #expect(samples.count >= 6)
        var read = 0
        for round in 0..<rounds {
            let bytes = damage(samples[round % samples.count], &random)
            let source = GuardedSource(bytes)
            do {
                let header = try MediaHeaderReader.read(source, name: "IMG_20240506_070809.jpg")
                read += 1
                for range in [header.motionPhotoRange, header.previewRange].compactMap({ $0 }) {
                    #expect(range.upperBound <= UInt64(bytes.count), "round \(round)")
                }
                #expect(header.duration.map { $0.isFinite && $0 > 0 } ?? true, "round \(round)")
                #expect(header.size.width > 0 && header.size.height > 0, "round \(round)")
            } catch {
                #expect(
                    ["truncated", "unsupportedFormat", "unreadable"].contains(error.code.rawValue), "round \(round)")
            }
            #expect(source.outside == 0, "round \(round)")
        }
        // If nearly all were refused the damage would be too great to test anything.
        #expect(read > rounds / 4)
    }

    @Test func `Damaged files are written into or refused`() throws {
        var random = SeededGenerator(seed: 7)
        let samples = samples()
        for round in 0..<1000 {
            let bytes = damage(samples[round % samples.count], &random)
            for type in [ContentType.jpeg, .png, .webP] {
                do {
                    _ = try ExifWriter.inserting(ExifFields(make: "x"), into: bytes, type)
                } catch {
                    #expect(["truncated", "unsupportedFormat", "unreadable"].contains(error.code.rawValue))
                }
            }
            do {
                _ = try ISOBoxEditor.applying(MovieChanges(make: "x"), to: bytes)
            } catch {
                #expect(["truncated", "unsupportedFormat", "unreadable"].contains(error.code.rawValue))
            }
        }
    }
}

/// Small files that are made to cost much.
@Suite(.timeLimit(.minutes(10)))
struct CostlyFilesTests {
    @Test func `Thousands of entries that point to a note of thousands cost no more than one`() {
        let count = 60_000
        let entry = { (tag: Int, place: Int) in big(tag, 2) + big(7, 2) + big(400_000, 4) + big(place, 4) }
        let directory = 10 + count * 12 + 4
        var bytes = Array("MM\0*".utf8) + big(8, 4) + big(count, 2)
        for _ in 0..<count { bytes += entry(0x927C, directory) }
        bytes += big(0, 4) + Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + big(30_000, 2)
        for _ in 0..<40_000 { bytes += big(0x11, 2) + big(2, 2) + big(4, 4) + big(0x41424300, 4) }
        #expect(cost(bytes) < costly)
    }

    @Test func `A million empty parts are walked, or left, in time`() {
        func many(_ part: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<600_000 { bytes += part }
            return bytes
        }
        let chunk: [UInt8] = big(0, 4) + Array("abCd".utf8) + big(0, 4)
        let png: [UInt8] = Array(PNGBuilder().bytes.prefix(33)) + many(chunk)
        #expect(cost(png) < costly)
        let track: [UInt8] = big(8, 4) + Array("trak".utf8)
        let movie: [UInt8] = box("ftyp", Array("isom".utf8), big(0, 4)) + many(track)
        #expect(cost(movie) < costly)
        let index = box("sidx", big(0, 20), [0, 0, 0xFF, 0xFF])
        let lists = box("ftyp", Array("isom".utf8), big(0, 4)) + (0..<20_000).flatMap { _ in index }
        #expect(cost(lists) < costly)
        let jpeg: [UInt8] = [0xFF, 0xD8] + many([0xFF, 0xE1, 0, 2])
        #expect(cost(jpeg) < costly)
    }
}
