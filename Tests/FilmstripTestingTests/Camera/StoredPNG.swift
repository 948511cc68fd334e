import Filmstrip
import Foundation

/// Reads the PNG files that the test kit writes: stored, unfiltered, eight bits a channel.
enum StoredPNG {
    struct Unreadable: Error {}

    static func frame(of file: MediaFile) throws -> PixelFrame { try frame(Data(contentsOf: file.url)) }

    static func frame(_ png: Data) throws -> PixelFrame {
        let bytes = [UInt8](png)
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw Unreadable() }
        var (place, size, packed): (Int, PixelSize, [UInt8]) = (8, .zero, [])
        while place + 8 <= bytes.count {
            let count = four(bytes, place)
            let payload = bytes[place + 8..<place + 8 + count]
            switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
            case "IHDR": size = PixelSize(width: four(bytes, place + 8), height: four(bytes, place + 12))
            case "IDAT": packed += payload
            default: break
            }
            place += count + 12
        }
        let rows = unpack(packed)
        let stride = size.width * 3 + 1
        guard rows.count == stride * size.height else { throw Unreadable() }
        return PixelFrame(size: size) { x, y in
            let pixel = y * stride + 1 + x * 3
            return 0xFF00_0000 | UInt32(rows[pixel]) << 16 | UInt32(rows[pixel + 1]) << 8 | UInt32(rows[pixel + 2])
        }
    }

    /// The frames of a QuickTime movie of such files: each begins with the signature and ends with its last chunk.
    static func frames(of movie: MediaFile) throws -> [PixelFrame] {
        let data = try Data(contentsOf: movie.url)
        let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var (frames, rest): ([PixelFrame], Range<Data.Index>?) = ([], data.range(of: signature))
        while let start = rest?.lowerBound {
            rest = data.range(of: signature, in: start + 8..<data.endIndex)
            guard let end = data.range(of: Data("IEND".utf8), in: start..<data.endIndex) else { throw Unreadable() }
            frames.append(try frame(Data(data[start..<end.upperBound + 4])))
        }
        return frames
    }

    private static func four(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func unpack(_ zlib: [UInt8]) -> [UInt8] {
        var (out, place): ([UInt8], Int) = ([], 2)
        while place + 5 <= zlib.count {
            let isLast = zlib[place] & 1 == 1
            let count = Int(zlib[place + 1]) | Int(zlib[place + 2]) << 8
            out += zlib[place + 5..<place + 5 + count]
            place += 5 + count
            if isLast { break }
        }
        return out
    }
}
