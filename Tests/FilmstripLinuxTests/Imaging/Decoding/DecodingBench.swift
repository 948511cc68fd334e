import CWall
import Filmstrip
import Foundation
import Glibc
import PrivateDesktop
import Testing

@testable import FilmstripLinux

/// A folder with pictures of all formats, made by tools that are not ours, and a decoder.
final class DecodingBench: Sendable {
    let folder: TestFolder
    let decoder: PictureDecoder

    init(_ change: (inout PictureDecoder.Configuration) -> Void = { _ in }) throws {
        folder = try TestFolder()
        var configuration = PictureDecoder.Configuration()
        change(&configuration)
        decoder = PictureDecoder(configuration)
    }

    /// Runs a program in the folder.
    @discardableResult
    func run(_ words: String...) throws -> String { try run(words) }

    @discardableResult
    func run(_ words: [String]) throws -> String {
        let ended = try RunningProgram.run(words, in: folder.root.string)
        try #require(ended.status == 0, "\(words): \(ended.errors)")
        return ended.output
    }

    /// A picture of 400x200 with a colour in each quarter: red, green, blue and white. The ending says the format.
    @discardableResult
    func quad(_ name: String, _ options: String...) throws -> MediaPath {
        try drawing("quad.ppm", PixelSize(width: 400, height: 200)) { x, y in
            [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)][y / 100 * 2 + x / 200]
        }
        let words = [
            "vips", name.hasSuffix(".heic") || name.hasSuffix(".avif") ? "heifsave" : "copy", "quad.ppm", name,
        ]
        try run(words + options)
        return folder.path(name)
    }

    /// Writes a picture as PPM.
    @discardableResult
    func drawing(_ name: String, _ size: PixelSize, _ color: (Int, Int) -> (UInt8, UInt8, UInt8)) throws -> MediaPath {
        var bytes = Array("P6 \(size.width) \(size.height) 255\n".utf8)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (red, green, blue) = color(x, y)
                bytes += [red, green, blue]
            }
        }
        return try folder.write(bytes, to: name)
    }

    /// Asks a worker to misbehave.
    func drill(
        _ task: fs_task, _ kind: DecoderWorker.Kind = .pictures, patience: Double = 20
    ) throws -> (answer: fs_answer, pixels: OwnedDescriptor, question: fs_question, file: OpenPicture) {
        let file = try OpenPicture(folder.write(Sample.jpeg(), to: "drill.jpg"))
        var question = try file.question(.picture)
        question.task = task.rawValue
        (question.width, question.height, question.capacity) = (16, 16, 1024)
        let pixels = OwnedDescriptor(taking: fs_pixels_make(question.capacity))
        let answer = try decoder.pool.ask(
            question, kind, file: file.descriptor, pixels: pixels, path: file.path, patience: patience)
        return (answer, pixels, question, file)
    }

    /// Decodes a file of the folder.
    func decode(_ name: String, fitting side: Int? = nil) async throws -> DecodedPicture {
        try await decoder.picture(
            folder.path(name), fitting: side.map { PixelSize(width: $0, height: $0) })
    }
}

extension OpenPicture {
    /// What the worker said, as text.
    static func reason(_ answer: fs_answer) -> String {
        withUnsafeBytes(of: answer.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension PixelFrame {
    /// The mean difference of colours from a frame of the same size, in 255ths; a large number for another size.
    func difference(from other: PixelFrame) -> Double {
        guard size == other.size else { return 1000 }
        var sum = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                sum += zip(pixel(x, y), other.pixel(x, y)).reduce(0) { $0 + abs($1.0 - $1.1) }
            }
        }
        return Double(sum) / Double(size.pixelCount * 3)
    }

    /// Red, green, blue and alpha of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        let at = bytes.startIndex + y * bytesPerRow + x * 4
        return [2, 1, 0, 3].map { Int(bytes[at + $0]) }
    }

    /// R, G, B or W for the corners: top left, top right, bottom left, bottom right.
    var corners: String {
        let (right, bottom) = (size.width - 2, size.height - 2)
        return [(1, 1), (right, 1), (1, bottom), (right, bottom)].map { x, y in
            let parts = pixel(x, y).map { $0 > 127 }
            return parts[0] && parts[1] && parts[2] ? "W" : parts[0] ? "R" : parts[1] ? "G" : parts[2] ? "B" : "-"
        }.joined()
    }
}
