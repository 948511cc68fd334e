package import Filmstrip
import Foundation

/// Makes the pixels of a tile out of a thumbnail: the middle of the picture, as many pixels as the tile has. A texture that needs no
/// scaling is what keeps scrolling smooth where no graphics processor helps.
package enum TilePixels {
    /// The largest size to ask a library for, so that the shorter side fills a tile of `side` pixels. Very long pictures are
    /// asked for at three times the side, and are enlarged a little.
    static func request(for size: PixelSize, side: Int) -> PixelSize {
        let (short, long) = (min(size.width, size.height), max(size.width, size.height))
        guard short > 0 else { return PixelSize(width: side, height: side) }
        let ratio = min(3, Double(long) / Double(short))
        let length = Int((Double(side) * ratio).rounded(.up))
        return PixelSize(width: length, height: length)
    }

    /// The middle of a picture as a square of that side, averaged where it is made smaller.
    @concurrent
    package static func square(_ frame: PixelFrame, side: Int) async -> PixelFrame? {
        squared(frame, side: side)
    }

    static func squared(_ frame: PixelFrame, side: Int) -> PixelFrame? {
        let (width, height) = (frame.size.width, frame.size.height)
        guard side > 0, width > 0, height > 0, frame.bytesPerRow >= width * 4,
            frame.bytes.count >= frame.bytesPerRow * (height - 1) + width * 4
        else { return nil }
        let short = min(width, height)
        let (left, top) = ((width - short) / 2, (height - short) / 2)
        var bytes = Data(count: side * side * 4)
        frame.bytes.withUnsafeBytes { source in
            bytes.withUnsafeMutableBytes { target in
                if short == side {
                    for y in 0..<side {
                        let row = source.baseAddress! + (top + y) * frame.bytesPerRow + left * 4
                        target.baseAddress!.advanced(by: y * side * 4).copyMemory(from: row, byteCount: side * 4)
                    }
                } else {
                    let rows = Spans(from: short, to: side)
                    for y in 0..<side {
                        average(
                            source, rowBytes: frame.bytesPerRow, left: left, rows: rows[y].shifted(by: top), rows,
                            into: target, row: y, side: side)
                    }
                }
            }
        }
        return PixelFrame(size: PixelSize(width: side, height: side), bytesPerRow: side * 4, bytes: bytes)
    }

    /// Which old pixels make up each new one.
    private struct Spans {
        let from: Int
        let to: Int

        subscript(index: Int) -> Range<Int> {
            let first = index * from / to
            return first..<max(first + 1, (index + 1) * from / to)
        }

        init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    private static func average(
        _ source: UnsafeRawBufferPointer, rowBytes: Int, left: Int, rows: Range<Int>, _ columns: Spans,
        into target: UnsafeMutableRawBufferPointer, row: Int, side: Int
    ) {
        for x in 0..<side {
            let span = columns[x]
            var sums = (0, 0, 0, 0)
            for y in rows {
                var at = y * rowBytes + (left + span.lowerBound) * 4
                for _ in span {
                    sums.0 += Int(source[at])
                    sums.1 += Int(source[at + 1])
                    sums.2 += Int(source[at + 2])
                    sums.3 += Int(source[at + 3])
                    at += 4
                }
            }
            let count = rows.count * span.count
            let at = (row * side + x) * 4
            target[at] = UInt8(sums.0 / count)
            target[at + 1] = UInt8(sums.1 / count)
            target[at + 2] = UInt8(sums.2 / count)
            target[at + 3] = UInt8(sums.3 / count)
        }
    }
}

extension Range<Int> {
    fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
