import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats
@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1)))
struct MovieCompactorTests {
    /// A box of a movie.
    private func box(_ type: String, _ body: [UInt8], wide: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
        }
        if wide { return [0, 0, 0, 1] + type.utf8 + number(16 + body.count, 8) + body }
        return number(8 + body.count, 4) + type.utf8 + body
    }

    private func table(_ type: String, _ places: [Int]) -> [UInt8] {
        let width = type == "co64" ? 8 : 4
        var body: [UInt8] = [0, 0, 0, 0]
        body += (0..<4).map { UInt8(truncatingIfNeeded: places.count >> (24 - 8 * $0)) }
        for place in places { body += (0..<width).map { UInt8(truncatingIfNeeded: place >> (8 * (width - 1 - $0))) } }
        return box("trak", box("mdia", box("minf", box("stbl", box(type, body)))))
    }

    /// The places that a table lists, wherever it lies.
    private func places(_ movie: [UInt8], _ type: String) -> [Int]? {
        guard let at = Data(movie).firstRange(of: Data(type.utf8))?.upperBound else { return nil }
        func number(_ at: Int, _ width: Int) -> Int { movie[at..<at + width].reduce(0) { $0 << 8 | Int($1) } }
        let width = type == "co64" ? 8 : 4
        return (0..<number(at + 4, 4)).map { number(at + 8 + $0 * width, width) }
    }

    private let samples = Array("the samples".utf8)
    private let start: [UInt8] = [0, 0, 0, 12] + Array("ftypisom".utf8)

    /// A movie with 5000 bytes of free room before its samples.
    private func movie(_ type: String, wide: Bool = false, moov: [UInt8]? = nil) -> [UInt8] {
        func whole(_ place: Int) -> [UInt8] {
            start + box("moov", moov ?? table(type, [place, place + 4]))
                + box("free", [UInt8](repeating: 0, count: 4992))
                + box("mdat", samples, wide: wide)
        }
        return whole(whole(0).count - samples.count)
    }

    /// What lies in the file after compacting, and whether it was done.
    private func compact(_ bytes: [UInt8]) throws -> (after: [UInt8], isDone: Bool) {
        let folder = MediaPath(FileManager.default.temporaryDirectory.path).appending("compact-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url) }
        let file = folder.appending(".VID_1.mp4.part")
        try Data(bytes).write(to: file.url)
        let lock = MovieCompactor.compact(file)
        // Whatever became of it, nothing lies beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == [".VID_1.mp4.part"])
        return ([UInt8](try Data(contentsOf: file.url)), lock != nil)
    }

    private func staysAsItIs(_ bytes: [UInt8], _ what: Comment) throws {
        let (after, isDone) = try compact(bytes)
        #expect(!isDone, what)
        #expect(after == bytes, what)
    }

    @Test(arguments: ["stco", "co64"], [false, true])
    func `C37 the free room goes, and the table finds each sample where it lies now`(
        _ type: String, _ wide: Bool
    ) throws {
        let before = movie(type, wide: wide)
        let (after, isDone) = try compact(before)
        #expect(isDone)
        #expect(after.count == before.count - 5000)
        let found = try #require(places(after, type))
        #expect(found.count == 2)
        #expect(Array(after[found[0]...]) == samples)
        #expect(Array(after[found[1]...]) == Array(samples.dropFirst(4)))
    }

    @Test func `A movie without free room, or with little of it, stays as it is`() throws {
        let tight = start + table("stco", []) + box("mdat", samples)
        try staysAsItIs(tight, "no room")
        let large =
            start + box("moov", table("stco", [9000])) + box("free", [0, 0])
            + box("mdat", [UInt8](repeating: 7, count: 100_000))
        try staysAsItIs(large, "not worth it")
    }

    @Test func `A movie without samples in its table is made shorter all the same`() throws {
        let (after, isDone) = try compact(movie("stco", moov: table("stco", [])))
        #expect(isDone)
        #expect(Array(after.suffix(samples.count)) == samples)
    }

    @Test func `A file that is no movie, or has no table, or two kinds of samples, stays as it is`() throws {
        try staysAsItIs([], "empty")
        try staysAsItIs([UInt8](repeating: 0, count: 4), "too short for a box")
        try staysAsItIs(Array("no movie at all, but text".utf8), "text")
        try staysAsItIs(start + box("free", [UInt8](repeating: 0, count: 5000)) + box("mdat", samples), "no moov")
        try staysAsItIs(movie("stco") + box("mdat", samples), "two")
        let late =
            start + box("free", [UInt8](repeating: 0, count: 5000)) + box("mdat", samples)
            + box("moov", table("stco", [5020]))
        try staysAsItIs(late, "the table behind the samples")
    }

    @Test func `A box that is cut off, or lies about its size, stays as it is`() throws {
        let whole = movie("stco")
        for length in [1, 7, 9, 20, 40, 100, 3000, whole.count - 1] {
            try staysAsItIs(Array(whole.prefix(length)), "cut at \(length)")
        }
        // Sizes that are smaller than a header, larger than the file, or more than 63 bits.
        for size in [[0, 0, 0, 2], [0, 0, 0, 7], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            try staysAsItIs(size + Array(whole.dropFirst(4)), "\(size)")
        }
        let wide: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + [UInt8](repeating: 0xFF, count: 8)
        try staysAsItIs(start + wide + whole, "a size of 64 bits")
        let small: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 9]
        try staysAsItIs(start + small + whole, "a wide size below its own header")
    }

    @Test func `A table that points before the file's beginning, or promises more than it has, stays as it is`() throws
    {
        try staysAsItIs(movie("stco", moov: table("stco", [100, 200])), "before the room that goes")
        try staysAsItIs(movie("co64", moov: table("co64", [Int.min, 6000])), "a place of 64 bits")
        try staysAsItIs(movie("co64", moov: table("co64", [-1, 6000])), "a place of all bits")
        for type in ["stco", "co64"] {
            let promise = box(type, [0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4])
            let short = box(type, [0, 0, 0, 0])
            for table in [promise, short] {
                let moov = box("trak", box("mdia", box("minf", box("stbl", table))))
                try staysAsItIs(movie(type, moov: moov), "\(type)")
            }
        }
        var deep = box("stco", [0, 0, 0, 0, 0, 0, 0, 0])
        for _ in 0..<50 { deep = box("trak", deep) }
        try staysAsItIs(movie("stco", moov: deep), "nested too deeply")
        try staysAsItIs(movie("stco", moov: [0, 0, 0, 3] + Array("trak".utf8)), "a small box in the table")
    }
}
