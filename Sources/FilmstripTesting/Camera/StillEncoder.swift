import Filmstrip
import Foundation

/// Writes pictures as files without any library: small code, large files, honest formats.
enum StillEncoder {
    /// - Throws: `unsupportedFormat` for anything but JPEG and PNG.
    static func encode(_ frame: PixelFrame, as format: ContentType, quality: Int) throws(CameraError) -> Data {
        switch format {
        case .png: PNGEncoder.encode(frame)
        case .jpeg: JPEGEncoder(quality: quality).encode(frame)
        default: throw .unsupportedFormat("the simulated camera of the test kit writes JPEG and PNG")
        }
    }
}

/// Portable Network Graphics, second edition: eight bits a channel, no alpha, and stored instead of compressed data, which
/// any reader takes.
enum PNGEncoder {
    static func encode(_ frame: PixelFrame) -> Data {
        let (width, height) = (frame.size.width, frame.size.height)
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        append("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0], to: &png)
        append("IDAT", stored(rows(of: frame)), to: &png)
        append("IEND", [], to: &png)
        return png
    }

    static func bigEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// Red, green, blue, each row after a zero for "no filter".
    private static func rows(of frame: PixelFrame) -> [UInt8] {
        let (width, height) = (frame.size.width, frame.size.height)
        return [UInt8](unsafeUninitializedCapacity: (width * 3 + 1) * height) { buffer, count in
            frame.bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
                guard let pixels = source.baseAddress, var target = buffer.baseAddress else { return }
                var row = 0
                while row < height {
                    target.pointee = 0
                    target += 1
                    var pixel = pixels + row * frame.bytesPerRow
                    let end = pixel + width * 4
                    while pixel < end {
                        let value = UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self))
                        target[0] = UInt8(truncatingIfNeeded: value >> 16)
                        target[1] = UInt8(truncatingIfNeeded: value >> 8)
                        target[2] = UInt8(truncatingIfNeeded: value)
                        target += 3
                        pixel += 4
                    }
                    row += 1
                }
            }
            count = (width * 3 + 1) * height
        }
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        out.reserveCapacity(bytes.count + bytes.count / 65_535 * 5 + 16)
        var start = 0
        repeat {
            let count = min(65_535, bytes.count - start)
            let isLast = start + count == bytes.count
            out += [
                isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255),
            ]
            out += bytes[start..<start + count]
            start += count
        } while start < bytes.count
        return out + bigEndian(Int(adler(bytes)))
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            var (low, high, place): (UInt32, UInt32, Int) = (1, 0, 0)
            while place < bytes.count {
                // So many sums fit into 32 bits before they must be reduced.
                let end = min(bytes.count, place + 5552)
                while place < end {
                    low &+= UInt32(bytes[place])
                    high &+= low
                    place += 1
                }
                (low, high) = (low % 65_521, high % 65_521)
            }
            return high << 16 | low
        }
    }

    private static func append(_ type: String, _ payload: [UInt8], to png: inout Data) {
        let checked = Array(type.utf8) + payload
        png.append(contentsOf: bigEndian(payload.count))
        png.append(contentsOf: checked)
        png.append(contentsOf: bigEndian(Int(checksum(checked))))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            table.withUnsafeBufferPointer { table in
                var crc: UInt32 = 0xFFFF_FFFF
                var place = 0
                while place < bytes.count {
                    crc = table[Int((crc ^ UInt32(bytes[place])) & 255)] ^ (crc >> 8)
                    place += 1
                }
                return ~crc
            }
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
}
