import Filmstrip
import Foundation

/// Baseline JPEG (ITU-T T.81) without subsampling. All codes of a table have one length, which costs bytes and saves code.
struct JPEGEncoder {
    private let step: Int
    private static let basis: [Float] = (0..<64).map { index in
        let (frequency, place) = (Double(index / 8), Double(index % 8))
        let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
        return Float(scale * cos((2 * place + 1) * frequency * .pi / 16))
    }
    /// The places of a block in the order of rising frequency.
    private static let zigzag: [Int] = (0..<64).sorted { left, right in
        let (a, b) = (left / 8 + left % 8, right / 8 + right % 8)
        return a != b ? a < b : a % 2 == 0 ? left % 8 < right % 8 : left / 8 < right / 8
    }
    /// The symbols of the AC table: runs of zeros and sizes, the end of a block, and sixteen zeros.
    private static let symbols: [UInt8] =
        [0x00, 0xF0] + (0..<16).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }
    private static let codes: [Int] = {
        var codes = [Int](repeating: 0, count: 256)
        for (code, symbol) in symbols.enumerated() { codes[Int(symbol)] = code }
        return codes
    }()

    /// - Parameter quality: 1 to 100.
    init(quality: Int) {
        step = max(1, (101 - min(100, max(1, quality))) / 3)
    }

    func encode(_ frame: PixelFrame) -> Data {
        let (width, height) = (frame.size.width, frame.size.height)
        var jpeg = Data([0xFF, 0xD8])
        func segment(_ marker: UInt8, _ payload: [UInt8]) {
            let count = payload.count + 2
            jpeg.append(contentsOf: [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + payload)
        }
        func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
        segment(0xDB, [0] + [UInt8](repeating: UInt8(step), count: 64))
        segment(0xC0, [8] + two(height) + two(width) + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
        // DC: twelve symbols of four bits. AC: all symbols of eight bits.
        segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12))
        let lengths = (1...16).map { $0 == 8 ? UInt8(Self.symbols.count) : 0 }
        segment(0xC4, [0x10] + lengths + Self.symbols)
        segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
        jpeg.append(scan(frame))
        jpeg.append(contentsOf: [0xFF, 0xD9])
        return jpeg
    }

    // MARK: The entropy-coded part

    private struct Bits {
        var data = Data()
        private var held: UInt32 = 0
        private var count = 0

        mutating func put(_ value: Int, _ length: Int) {
            held = held << UInt32(length) | UInt32(truncatingIfNeeded: value) & ((1 << UInt32(length)) - 1)
            count += length
            while count >= 8 {
                let byte = UInt8(truncatingIfNeeded: held >> UInt32(count - 8))
                data.append(byte)
                if byte == 0xFF { data.append(0) }
                count -= 8
            }
        }

        mutating func finish() { if count > 0 { put(0xFF, 8 - count) } }
    }

    private func scan(_ frame: PixelFrame) -> Data {
        var bits = Bits()
        var last = [0, 0, 0]
        var planes = [[Float]](repeating: [Float](repeating: 0, count: 64), count: 3)
        for top in stride(from: 0, to: frame.size.height, by: 8) {
            for left in stride(from: 0, to: frame.size.width, by: 8) {
                Self.load(frame, left, top, into: &planes)
                for plane in 0..<3 { put(transformed(planes[plane]), last: &last[plane], into: &bits) }
            }
        }
        bits.finish()
        return bits.data
    }

    /// A block as luminance and colour differences (JFIF 1.02), edges repeated.
    private static func load(_ frame: PixelFrame, _ left: Int, _ top: Int, into planes: inout [[Float]]) {
        frame.bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
            for place in 0..<64 {
                let x = min(frame.size.width - 1, left + place & 7)
                let y = min(frame.size.height - 1, top + place >> 3)
                let pixel = y * frame.bytesPerRow + x * 4
                let (blue, green, red) = (Float(source[pixel]), Float(source[pixel + 1]), Float(source[pixel + 2]))
                let luma = 0.299 * red + 0.587 * green + 0.114 * blue
                planes[0][place] = luma - 128
                planes[1][place] = (blue - luma) * 0.564
                planes[2][place] = (red - luma) * 0.713
            }
        }
    }

    /// The quantised frequencies of a block, in zigzag order.
    private func transformed(_ block: [Float]) -> [Int] {
        var out = [Int](repeating: 0, count: 64)
        let flat = block[0]
        if block.allSatisfy({ $0 == flat }) {
            out[0] = Int((flat * 8 / Float(step)).rounded())
            return out
        }
        var rows = [Float](repeating: 0, count: 64)
        Self.basis.withUnsafeBufferPointer { basis in
            Self.multiply(block, basis, into: &rows)
            var columns = [Float](repeating: 0, count: 64)
            Self.multiply(rows, basis, into: &columns)
            for (index, place) in Self.zigzag.enumerated() {
                out[index] = Int((columns[place] / Float(step)).rounded())
            }
        }
        return out
    }

    /// One pass of the transform along the rows; the result is transposed, so that two passes make the whole.
    private static func multiply(_ block: [Float], _ basis: UnsafeBufferPointer<Float>, into out: inout [Float]) {
        block.withUnsafeBufferPointer { block in
            out.withUnsafeMutableBufferPointer { out in
                var row = 0
                while row < 64 {
                    var frequency = 0
                    while frequency < 64 {
                        let low = block[row] * basis[frequency] + block[row + 1] * basis[frequency + 1]
                        let next = block[row + 2] * basis[frequency + 2] + block[row + 3] * basis[frequency + 3]
                        let third = block[row + 4] * basis[frequency + 4] + block[row + 5] * basis[frequency + 5]
                        let high = block[row + 6] * basis[frequency + 6] + block[row + 7] * basis[frequency + 7]
                        out[frequency + row >> 3] = low + next + third + high
                        frequency += 8
                    }
                    row += 8
                }
            }
        }
    }

    private func put(_ block: [Int], last: inout Int, into bits: inout Bits) {
        let difference = block[0] - last
        last = block[0]
        let size = Self.size(difference)
        bits.put(size, 4)
        Self.put(difference, size, into: &bits)
        var zeros = 0
        let end = block.lastIndex { $0 != 0 } ?? 0
        for place in 1..<max(1, end + 1) {
            guard block[place] != 0 else {
                zeros += 1
                continue
            }
            while zeros > 15 {
                bits.put(Self.codes[0xF0], 8)
                zeros -= 16
            }
            let size = Self.size(block[place])
            bits.put(Self.codes[zeros << 4 | size], 8)
            Self.put(block[place], size, into: &bits)
            zeros = 0
        }
        if end < 63 { bits.put(Self.codes[0x00], 8) }
    }

    private static func size(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }

    /// Negative values are written as their ones' complement.
    private static func put(_ value: Int, _ size: Int, into bits: inout Bits) {
        if size > 0 { bits.put(value < 0 ? value - 1 : value, size) }
    }
}
