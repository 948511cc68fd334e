import Foundation

extension EditRecipe {
    /// The recipe applied to the pixels of an upright picture. Blocks the calling thread: about a second for a hundred megapixels.
    ///
    /// What lies outside of a circle becomes transparent.
    public func rendered(_ frame: PixelFrame) -> PixelFrame {
        let size = frame.size
        guard !size.isEmpty else { return frame }
        let recipe = settled(in: size)
        let box = recipe.box(in: size)
        let result = turn.applied(to: box.size)
        // Where the first pixel of the result comes from, and how far the next ones lie from it, within the box.
        let back = turn.inverse
        let from = { (x: Int, y: Int) in
            back.applied(to: PixelRect(x: x, y: y, width: 1, height: 1), in: result)
        }
        let (origin, across, down) = (from(0, 0), from(min(1, result.width - 1), 0), from(0, min(1, result.height - 1)))
        let steps = Steps(
            x: box.x + origin.x, y: box.y + origin.y, acrossX: across.x - origin.x, acrossY: across.y - origin.y,
            downX: down.x - origin.x, downY: down.y - origin.y)
        var bytes = Data(count: result.pixelCount * 4)
        frame.bytes.withUnsafeBytes { source in
            bytes.withUnsafeMutableBytes { target in
                let pixels = target.bindMemory(to: UInt32.self)
                if straightening == 0 {
                    Self.copy(source, frame.bytesPerRow, pixels, result, steps)
                } else {
                    recipe.turn(source, frame, pixels, result, steps)
                }
                if isMasked { Self.mask(pixels, result) }
            }
        }
        return PixelFrame(size: result, bytesPerRow: result.width * 4, bytes: bytes, time: frame.time)
    }

    /// A place in the picture for the first pixel, and the ways to the next in the row and in the column.
    private struct Steps {
        var x, y, acrossX, acrossY, downX, downY: Int
    }

    private static func copy(
        _ source: UnsafeRawBufferPointer, _ bytesPerRow: Int, _ target: UnsafeMutableBufferPointer<UInt32>,
        _ size: PixelSize, _ steps: Steps
    ) {
        let stride = steps.acrossX * 4 + steps.acrossY * bytesPerRow
        for row in 0..<size.height {
            var place = (steps.y + row * steps.downY) * bytesPerRow + (steps.x + row * steps.downX) * 4
            let start = row * size.width
            for column in 0..<size.width {
                target[start + column] = source.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                place += stride
            }
        }
    }

    /// Straightens: each pixel is mixed of the four that are nearest to where it comes from.
    private func turn(
        _ source: UnsafeRawBufferPointer, _ frame: PixelFrame, _ target: UnsafeMutableBufferPointer<UInt32>,
        _ size: PixelSize, _ steps: Steps
    ) {
        let (right, bottom) = (Double(frame.size.width - 1), Double(frame.size.height - 1))
        for row in 0..<size.height {
            for column in 0..<size.width {
                let x = Double(steps.x + row * steps.downX + column * steps.acrossX) + 0.5
                let y = Double(steps.y + row * steps.downY + column * steps.acrossY) + 0.5
                let place = unstraightened(x, y, in: frame.size)
                let (across, down) = (max(0, min(place.x - 0.5, right)), max(0, min(place.y - 0.5, bottom)))
                target[row * size.width + column] = Self.mixed(source, frame, across, down)
            }
        }
    }

    private static func mixed(
        _ source: UnsafeRawBufferPointer, _ frame: PixelFrame, _ x: Double, _ y: Double
    ) -> UInt32 {
        let (left, top) = (Int(x), Int(y))
        let (next, below) = (min(left + 1, frame.size.width - 1), min(top + 1, frame.size.height - 1))
        // Parts of 256, so that whole numbers do.
        let (across, down) = (UInt32((x - Double(left)) * 256), UInt32((y - Double(top)) * 256))
        func pixel(_ column: Int, _ row: Int) -> UInt32 {
            source.loadUnaligned(fromByteOffset: row * frame.bytesPerRow + column * 4, as: UInt32.self)
        }
        let corners = (pixel(left, top), pixel(next, top), pixel(left, below), pixel(next, below))
        var result: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let upper = (corners.0 >> shift & 255) * (256 - across) + (corners.1 >> shift & 255) * across
            let lower = (corners.2 >> shift & 255) * (256 - across) + (corners.3 >> shift & 255) * across
            result |= ((upper * (256 - down) + lower * down + 32_768) >> 16) << shift
        }
        return result
    }

    /// Makes what lies outside of the circle transparent, with a soft edge of one pixel.
    private static func mask(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ size: PixelSize) {
        let radius = Double(min(size.width, size.height)) / 2
        let (middleX, middleY) = (Double(size.width) / 2, Double(size.height) / 2)
        for row in 0..<size.height {
            let y = Double(row) + 0.5 - middleY
            for column in 0..<size.width {
                let x = Double(column) + 0.5 - middleX
                let inside = radius - (x * x + y * y).squareRoot() + 0.5
                if inside >= 1 { continue }
                let part = UInt32(max(0, inside) * 256)
                let old = pixels[row * size.width + column]
                var new: UInt32 = 0
                // The colours are multiplied with alpha, so all four become less.
                for shift: UInt32 in [0, 8, 16, 24] { new |= ((old >> shift & 255) * part >> 8) << shift }
                pixels[row * size.width + column] = new
            }
        }
    }
}

extension PixelFrame {
    /// The picture made smaller by averaging, to fit into a box; never enlarged.
    public func scaled(toFit box: PixelSize) -> PixelFrame {
        let target = size.limited(to: box)
        guard target != size, !target.isEmpty else { return self }
        var result = Data(count: target.pixelCount * 4)
        bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
            result.withUnsafeMutableBytes { (pixels: UnsafeMutableRawBufferPointer) in
                var sums = [UInt64](repeating: 0, count: target.width * 4)
                for row in 0..<target.height {
                    average(source, row, target, &sums)
                    let start = row * target.width * 4
                    for index in sums.indices { pixels[start + index] = UInt8(truncatingIfNeeded: sums[index]) }
                }
            }
        }
        return PixelFrame(size: target, bytesPerRow: target.width * 4, bytes: result, time: time)
    }

    /// The means of the pixels that a row of the smaller picture covers, parts of pixels counted as parts.
    private func average(
        _ source: UnsafeRawBufferPointer, _ row: Int, _ target: PixelSize, _ sums: inout [UInt64]
    ) {
        for index in sums.indices { sums[index] = 0 }
        // In units of 1/target of a pixel, so that each weight is whole.
        let (top, bottom) = (row * size.height, (row + 1) * size.height)
        for y in (top / target.height)...((bottom - 1) / target.height) {
            let high = min(bottom, (y + 1) * target.height) - max(top, y * target.height)
            let line = y * bytesPerRow
            for column in 0..<target.width {
                let (left, right) = (column * size.width, (column + 1) * size.width)
                for x in (left / target.width)...((right - 1) / target.width) {
                    let wide = min(right, (x + 1) * target.width) - max(left, x * target.width)
                    let weight = UInt64(high * wide)
                    let place = line + x * 4
                    for part in 0..<4 { sums[column * 4 + part] += UInt64(source[place + part]) * weight }
                }
            }
        }
        let all = UInt64(size.width) * UInt64(size.height)
        for index in sums.indices { sums[index] = (sums[index] + all / 2) / all }
    }
}
