import Filmstrip
import Foundation

/// Makes animated GIF (version 89a) with a fixed palette and codes of one length: simple, and read by all.
enum SampleGIF {
    /// - Parameter delay: hundredths of a second for each frame.
    static func encode(_ frames: [SamplePixels], delay: Int) -> [UInt8] {
        guard let size = frames.first?.size else { return [] }
        var bytes = Array("GIF89a".utf8) + word(size.width) + word(size.height) + [0xF6, 0, 0]
        bytes += palette
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for frame in frames {
            bytes += [0x21, 0xF9, 4, 0] + word(delay) + [0, 0]
            bytes += [0x2C, 0, 0, 0, 0] + word(size.width) + word(size.height) + [0, 7] + image(frame)
        }
        return bytes + [0x3B]
    }

    /// 125 colours, five steps of each part; the rest of 128 is black.
    private static let palette: [UInt8] = {
        var palette: [UInt8] = []
        for index in 0..<125 {
            for step in [index / 25, index / 5 % 5, index % 5] { palette.append(UInt8(step * 255 / 4)) }
        }
        return palette + [UInt8](repeating: 0, count: 9)
    }()

    /// The pixels as codes of eight bits: the table is cleared before it would ask for nine.
    private static func image(_ frame: SamplePixels) -> [UInt8] {
        var codes: [UInt8] = [128]
        let width = frame.size.width
        for pixel in 0..<frame.size.pixelCount {
            if pixel % 120 == 0 && pixel > 0 { codes.append(128) }
            // An even pattern that hides the steps of the palette.
            let nudge = [-24, 8, 24, -8][(pixel % width & 1) | (pixel / width & 1) << 1]
            let parts = (0..<3).map { part in
                min(4, max(0, (Int(frame.bytes[pixel * 3 + part]) + nudge + 32) * 4 / 255))
            }
            codes.append(UInt8(parts[0] * 25 + parts[1] * 5 + parts[2]))
        }
        codes.append(129)
        var blocks: [UInt8] = []
        for start in stride(from: 0, to: codes.count, by: 255) {
            let block = codes[start..<min(codes.count, start + 255)]
            blocks += [UInt8(block.count)] + block
        }
        return blocks + [0]
    }

    private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
}
