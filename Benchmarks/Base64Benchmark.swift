import Filmstrip
import Foundation

/// 100 MB of image as Base64 text, from file to file, beside `base64 -w0` of coreutils.
struct Base64Benchmark {
    let workshop: Workshop
    private let byteCount = 100_000_000

    func figures() async throws -> [Figure] {
        let image = workshop.folder.appending(path: "large.jpg")
        let text = workshop.folder.appending(path: "large.txt")
        let theirText = workshop.folder.appending(path: "theirs.txt")
        try largeImage().write(to: image)

        var ours = Duration.seconds(1000)
        var theirs = ours
        // In turn, so that what disturbs the machine disturbs both.
        for _ in 0..<5 {
            theirs = min(theirs, try workshop.run(["base64", "-w0", image.path], output: theirText))
            ours = min(ours, try await workshop.time { try encode(image, to: text) })
        }
        guard try Data(contentsOf: text) == Data(contentsOf: theirText) else {
            throw Workshop.Missing(description: "the two texts differ")
        }
        return [.fasterThan("100 MB, file to file", ours, theirs, against: "base64 -w0", atLeast: 1)]
    }

    private func encode(_ image: URL, to text: URL) throws {
        try Data().write(to: text)
        let output = try FileHandle(forWritingTo: text)
        try Base64Image.encode(contentsOf: MediaPath(image.path)) { piece in
            try output.write(
                contentsOf: Data(
                    bytesNoCopy: .init(mutating: piece.baseAddress!), count: piece.count, deallocator: .none))
        }
        try output.close()
    }

    /// Begins as a JPEG does; the rest is noise from a seed.
    private func largeImage() -> Data {
        var data = Data(count: byteCount)
        data.withUnsafeMutableBytes { bytes in
            var state: UInt64 = 0x9E37_79B9_7F4A_7C15
            for place in stride(from: 0, to: bytes.count - 7, by: 8) {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                bytes.storeBytes(of: state, toByteOffset: place, as: UInt64.self)
            }
        }
        data.replaceSubrange(0..<4, with: [0xFF, 0xD8, 0xFF, 0xE0])
        return data
    }
}
