public import Filmstrip
import Foundation

/// The machine-readable strip along the bottom edge of every simulated frame: which frame this is, when it was taken,
/// and which way up it is.
///
/// Two rows of forty black or white blocks take up the lowest fifteenth of the picture. The upper row holds a marker of
/// eight blocks and 32 bits of milliseconds, the lower one 24 bits of frame number and a checksum of 16 bits, most
/// significant bit first. Blocks are large and grey levels are judged against the marker's own black and white, so the
/// strip outlives JPEG, video codecs and scaling by one half.
public enum SceneStrip {
    /// What a strip says.
    public struct Reading: Sendable, Hashable {
        /// The frame's number, modulo 2^24.
        public var frameNumber: Int
        /// The milliseconds since 1970, modulo 2^32.
        public var milliseconds: Int64
        /// How the pixels that were read have to be turned to be upright: `up` for a frame as it was drawn,
        /// `upMirrored` for one that was mirrored left to right.
        public var orientation: Orientation

        /// A reading.
        public init(frameNumber: Int, milliseconds: Int64, orientation: Orientation) {
            self.frameNumber = frameNumber
            self.milliseconds = milliseconds
            self.orientation = orientation
        }
    }

    static let columns = 40
    static let rows = 2
    /// The strip's part of the height.
    static let heightFraction = 1.0 / 15
    /// Reads differently from the other end, and is no run of equal blocks.
    private static let marker: UInt64 = 0b1110_1000

    /// Reads the strip of a picture that may have been mirrored or turned; nil when there is none to be read.
    public static func read(_ frame: PixelFrame) -> Reading? {
        guard frame.size.width >= columns, frame.size.height >= rows, frame.bytesPerRow >= frame.size.width * 4,
            frame.bytes.count >= (frame.size.height - 1) * frame.bytesPerRow + frame.size.width * 4
        else { return nil }
        return frame.bytes.withUnsafeBytes { pixels in
            for orientation in Orientation.allCases {
                let view = View(pixels: pixels, frame: frame, orientation: orientation)
                if let reading = view.reading() { return reading }
            }
            return nil
        }
    }

    /// The frames that are missing between the first and the last of some readings, in order of reading. Frames that come
    /// twice or go back count as nothing.
    public static func framesMissing(in readings: [Reading]) -> Int {
        zip(readings, readings.dropFirst()).reduce(0) { $0 + max(0, $1.1.frameNumber - $1.0.frameNumber - 1) }
    }

    /// The blocks of a frame, row after row; true is white.
    static func blocks(frameNumber: Int, milliseconds: Int64) -> [Bool] {
        let time = UInt64(UInt32(truncatingIfNeeded: milliseconds))
        let number = UInt64(truncatingIfNeeded: frameNumber) & 0xFF_FFFF
        return bits(marker, 8) + bits(time, 32) + bits(number, 24) + bits(UInt64(checksum(time << 24 | number)), 16)
    }

    private static func bits(_ value: UInt64, _ count: Int) -> [Bool] {
        (0..<count).reversed().map { value >> UInt64($0) & 1 == 1 }
    }

    /// CRC-16/CCITT over the 56 bits of time and number. It starts from a value of its own, so that neither an all-black
    /// nor an all-white strip is ever right.
    private static func checksum(_ payload: UInt64) -> UInt16 {
        var crc: UInt16 = 0x1D0F
        for bit in bits(payload, 56) {
            let out = (crc & 0x8000 != 0) != bit
            crc <<= 1
            if out { crc ^= 0x1021 }
        }
        return crc
    }
}

extension SceneStrip {
    /// A picture looked at as if it were turned upright by one of the eight orientations.
    private struct View {
        let pixels: UnsafeRawBufferPointer
        let frame: PixelFrame
        let orientation: Orientation

        func reading() -> Reading? {
            let levels = (0..<rows * columns).map { level(row: $0 / columns, column: $0 % columns) }
            let expected = bits(marker, 8)
            let white = zip(levels, expected).filter(\.1).map(\.0)
            let black = zip(levels, expected).filter { !$0.1 }.map(\.0)
            guard let dimmest = white.min(), let brightest = black.max(), dimmest - brightest > 40 else { return nil }
            let threshold = (white.reduce(0, +) + black.reduce(0, +)) / 8
            let values = levels.map { $0 > threshold }
            func number(_ range: Range<Int>) -> UInt64 { values[range].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
            let (time, count) = (number(8..<40), number(40..<64))
            guard number(64..<80) == UInt64(checksum(time << 24 | count)) else { return nil }
            return Reading(frameNumber: Int(count), milliseconds: Int64(time), orientation: orientation)
        }

        /// The mean brightness of the middle of a block, 0 to 255.
        private func level(row: Int, column: Int) -> Double {
            var sum = 0.0
            for sample in 0..<9 {
                let across = 0.3 + 0.2 * Double(sample % 3)
                let down = 0.3 + 0.2 * Double(sample / 3)
                let shown = PicturePoint(
                    x: (Double(column) + across) / Double(columns),
                    y: 1 - heightFraction * (1 - (Double(row) + down) / Double(rows)))
                let stored = orientation.inverse.applied(to: shown)
                let x = min(frame.size.width - 1, Int(stored.x * Double(frame.size.width)))
                let y = min(frame.size.height - 1, Int(stored.y * Double(frame.size.height)))
                let offset = y * frame.bytesPerRow + x * 4
                sum += Double(pixels[offset]) + Double(pixels[offset + 1]) * 2 + Double(pixels[offset + 2])
            }
            return sum / 36
        }
    }
}
