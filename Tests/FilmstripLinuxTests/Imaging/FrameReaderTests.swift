import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(1))) struct FrameReaderTests {
    private func png(_ value: UInt8, in folder: MediaPath) throws -> [UInt8] {
        let size = PixelSize(width: 64, height: 48)
        let bytes = (0..<size.pixelCount * 3).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) ^ value }
        return try PixelEncoder.encode(
            RawPixels(format: "rgb", size: size, frames: [bytes]), as: .png, rate: 1, folder: folder)
    }

    private func count(_ path: MediaPath) throws -> Int {
        var count = 0
        try FrameReader.read(path) { _ in
            count += 1
            return true
        }
        return count
    }

    @Test func `a picture that is whole is read whole`() throws {
        let folder = try TestFolder()
        let path = folder.root.appending("a.png")
        try AtomicFile.replace(path, with: png(0, in: folder.root))
        #expect(try count(path) == 1)
        #expect(try png(0, in: folder.root) == png(0, in: folder.root))
    }

    @Test func `a fault in the middle of a file is told, after the frames before it`() throws {
        let folder = try TestFolder()
        let path = folder.root.appending("two.png")
        var second = try png(1, in: folder.root)
        for index in 60..<200 { second[index] ^= 0x55 }
        try AtomicFile.replace(path, with: png(0, in: folder.root) + second)
        var seen = 0
        let error = #expect(throws: FrameFailure.self) {
            try FrameReader.read(path) { _ in
                seen += 1
                return true
            }
        }
        #expect(error?.code == .decoderFailed && error?.path == path && seen == 1)
        // Who wants the first frame only is not troubled.
        try FrameReader.read(path) { _ in false }
    }

    @Test func `a named pipe and a folder are refused at once`() throws {
        let folder = try TestFolder()
        let pipe = folder.root.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        for path in [pipe, folder.root] {
            let error = #expect(throws: LibraryError.self) { try count(path) }
            #expect(error?.code == .unreadable, "\(path)")
        }
    }

    @Test func `what is no picture is unsupported, and what is not there notFound`() throws {
        let folder = try TestFolder()
        let path = folder.root.appending("a.png")
        try AtomicFile.replace(path, with: Array("no picture at all".utf8))
        #expect(throws: LibraryError.unsupportedFormat(path: path.string)) { try count(path) }
        let missing = folder.root.appending("b.png")
        #expect(throws: LibraryError.notFound(path: missing.string)) { try count(missing) }
    }
}
