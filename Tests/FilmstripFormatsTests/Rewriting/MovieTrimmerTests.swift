import Filmstrip
import Foundation
import Testing

@testable import FilmstripFormats

struct MovieTrimmerTests {
    /// Eight seconds with a counter of frames in the picture, a key frame each second, B-frames, and sound.
    private static let movie = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trim-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=25:duration=8", "-f", "lavfi", "-i",
                "sine=duration=8", "-c:v", "libx264", "-bf", "2", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0",
                "-pix_fmt", "yuv420p", "-c:a", "aac", "a.mp4",
            ], in: folder)
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("a.mp4")))
    }

    /// What ffmpeg says about each frame: its time, and a sum of its pixels or samples.
    private func frames(_ bytes: [UInt8], _ stream: String) throws -> [(time: Double, sum: String)] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("trim-\(UUID().uuidString).mp4")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        try Data(bytes).write(to: file)
        let arguments = [
            "-v", "error", "-i", file.path, "-map", stream, "-fps_mode", "passthrough", "-f", "framemd5", "-",
        ]
        let text = String(decoding: try Tool.run("ffmpeg", arguments), as: UTF8.self)
        let base = text.split(separator: "\n").first { $0.hasPrefix("#tb 0: ") }.map {
            $0.dropFirst(7).split(separator: "/")
        }
        let scale = (base.map { Double($0[0])! / Double($0[1])! }) ?? 1
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return (Double(fields[2])! * scale, fields[5])
        }
    }

    private func trimmed(_ bytes: [UInt8], _ start: Double, _ end: Double) throws -> (MovieTrimmer.Result, [UInt8]) {
        let source = MemoryByteSource(bytes)
        let result = try MovieTrimmer.trimming(source, from: start, to: end)
        return (result, try result.pieces.assembled(from: source))
    }

    @Test(.enabled(if: Tool.exists("ffmpeg"), "needs ffmpeg"), arguments: [(2.5, 5.5), (0, 3), (3, 4), (6.2, 99)])
    func `The frames of a part are those of the whole, and play at the same distance`(start: Double, end: Double) throws
    {
        let movie = try Self.movie.get()
        let (result, part) = try trimmed(movie, start, end)
        #expect(result.start == start.rounded(.down))
        let last = min(end, 8)
        #expect(abs(result.duration - (last - result.start)) < 0.05)
        let facts = try header(part)
        #expect(facts.duration.map { abs($0 - result.duration) < 0.05 } == true && facts.problems.isEmpty)
        #expect(part.count < movie.count)
        let (all, kept) = (try frames(movie, "0:v"), try frames(part, "0:v"))
        let expected = all.filter { $0.time >= result.start - 1e-6 && $0.time < last - 1e-6 }
        #expect(kept.map(\.sum) == expected.map(\.sum))
        for (one, other) in zip(kept, expected) { #expect(abs(one.time + result.start - other.time) < 0.002) }
        let sound = try frames(part, "0:a")
        #expect(abs((sound.last?.time ?? 0) - result.duration) < 0.1 && abs(sound.first?.time ?? 9) < 0.05)
    }

    @Test(.enabled(if: Tool.exists("ffmpeg"), "needs ffmpeg"))
    func `A part can be cut again, and keeps what the movie says`() throws {
        let movie = try Self.movie.get()
        let said = try ISOBoxEditor.applying(MovieChanges(make: "Maker"), to: movie)
        let (_, once) = try trimmed(said, 2, 7)
        let (result, twice) = try trimmed(once, 1.5, 3)
        #expect(try result.start == 1 && header(twice).make == "Maker")
        let (all, kept) = (try frames(movie, "0:v"), try frames(twice, "0:v"))
        #expect(kept.map(\.sum) == all.filter { $0.time >= 3 - 1e-6 && $0.time < 5 - 1e-6 }.map(\.sum))
    }

    @Test func `Fragments and what is no movie are refused`() throws {
        #expect(throws: LibraryError.self) { try trimmed(MovieBuilder().bytes, 0, 1) }
        #expect(throws: LibraryError.self) { try trimmed(JPEGBuilder().bytes, 0, 1) }
        #expect(throws: LibraryError.self) { try trimmed(MovieBuilder().bytes + box("moof", [0]), 0, 1) }
    }

    @Test(.enabled(if: Tool.exists("ffmpeg"), "needs ffmpeg"))
    func `Parts without a frame are refused`() throws {
        let movie = try Self.movie.get()
        for (start, end) in [(3.0, 3.0), (5, 2), (Double.nan, 3), (100, 200)] {
            #expect(throws: LibraryError.self) { try trimmed(movie, start, end) }
        }
    }
}

struct PiecedSourceTests {
    @Test func `Pieces are read as if they were a file, and pieces of pieces as pieces of the source`() throws {
        let source = MemoryByteSource(Array(0..<100))
        let pieces: [FilePiece] = [
            .range(10..<20), .bytes([200, 201, 202]), .range(0..<5), .bytes([]), .range(90..<100),
        ]
        let whole = try pieces.assembled(from: source)
        let file = PiecedSource(pieces, of: source)
        #expect(file.byteCount == UInt64(whole.count))
        for start in 0...whole.count {
            for end in start...whole.count {
                #expect(try file.read(at: UInt64(start), count: end - start) == Array(whole[start..<end]))
                let part: [FilePiece] = [.bytes([7]), .range(UInt64(start)..<UInt64(end))]
                #expect(try file.resolved(part).assembled(from: source) == [7] + whole[start..<end])
            }
        }
        #expect(try file.read(at: 500, count: 5).isEmpty)
    }
}
