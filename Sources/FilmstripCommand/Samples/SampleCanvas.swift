import Filmstrip
import Foundation

/// A picture in the making: red, green, blue from 0 to 1 for each pixel, painted from back to front.
///
/// Places are fractions of the picture's *height* from its top left, so that a scene looks the same at every size.
struct SampleCanvas {
    let size: PixelSize
    private(set) var pixels: [SIMD4<Float>]
    private let scale: Float

    /// The width in heights.
    var aspect: Float { Float(size.width) / Float(size.height) }

    init(_ size: PixelSize) {
        self.size = size
        scale = Float(size.height)
        pixels = Array(repeating: SIMD4(0, 0, 0, 1), count: size.pixelCount)
    }

    /// Fills the rows from one height to another with a run of colours.
    mutating func gradient(_ colors: [SampleColor], from top: Float = 0, to bottom: Float = 1) {
        let first = max(0, Int(top * scale))
        let last = min(size.height, Int((bottom * scale).rounded(.up)))
        guard first < last else { return }
        for row in first..<last {
            let place = (Float(row) / scale - top) / max(1e-6, bottom - top)
            let color = SampleColor.at(place, of: colors).value
            for index in row * size.width..<(row + 1) * size.width { pixels[index] = color }
        }
    }

    /// Everything below a curve.
    /// - Parameters:
    ///   - edge: the height of the curve at a place from the left.
    ///   - colors: from the curve down by `depth`.
    ///   - opacity: 0 to 1.
    mutating func ground(
        depth: Float, _ colors: [SampleColor], opacity: Float = 1, bottom: Float = 1, edge: (Float) -> Float
    ) {
        let shades = (0..<64).map { SampleColor.at(Float($0) / 63, of: colors).value }
        let lowest = min(Float(size.height), bottom * scale)
        for column in 0..<size.width {
            let top = max(-1, edge((Float(column) + 0.5) / scale) * scale)
            var row = max(0, Int(top.rounded(.down)))
            while Float(row) < lowest {
                let covered = min(1, Float(row) + 1 - top) * opacity
                let shade = shades[min(63, max(0, Int((Float(row) - top) / (depth * scale) * 63)))]
                blend(row * size.width + column, shade, covered)
                row += 1
            }
        }
    }

    /// A disc with a soft edge: fully there inside of `radius`, gone at `radius + softness`.
    mutating func disc(
        _ x: Float, _ y: Float, _ radius: Float, softness: Float = 0, squeeze: Float = 1, _ color: SampleColor,
        opacity: Float = 1
    ) {
        let soft = max(softness, 1 / scale)
        let reach = radius + soft
        forEach(x - reach, y - reach * squeeze, x + reach, y + reach * squeeze) { index, px, py in
            let dx = px - x
            let dy = (py - y) / squeeze
            let distance = (dx * dx + dy * dy).squareRoot()
            let part = min(1, max(0, (reach - distance) / soft))
            return (index, color.value, part * part * (3 - 2 * part) * opacity)
        }
    }

    /// A rectangle with sharp edges.
    mutating func box(
        _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ color: SampleColor, opacity: Float = 1
    ) {
        forEach(x, y, x + width, y + height) { index, px, py in
            (index, color.value, px >= x && px < x + width && py >= y && py < y + height ? opacity : 0)
        }
    }

    /// A petal or leaf: an ellipse that is turned and pointed at its far end.
    mutating func petal(
        _ x: Float, _ y: Float, angle: Float, length: Float, width: Float, _ inner: SampleColor, _ outer: SampleColor
    ) {
        let (sine, cosine) = (sin(angle), cos(angle))
        let reach = max(length, width)
        let soft = 1.5 / scale
        forEach(x - reach, y - reach, x + reach, y + reach) { index, px, py in
            let along = ((px - x) * cosine + (py - y) * sine) / length
            guard along > 0, along < 1 else { return nil }
            let across = abs((py - y) * cosine - (px - x) * sine)
            let half = width * sin(along * .pi) * (1.1 - 0.35 * along)
            let part = min(1, max(0, (half - across) / soft))
            let shade = inner.mixed(with: outer, along).shaded(1.08 - 0.25 * across / max(0.001, half))
            return (index, shade.value, part)
        }
    }

    /// Darkens towards the corners, adds a little grain, and keeps all in range.
    mutating func finish(vignette: Float, grain: Float, _ random: inout SampleRandom) {
        let center = SIMD2(aspect / 2, 0.5)
        let corner = (center * center).sum()
        var noise = random.next() | 1
        for row in 0..<size.height {
            for column in 0..<size.width {
                let offset = SIMD2((Float(column) + 0.5) / scale, (Float(row) + 0.5) / scale) - center
                let dark = 1 - vignette * (offset * offset).sum() / corner
                noise ^= noise << 13
                noise ^= noise >> 7
                noise ^= noise << 17
                let speck = (Float(noise >> 40) / Float(1 << 24) - 0.5) * grain
                let index = row * size.width + column
                pixels[index] = (pixels[index] * dark + speck).clamped(lowerBound: .zero, upperBound: .one)
            }
        }
    }

    private mutating func blend(_ index: Int, _ color: SIMD4<Float>, _ part: Float) {
        guard part > 0 else { return }
        pixels[index] += (color - pixels[index]) * part
    }

    /// The whole pixels that a stretch touches.
    private static func span(_ start: Float, _ end: Float, within count: Int) -> Range<Int> {
        let first = min(count, max(0, Int(start)))
        return first..<max(first, min(count, Int(end.rounded(.up)) + 1))
    }

    private mutating func forEach(
        _ left: Float, _ top: Float, _ right: Float, _ bottom: Float,
        _ body: (Int, Float, Float) -> (index: Int, color: SIMD4<Float>, part: Float)?
    ) {
        let columns = Self.span(left * scale, right * scale, within: size.width)
        let rows = Self.span(top * scale, bottom * scale, within: size.height)
        for row in rows {
            for column in columns {
                let place = body(row * size.width + column, (Float(column) + 0.5) / scale, (Float(row) + 0.5) / scale)
                if let place { blend(place.index, place.color, place.part) }
            }
        }
    }
}

/// A colour, each part 0 to 1.
struct SampleColor: Sendable {
    var value: SIMD4<Float>

    init(_ red: Float, _ green: Float, _ blue: Float) { value = SIMD4(red, green, blue, 1) }

    /// From a number such as 0xF4A261.
    init(_ hex: Int) {
        self.init(Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255)
    }

    func mixed(with other: SampleColor, _ part: Float) -> SampleColor {
        var mixed = self
        mixed.value += (other.value - value) * part
        return mixed
    }

    func shaded(_ factor: Float) -> SampleColor {
        SampleColor(min(1, value.x * factor), min(1, value.y * factor), min(1, value.z * factor))
    }

    /// The colour at a place, 0 to 1, of an even run of colours.
    static func at(_ place: Float, of colors: [SampleColor]) -> SampleColor {
        let position = min(1, max(0, place)) * Float(colors.count - 1)
        let index = min(colors.count - 2, Int(position))
        guard colors.count > 1 else { return colors[0] }
        return colors[index].mixed(with: colors[index + 1], position - Float(index))
    }
}

/// A picture's bytes: red, green, blue.
struct SamplePixels: Sendable {
    var size: PixelSize
    var bytes: [UInt8]

    init(size: PixelSize, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }

    init(_ canvas: SampleCanvas) {
        size = canvas.size
        bytes = [UInt8](unsafeUninitializedCapacity: canvas.size.pixelCount * 3) { buffer, count in
            for (index, pixel) in canvas.pixels.enumerated() {
                let scaled = pixel * 255 + 0.5
                buffer[index * 3] = UInt8(scaled.x)
                buffer[index * 3 + 1] = UInt8(scaled.y)
                buffer[index * 3 + 2] = UInt8(scaled.z)
            }
            count = canvas.size.pixelCount * 3
        }
    }

    /// The pixels as a sensor stores them that is held in that way: shown by that orientation, they are upright again.
    func stored(for orientation: Orientation) -> SamplePixels {
        let (width, height) = (size.width, size.height)
        switch orientation {
        case .right:
            return moved(to: PixelSize(width: height, height: width)) { x, y in (width - 1 - y, x) }
        case .left:
            return moved(to: PixelSize(width: height, height: width)) { x, y in (y, height - 1 - x) }
        case .down: return moved(to: size) { x, y in (width - 1 - x, height - 1 - y) }
        default: return self
        }
    }

    /// Scaled down, each pixel the average of those in its place.
    func scaled(to target: PixelSize) -> SamplePixels {
        var small = [UInt8](repeating: 0, count: target.pixelCount * 3)
        bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<target.height {
                let rows = Self.part(y, of: target.height, in: size.height)
                for x in 0..<target.width {
                    let columns = Self.part(x, of: target.width, in: size.width)
                    var sum = SIMD4<Int>(repeating: 0)
                    for row in rows {
                        for column in columns {
                            let at = (row * size.width + column) * 3
                            sum &+= SIMD4(Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]), 1)
                        }
                    }
                    let to = (y * target.width + x) * 3
                    for part in 0..<3 { small[to + part] = UInt8((sum[part] + sum[3] / 2) / sum[3]) }
                }
            }
        }
        return SamplePixels(size: target, bytes: small)
    }

    /// Which of `count` places the part `index` of `parts` covers: one at least.
    private static func part(_ index: Int, of parts: Int, in count: Int) -> Range<Int> {
        let start = index * count / parts
        return start..<max(start + 1, (index + 1) * count / parts)
    }

    /// New pixels, each from the place that `source` names.
    private func moved(to newSize: PixelSize, _ source: (Int, Int) -> (Int, Int)) -> SamplePixels {
        var moved = [UInt8](repeating: 0, count: bytes.count)
        for y in 0..<newSize.height {
            for x in 0..<newSize.width {
                let (fromX, fromY) = source(x, y)
                let (to, from) = ((y * newSize.width + x) * 3, (fromY * size.width + fromX) * 3)
                moved[to] = bytes[from]
                moved[to + 1] = bytes[from + 1]
                moved[to + 2] = bytes[from + 2]
            }
        }
        return SamplePixels(size: newSize, bytes: moved)
    }
}
