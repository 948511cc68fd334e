import Filmstrip
import FilmstripFormats
import FilmstripTesting
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(5))) struct DamagedFilesTests {
    /// What became of one file.
    private struct Answer: Sendable {
        var name: String
        var code: ErrorCode?
        var time: Duration
    }

    @Test func `5.3 five hundred damaged files give five hundred answers, in time and in memory`() throws {
        let bench = try DecodingBench { $0.memoryLimit = 512 << 20 }
        var good: [[UInt8]] = []
        for name in ["a.jpg", "a.png", "a.gif", "a.webp", "a.heic", "a.avif", "a.tif", "a.jxl"] {
            try bench.quad(name)
            good.append(try [UInt8](Data(contentsOf: bench.folder.path(name).url)))
        }
        try bench.run("vips", "jpegsave", "a.png", "p.jpg", "--interlace", "--Q", "90")
        try bench.run("vips", "pngsave", "a.png", "i.png", "--interlace")
        for name in ["p.jpg", "i.png"] { good.append(try [UInt8](Data(contentsOf: bench.folder.path(name).url))) }
        var random = SeededGenerator(seed: 500)
        var names: [String] = []
        for number in 0..<500 {
            let name = "damaged-\(number)"
            try bench.folder.write(random.damage(good[number % good.count]), to: name)
            names.append(name)
        }
        let answers = answers(to: names, bench)
        #expect(answers.count == 500)
        for answer in answers {
            #expect(answer.time < .seconds(5), "\(answer.name)")
            #expect(answer.code != .internal, "\(answer.name)")
        }
        let shown = answers.count { $0.code == nil }
        // Neither has everything become unreadable, nor was nothing damaged.
        #expect((50...450).contains(shown), "\(shown)")
        #expect(bench.decoder.pool.peakWorkerMemory < 512 << 20)
        #expect(bench.decoder.pool.idleCount <= bench.decoder.configuration.workerCount)
    }

    @Test func `damaged movies give answers, too`() throws {
        let bench = try DecodingBench()
        try bench.movie("a.mp4")
        let good = try [UInt8](Data(contentsOf: bench.folder.path("a.mp4").url))
        var random = SeededGenerator(seed: 40)
        var names: [String] = []
        for number in 0..<24 {
            try bench.folder.write(random.damage(good), to: "damaged-\(number)")
            names.append("damaged-\(number)")
        }
        let answers = answers(to: names, bench)
        #expect(answers.count == 24)
        for answer in answers { #expect(answer.time < .seconds(5), "\(answer.name)") }
    }

    @Test(.enabled(if: SharedFiles.folder != nil, "the shared photos are not here"))
    func `every picture of real cameras is decoded, upright and as large as its header says`() async throws {
        let bench = try DecodingBench()
        let folder = try #require(SharedFiles.folder)
        var sizes: [String: PixelSize] = [:]
        for name in SharedFiles.names {
            let path = MediaPath(folder.appendingPathComponent(name).path)
            let header: MediaHeader
            do { header = try OpenPicture(path).header } catch { continue }
            do throws(LibraryError) {
                let picture = try await bench.decoder.picture(path, fitting: PixelSize(width: 256, height: 256))
                #expect(picture.frame.size == header.size.limited(to: PixelSize(width: 256, height: 256)), "\(name)")
                sizes[name] = picture.frame.size
            } catch {
                // The collection has files without a picture; what has one is shown.
                #expect(SharedFiles.withoutPicture.contains(name), "\(name): \(error.message)")
            }
        }
        #expect(sizes.count >= 90, "\(sizes.count)")
    }

    @Test(.enabled(if: SharedFiles.folder != nil, "the shared photos are not here"))
    func `C02 eight orientations of one real photo look the same`() async throws {
        let bench = try DecodingBench()
        let folder = try #require(SharedFiles.folder).appendingPathComponent("jpg/orientation")
        for shape in ["landscape", "portrait"] {
            var first: PixelFrame?
            for orientation in 1...8 {
                let path = MediaPath(folder.appendingPathComponent("\(shape)_\(orientation).jpg").path)
                let frame = try await bench.decoder.picture(path, fitting: PixelSize(width: 64, height: 64)).frame
                if let first { #expect(first.difference(from: frame) < 12, "\(shape) \(orientation)") }
                first = first ?? frame
            }
        }
    }

    /// Decodes on threads of their own, two at a time, so that the time of each is its own.
    private func answers(to names: [String], _ bench: DecodingBench) -> [Answer] {
        let answers = Locked<[Answer]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            for name in names.indices.filter({ $0 % 2 == half }).map({ names[$0] }) {
                let start = ContinuousClock.now
                var code: ErrorCode?
                do throws(LibraryError) {
                    let file = try OpenPicture(bench.folder.path(name))
                    try file.checkSize(against: bench.decoder.configuration.pixelLimit)
                    let size = file.header.size.limited(to: PixelSize(width: 256, height: 256))
                    _ = try bench.decoder.decode(file, .picture, fitting: size)
                } catch {
                    code = error.code
                }
                let answer = Answer(name: name, code: code, time: ContinuousClock.now - start)
                answers.withLock { $0.append(answer) }
            }
        }
        return answers.withLock { $0 }
    }
}

/// Real camera files beside the package, or where FILMSTRIP_SHARED says. Read in place.
enum SharedFiles {
    static let folder: URL? = {
        let environment = ProcessInfo.processInfo.environment["FILMSTRIP_SHARED"]
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 { package.deleteLastPathComponent() }
        let shared = environment.map { URL(fileURLWithPath: $0) } ?? package.appendingPathComponent("shared")
        let photos = shared.appendingPathComponent("photos")
        return FileManager.default.fileExists(atPath: photos.path) ? photos : nil
    }()

    /// Media files, as paths below `folder`.
    static var names: [String] {
        guard let folder, let all = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        let endings: Set = ["jpg", "jpeg", "heic", "heif", "tif", "tiff"]
        return all.compactMap { $0 as? String }
            .filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }.sorted()
    }

    /// Files of the collection in which no picture can be found.
    static let withoutPicture: Set<String> = []
}

extension SeededGenerator {
    /// Flips bits, cuts the end, or repeats or removes a piece.
    mutating func damage(_ good: [UInt8]) -> [UInt8] {
        var bytes = good
        let place = Int.random(in: 0..<bytes.count, using: &self)
        let length = min(bytes.count - place, Int.random(in: 1...256, using: &self))
        switch Int.random(in: 0..<4, using: &self) {
        case 0:
            for _ in 0..<Int.random(in: 1...16, using: &self) {
                bytes[Int.random(in: 0..<bytes.count, using: &self)] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            }
        case 1: bytes.removeLast(bytes.count - place)
        case 2: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
        default: bytes.removeSubrange(place..<(place + length))
        }
        return bytes
    }
}
